"""The grid of a level: its size, kinds of squares, steps, nine boxes."""

from __future__ import annotations

from typing import Final

Square = int
"""A place on the level: row * 80 + column, -1 for none."""

ROWS: Final = 24
COLS: Final = 80
SIZE: Final = ROWS * COLS
MAP_START: Final = COLS  # the map is rows 1 to 22
MAP_END: Final = SIZE - COLS

# Kinds of squares; ACROSS and UPRIGHT are walls.  Each has its own line, because only then the compiler
# inserts the plain number into the code that uses it.
UNKNOWN: Final = 0
FLOOR: Final = 1
PASSAGE: Final = 2
DOOR: Final = 3
STAIRS: Final = 4
TRAP: Final = 5
ACROSS: Final = 6
UPRIGHT: Final = 7
WALKABLE: Final = frozenset((FLOOR, PASSAGE, DOOR, STAIRS, TRAP))

LEFT: Final = -1
RIGHT: Final = 1
UP: Final = -COLS
DOWN: Final = COLS
STRAIGHT: Final[tuple[int, ...]] = (RIGHT, UP, LEFT, DOWN)
DIAGONAL: Final[tuple[int, ...]] = (UP + LEFT, UP + RIGHT, DOWN + LEFT, DOWN + RIGHT)
AROUND: Final[tuple[int, ...]] = STRAIGHT + DIAGONAL

FORBIDDEN: Final = 255  # avoidance of squares that no path enters, not even as a goal

# The number of the box, from 0 to 8, in which each square lies.
BOXES: Final = bytes(
    row // 8 * 3 + (0 if col < 27 else 1 if col < 53 else 2) for row in range(ROWS) for col in range(COLS)
)


def box_of(spot: Square) -> int:
    """Return the number, from 0 to 8, of the box in which a square lies.

    >>> box_of(3 * 80 + 30), box_of(20 * 80 + 79)
    (1, 8)
    """
    return BOXES[spot]
