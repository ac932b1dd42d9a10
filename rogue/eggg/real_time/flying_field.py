"""The field of a real-time game while a step changes it: the moving piece, paddles, filled squares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rogue.eggg.rules.scene import Scene, Tables
from rogue.shared.board_games import State
from rogue.shared.real_time_games import NO_PIECE, PART, Flight, RealTimeState
from rogue.shared.seeds import drawn

Cell = tuple[int, int]
Way = tuple[int, int]
"""Steps to the right and up: -1, 0, or 1 each."""
Turned = tuple[tuple[Cell, ...], ...]
"""Cells of a piece in its box, after 0 to 3 quarter turns."""
WAYS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
SIDES: Final[dict[str, Way]] = {"left": (-1, 0), "right": (1, 0), "top": (0, 1), "bottom": (0, -1)}
_TURNS: Final = ((0, 0), (-1, 0), (1, 0), (0, 1), (0, 2), (-2, 0), (2, 0))
"""(squares aside, squares ahead) by which a piece that turns is shifted, until one shift fits."""
_ANGLE: Final = PART // 4
_MOST_DRIFT: Final = PART


class FieldLayout:
    """Parts of a field that never change: sides, shapes, and paddles.

    edges    for each player, the player's own side: "left", "right", "bottom", or "top"
    shapes   kind -> cells of its shape after each quarter turn
    paddle   number of cells of a player's paddle; 0 if there are no paddles
    aside    for each player, the side at which the player's paddle is; often the player's own side
    """

    def __init__(self, tables: Tables, shapes: Sequence[Turned], paddle: int, aside: Sequence[str]) -> None:
        self.tables = tables
        self.columns, self.rows = tables.board.columns, tables.board.rows
        self.edges = edges_of(tables.players, self.columns, self.rows)
        self.shapes = shapes
        self.paddle = paddle
        self.aside = tuple(aside)

    def paddle_cells(self, player: int, low: int) -> list[Cell]:
        """Return the cells of a player's paddle in ascending order, from row or column `low` on."""
        right, up = SIDES[self.aside[player]]
        across = range(low, low + self.paddle)
        if right:
            return [(self.columns - 1 if right > 0 else 0, row) for row in across]
        return [(column, self.rows - 1 if up > 0 else 0) for column in across]

    def length_of(self, side: str) -> int:
        """Return the number of squares along a side."""
        return self.rows if SIDES[side][0] else self.columns


def edges_of(players: int, columns: int, rows: int) -> tuple[str, ...]:
    """Return the players' sides.  Left and right come first on a wide board, otherwise bottom and top."""
    pairs = [("left", "right"), ("bottom", "top")]
    order = pairs if columns > rows else pairs[::-1]
    return tuple([side for pair in order for side in pair][:players])


def turns_of(cells: Sequence[Cell]) -> Turned:
    """Return the cells of a shape in four positions: after 0, 1, 2, and 3 quarter turns clockwise."""
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    plain = [(x - left, y - low) for x, y in cells]
    size = 1 + max(max(cell) for cell in plain)
    lift = (size - max(y for _, y in plain)) // 2
    found = [tuple((x, y + lift) for x, y in plain)]
    while len(found) < 4:
        found.append(tuple((y, size - 1 - x) for x, y in found[-1]))
    return tuple(found)


