"""The board while a rule is evaluated, with the questions that rules ask."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from rogue.eggg.rules.setup import Setup
from rogue.shared.board_games import EMPTY, NO_SQUARE, NOBODY, State

Rays = Sequence[tuple[int, tuple[int, ...]]]


class Tables:
    """Tables that answer questions about a game's positions, indexed by content code, player, or square.

    owners    owner of each content code
    enemies   enemies[player][code]: whether the piece is another player's
    ranges    ranges[player][code][way]: how far an enemy's piece attacks in the direction opposite to `way`
    leapers   leapers[player][square]: (start, code) of each enemy's leap that can take a piece on `square`
    between   (square, other square) -> squares between them in a line, computed on demand
    odd       codes of the pieces whose captures these tables cannot describe
    targets   function that returns the squares to which a piece could go
    is_stuck  function that returns whether a player has no legal move
    """

    def __init__(self, setup: Setup, is_stuck: Callable[[Scene, int], bool]) -> None:
        self.setup = setup
        self.board = setup.board
        self.owners = tuple(piece.owner for piece in setup.pieces)
        self.players = len(setup.players)
        self.is_stuck = is_stuck
        self.targets: Callable[[Scene, int], Iterable[int]] = lambda _scene, _square: ()
        self.odd: frozenset[int] = frozenset()
        self.ways = self.board.ways
        squares, players = range(len(self.board)), range(self.players)
        self.enemies = [[owner not in (player, NOBODY) for owner in self.owners] for player in players]
        self.enemies.append([False] * len(self.owners))  # of nobody
        self.ranges = [[[0] * 8 for _ in self.owners] for _ in players]
        self.leapers: list[list[list[tuple[int, int]]]] = [[[] for _ in squares] for _ in players]
        rays = self.board.rays
        self.rays_of = [
            [(way, rays[way][square]) for way in self.ways if rays[way][square]] for square in squares
        ]
        halves = [way for way in self.ways if way < 4]
        self.axes = [tuple((rays[way][at], rays[way + 4][at]) for way in halves) for at in squares]
        self.between: dict[tuple[int, int], tuple[int, ...]] = {}
        self._lines: dict[int, dict[int, list[tuple[int, tuple[int, ...]]]]] = {}

    def lines_of(self, square: int) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
        """Return {other square: rays that begin at `square` and contain the other square}."""
        if square not in self._lines:
            found = self._lines[square] = {}
            for way, ray in self.rays_of[square]:
                for other in ray:
                    found.setdefault(other, []).append((way, ray))
        return self._lines[square]

    def enemy(self, player: int) -> int:
        """Return the player who comes after a player in the order of players."""
        return (player + 1) % self.players


class Scene:
    """Board with a move under examination, which goes from square `start` to square `to` in direction `way`.

    player   player to whom questions refer; NOBODY means all players
    passed   squares between `start` and `to`
    code     content code of the piece that moves
    """

    __slots__ = ("_flanked", "code", "flanked_at", "passed", "player", "squares", "start", "state", "tables",
                 "to", "way")  # fmt: skip

    def __init__(self, tables: Tables, squares: list[int], state: State, player: int) -> None:
        self.tables = tables
        self.squares = squares
        self.state = state
        self.player = player
        self.start = self.to = NO_SQUARE
        self.way = -1
        self.code = EMPTY
        self.passed: tuple[int, ...] = ()
        self.flanked_at = NO_SQUARE
        self._flanked: tuple[int, ...] = ()

    def is_attacked(self, square: int, player: int) -> bool:
        """Return whether an enemy of a player could take the piece on a square."""
        tables, squares = self.tables, self.squares
        if self.is_attacked_along(tables.rays_of[square], player):
            return True
        for other, code in tables.leapers[player][square]:
            if squares[other] == code:
                return True
        return bool(tables.odd) and any(
            code in tables.odd and tables.owners[code] != player and square in tables.targets(self, other)
            for other, code in enumerate(squares)
        )

    def is_attacked_along(self, rays: Rays, player: int) -> bool:
        """Return whether an enemy could take a player's piece along one of `rays` from the piece's square."""
        squares, ranges = self.squares, self.tables.ranges[player]
        for way, ray in rays:
            for distance, other in enumerate(ray, 1):
                code = squares[other]
                if code:
                    if ranges[code][way] >= distance:
                        return True
                    break
        return False

    def attacks_some(self, codes: Collection[int], player: int) -> bool:
        """Return whether an enemy of its owner (if none, of a player) could take a piece in `codes`."""
        owners = self.tables.owners
        return any(
            code in codes and self.is_attacked(at, player if owners[code] == NOBODY else owners[code])
            for at, code in enumerate(self.squares)
        )

    def chain(self, square: int, *, is_enclosed: bool = False) -> set[int]:
        """Return the squares of the connected group that the piece on a square belongs to.

        If `is_enclosed`, return an empty set for a group that borders an empty square.
        """
        owners, squares, near = self.tables.owners, self.squares, self.tables.board.neighbors
        owner = owners[squares[square]]
        found, waiting = {square}, [square]
        while waiting:
            for other in near[waiting.pop()]:
                if not squares[other]:
                    if is_enclosed:
                        return set()
                elif other not in found and owners[squares[other]] == owner:
                    found.add(other)
                    waiting.append(other)
        return found

    def surrounded(self, codes: Collection[int]) -> tuple[int, ...]:
        """Return squares of surrounded groups with `codes`.  If `to` is set, only groups beside it count."""
        found: set[int] = set()
        squares = self.squares
        for other in self.tables.board.neighbors[self.to] if self.to >= 0 else range(len(squares)):
            if squares[other] in codes and other not in found:
                found |= self.chain(other, is_enclosed=True)
        return tuple(sorted(found))

    def flanked(self) -> tuple[int, ...]:
        """Return the squares of all unbroken rows of enemies between `to` and another piece of the player."""
        if self.flanked_at == self.to:
            return self._flanked
        owners, squares, player = self.tables.owners, self.squares, self.player
        is_enemy = self.tables.enemies[player]
        found: list[int] = []
        for _, ray in self.tables.rays_of[self.to]:
            if is_enemy[squares[ray[0]]]:
                for distance, square in enumerate(ray):
                    if not is_enemy[squares[square]]:
                        if owners[squares[square]] == player:
                            found += ray[:distance]
                        break
        self.flanked_at, self._flanked = self.to, tuple(found)
        return self._flanked

    def row_through(self, count: int, square: int) -> bool:
        """Return whether at least `count` pieces of one owner stand in a row through a square."""
        owners, squares = self.tables.owners, self.squares
        if square < 0 or not squares[square]:
            return False
        owner = owners[squares[square]]
        for axis in self.tables.axes[square]:
            total = 1
            for ray in axis:
                for other in ray:
                    if owners[squares[other]] != owner or not squares[other]:
                        break
                    total += 1
            if total >= count and len({square, *axis[0], *axis[1]}) >= count:  # round a ring, both meet
                return True
        return False

    def _changed(self) -> list[int]:
        """Return the player's squares that the last move changed.  At the start, return all of them."""
        last, owners, squares = self.state.last, self.tables.owners, self.squares
        changed = range(len(squares)) if last is None else [square for square, _ in last.changes]
        return [one for one in changed if owners[squares[one]] == self.player and squares[one]]

    def has_row(self, count: int) -> bool:
        """Return whether the last move made a row of the player's pieces.  At the start, any row counts."""
        return any(self.row_through(count, square) for square in self._changed())

    def has_row_of(self, count: int, codes: Collection[int]) -> bool:
        """Return whether `count` pieces whose codes are in `codes` stand in a row."""
        squares, axes = self.squares, self.tables.axes
        for square, code in enumerate(squares):
            for _, ray in axes[square] if code in codes else ():
                row = ray[: count - 1]
                if len(row) == count - 1 and all(squares[one] in codes for one in row):
                    return True
        return False

    def connects(self, one: Collection[int], other: Collection[int]) -> bool:
        """Return whether the last move changed a chain that joins two places.  At the start, any counts."""
        for square in self._changed():
            chain = self.chain(square)
            if not chain.isdisjoint(one) and not chain.isdisjoint(other):
                return True
        return False

    def newly_connects(self, one: Collection[int], other: Collection[int]) -> bool:
        """Do the same as `connects`, but faster.  This works only if the places were not connected before."""
        last, owners, squares = self.state.last, self.tables.owners, self.squares
        if last is not None and len(last.changes) == 1:
            square = last.changes[0][0]
            near = self.tables.board.neighbors[square]
            if square not in one and square not in other:
                if owners[squares[square]] != self.player:
                    return False
                if sum([owners[squares[beside]] == self.player for beside in near]) < 2:
                    return False
        return self.connects(one, other)

    def _regions(self, squares: Iterable[int]) -> list[set[int]]:
        """Return the connected groups that some squares form."""
        left, found = set(squares), []
        while left:
            region, waiting = set[int](), [left.pop()]
            while waiting:
                here = waiting.pop()
                region.add(here)
                near = left.intersection(self.tables.board.neighbors[here])
                left -= near
                waiting += near
            found.append(region)
        return found

    def groups(self, codes: Collection[int]) -> int:
        """Return the number of connected groups formed by the pieces whose codes are in `codes`."""
        return len(self._regions(square for square, code in enumerate(self.squares) if code in codes))

    def territory(self) -> list[int]:
        """Return the empty squares whose region borders only pieces of the player."""
        owners, squares, near = self.tables.owners, self.squares, self.tables.board.neighbors
        found: list[int] = []
        for region in self._regions(square for square, code in enumerate(squares) if not code):
            borders = {owners[squares[other]] for here in region for other in near[here] if squares[other]}
            if borders == {self.player}:
                found += sorted(region)
        return found

    def beyond(self) -> int:
        """Return the square of the nearest piece beyond square `to`.  If there is none, return NO_SQUARE."""
        for square in self.tables.board.rays[self.way][self.to] if self.way >= 0 else ():
            if self.squares[square]:
                return square
        return NO_SQUARE

    def passed_before(self) -> tuple[int, ...]:
        """Return the squares that the previous move passed."""
        last = self.state.last
        if last is None or last.start < 0:
            return ()
        found = self.tables.between.get((last.start, last.to))
        if found is None:
            rays = [ray for _, ray in self.tables.rays_of[last.start] if last.to in ray]
            found = rays[0][: rays[0].index(last.to)] if rays else ()
            self.tables.between[last.start, last.to] = found
        return found

    def stuck(self, player: int) -> bool:
        """Return whether `player` has the turn and is stuck.  For NOBODY, return whether all are stuck."""
        tables, mover = self.tables, self.state.mover
        if player == NOBODY:
            players = range(mover, mover + tables.players)
            return all(tables.is_stuck(self, one % tables.players) for one in players)
        return player == mover and tables.is_stuck(self, player)

    def is_mated(self, kind: int) -> bool:
        """Return whether the next player is stuck while a piece of kind `kind` of that player is attacked."""
        enemy = self.tables.enemy(self.player)
        return self.stuck(enemy) and self.attacks_some(self.tables.setup.codes(kind, enemy), enemy)

    def leads(self, number: Callable[[Scene], float], choose: Callable[[list[float]], float]) -> bool:
        """Return whether the player alone has the highest `number`, or the lowest if `choose` is min."""
        totals = [self.number_of(number, player) for player in range(self.tables.players)]
        best = choose(totals)
        return totals[self.player] == best and totals.count(best) == 1

    def number_of(self, number: Callable[[Scene], float], player: int) -> float:
        """Return the value of `number` for a player."""
        before, self.player = self.player, player
        found = number(self)
        self.player = before
        return found


def put(squares: list[int], changes: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Change the contents of squares.  Return the changes that restore the previous contents."""
    before = []
    for square, code in changes:
        before.append((square, squares[square]))
        squares[square] = code
    before.reverse()
    return before
