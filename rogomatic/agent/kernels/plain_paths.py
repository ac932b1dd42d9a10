"""The search for paths in plain Python."""

from __future__ import annotations

from collections.abc import Collection, Container
from struct import pack
from typing import Final, Protocol

from rogomatic.agent.kernels.cost_map import DEAR, Costs
from rogomatic.agent.kernels.level_grid import FORBIDDEN

_SHUT: Final = bytes(avoidance == FORBIDDEN for avoidance in range(256))


class Ground(Protocol):
    """The squares of a level.

    code   kind of each square
    links  squares one legal step from each square, None where `link` has to work them out
    """

    code: bytearray
    links: list[tuple[int, ...] | None]

    def link(self, spot: int) -> tuple[int, ...]:
        """Work out the squares one legal step from `spot`."""


def find_path(
    level: Ground,
    avoid: bytearray,
    start: int,
    goals: Container[int],
    among: Collection[int],  # noqa: ARG001
    most: int,
) -> tuple[int, ...]:
    """Return the cheapest path from `start` to the nearest of `goals`: its squares without `start`.

    avoid  per spot what a step onto it costs on top of 1; FORBIDDEN: it is never stepped on
    among  squares that hold all of the goals
    most   cost from which a goal is too far; the path is empty then

    A square with an avoidance value is put back at the end of the queue, that value being decremented, until
    it is 0: each unit is one more layer of waiting.  So one pass finds the cheapest path with whole-number
    costs, in time linear in squares plus costs, without a queue ordered by priority.
    """
    wait = bytearray(avoid)
    shut = wait.translate(_SHUT)  # queued before, or never to be
    wait[start], shut[start] = 0, 1
    came: dict[int, int] = {}
    links = level.links
    layer = [start]
    while layer and most > 0:
        most -= 1
        later: list[int] = []
        for spot in layer:
            if wait[spot]:
                wait[spot] -= 1
                later.append(spot)
                continue
            if spot in goals and spot != start:
                return _back(came, start, spot)
            for near in links[spot] or level.link(spot):
                if not shut[near]:
                    # The wait is the square's own, so the first neighbor to queue it is the first through.
                    shut[near] = 1
                    came[near] = spot
                    later.append(near)
        layer = later
    return ()


def path_costs(level: Ground, avoid: bytearray, start: int, most: int) -> Costs:
    """Return the cost of the path to each square that can be reached at a cost below `most`.

    Lists are read faster than bytes, which pays where a complete map is searched.
    """
    wait, links = list(avoid), level.links
    shut = list(avoid.translate(_SHUT))
    wait[start], shut[start] = 0, 1
    near, dear = bytearray(len(wait)), dict[int, int]()
    order: list[int] = []
    layer = [start]
    now, cost = 0, 1  # the cost so far, and the same as `near` has it
    while layer and now < most:
        later: list[int] = []
        for spot in layer:
            if wait[spot]:
                wait[spot] -= 1
                later.append(spot)
                continue
            near[spot] = cost
            order.append(spot)
            for there in links[spot] or level.link(spot):
                if not shut[there]:
                    shut[there] = 1
                    later.append(there)
        if cost == DEAR:
            dear |= {spot: now for spot in layer if near[spot]}
        else:
            cost += 1
        layer = later
        now += 1
    return Costs(bytes(near), dear, pack(f"<{len(order)}h", *order))


def _back(came: dict[int, int], start: int, goal: int) -> tuple[int, ...]:
    """Return the path that the search came, in walking order, without its start."""
    path = []
    while goal != start:
        path.append(goal)
        goal = came[goal]
    return tuple(reversed(path))
