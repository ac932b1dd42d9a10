"""The grid of nine boxes, each of which holds a room, a maze or a point where passages meet (GEN-2)."""

from __future__ import annotations

from typing import Final, NamedTuple

from rogomatic.vt100 import COLS

COUNT: Final = 9
TOPS: Final = (0, 8, 16)  # the boxes' first rows and columns
LEFTS: Final = (1, 27, 53)
_BOXES: Final = bytes(
    row // 8 * 3 + (0 if col < 27 else 1 if col < 53 else 2) for row in range(24) for col in range(COLS)
)
_BEYOND: Final = {
    **{(box, -COLS): box - 3 if box >= 3 else -1 for box in range(COUNT)},
    **{(box, COLS): box + 3 if box < 6 else -1 for box in range(COUNT)},
    **{(box, -1): box - 1 if box % 3 > 0 else -1 for box in range(COUNT)},
    **{(box, 1): box + 1 if box % 3 < 2 else -1 for box in range(COUNT)},
}


class Box(NamedTuple):
    """What is known of a box: squares of floor and of passages, the rectangle that holds the floor."""

    floor: int = 0
    passages: int = 0
    top: int = 99
    left: int = 99
    bottom: int = -1
    right: int = -1


def box_of(spot: int) -> int:
    """Return the box, 0 to 8, that a square lies in.

    >>> box_of(3 * 80 + 30), box_of(20 * 80 + 79)
    (1, 8)
    """
    return _BOXES[spot]


def beyond(box: int, step: int) -> int:
    """Return the box next to a box in a straight direction, -1 past the edge.

    >>> beyond(4, -1), beyond(4, 80), beyond(0, -80)
    (3, 7, -1)
    """
    return _BEYOND[box, step]
