"""The path calculator: shortest paths with whole-number costs, by breadth-first search in layers.

A square with an avoidance value is put back at the end of the queue, that value being decremented, until
it is 0: each unit is one more layer of waiting.  So one pass finds the cheapest way with whole-number
costs, in time linear in squares plus costs, without a queue ordered by priority.  A step costs 1, a square
of avoidance `a` costs 1 + a.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final, Protocol

FORBIDDEN: Final = 255  # an avoidance that is never waited out, not even by a goal
_SHUT: Final = bytes(avoidance == FORBIDDEN for avoidance in range(256))


class Ground(Protocol):
    """A map: which squares are one step away, and how each is avoided."""

    avoid: bytearray  # per spot: 0 free, FORBIDDEN never
    links: list[tuple[int, ...] | None]  # per spot: the spots one legal step away; None: ask `link`

    def link(self, spot: int) -> tuple[int, ...]:
        """Work out `links[spot]`, keep it and return it."""


def way(ground: Ground, start: int, goals: Container[int], most: int = 4000) -> tuple[int, ...]:
    """Return the cheapest way from `start` to the nearest of `goals`: its squares without `start`.

    Empty when none can be reached at a cost below `most`.  A start that is a goal itself does not count.
    Among equals the first found wins; straight steps are tried before diagonal ones, so the answer depends
    on the map only.

    >>> class Row:
    ...     avoid = bytearray([0, 0, 3, 0, 0])
    ...     links = [(1,), (0, 2), (1, 3), (2, 4), (3,)]
    >>> way(Row(), 1, {0, 4}), way(Row(), 3, {0, 1}), way(Row(), 3, {3})
    ((0,), (2, 1), ())
    """
    links = ground.links
    wait = bytearray(ground.avoid)
    shut = wait.translate(_SHUT)  # queued before, or never to be
    wait[start], shut[start] = 0, 1
    came: dict[int, int] = {}
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
            for near in links[spot] or ground.link(spot):
                if not shut[near]:
                    # The wait is the square's own, so whoever queues it first is also the first through it.
                    shut[near] = 1
                    came[near] = spot
                    later.append(near)
        layer = later
    return ()


def costs(ground: Ground, start: int, most: int = 4000) -> dict[int, int]:
    """Return what it costs to go to each square in reach at a cost below `most`; 0 for `start`.

    The cheapest come first.  Hot, as `way` is (scripts/bench): a list is read quicker than bytes, which pays
    where a whole map is searched.
    """
    links = ground.links
    wait = list(ground.avoid)
    shut = list(ground.avoid.translate(_SHUT))
    wait[start], shut[start] = 0, 1
    cost: dict[int, int] = {}
    layer = [start]
    now = 0
    while layer and now < most:
        later: list[int] = []
        for spot in layer:
            if wait[spot]:
                wait[spot] -= 1
                later.append(spot)
                continue
            cost[spot] = now
            for near in links[spot] or ground.link(spot):
                if not shut[near]:
                    shut[near] = 1
                    later.append(near)
        layer = later
        now += 1
    return cost


def _back(came: dict[int, int], start: int, goal: int) -> tuple[int, ...]:
    """Follow the way back from the goal; return it in walking order."""
    path = []
    while goal != start:
        path.append(goal)
        goal = came[goal]
    return tuple(reversed(path))
