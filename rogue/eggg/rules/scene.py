"""The board while a rule is looked at, with what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rogue.eggg.rules.squares import Squares
from rogue.shared.board_games import EMPTY, NO_SQUARE, NOBODY, State

Targets = Callable[["Scene", int], Iterable[int]]


class Tables:
    """Tables of a game that questions need; all are indexed by content code, player, or square.

    owners   owner of each content code
    enemies  enemies[player][code]: whether it is another player's
    ranges   ranges[player][code][way]: how far a piece of a player's enemies takes against that way
    leapers  leapers[player][square]: (square, codes) from which such an enemy takes by a leap
    between  squares passed from a square to another in line with it, as far as asked for
    targets  squares that a piece could go to, for pieces with rules beyond plain ones; None if there is none
    odd      codes whose captures are beyond these tables
    """

    def __init__(self, board: Squares, owners: Sequence[int], players: int) -> None:
        self.board = board
        self.owners = tuple(owners)
        self.players = players
        count, size = len(owners), len(board)
        self.ranges = [[[0] * 8 for _ in range(count)] for _ in range(players)]
        self.leapers: list[list[list[tuple[int, frozenset[int]]]]] = [
            [[] for _ in range(size)] for _ in range(players)
        ]
        self.odd: frozenset[int] = frozenset()
        self.targets: Targets | None = None
        self.enemies = [[owner not in (player, NOBODY) for owner in owners] for player in range(players)]
        self.enemies.append([False] * count)  # of nobody
        self.ways = board.ways
        self.rays_of = [tuple((way, board.rays[way][square]) for way in board.ways if board.rays[way][square])
                        for square in range(size)]  # fmt: skip
        rays, halves = board.rays, [way for way in board.ways if way < 4]
        self.axes = [tuple((rays[way][at], rays[way + 4][at]) for way in halves) for at in range(size)]
        self.between: dict[tuple[int, int], tuple[int, ...]] = {}
        self._lines: dict[int, dict[int, list[tuple[int, tuple[int, ...]]]]] = {}

    def lines_of(self, square: int) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
        """Return, for each square in line with a square, the rays that go to it from there."""
        if square not in self._lines:
            found = self._lines[square] = {}
            for way, ray in self.rays_of[square]:
                for other in ray:
                    found.setdefault(other, []).append((way, ray))
        return self._lines[square]


class Scene:
    """Board with the move that is looked at.

    player   who is asked about, NOBODY for everybody
    start    square that is left, to: square that is entered, way: direction of the move
    passed   squares between
    """

    __slots__ = (
        *("_flanked", "code", "flanked_at", "passed", "player", "squares", "start", "state", "tables", "to"),
        "way",
    )

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
        """Return whether an enemy of a player could take what stands on a square."""
        tables, squares = self.tables, self.squares
        if self.is_attacked_along(tables.rays_of[square], player):
            return True
        for other, codes in tables.leapers[player][square]:
            if squares[other] in codes:
                return True
        return bool(tables.odd) and self._is_oddly_attacked(square, player)

    def is_attacked_along(self, rays: Sequence[tuple[int, tuple[int, ...]]], player: int) -> bool:
        """Return whether an enemy of a player takes along one of the rays from a square."""
        squares, ranges = self.squares, self.tables.ranges[player]
        for way, ray in rays:
            for distance, other in enumerate(ray, 1):
                code = squares[other]
                if code:
                    if ranges[code][way] >= distance:
                        return True
                    break
        return False

    def _is_oddly_attacked(self, square: int, player: int) -> bool:
        tables = self.tables
        assert tables.targets is not None
        for other, code in enumerate(self.squares):
            if code in tables.odd and tables.owners[code] != player and square in tables.targets(self, other):
                return True
        return False

    def chain(self, square: int) -> set[int]:
        """Return the group of pieces of one owner that a square belongs to."""
        owners, squares, near = self.tables.owners, self.squares, self.tables.board.neighbors
        owner = owners[squares[square]]
        found, waiting = {square}, [square]
        while waiting:
            for other in near[waiting.pop()]:
                if other not in found and owners[squares[other]] == owner and squares[other]:
                    found.add(other)
                    waiting.append(other)
        return found

    def is_surrounded(self, square: int) -> bool:
        """Return whether the group of a square has no empty neighbor."""
        owners, squares, near = self.tables.owners, self.squares, self.tables.board.neighbors
        owner = owners[squares[square]]
        found, waiting = {square}, [square]
        while waiting:
            for other in near[waiting.pop()]:
                if not squares[other]:
                    return False
                if other not in found and owners[squares[other]] == owner:
                    found.add(other)
                    waiting.append(other)
        return True

    def surrounded(self, is_asked: Callable[[int], bool]) -> tuple[int, ...]:
        """Return the squares of surrounded groups beside the square entered whose codes are asked for."""
        found: set[int] = set()
        squares = self.squares
        near = self.tables.board.neighbors[self.to] if self.to >= 0 else range(len(squares))
        for other in near:
            if (
                squares[other]
                and other not in found
                and is_asked(squares[other])
                and self.is_surrounded(other)
            ):
                found |= self.chain(other)
        return tuple(sorted(found))

    def flanked(self) -> tuple[int, ...]:
        """Return the enemies in lines between the square entered and the next piece of the player."""
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

    def row_through(self, square: int, count: int) -> bool:
        """Return whether so many pieces of one owner stand in a row through a square."""
        owners, squares = self.tables.owners, self.squares
        owner = owners[squares[square]]
        if not squares[square]:
            return False
        for axis in self.tables.axes[square]:
            total = 1
            for ray in axis:
                for other in ray:
                    if owners[squares[other]] != owner or not squares[other]:
                        break
                    total += 1
            if total >= count:
                return True
        return False

    def has_row(self, player: int, count: int) -> bool:
        """Return whether the last move made a row of a player's pieces; any row, if none was made."""
        last, owners, squares = self.state.last, self.tables.owners, self.squares
        if last is not None and len(last.changes) == 1:
            square = last.changes[0][0]
            return owners[squares[square]] == player and self.row_through(square, count)
        changed = range(len(squares)) if last is None else [square for square, _ in last.changes]
        own = [square for square in changed if squares[square] and owners[squares[square]] == player]
        return any(self.row_through(square, count) for square in own)

    def connects(self, player: int, sides: tuple[frozenset[int], frozenset[int]], *, is_new: bool) -> bool:
        """Return whether the chain of a player's last move joins two sides; any chain, if none was made.

        A chain that must be new (`is_new`) has its last stone on a side, or beside two others.
        """
        last, owners, squares = self.state.last, self.tables.owners, self.squares
        one, other = sides
        for square in one if last is None else [square for square, _ in last.changes]:
            if owners[squares[square]] != player or not squares[square]:
                continue
            if is_new and last is not None and square not in one and square not in other:
                near = self.tables.board.neighbors[square]
                if sum([owners[squares[beside]] == player for beside in near]) < 2:
                    continue
            chain = self.chain(square)
            if not chain.isdisjoint(one) and not chain.isdisjoint(other):
                return True
        return False

    def groups(self, asked: Iterable[int]) -> int:
        """Return how many groups of neighbors some squares form."""
        left, count = set(asked), 0
        while left:
            count += 1
            waiting = [left.pop()]
            while waiting:
                near = left.intersection(self.tables.board.neighbors[waiting.pop()])
                left -= near
                waiting += near
        return count

    def territory(self, player: int) -> list[int]:
        """Return the empty squares whose region borders pieces of a player only."""
        owners, squares, near = self.tables.owners, self.squares, self.tables.board.neighbors
        left = {square for square, code in enumerate(squares) if not code}
        found: list[int] = []
        while left:
            region, waiting, borders = [], [left.pop()], set()
            while waiting:
                here = waiting.pop()
                region.append(here)
                for other in near[here]:
                    if squares[other]:
                        borders.add(owners[squares[other]])
                    elif other in left:
                        left.remove(other)
                        waiting.append(other)
            if borders == {player}:
                found += region
        return found

    def beyond(self) -> int:
        """Return the nearest piece beyond the square entered, NO_SQUARE if there is none."""
        if self.way < 0:
            return NO_SQUARE
        for square in self.tables.board.rays[self.way][self.to]:
            if self.squares[square]:
                return square
        return NO_SQUARE

    def passed_before(self) -> tuple[int, ...]:
        """Return the squares that the move before passed."""
        last = self.state.last
        if last is None or last.start < 0:
            return ()
        found = self.tables.between.get((last.start, last.to))
        if found is None:
            rays = [rays[last.start] for rays in self.tables.board.rays]
            passed = [ray[: ray.index(last.to)] for ray in rays if last.to in ray]
            found = self.tables.between[last.start, last.to] = passed[0] if passed else ()
        return found

    def squares_of(self, is_asked: Callable[[int], bool]) -> list[int]:
        """Return the squares whose content code is asked for."""
        return [square for square, code in enumerate(self.squares) if code and is_asked(code)]
