"""The board while a rule is looked at, with what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rogue.eggg.rules.squares import Squares
from rogue.shared.board_games import EMPTY, NO_SQUARE, NOBODY, State

Targets = Callable[["Scene", int], Iterable[int]]


class Tables:
    """Tables of a game that questions need; all are indexed by content code, player, or square.

    owners   owner of each content code
    ranges   ranges[player][code][way]: how far a piece of a player's enemies takes against that way
    leapers  leapers[player][square]: (square, codes) from which such an enemy takes by a leap
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
        self.ways = board.ways
        self.rays_of = [tuple((way, board.rays[way][square]) for way in board.ways if board.rays[way][square])
                        for square in range(size)]  # fmt: skip
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
        squares, near = self.squares, self.tables.board.neighbors
        if any(not squares[other] for other in near[square]):
            return False
        return all(squares[other] for one in self.chain(square) for other in near[one])

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
        found: list[int] = []
        for _, ray in self.tables.rays_of[self.to]:
            owner = owners[squares[ray[0]]]
            if owner in (player, NOBODY):
                continue
            for distance, square in enumerate(ray):
                owner = owners[squares[square]]
                if owner == player:
                    found += ray[:distance]
                if owner in (player, NOBODY):
                    break
        self.flanked_at, self._flanked = self.to, tuple(found)
        return self._flanked

    def row_through(self, square: int, count: int) -> bool:
        """Return whether so many pieces of one owner stand in a row through a square."""
        owners, squares, rays = self.tables.owners, self.squares, self.tables.board.rays
        owner = owners[squares[square]]
        if not squares[square]:
            return False
        for way in self.tables.ways:
            if way >= 4:
                continue
            total = 1
            for ray in (rays[way][square], rays[way + 4][square]):
                for other in ray:
                    if not squares[other] or owners[squares[other]] != owner:
                        break
                    total += 1
            if total >= count:
                return True
        return False

    def has_row(self, player: int, count: int) -> bool:
        """Return whether the last move made a row of a player's pieces; any row, if none was made."""
        last = self.state.last
        owners, squares = self.tables.owners, self.squares
        changed = [square for square, _ in last.changes] if last is not None else range(len(squares))
        own = [one for one in changed if owners[squares[one]] == player]
        return bool(own) and any(self.row_through(one, count) for one in own)

    def connects(self, player: int, one: frozenset[int], other: frozenset[int]) -> bool:
        """Return whether the chain of a player's last move joins two sides; any chain, if none was made."""
        last = self.state.last
        owners, squares = self.tables.owners, self.squares
        begin = [square for square, _ in last.changes] if last is not None else one
        for square in begin:
            if squares[square] and owners[squares[square]] == player:
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
        for way in self.tables.ways:
            ray = self.tables.board.rays[way][last.start]
            if last.to in ray:
                return ray[: ray.index(last.to)]
        return ()

    def squares_of(self, is_asked: Callable[[int], bool]) -> list[int]:
        """Return the squares whose content code is asked for."""
        return [square for square, code in enumerate(self.squares) if code and is_asked(code)]
