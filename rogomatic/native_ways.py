"""The search for ways, natively for the compiled build, as the plain loops of pathfinding do it."""

from __future__ import annotations

from collections.abc import Collection, Container
from typing import Final

from librt.strings import BytesWriter, write_i16_le
from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from rogomatic.cost_map import DEAR, Costs
from rogomatic.native_map import COLS, LAST_WALKABLE, STEPS

# Interpreted, native arrays are slower than lists; there the models that the docstrings name are used.
FORBIDDEN: Final = 255
# The queue is a ring: what comes to its end goes on at its beginning.  No square stands in it twice, so there
# is room for all.  An entry is a square and, from `ROOM` on, how often it is still to be put back.
ROOM: Final = 2048
RING: Final = ROOM - 1
_QUEUE: Final = vec[i32]([i32(0)] * ROOM)  # to be copied, which is quicker than to fill one


def way(
    code: bytearray,
    avoid: bytearray,
    start: i64,
    goals: Container[int],
    among: Collection[int],
    most: i64,
) -> tuple[int, ...]:
    """Return the cheapest way from `start` to the nearest of `goals` (pathfinding.way).

    code   what each square is     among  squares that hold all of the goals: only these are asked for
    """
    size: i64 = len(avoid)
    ground = vec[u8](code)
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
            for at in range(i64(8)):
                there: i64 = here + steps[at]
                if wait[there] != FORBIDDEN and _leads(ground, here, there):
                    queue[tail & RING] = i32(i64(wait[there]) * ROOM + there)
                    wait[there] = FORBIDDEN
                    came[there] = u8(at)
                    tail += 1
    return ()


def costs(code: bytearray, avoid: bytearray, start: i64, most: i64) -> Costs:
    """Return what it costs to go to each square in reach at a cost below `most` (pathfinding.costs)."""
    ground = vec[u8](code)
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
            for step in steps:
                there: i64 = here + step
                if wait[there] != FORBIDDEN and _leads(ground, here, there):
                    queue[tail & RING] = i32(i64(wait[there]) * ROOM + there)
                    wait[there] = FORBIDDEN
                    tail += 1
        now += 1
    return Costs(bytes(near), dear, order.getvalue())


def _leads(ground: vec[u8], here: i64, there: i64) -> bool:
    """Return whether a step is legal (TerrainMap.link): no corner is cut."""
    if not 0 < ground[there] <= LAST_WALKABLE:
        return False
    side: i64 = there % COLS - here % COLS
    if side < -1 or side > 1:
        return False  # it would lead around the edge of the map
    if side == 0 or here + side == there:
        return True
    return 0 < ground[here + side] <= LAST_WALKABLE and 0 < ground[there - side] <= LAST_WALKABLE


def _back(came: vec[u8], steps: vec[i64], start: i64, goal: i64) -> tuple[int, ...]:
    """Return the way that the search came, in walking order, without its start."""
    path: list[int] = []
    while goal != start:
        path.append(goal)
        goal -= steps[i64(came[goal])]
    path.reverse()
    return tuple(path)
