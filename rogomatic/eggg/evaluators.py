"""Static evaluators of unfinished positions, by points, lines, or pieces."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import exp, fsum
from operator import itemgetter
from typing import Final, Literal

from rogue.shared.board_games import EMPTY, NO_SQUARE, Board, Game, Move, SaidMovement, State

Measure = Literal["reach", "paper"]
"""How motility is measured: by the squares that a piece reaches, or by the length of its rules."""
_DIMENSIONS: Final = 2
_SQUARE: Final = _DIMENSIONS**_DIMENSIONS


def powers(game: Game, measure: Measure = "reach") -> tuple[float, ...]:
    """Return the power of each kind of piece: motility * rank * rarity.

    If `measure` is "reach", the last factor is the square root of the rarity.  In chess, a player with the
    square root won 5 of 6 games against a player with the plain rarity.
    """
    sides = starting_sides(game)
    counts = [mean_over(sides, kind, lambda _, count: count) for kind in range(len(game.kinds))]
    if measure == "paper":
        motility, root = paper_motility(rule_sums(game), counts), 1.0
    else:
        motility, root = reach_motility(game), 0.5
    rarities = [mean_over(sides, kind, lambda size, count: size / count) for kind in range(len(game.kinds))]
    factors = zip(motility, ranks(game.captures, counts), rarities, strict=True)
    return tuple(one * rank * rarity**root for one, rank, rarity in factors)


def starting_sides(game: Game) -> list[Counter[int]]:
    """Return how many pieces of each kind each side has at the start.  Sides without pieces are left out."""
    sides: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for code in game.start().squares:
        if 0 < code < len(game.pieces):
            sides[game.pieces[code].owner][game.pieces[code].kind] += 1
    return list(sides.values())


def mean_over(sides: Sequence[Counter[int]], kind: int, value: Callable[[int, int], float]) -> float:
    """Return the mean of `value` over the sides with pieces of a kind.  Return 1 if there is no such side.

    value  function (number of all pieces of a side, number of the side's pieces of this kind)

    >>> chess = Counter({0: 1, 1: 2, 2: 13})
    >>> [mean_over([chess, chess], kind, lambda size, count: size / count) for kind in (0, 1)]
    [16.0, 8.0]
    """
    found = [value(side.total(), side[kind]) for side in sides if side[kind]]
    return fsum(found) / len(found) if found else 1.0


def reach_motility(game: Game) -> list[float]:
    """Return the mean reach of each kind in squares on an empty board, divided by the smallest mean reach."""
    squares = range(len(game.board.names))
    found: list[list[float]] = [[] for _ in game.kinds]
    for code, piece in enumerate(game.pieces):
        if piece.kind >= 0:
            found[piece.kind].append(fsum(len(game.reach(code, square)) for square in squares) / len(squares))
    return _scaled([fsum(means) / len(means) if means else 0.0 for means in found])


def paper_motility(sums: Sequence[float], counts: Sequence[float]) -> list[float]:
    """Return sum / count^2 for each kind of piece, divided by the smallest of these quotients.

    A sum comes from `rule_sums`.  A count is the mean number of such pieces that a side has at the start.
    """
    return _scaled([one / max(1.0, count) ** 2 for one, count in zip(sums, counts, strict=True)])


def rule_sums(game: Game) -> list[float]:
    """Return a sum for each kind of piece.  For each movement rule of the kind, length + d^d - d^c is added.

    The length is that of the rule, d = 2 is the number of dimensions of the board, and `constrained` gives c.
    """
    return [
        fsum(one.length + _SQUARE - _DIMENSIONS ** constrained(one) for one in rules)
        for rules in game.movements_said
    ]


def constrained(rule: SaidMovement) -> int:
    """Return the number of dimensions (0 to 2) in which a movement rule gives a player no choice of distance.

    >>> queen, rook, knight = SaidMovement(29, True, True), SaidMovement(24, True), SaidMovement(19)
    >>> [constrained(rule) for rule in (queen, rook, knight)]
    [0, 1, 2]
    """
    return _DIMENSIONS if not rule.slides else 0 if rule.any_way else 1


def ranks(captures: Sequence[frozenset[int]], counts: Sequence[float]) -> list[float]:
    """Return each kind's rank: the number of kinds that it can take minus the number that can take it.

    Two kinds that can take each other change neither number.  All ranks are shifted so that the lowest is 1.
    Ties are broken by an addition of less than 1: the fewer pieces can take a kind, the higher its rank.

    >>> ranks([frozenset({0, 1}), frozenset({0, 1})], [8, 1]), ranks([frozenset({1}), frozenset()], [1, 1])
    ([1.0, 1.0], [3.0, 1.0])
    """
    kinds = range(len(captures))
    takers = [[one for one in kinds if kind in captures[one] and one not in captures[kind]] for kind in kinds]
    prey = [[one for one in captures[kind] if kind not in captures[one]] for kind in kinds]
    leads = [len(prey[kind]) - len(takers[kind]) for kind in kinds]
    threats = [fsum(counts[other] for other in takers[kind]) for kind in kinds]
    found: list[float] = []
    for kind in kinds:
        rivals = sorted({threats[other] for other in kinds if leads[other] == leads[kind]}, reverse=True)
        found.append(leads[kind] - min(leads) + 1 + rivals.index(threats[kind]) / len(rivals))
    return found


def _scaled(values: Sequence[float]) -> list[float]:
    """Return the values divided by the smallest positive value.  Values of 0 or less become 1."""
    least = min((value for value in values if value > 0), default=1.0)
    return [max(1.0, value / least) for value in values]


_LINE_UNIT: Final = 16.0  # points of two stones in an open line, which count as a piece
_OTHER: Final = 64  # a stone of the second player in the sum of a line; one of the first counts 1
_PIECES_AHEAD: Final = 3.0  # an advantage that counts as a win in 73 of 100
_FLAT_SHAPES: Final = ("squares", "hexagons", "lines")


class Evaluator:
    """An evaluator that compares the players' points.  The game is decided by these points."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def value(self, state: State, player: int) -> float:
        """Return a player's points minus the most points of any other player."""
        points = [self._game.score(state, one) or 0.0 for one in range(len(self._game.players))]
        return points[player] - max(points[:player] + points[player + 1 :], default=0.0)

    def gain(self, _state: State, _move: Move) -> float:
        """Return what a move wins at once, which is 0 for quiet moves.  Here, all moves count as quiet."""
        return 0.0


def evaluator_for(game: Game, measure: Measure = "reach") -> Evaluator | None:
    """Return the evaluator that fits a game.  Return None if none fits, for example in simultaneous games."""
    if "simultaneous" in game.traits:
        return None
    if "hidden" in game.traits:
        return PointsEvaluator(game) if "letters" in game.traits else None
    if game.row_goal > 1:
        return LineEvaluator(game, game.row_goal) if len(game.players) == 2 else None
    if game.score(game.start(), 0) is not None:
        return Evaluator(game)
    return None if "counts" in game.traits else PieceEvaluator(game, powers(game, measure))


class PointsEvaluator(Evaluator):
    """An evaluator by points, which also tells how many points a move gains."""

    def gain(self, state: State, move: Move) -> float:
        """Return the points that a move adds at once for its player."""
        game, player = self._game, move.player
        after = game.after(state, (move,))
        return (game.score(after, player) or 0.0) - (game.score(state, player) or 0.0)


class PieceEvaluator(Evaluator):
    """An evaluator by pieces: the value of the player's pieces minus the value of all other pieces.

    In a giveaway game, this difference counts against the player.

    On a board of n dimensions, a piece of power P with m moves has the value P + P m^(1/n) + S.  S is the sum
    of P / distance^(1/n) for every other square, where the distance is that between the piece and the square.
    """

    def __init__(self, game: Game, power: Sequence[float]) -> None:
        super().__init__(game)
        self._root = 1 / dimension(game.board)
        self._places = place_weights(game.board, self._root)
        mean = fsum(self._places) / len(self._places)
        self._power = [power[piece.kind] if piece.kind >= 0 else 0.0 for piece in game.pieces]
        self._owners = [piece.owner for piece in game.pieces]
        self._unit = min(power, default=1.0) * (1 + mean)
        self._walks = "walks" in game.traits
        self._sign = -1 if "giveaway" in game.traits else 1

    def value(self, state: State, player: int) -> float:
        """Return the advantage of a player in units of the weakest piece."""
        mobility = self._mobility(state) if self._walks else {}
        total = 0.0
        for square, code in enumerate(state.squares):
            if code > EMPTY:
                worth = self._power[code] * (1 + self._places[square] + mobility.get(square, 0) ** self._root)
                total += worth if self._owners[code] == player else -worth
        return self._sign * total / self._unit

    def gain(self, state: State, move: Move) -> float:
        """Return the power that a move captures, or gains by promotion.  Flipped pieces do not count."""
        power, squares = self._power, state.squares
        if not move.taken and not move.choice:
            return 0.0
        left = dict(move.changes)
        gone = [one for one in move.taken if one == move.to or left.get(one, EMPTY) == EMPTY]
        gained = fsum([power[squares[one]] for one in gone])
        if move.choice and move.start != NO_SQUARE:
            gained += power[left.get(move.to, EMPTY)] - power[squares[move.start]]
        return gained

    def _mobility(self, state: State) -> Counter[int]:
        """Return the number of moves from each square, as if the owner of each piece were to move."""
        found: Counter[int] = Counter()
        others = [player for player in range(len(self._game.players)) if player != state.mover]
        for player in (*others, state.mover):  # whose moves the search asks for next
            turned = state if player == state.mover else state._replace(mover=player)
            found.update([move.start for move in self._game.moves(turned, player) if move.start != NO_SQUARE])
        return found


class LineEvaluator(Evaluator):
    """An evaluator by lines: a line with n stones of only one player counts 4**n for that player."""

    def __init__(self, game: Game, length: int) -> None:
        super().__init__(game)
        self._lines = tuple(itemgetter(*line) for line in lines_of(game.board, length))
        self._marks = [(0, 1, _OTHER)[piece.owner + 1] for piece in game.pieces]
        points = [4.0**stones / _LINE_UNIT for stones in range(1, length + 1)]
        self._points = [0.0] * (_OTHER * length + 1)
        self._points[1 : length + 1] = points
        self._points[_OTHER::_OTHER] = [-one for one in points]

    def value(self, state: State, player: int) -> float:
        """Return the advantage of a player.  Two stones in an open line count 1."""
        marks, points = [self._marks[code] for code in state.squares], self._points
        total = fsum([points[sum(line(marks))] for line in self._lines])
        return total if player == 0 else -total


def win_chance(advantage: float) -> float:
    """Return the chance (0 to 1) to win with this advantage.  The weakest piece is the unit of advantages.

    >>> win_chance(0), round(win_chance(3), 2), win_chance(-1e6) < 1e-9
    (0.5, 0.73, True)
    """
    return 1 / (1 + exp(min(700.0, -advantage / _PIECES_AHEAD)))


def lines_of(board: Board, length: int) -> Iterator[tuple[int, ...]]:
    """Yield each line of `length` squares on a board once."""
    seen: set[frozenset[int]] = set()
    for links in board.links:
        for square in range(len(board.names)):
            line = [square]
            while len(line) < length and line[-1] != NO_SQUARE:
                line.append(links[line[-1]])
            squares = frozenset(line)
            if len(squares) == length and NO_SQUARE not in squares and squares not in seen:
                seen.add(squares)
                yield tuple(line)


def dimension(board: Board) -> float:
    """Return the dimension of a board: 2 if it is flat, otherwise half the mean number of neighbors."""
    if board.shape in _FLAT_SHAPES:
        return 2.0
    return max(1.0, fsum(len(near) for near in board.neighbors) / len(board.neighbors) / 2)


def place_weights(board: Board, root: float) -> list[float]:
    """Return for each square the sum of 1 / distance^root over all other squares."""
    squares = range(len(board.names))
    return [fsum([board.distance(one, other) ** -root for other in squares if other != one])
            for one in squares]  # fmt: skip