class Field:
    """State of a game while one step changes it.

    course     direction in which the clock moves the piece
    by_clock   whether the clock is moving the piece; only then does the piece stick at an obstacle
    has_stuck  whether a piece has stuck and the effects of sticking are still to come
    """

    def __init__(self, layout: FieldLayout, state: RealTimeState) -> None:
        self.layout, self.before = layout, state
        self.squares = list(state.squares)
        self.flight, self.coming = state.flight, state.coming
        self.paddles = list(state.paddles)
        self.clock, self.wait, self.dice = state.clock, state.wait, state.dice
        self.scene = Scene(layout.tables, self.squares, State((), numbers=state.numbers), 0)
        self.course: Way = (0, -1)
        self.by_clock = False
        self.has_stuck = False

    def state(self, *, is_over: bool) -> RealTimeState:
        """Return the state after this step."""
        return RealTimeState(
            tuple(self.squares), self.flight, self.coming, tuple(self.paddles), self.numbers, self.clock,
            self.wait, self.before.step + 1, self.dice, self.before.seed, is_over,
        )  # fmt: skip

    @property
    def numbers(self) -> tuple[int, ...]:
        """Values of the quantities."""
        return self.scene.state.numbers

    def change(self, slot: int, value: int) -> None:
        """Set the number in a slot."""
        numbers = (*self.numbers[:slot], int(value), *self.numbers[slot + 1 :])
        self.scene.state = self.scene.state._replace(numbers=numbers)

    def draw(self, sides: int) -> int:
        """Return a random number from 0 to sides - 1."""
        self.dice += 1
        return drawn(self.before.seed, self.dice, sides)

    def cells(self, flight: Flight) -> list[Cell]:
        """Return the squares of a moving piece."""
        if flight.kind == NO_PIECE:
            return []
        x, y = (flight.x + PART // 2) // PART, (flight.y + PART // 2) // PART
        return [(x + right, y + up) for right, up in self.layout.shapes[flight.kind][flight.turn]]

    def paddle_at(self, cell: Cell) -> int:
        """Return the player whose paddle is on a square.  Return -1 if there is no paddle."""
        for player, low in enumerate(self.paddles):
            if cell in self.layout.paddle_cells(player, low):
                return player
        return -1

    def stops(self, cells: Iterable[Cell]) -> tuple[str, int]:
        """Return the first obstacle on `cells`, or "".  Also return the player whose paddle it is, or -1."""
        columns, rows = self.layout.columns, self.layout.rows
        for column, row in cells:
            if not 0 <= column < columns:
                return "left" if column < 0 else "right", -1
            if not 0 <= row < rows:
                return "bottom" if row < 0 else "top", -1
            if self.squares[row * columns + column]:
                return "piece", -1
            if self.paddles and (player := self.paddle_at((column, row))) >= 0:
                return "paddle", player
        return "", -1

    def pushed(self, axis: int, amount: int) -> tuple[str, int]:
        """Move the piece along an axis by `amount` or up to an obstacle.  Return the result of `stops`."""
        sign = 1 if amount > 0 else -1
        left = abs(amount)
        while left and self.flight.kind != NO_PIECE:
            part = sign * min(left, PART)
            x, y = self.flight.x + part * (axis == 0), self.flight.y + part * (axis == 1)
            there = self.flight._replace(x=x, y=y)
            hit = self.stops(self.cells(there))
            if hit[0]:
                return hit
            self.flight = there
            left -= abs(part)
        return "", -1

    def turn(self, quarters: int = 1) -> None:
        """Turn the piece clockwise by quarter turns.  If there is no room, shift it to the side or ahead."""
        right, up = self.course
        for aside, ahead in _TURNS:
            x = self.flight.x + PART * (ahead * right + aside * abs(up))
            y = self.flight.y + PART * (ahead * up + aside * abs(right))
            there = self.flight._replace(turn=(self.flight.turn + quarters) % 4, x=x, y=y)
            if self.flight.kind != NO_PIECE and not self.stops(self.cells(there))[0]:
                self.flight = there
                return

    def move_paddle(self, player: int, way: Way, squares: int) -> None:
        """Move a player's paddle along its side by `squares`, or until something is in the way."""
        if not self.paddles or bool(way[0]) == bool(SIDES[self.layout.aside[player]][0]):
            return
        for _ in range(squares):
            low = self.paddles[player] + way[0] + way[1]
            cells = self.layout.paddle_cells(player, low)
            flying = set(self.cells(self.flight))
            own, self.paddles[player] = self.paddles[player], -self.layout.paddle - 1
            is_free = not self.stops(cells)[0] and flying.isdisjoint(cells)
            self.paddles[player] = low if is_free else own

    def enter(self, kind: int, sides: Sequence[str], *, by_edge: bool, is_angled: bool) -> bool:
        """Let a piece enter in the middle of a side.  If `by_edge`, it enters next to pieces that lie there.

        Return whether there is room.  If `by_edge`, only the nearer half of the board counts as room.
        """
        layout = self.layout
        sizes, shape = (layout.columns, layout.rows), layout.shapes[kind][0]
        ways = [SIDES[side] for side in sides]
        place, ahead = [0, 0], [0, 0]
        for axis, size in enumerate(sizes):
            low, high = min(cell[axis] for cell in shape), max(cell[axis] for cell in shape)
            spare, way = size - 1 - (high - low), sum(way[axis] for way in ways)
            at = {-1: 0, 1: spare}.get(way, self._middle(sides, spare, high - low))
            place[axis], ahead[axis] = (at - low) * PART, -way * PART
        drift = _ANGLE * (self.draw(5) - 2) if is_angled else 0
        flight = Flight(kind, 0, place[0], place[1], (0, drift) if ahead[0] else (drift, 0))
        depths = range(max(sizes[0] * bool(ahead[0]), sizes[1] * bool(ahead[1])) // 2 if by_edge else 1)
        found: Flight | None = None
        for depth in reversed(depths):
            there = flight._replace(x=place[0] + depth * ahead[0], y=place[1] + depth * ahead[1])
            if self.stops(self.cells(there))[0]:
                break
            found = there
        self.flight = found or self.flight
        return found is not None

    def _middle(self, sides: Sequence[str], spare: int, extent: int) -> int:
        """Return the middle of a side's paddle.  If the side has no paddle, return the middle of the side."""
        player = next((one for one, side in enumerate(self.layout.aside) if side in sides), -1)
        if player < 0:
            return spare // 2
        return max(0, min(self.paddles[player] + (self.layout.paddle - extent) // 2, spare))

    def bounce(self, axis: int, player: int, *, is_angled: bool) -> None:
        """Reverse the piece along an axis.  A paddle may send the piece off at an angle."""
        drift = list(self.flight.drift)
        drift[axis] = -drift[axis]
        if is_angled and player >= 0 and bool(SIDES[self.layout.aside[player]][axis]):
            drift[1 - axis] = self._angled(player, 1 - axis, drift[1 - axis])
        flips = self.flight.flips ^ (1 << axis if self.course[axis] else 0)
        self.flight = self.flight._replace(drift=(drift[0], drift[1]), flips=flips)

    def _angled(self, player: int, axis: int, drift: int) -> int:
        """Return the sideways speed after hitting a paddle.  A hit at an end changes it by half a square."""
        cells = [cell[axis] for cell in self.cells(self.flight)]
        off = min(cells) + max(cells) - 2 * self.paddles[player] - self.layout.paddle + 1
        turn = max(-2, min(2, off * 2 // max(self.layout.paddle - 1, 1))) * _ANGLE
        return max(-_MOST_DRIFT, min(_MOST_DRIFT, drift + turn))

    def settle(self, *, stays: bool) -> None:
        """Let the piece stick.  The piece remains on the board if `stays`; otherwise, it is removed."""
        for column, row in self.cells(self.flight) if stays else ():
            self.squares[row * self.layout.columns + column] = self.flight.kind + 1
        self.flight = Flight()
        self.has_stuck = True

    def clear_lines(self, axis: int) -> int:
        """Remove full columns (axis 0) or rows (axis 1), close the gaps, and return how many were full."""
        layout, found = self.layout, 0
        sizes = (layout.columns, layout.rows)
        step = -1 if self.course[axis] <= 0 else 1
        at = 0 if step < 0 else sizes[axis] - 1
        while 0 <= at < sizes[axis]:
            lines = self._line(axis, at)
            filled = [self.squares[one] > 0 for one in lines]
            if any(filled) and all(is_full or self._is_paddle(one)
                                   for one, is_full in zip(lines, filled, strict=True)):  # fmt: skip
                found += 1
                self._close_up(axis, at, -step, sizes[axis])
            else:
                at -= step
        return found

    def _line(self, axis: int, at: int) -> range:
        columns, rows = self.layout.columns, self.layout.rows
        return range(at, columns * rows, columns) if axis == 0 else range(at * columns, (at + 1) * columns)

    def _is_paddle(self, square: int) -> bool:
        row, column = divmod(square, self.layout.columns)
        return self.paddle_at((column, row)) >= 0

    def _close_up(self, axis: int, at: int, step: int, size: int) -> None:
        """Close the gap at line `at`: shift the lines behind it by one, up to the first empty line."""
        while True:
            behind = at + step
            line = self._line(axis, at)
            source = [self.squares[one] for one in self._line(axis, behind)] if 0 <= behind < size else []
            for square, code in zip(line, source or [0] * len(line), strict=True):
                self.squares[square] = 0 if self._is_paddle(square) else code
            if not any(source):
                return
            at = behind
