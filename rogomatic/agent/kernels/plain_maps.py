"""The loops over the squares of a level and the cells of a screen, in plain Python."""

from __future__ import annotations

import re
from typing import Final

from rogomatic.agent.kernels.level_grid import (
    ACROSS,
    AROUND,
    COLS,
    DOOR,
    DOWN,
    FLOOR,
    PASSAGE,
    SIZE,
    STRAIGHT,
    TRAP,
    UNKNOWN,
    UP,
    UPRIGHT,
    box_of,
)

_FIRST: Final = COLS  # the map is rows 1 to 22
_END: Final = SIZE - COLS
_NOT_ZERO: Final = re.compile(rb"[^\0]")


def mark_frontier(frontier: set[int], dirty: set[int], code: bytes, been: bytes, looked: bytes) -> None:
    """Bring the frontier up to date around squares that have changed.

    frontier  squares from which something new may be seen     dirty  squares that have changed
    code      kind of each square    been  the hero stood there     looked  the hero stood next to it
    """
    for spot in _with_neighbors(dirty):
        inside = _FIRST <= spot < _END and UNKNOWN < code[spot] <= TRAP
        if inside and not been[spot] and _shows_more(code, looked, spot):
            frontier.add(spot)
        else:
            frontier.discard(spot)


def _with_neighbors(spots: set[int]) -> list[int]:
    """Return these squares of the map and those around them, each once."""
    rows = [spot + down for spot in spots for down in (UP, 0, DOWN)]
    return list({there for spot in rows for there in (spot - 1, spot, spot + 1)})


def _shows_more(code: bytes, looked: bytes, spot: int) -> bool:
    """Return whether something unseen is next to a square."""
    here = code[spot]
    for step in STRAIGHT if here in (PASSAGE, DOOR) else AROUND:
        near = spot + step
        if code[near] == UNKNOWN and not looked[near] and _FIRST <= near < _END:
            return True
    return False


def differing_cells(now: bytes, before: bytes, touched: int, first: int, end: int) -> list[int]:
    """Return, rising, the spots `first` to `end` - 1 where two screens differ.

    touched  a bit for each row that is compared
    """
    changes: list[int] = []
    while touched:
        row = (touched & -touched).bit_length() - 1
        touched &= touched - 1
        start, stop = max(row * COLS, first), min((row + 1) * COLS, end)
        here, there = now[start:stop], before[start:stop]
        if here == there:
            continue
        found = (int.from_bytes(here, "big") ^ int.from_bytes(there, "big")).to_bytes(len(here), "big")
        changes += [start + byte.start() for byte in _NOT_ZERO.finditer(found)]
    return changes


def boxes_with(spots: set[int], code: bytes, kind: int) -> int:
    """Return the boxes in which one of these squares is of a kind, as bits."""
    boxes = 0
    for spot in spots:
        if code[spot] == kind:
            boxes |= 1 << box_of(spot)
    return boxes


def measure_box(
    code: bytes, first_row: int, end_row: int, first_col: int, end_col: int
) -> tuple[int, int, int, int, int, int]:
    """Return how many squares of floor and of passages a box has, and the bounds of its floor.

    The bounds are the first row and column and the last; 99, 99, -1, -1 without floor.
    """
    floor = passages = 0
    top, left, bottom, right = 99, 99, -1, -1
    for row in range(first_row, end_row):
        start, first, last = row * COLS, row * COLS + first_col, row * COLS + end_col
        passages += code.count(PASSAGE, first, last)
        here = code.count(FLOOR, first, last)
        if here:
            floor += here
            top, bottom = min(top, row), row
            left = min(left, code.find(FLOOR, first, last) - start)
            right = max(right, code.rfind(FLOOR, first, last) - start)
    return floor, passages, top, left, bottom, right


def sides_of_floor(code: bytes, top: int, left: int, bottom: int, right: int) -> tuple[int, int]:
    """Return the sides of a rectangle on which there is a door, and those on which there is a wall.

    Both are bits for above, below, on the left, on the right.
    """
    above, first, below = (top - 1) * COLS, top * COLS, (bottom + 1) * COLS
    lines = (
        (ACROSS, code[above + left : above + right + 1]),
        (ACROSS, code[below + left : below + right + 1]),
        (UPRIGHT, code[first + left - 1 : below : COLS]),
        (UPRIGHT, code[first + right + 1 : below + right + 1 : COLS]),
    )
    doors = walls = 0
    for side, (wall, line) in enumerate(lines):
        doors |= (DOOR in line) << side
        walls |= (wall in line) << side
    return doors, walls


def floor_worth(
    code: bytes, looked: bytes, spot: int, edges: tuple[int, int, int, int], values: tuple[float, ...]
) -> float:
    """Return what the unseen squares around a square of floor promise.

    edges   first row and column of the floor of the room, last row and column
    values  worth of a square above, level with, and below the floor; each on its left, level with it, on its
            right
    """
    top, left, bottom, right = edges
    total = 0.0
    for step in AROUND:
        there = spot + step
        if code[there] == UNKNOWN and not looked[there]:
            row, col = there // COLS, there % COLS
            down = 0 if row < top else 6 if row > bottom else 3
            total += values[down + (col > right) - (col < left) + 1]
    return total
