"""The grid: squares as numbers ("spots"), the steps between them, rooms as rectangles."""

from collections.abc import Callable
from typing import Final, TypeVar

Entry = TypeVar("Entry")

ROWS: Final = 24
COLS: Final = 80
SIZE: Final = ROWS * COLS
TOP_ROW: Final = 1
BOTTOM_ROW: Final = 22
MAP: Final = range(TOP_ROW * COLS, (BOTTOM_ROW + 1) * COLS)
"""The squares of the map, between the message line and the status line."""

LEFT: Final = -1
RIGHT: Final = 1
UP: Final = -COLS
DOWN: Final = COLS

KEY_STEP: Final = {
    "h": LEFT, "j": DOWN, "k": UP, "l": RIGHT, "y": UP + LEFT, "u": UP + RIGHT, "b": DOWN + LEFT,
    "n": DOWN + RIGHT,
}  # fmt: skip
"""Direction key -> difference of spots (CMD-1)."""

STRAIGHT: Final[tuple[int, ...]] = (LEFT, RIGHT, UP, DOWN)
AROUND: Final[tuple[int, ...]] = (UP + LEFT, UP, UP + RIGHT, LEFT, RIGHT, DOWN + LEFT, DOWN, DOWN + RIGHT)
"""Steps to the eight neighbors, row by row."""
HERE_AND_AROUND: Final[tuple[int, ...]] = (*AROUND, 0)
_CLOSE: Final = frozenset(HERE_AND_AROUND)

CORNERS: Final = {
    UP + LEFT: (UP, LEFT),
    UP + RIGHT: (UP, RIGHT),
    DOWN + LEFT: (DOWN, LEFT),
    DOWN + RIGHT: (DOWN, RIGHT),
}
"""Diagonal step -> the two straight steps to the squares that can block it (MAP-8)."""

WIDE: Final[list[int]] = [row * 2 * COLS + col for row in range(ROWS) for col in range(COLS)]
"""Spot -> its number on a grid of twice the width, where a difference of two numbers tells their distance."""


def by_difference(row: Callable[[int], list[Entry]]) -> list[Entry]:
    """Return a table whose index is a difference of two numbers of `WIDE`, which may be negative.

    row  a function that returns the entries of COLS columns to the left to COLS - 1 to the right, for a
         number of rows down
    """
    table = [entry for down in (*range(ROWS), *range(-ROWS, 0)) for entry in row(down)]
    return table[COLS:] + table[:COLS]


_SQUARES: Final = [right * right for right in range(-COLS, COLS)]
FAR: Final[list[int]] = by_difference(lambda down: [down * down + square for square in _SQUARES])
"""Difference of two numbers of `WIDE` -> squared distance of the spots (MAP-7)."""


def spot_of(row: int, col: int) -> int:
    """Return the spot of a row (0 to 23) and a column (0 to 79).

    >>> spot_of(1, 2), divmod(82, COLS)
    (82, (1, 2))
    """
    return row * COLS + col


def distance2(a: int, b: int) -> int:
    """Return the squared distance between two spots (MAP-7).

    >>> distance2(spot_of(3, 3), spot_of(4, 5))
    5
    """
    return FAR[WIDE[a] - WIDE[b]]


def is_close(a: int, b: int) -> bool:
    """Return whether two spots are equal or neighbors (MAP-7)."""
    return b - a in _CLOSE and FAR[WIDE[a] - WIDE[b]] < 3  # the last square of a row is not close to the next


class Room:
    """A room or a passage network.  A network is treated like a gone, dark room (MAP-10, MAP-11)."""

    __slots__ = (
        "dark", "exits", "gold", "gold_spot", "gone", "height", "left", "maze", "number", "top", "width",
    )  # fmt: skip

    def __init__(self, number: int, *, gone: bool = False, dark: bool = False) -> None:
        self.number = number  # rooms 0..8, networks from 1
        self.top = 0
        self.left = 0
        self.height = 0  # walls included
        self.width = 0
        self.gone = gone
        self.dark = dark
        self.maze = False
        self.exits: list[int] = []  # spots of its doors, including secret ones
        self.gold = 0  # value of its gold pile, 0 for none (GEN-16)
        self.gold_spot = 0

    def holds(self, spot: int) -> bool:
        """Return whether a spot counts as inside the room (MAP-12, BUG-21).

        Its walls count, and so do the column to the right of the room and the row below it.
        """
        row, col = spot // COLS, spot % COLS
        return self.top <= row <= self.top + self.height and self.left <= col <= self.left + self.width

    def covers(self, spot: int) -> bool:
        """Return whether a spot is in the room or its walls."""
        row, col = spot // COLS, spot % COLS
        return self.top <= row < self.top + self.height and self.left <= col < self.left + self.width

    def __repr__(self) -> str:
        return f"<room {self.number} at {self.top},{self.left} {self.height}x{self.width}>"
