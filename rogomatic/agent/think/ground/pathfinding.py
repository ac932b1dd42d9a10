"""Pathfinding: cheapest paths over the level, and what each square costs."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from struct import pack
from typing import Final, Protocol

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.results import Bound
from rogomatic.agent.beliefs.terrain_map import TerrainMap
from rogomatic.agent.kernels.cost_map import DEAR, Costs

_COMPILED: Final = not __file__.endswith(".py")
if _COMPILED:
    from rogomatic.agent.kernels import native_ways

FORBIDDEN: Final = 255  # an avoidance that is never waited out, not even by a goal
_SHUT: Final = bytes(avoidance == FORBIDDEN for avoidance in range(256))


class Goals(Container[int], Iterable[int], Protocol):
    """Squares to go to."""


class Sieve:
    """Goals that are some of `squares`; whether a square is one is asked only where that matters."""

    @property
    def squares(self) -> set[int]:
        """The squares among which the goals are."""
        raise NotImplementedError

    def __contains__(self, spot: object) -> bool:
        raise NotImplementedError


class Roads:
    """A level with an avoidance of its own.

    avoid  per spot what a step onto it costs on top of 1; FORBIDDEN: it is never stepped on
    """

    __slots__ = ("avoid", "level")

    def __init__(self, level: TerrainMap, avoid: bytearray | None = None) -> None:
        """`avoid` is the level's own by default."""
        self.level = level
        self.avoid = level.avoid if avoid is None else avoid


def find_path(ground: Roads, start: int, goals: Container[int], most: int = 4000) -> tuple[int, ...]:
    """Return the cheapest way from `start` to the nearest of `goals`: its squares without `start`.

    Empty when none can be reached at a cost below `most`.  A start that is a goal itself does not count.
    Among equals the first found wins; straight steps are tried before diagonal ones, so the answer depends
    on the map only.

    >>> from rogomatic.agent.beliefs.terrain_map import FLOOR
    >>> level = TerrainMap(1)
    >>> for spot in range(161, 166):
    ...     level.put(spot, FLOOR)
    >>> level.avoid[163] = 3
    >>> ground = Roads(level)
    >>> find_path(ground, 162, {161, 165}), find_path(ground, 164, {161, 162}), find_path(ground, 164, {164})
    ((161,), (163, 162), ())

    A square with an avoidance value is put back at the end of the queue, that value being decremented, until
    it is 0: each unit is one more layer of waiting.  So one pass finds the cheapest way with whole-number
    costs, in time linear in squares plus costs, without a queue ordered by priority.  A step costs 1, a
    square of avoidance `a` costs 1 + a.
    """
    level = ground.level
    if _COMPILED:
        among = goals.squares if isinstance(goals, Sieve) else goals
        if isinstance(among, (set, frozenset, dict, tuple, list)):
            return native_ways.way(level.code, ground.avoid, start, goals, among, most)
    wait = bytearray(ground.avoid)
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
                    # The wait is the square's own, so the first neighbour to queue it is the first through.
                    shut[near] = 1
                    came[near] = spot
                    later.append(near)
        layer = later
    return ()


def costs(ground: Roads, start: int, most: int = 4000) -> Costs:
    """Return what it costs to go to each square in reach at a cost below `most`; 0 for `start`.

    Hot, as `find_path` is (scripts/bench): a list is read quicker than bytes, which pays where a complete
    map is searched.
    """
    level = ground.level
    if _COMPILED:
        return native_ways.costs(level.code, ground.avoid, start, most)
    wait, links = list(ground.avoid), level.links
    shut = list(ground.avoid.translate(_SHUT))
    wait[start], shut[start] = 0, 1
    near, costly = bytearray(len(wait)), dict[int, int]()
    order: list[int] = []
    layer = [start]
    now, cost = 0, 1  # what it costs so far, and that as `near` has it
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
            costly |= {spot: now for spot in layer if near[spot]}
        else:
            cost += 1
        layer = later
        now += 1
    return Costs(bytes(near), costly, pack(f"<{len(order)}h", *order))


def _back(came: dict[int, int], start: int, goal: int) -> tuple[int, ...]:
    """Follow the way back from the goal; return it in walking order."""
    path = []
    while goal != start:
        path.append(goal)
        goal = came[goal]
    return tuple(reversed(path))


