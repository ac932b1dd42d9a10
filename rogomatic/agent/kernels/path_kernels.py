"""The search for paths over arrays, with the results of plain_paths."""

from __future__ import annotations

from collections.abc import Collection, Container
from typing import Final

from librt.strings import BytesWriter, write_i16_le
from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from rogomatic.agent.kernels.cost_map import DEAR, Costs
from rogomatic.agent.kernels.level_grid import COLS, FORBIDDEN, TRAP
from rogomatic.agent.kernels.map_kernels import STEPS
from rogomatic.agent.kernels.plain_paths import Ground

# The queue is a ring: what comes to its end goes on at its beginning.  No square stands in it twice, so there
# is room for all.  An entry is a square and, from `ROOM` on, how often it is still to be put back.
ROOM: Final = 2048
RING: Final = ROOM - 1
_QUEUE: Final = vec[i32]([i32(0)] * ROOM)  # to be copied, which is quicker than to fill one


def find_path(
    level: Ground,
    avoid: bytearray,
    start: i64,
    goals: Container[int],
    among: Collection[int],
    most: i64,
) -> tuple[int, ...]:
    """Return the cheapest path from `start` to the nearest of `goals` (plain_paths)."""
    size: i64 = len(avoid)
    ground = vec[u8](level.code)
    wait = vec[u8](avoid)  # FORBIDDEN, too, from when a square stands in the queue
    marked = vec[u8]([u8(0)] * size)
    came = vec[u8]([u8(0)] * size)  # by which of the steps: an array of bytes is soonest made
    queue, steps = _QUEUE[:ROOM], STEPS
    for goal in among:
        if 0 <= goal < size:
            marked[goal] = 1
    marked[start], wait[start] = 0, FORBIDDEN
    queue[0] = i32(start)
    head: i64 = 0
    tail: i64 = 1
    while head < tail and most > 0:
        most -= 1
        end = tail
        while head < end:
            here: i64 = i64(queue[head & RING])
            head += 1
            if here >= ROOM:
                queue[tail & RING] = i32(here - ROOM)
                tail += 1
                continue
            if marked[here] and here in goals:
                return _back(came, steps, start, here)
            onward = _onward(ground, wait, here)
            at: i64 = 0
            while onward:
                if onward & 1:
                    there: i64 = here + steps[at]
                    queue[tail & RING] = i32(i64(wait[there]) * ROOM + there)
                    wait[there] = FORBIDDEN
                    came[there] = u8(at)
                    tail += 1
                onward >>= 1
                at += 1
    return ()


def path_costs(level: Ground, avoid: bytearray, start: i64, most: i64) -> Costs:
    """Return the cost of the path to each square that can be reached at a cost below `most` (plain_paths)."""
    ground = vec[u8](level.code)
    wait = vec[u8](avoid)  # FORBIDDEN, too, from when a square stands in the queue
    near = vec[u8]([u8(0)] * len(avoid))
    dear: dict[int, int] = {}
    order = BytesWriter()
    queue, steps = _QUEUE[:ROOM], STEPS
    wait[start] = FORBIDDEN
    queue[0] = i32(start)
    head: i64 = 0
    tail: i64 = 1
    now: i64 = 0
    while head < tail and now < most:
        end = tail
        cost = u8(min(now + 1, DEAR))
        while head < end:
            here: i64 = i64(queue[head & RING])
            head += 1
            if here >= ROOM:
                queue[tail & RING] = i32(here - ROOM)
                tail += 1
                continue
            near[here] = cost
            if cost == DEAR:
                dear[here] = now
            write_i16_le(order, i16(here))
            onward = _onward(ground, wait, here)
            at: i64 = 0
            while onward:
                if onward & 1:
                    there: i64 = here + steps[at]
                    queue[tail & RING] = i32(i64(wait[there]) * ROOM + there)
                    wait[there] = FORBIDDEN
                    tail += 1
                onward >>= 1
                at += 1
        now += 1
    return Costs(bytes(near), dear, order.getvalue())


def _onward(ground: vec[u8], wait: vec[u8], here: i64) -> i64:
    """Return which of `STEPS` are legal (`Ground.link`) and lead to a square not queued yet, as bits."""
    col: i64 = here % COLS
    right = 0 < ground[here + 1] <= TRAP and col < COLS - 1
    left = 0 < ground[here - 1] <= TRAP and col > 0
    onward: i64 = 0
    if right and wait[here + 1] != FORBIDDEN:
        onward = 1
    if left and wait[here - 1] != FORBIDDEN:
        onward |= 4
    above = here - COLS
    if 0 < ground[above] <= TRAP:
        if wait[above] != FORBIDDEN:
            onward |= 2
        if left and wait[above - 1] != FORBIDDEN and 0 < ground[above - 1] <= TRAP:
            onward |= 16
        if right and wait[above + 1] != FORBIDDEN and 0 < ground[above + 1] <= TRAP:
            onward |= 32
    below = here + COLS
    if 0 < ground[below] <= TRAP:
        if wait[below] != FORBIDDEN:
            onward |= 8
        if left and wait[below - 1] != FORBIDDEN and 0 < ground[below - 1] <= TRAP:
            onward |= 64
        if right and wait[below + 1] != FORBIDDEN and 0 < ground[below + 1] <= TRAP:
            onward |= 128
    return onward


def _back(came: vec[u8], steps: vec[i64], start: i64, goal: i64) -> tuple[int, ...]:
    """Return the path that the search came, in walking order, without its start."""
    path: list[int] = []
    while goal != start:
        path.append(goal)
        goal -= steps[i64(came[goal])]
    path.reverse()
    return tuple(path)
