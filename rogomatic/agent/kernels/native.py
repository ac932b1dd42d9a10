"""Inner loops over native integers and arrays for the compiled build, bit for bit like plain ones."""

from __future__ import annotations

from math import fsum
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from rogomatic.agent.kernels.native_map import ACROSS, COLS, DOOR, FLOOR, PASSAGE, STEPS, UPRIGHT, box_at

# Interpreted, native arrays are slower than lists; there the models that the docstrings name are used.
TEXT: Final = -1  # a run of printable characters
OTHER: Final = -2  # any other token
CLEAR: Final = -3  # `ESC [ K`: the rest of the row is erased


def boxes_with(spots: set[int], code: bytes, kind: i64) -> int:
    """Return the boxes in which one of these squares is of a kind, as bits (frontier_value._passage_ends)."""
    boxes: i64 = 0
    for square in spots:
        spot: i64 = square
        here: i64 = code[spot]
        if here == kind:
            boxes |= 1 << box_at(spot)
    return boxes


def box_figures(
    code: bytes, first_row: i64, end_row: i64, first_col: i64, end_col: i64
) -> tuple[int, int, int, int, int, int]:
    """Return how many squares of floor and of passages a box has, and the first row and column and the last
    of its floor: 99, 99, -1, -1 without any (frontier_value._sum_up).
    """
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


def beside_floor(code: bytes, top: i64, left: i64, bottom: i64, right: i64) -> tuple[int, int]:
    """Return on which sides of a rectangle there is a door or a wall (frontier_value._beside_floor)."""
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
    """Return what the unseen squares around a square of floor promise (frontier_value._floor_worth).

    edges  the first row and column of the floor of the room, and the last
    """
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


def after(left: list[float], part: float, harm: tuple[float, ...]) -> list[float]:
    """Return the spread of hit points after some harm to a part of the heroes (combat_sim.after)."""
    size: i64 = len(left)
    before = vec[float]([0.0] * size)
    found = vec[float]([0.0] * size)
    share = harm[0]
    for at in range(size):
        value: float = part * left[at]
        before[at] = value
        found[at] = share * value
    for lost in range(i64(1), i64(len(harm))):
        share = harm[lost]
        if share:
            for at in range(size - lost):
                found[at] += share * before[at + lost]
    spread = list(found)
    spread[0] += fsum(list(before)) - fsum(spread)
    return spread


def piece(data: bytes, at: i64, rows: i64, cols: i64) -> tuple[i64, i64, i64]:
    """Return the end of the run or token that begins at `at`, and what it is: TEXT, CLEAR, OTHER, for which
    the end is no more than `at`, or the row and the column where `ESC [ H` or `ESC [ row ; column H` puts the
    cursor (vt100.Screen.feed).
    """
    size: i64 = len(data)
    end = at
    while end < size and 0x20 <= data[end] < 0x7F:
        end += 1
    if end > at:
        return end, TEXT, 0
    numbers: tuple[i64, i64] = (0, 0)
    row: i64 = 0
    if size - at >= 3 and data[at] == 0x1B and data[at + 1] == 0x5B:
        if data[at + 2] == 0x4B:
            return at + 3, CLEAR, 0
        if data[at + 2] == 0x48:
            return at + 3, 0, 0
    if size - at >= 6 and data[at] == 0x1B and data[at + 1] == 0x5B:
        end, row = _number(data, at + 2)
        if data[end] == 0x3B:
            numbers = _number(data, end + 1)
            end = numbers[0]
            if data[end] == 0x48 and 0 < row <= rows and 0 < numbers[1] <= cols:
                return end + 1, row - 1, numbers[1] - 1
    return at, OTHER, 0


def _number(data: bytes, at: i64) -> tuple[i64, i64]:
    """Return where up to three digits end, before the last byte, and their number."""
    last: i64 = min(len(data) - 1, at + 3)
    number: i64 = 0
    while at < last and 0x30 <= data[at] <= 0x39:
        number = number * 10 + data[at] - 0x30
        at += 1
    return at, number
