"""The grid: squares as numbers, directions as differences.

A Spot is row * 80 + column over all 24 rows of the screen; the map is rows 1 to 22.  Rows 0 and 23 and the
columns beyond a box's widest room never hold anything but rock, so `spot + direction` needs no bounds check.
"""

from typing import Final

ROWS: Final = 24
COLS: Final = 80
SIZE: Final = ROWS * COLS
TOP_ROW: Final = 1
BOTTOM_ROW: Final = 22

LEFT: Final = -1
RIGHT: Final = 1
UP: Final = -COLS
DOWN: Final = COLS

KEY_STEP: Final = {
    "h": LEFT,
    "j": DOWN,
    "k": UP,
    "l": RIGHT,
    "y": UP + LEFT,
    "u": UP + RIGHT,
    "b": DOWN + LEFT,
    "n": DOWN + RIGHT,
}
"""Direction key -> difference of spots (CMD-1)."""

STRAIGHT: Final = (LEFT, RIGHT, UP, DOWN)
AROUND: Final = (
    UP + LEFT,
    UP,
    UP + RIGHT,
    LEFT,
    RIGHT,
    DOWN + LEFT,
    DOWN,
    DOWN + RIGHT,
)
"""The eight neighbours, row by row."""
_CLOSE: Final = frozenset((*AROUND, 0))

CORNERS: Final = {
    UP + LEFT: (UP, LEFT),
    UP + RIGHT: (UP, RIGHT),
    DOWN + LEFT: (DOWN, LEFT),
    DOWN + RIGHT: (DOWN, RIGHT),
}
"""A diagonal step -> the two straight steps whose squares must not be in the way (MAP-8)."""


def spot_of(row: int, col: int) -> int:
    """Return the spot of a row (0..23) and a column (0..79).

    >>> spot_of(1, 2), divmod(82, COLS)
    (82, (1, 2))
    """
    return row * COLS + col


def distance2(a: int, b: int) -> int:
    """Return the squared distance of two spots, in squares (MAP-7).

    >>> distance2(spot_of(3, 3), spot_of(4, 5))
    5
    """
    row_a, col_a = divmod(a, COLS)
    row_b, col_b = divmod(b, COLS)
    return (row_a - row_b) * (row_a - row_b) + (col_a - col_b) * (col_a - col_b)


def is_close(a: int, b: int) -> bool:
    """Return whether two spots are the same or neighbours (MAP-7)."""
    return b - a in _CLOSE and distance2(a, b) < 3  # the last square of a row is not close to the next
