"""Inner loops over native integers and arrays for the compiled build, bit for bit like plain ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container
from math import fsum
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

# Interpreted, native arrays are slower than lists; there the models that the docstrings name are used.
FORBIDDEN: Final = 255
TEXT: Final = -1  # a run of printable characters
OTHER: Final = -2  # any other token
COLS: Final = 80
FLOOR: Final = 1  # terrain (terrain_map)
PASSAGE: Final = 2
LAST_WALKABLE: Final = 5  # of the terrain from 1 on that can be walked on
CLEAR: Final = -3  # `ESC [ K`: the rest of the row is erased

Links = list[tuple[int, ...] | None]
"""Per spot the spots one legal step away; None: not known."""
Link = Callable[[int], tuple[int, ...]]
"""Works the links of a spot out."""


def way(
    links: Links,
    link: Link,
    avoid: bytearray,
    start: i64,
    goals: Container[int],
    among: Collection[int],
    most: i64,
) -> tuple[int, ...]:
    """Return the cheapest way from `start` to the nearest of `goals` (pathfinding.way).

    among  squares that hold all of the goals: only these are asked for
    """
    size: i64 = len(avoid)
    wait = vec[u8](avoid)
    shut = vec[u8](bytes(size))
    marked = vec[u8](bytes(size))
    came = vec[i16]([0] * size)
    for goal in among:
        if 0 <= goal < size:
            marked[goal] = 1
    marked[start], wait[start], shut[start] = 0, 0, 1
    layer = vec[i16]([i16(start)])
    while len(layer) and most > 0:
        most -= 1
        later = vec[i16]()
        for spot in layer:
            here: i64 = i64(spot)
            if wait[here]:
                wait[here] -= 1
                later = append(later, spot)
                continue
            if marked[here] and here in goals:
                return _back(came, start, here)
            for near in links[here] or link(here):
                there: i64 = near
                if not shut[there] and wait[there] != FORBIDDEN:
                    shut[there] = 1
                    came[there] = spot
                    later = append(later, i16(there))
        layer = later
    return ()


def costs(links: Links, link: Link, avoid: bytearray, start: i64, most: i64) -> dict[int, int]:
    """Return what it costs to go to each square in reach at a cost below `most` (pathfinding.costs)."""
    wait = vec[u8](avoid)
    shut = vec[u8](bytes(len(avoid)))
    wait[start], shut[start] = 0, 1
    cost: dict[int, int] = {}
    layer = vec[i16]([i16(start)])
    now: i64 = 0
    while len(layer) and now < most:
        later = vec[i16]()
        for spot in layer:
            here: i64 = i64(spot)
            if wait[here]:
                wait[here] -= 1
                later = append(later, spot)
                continue
            cost[here] = now
            for near in links[here] or link(here):
                there: i64 = near
                if not shut[there] and wait[there] != FORBIDDEN:
                    shut[there] = 1
                    later = append(later, i16(there))
        layer = later
        now += 1
    return cost


Clue = tuple[int, float, tuple[tuple[float, ...], tuple[float, ...]], int]
"""Where something may be hidden, its weight, what searches leave of it, its region (hidden_doors)."""


def search_gains(
    clues: tuple[Clue, ...],
    code: bytes,
    looked: bytes,
    searches: bytes,
    shut: set[int],
    worth: list[float],
    elsewhere: float,
) -> dict[int, tuple[float, float]]:
    """Return, per square to search from, chance and gold of one search (hidden_doors.search_gains).

    shut       regions that need no search     worth  per region, the last what leads to none
    elsewhere  the chance that each region begins with
    """
    size: i64 = len(code)
    last: i64 = len(worth) - 1
    sums = vec[float]([elsewhere] * (last + 1))
    spots = vec[i64]([i64(0)] * len(clues))
    chances = vec[float]([0.0] * len(clues))
    regions = vec[i64]([i64(0)] * len(clues))
    hides = vec[u8]([u8(0)] * size)
    live: i64 = 0
    for clue in clues:
        spot: i64 = clue[0]
        hides[spot] = 1
        if (looked[spot] or code[spot]) and not (shut and clue[3] in shut):
            weight, (left, found) = clue[1], clue[2]
            region: i64 = clue[3]
            if region < 0:
                region = last
            count: i64 = searches[spot]
            sums[region] += weight * left[count]
            spots[live], chances[live], regions[live] = spot, weight * found[count], region
            live += 1
    chance = vec[float]([-1.0] * size)
    gold = vec[float]([0.0] * size)
    for at in range(live):
        here = spots[at]
        part = sums[regions[at]]
        share: float = chances[at]
        if regions[at] < last and part < 1.0:
            share /= part
        if share > chance[here]:
            chance[here], gold[here] = share, share * worth[regions[at]]
    return _gains(code, hides, chance, gold)


def _gains(
    code: bytes, hides: vec[u8], chance: vec[float], gold: vec[float]
) -> dict[int, tuple[float, float]]:
    """Return the sums of chances and gold around each square that can be walked on next to a clue."""
    size: i64 = len(code)
    steps = vec[i64]([1, -COLS, -1, COLS, -COLS - 1, -COLS + 1, COLS - 1, COLS + 1])
    gains: dict[int, tuple[float, float]] = {}
    for spot in range(i64(COLS), size - 2 * COLS):
        kind: i64 = code[spot]
        if not 0 < kind <= LAST_WALKABLE:
            continue
        near = False
        gain = total = 0.0
        for step in steps:
            there: i64 = spot + step
            if hides[there]:
                near = True
                if chance[there] >= 0.0:
                    gain += chance[there]
                    total += gold[there]
        if near:
            gains[spot] = gain, total
    return gains


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
    for step in vec[i64]([1, -COLS, -1, COLS, -COLS - 1, -COLS + 1, COLS - 1, COLS + 1]):
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


def add(a: tuple[float, ...], b: tuple[float, ...], cap: i64) -> tuple[float, ...]:
    """Return the distribution of a sum; what is over the cap counts as the cap (combat_odds.add)."""
    last: i64 = min(len(a) + len(b) - 2, cap)
    size: i64 = len(b)
    total = vec[float]([0.0] * (last + 1))
    others = vec[float]([0.0] * size)
    for at in range(size):
        others[at] = b[at]
    for start in range(i64(len(a))):
        share = a[start]
        if share:
            inside: i64 = min(max(last - start, 0), size)
            for at in range(inside):
                total[start + at] += share * others[at]
            for at in range(inside, size):
                total[last] += share * others[at]
    return tuple(list(total))  # noqa: C414  (an array is no sequence to compiled code)


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


def sums(one: list[float], other: list[float]) -> list[float]:
    """Return the sums of two lists, entry by entry (combat_sim.sums)."""
    size: i64 = len(one)
    found = vec[float]([0.0] * size)
    for at in range(size):
        found[at] = one[at] + other[at]
    return list(found)


def _back(came: vec[i16], start: i64, goal: i64) -> tuple[int, ...]:
    """Return the way that the search came, in walking order, without its start."""
    path: list[int] = []
    while goal != start:
        path.append(goal)
        goal = i64(came[goal])
    path.reverse()
    return tuple(path)


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