EVERYWHERE: Final = 4000  # no way on one level costs more


def reach(beliefs: Beliefs, ground: Roads) -> Costs:
    """Return what it costs to go from the hero to each square in reach.

    Kept, and worked out anew when map, avoidance or hero are other ones.
    """
    return _kept(beliefs, ground) or _keep(beliefs, ground)


def costs_near(beliefs: Beliefs, ground: Roads, start: int, most: int) -> Costs:
    """Return `costs`, kept for who asks again from the same square at the same costs, as a
    hero does that waits.
    """
    results = beliefs.level.results
    state, kept = (beliefs.level.version, start, most), results.near
    if kept is None or kept[0] != state or kept[1] != ground.avoid:
        kept = results.near = state, bytes(ground.avoid), costs(ground, start, most)
    return kept[2]


def bounds(beliefs: Beliefs, ground: Roads) -> Bound:
    """Return a lower bound of what it costs the hero to go to each square: 0 while nothing is known.

    It comes from what is kept for another square that the hero could come from: no way from here is shorter
    than the way from there by more than what lies between.  So when only the hero has moved, many a refusal
    holds without a new search.
    """
    kept = beliefs.level.results.reach
    if kept is None or kept[0][0] != beliefs.level.version or kept[1] != ground.avoid:
        return Bound(None, 0, 0)
    return Bound(kept[2], kept[2].get(beliefs.me.spot, EVERYWHERE), EVERYWHERE)


def hero_path(beliefs: Beliefs, ground: Roads, goals: Goals, most: int = EVERYWHERE) -> tuple[int, ...]:
    """Return the hero's cheapest way to the nearest of `goals`, as `find_path` does.

    A search of the complete map that finds none leaves what is in reach, so that none is made again while
    map and avoidance stay as they are, wherever the hero walks.
    """
    start = beliefs.me.spot
    known = _kept(beliefs, ground)
    around = _around(beliefs, ground) if known is None else known
    if around is not None and not _is_in_reach(around, start, goals, EVERYWHERE if known is None else most):
        return ()
    path = find_path(ground, start, goals, most)
    if not path and known is None and most >= EVERYWHERE:
        _keep(beliefs, ground)
    return path


def _around(beliefs: Beliefs, ground: Roads) -> Costs | None:
    """Return squares, None if none are known, that hold all that are in reach: those that were in reach of
    another square from which the hero could have come, at any cost.
    """
    kept = beliefs.level.results.reach
    if kept is None or kept[0][0] != beliefs.level.version or kept[1] != ground.avoid:
        return None
    known = kept[2]
    # What had still to be waited for when the dearest was found was due before this.
    is_complete = known.most() + FORBIDDEN + 1 < EVERYWHERE
    return known if is_complete and known.get(beliefs.me.spot, -1) >= 0 else None


def _is_in_reach(known: Costs, start: int, goals: Goals, most: int) -> bool:
    """Return whether one of these squares has a cost below `most`; only such squares of a sieve are asked."""
    if isinstance(goals, Sieve):
        return any(known.get(spot, most) < most and spot != start and spot in goals for spot in goals.squares)
    return any(known.get(goal, most) < most and goal != start for goal in goals)


def _kept(beliefs: Beliefs, ground: Roads) -> Costs | None:
    """Return the costs that were kept for just this, None if there are none."""
    kept = beliefs.level.results.reach
    if kept is None or kept[0] != (beliefs.level.version, beliefs.me.spot) or kept[1] != ground.avoid:
        return None
    return kept[2]


def _keep(beliefs: Beliefs, ground: Roads) -> Costs:
    found = costs(ground, beliefs.me.spot, EVERYWHERE)
    beliefs.level.results.reach = (
        (beliefs.level.version, beliefs.me.spot),
        bytes(ground.avoid),
        found,
    )
    return found


def past(level: TerrainMap, here: int, path: Sequence[int], turn: int, taken: Container[int]) -> int:
    """Return the next square of a way, or where a foe stands there one beside it that leads on as well; -1 if
    there is none.
    """
    spot = path[turn]
    if spot not in taken:
        return spot
    if turn + 1 < len(path):
        for near in level.neighbours(here):
            if near not in taken and path[turn + 1] in level.neighbours(near):
                return near
    return -1
