"""The loops over the squares of a level and the cells of a screen, with the results of plain_maps."""

from __future__ import annotations

from typing import Final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from rogomatic.agent.kernels.level_grid import ACROSS, COLS, DOOR, FLOOR, PASSAGE, TRAP, UPRIGHT

_WORD: Final = 8  # cells that are compared at once
STEPS: Final = vec[i64]([1, -COLS, -1, COLS, -COLS - 1, -COLS + 1, COLS - 1, COLS + 1])


def box_at(spot: i64) -> i64:
    """Return the box that a square lies in (level_grid.box_of)."""
    col: i64 = spot % COLS
    across: i64 = 0
    if col >= 53:
        across = 2
    elif col >= 27:
        across = 1
    return spot // COLS // 8 * 3 + across


def mark_frontier(frontier: set[int], dirty: set[int], code: bytes, been: bytes, looked: bytes) -> None:
    """Bring the frontier up to date around squares that have changed (plain_maps)."""
    size: i64 = len(code)
    end = size - 2 * COLS  # of the map; behind it are the last row and one of margin
    marked = vec[u8]([u8(0)] * size)
    for spot in dirty:
        above: i64 = spot - COLS - 1
        for _ in range(3):
            for there in range(above, above + 3):
                if 0 <= there < size and not marked[there]:
                    marked[there] = 1
                    inside = COLS <= there < end and 0 < code[there] <= TRAP
                    if inside and not been[there] and _shows_more(code, looked, there, end):
                        frontier.add(there)
                    else:
                        frontier.discard(there)
            above += COLS


def _shows_more(code: bytes, looked: bytes, spot: i64, end: i64) -> bool:
    """Return whether something unseen is next to a square of the map."""
    here: i64 = code[spot]
    if _is_unseen(code, looked, spot + 1, end) or _is_unseen(code, looked, spot - 1, end):
        return True
    above, below = spot - COLS, spot + COLS
    if _is_unseen(code, looked, above, end) or _is_unseen(code, looked, below, end):
        return True
    if here in (PASSAGE, DOOR):
        return False
    if _is_unseen(code, looked, above - 1, end) or _is_unseen(code, looked, above + 1, end):
        return True
    return _is_unseen(code, looked, below - 1, end) or _is_unseen(code, looked, below + 1, end)


def _is_unseen(code: bytes, looked: bytes, spot: i64, end: i64) -> bool:
    return COLS <= spot < end and not code[spot] and not looked[spot]


def differing_cells(now: bytes, before: bytes, touched: i64, first: i64, end: i64) -> list[int]:
    """Return, rising, the spots `first` to `end` - 1 where two screens differ (plain_maps)."""
    found: list[int] = []
    start = first
    while start < end:
        stop: i64 = min((start // COLS + 1) * COLS, end)
        if touched >> (start // COLS) & 1:
            at = start
            while at < stop:
                if at + _WORD <= stop and read_i64_le(now, at) == read_i64_le(before, at):
                    at += _WORD
                    continue
                if now[at] != before[at]:
                    found.append(at)
                at += 1
        start = stop
    return found


def boxes_with(spots: set[int], code: bytes, kind: i64) -> int:
    """Return the boxes in which one of these squares is of a kind, as bits (plain_maps)."""
    boxes: i64 = 0
    for square in spots:
        spot: i64 = square
        here: i64 = code[spot]
        if here == kind:
            boxes |= 1 << box_at(spot)
    return boxes


def measure_box(
    code: bytes, first_row: i64, end_row: i64, first_col: i64, end_col: i64
) -> tuple[int, int, int, int, int, int]:
    """Return what is known of a box (plain_maps)."""
    floor: i64 = 0
    passages: i64 = 0
    top: i64 = 99
    left: i64 = 99
    bottom: i64 = -1
    right: i64 = -1
    for row in range(first_row, end_row):
        start: i64 = row * COLS
        for col in range(first_col, end_col):
            kind: i64 = code[start + col]
            if kind == FLOOR:
                floor += 1
                top, bottom = min(top, row), row
                left, right = min(left, col), max(right, col)
            elif kind == PASSAGE:
                passages += 1
    return floor, passages, top, left, bottom, right


def sides_of_floor(code: bytes, top: i64, left: i64, bottom: i64, right: i64) -> tuple[int, int]:
    """Return on which sides of a rectangle there is a door or a wall (plain_maps)."""
    doors: i64 = 0
    walls: i64 = 0
    for col in range(left, right + 1):
        kind: i64 = code[(top - 1) * COLS + col]
        if kind == DOOR:
            doors |= 1
        elif kind == ACROSS:
            walls |= 1
        kind = code[(bottom + 1) * COLS + col]
        if kind == DOOR:
            doors |= 2
        elif kind == ACROSS:
            walls |= 2
    for row in range(top, bottom + 1):
        kind = code[row * COLS + left - 1]
        if kind == DOOR:
            doors |= 4
        elif kind == UPRIGHT:
            walls |= 4
        kind = code[row * COLS + right + 1]
        if kind == DOOR:
            doors |= 8
        elif kind == UPRIGHT:
            walls |= 8
    return doors, walls


def floor_worth(
    code: bytes, looked: bytes, spot: i64, edges: tuple[int, int, int, int], values: tuple[float, ...]
) -> float:
    """Return what the unseen squares around a square of floor promise (plain_maps)."""
    top: i64 = edges[0]
    left: i64 = edges[1]
    bottom: i64 = edges[2]
    right: i64 = edges[3]
    total = 0.0
    for step in STEPS:
        there: i64 = spot + step
        if not code[there] and not looked[there]:
            row: i64 = there // COLS
            col: i64 = there % COLS
            at: i64 = 4
            if row < top:
                at = 1
            elif row > bottom:
                at = 7
            if col > right:
                at += 1
            if col < left:
                at -= 1
            total += values[at]
    return total
