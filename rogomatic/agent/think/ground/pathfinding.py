"""Pathfinding: the cheapest path on a level, or the path costs to all squares."""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from typing import Final

from rogomatic.agent.beliefs.cached_results import Bound
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import TerrainMap
from rogomatic.agent.kernels import find_path as cheapest_path
from rogomatic.agent.kernels import path_costs
from rogomatic.agent.kernels.cost_map import Costs
from rogomatic.agent.kernels.level_grid import FORBIDDEN as FORBIDDEN  # noqa: PLC0414  (exported)


class Sieve:
    """Set of goals among `squares`.  A square is tested only when a search asks for it.

    squares  all squares that may be goals.  The sieve does not change this set
    """

    __slots__ = ("squares",)

    squares: set[int]

    def __contains__(self, spot: object) -> bool:
        raise NotImplementedError


Goals = Collection[int] | Sieve
"""Squares to go to."""


class Roads:
    """Level with extra costs for squares that the hero should avoid.

    avoid  extra cost of a step onto each square; FORBIDDEN: no step is allowed
    """

    __slots__ = ("avoid", "level")

    def __init__(self, level: TerrainMap, avoid: bytearray | None = None) -> None:
        """Use the costs `avoid`.  If they are None, use the level's `avoid`."""
        self.level = level
        self.avoid = level.avoid if avoid is None else avoid

    def copy(self) -> Roads:
        """Return a copy, whose costs may be changed."""
        return Roads(self.level, bytearray(self.avoid))

    def cost_of(self, path: tuple[int, ...]) -> int:
        """Return the cost of a path."""
        cost = len(path)
        for spot in path:
            cost += self.avoid[spot]
        return cost


def find_path(ground: Roads, start: int, goals: Goals, most: int = 4000) -> tuple[int, ...]:
    """Return the cheapest path from `start` to the nearest of `goals`, without `start`.

    The path is empty if no goal has a path that costs less than `most`.  The start does not count as a goal.
    A step onto a square costs 1 plus the extra cost of the square.  Of several cheapest paths, the first one
    found is returned.  Straight steps are tried before diagonal steps, and the order of the goals has no
    effect.

    >>> from rogomatic.agent.beliefs.terrain_map import FLOOR
    >>> level = TerrainMap(1)
    >>> for spot in range(161, 166):
    ...     level.put(spot, FLOOR)
    >>> level.avoid[163] = 3
    >>> ground = Roads(level)
    >>> find_path(ground, 162, {161, 165}), find_path(ground, 164, {161, 162}), find_path(ground, 164, {164})
    ((161,), (163, 162), ())
    """
    among = goals.squares if isinstance(goals, Sieve) else goals
    if not among:
        return ()
    near = next_door(ground, start, goals) if most > 1 else ()  # most searches end here
    return near or cheapest_path(ground.level, ground.avoid, start, goals, among, most)


def next_door(ground: Roads, start: int, goals: Goals) -> tuple[int, ...]:
    """Return the path that `find_path` finds if it costs 1, and otherwise ()."""
    among = goals.squares if isinstance(goals, Sieve) else goals
    for near in ground.level.neighbors(start):
        if near in among and not ground.avoid[near] and near in goals:
            return (near,)
    return ()


def costs(ground: Roads, start: int, most: int = 4000) -> Costs:
    """Return the path cost from `start` to each square if that cost is below `most`.  `start` costs 0."""
    return path_costs(ground.level, ground.avoid, start, most)


EVERYWHERE: Final = 4000  # upper bound of any path cost on a level


def reach(beliefs: Beliefs, ground: Roads) -> Costs:
    """Return the path cost from the hero to each square that it can reach.  Costs are cached."""
    known = _latest(beliefs, ground)
    return known[0] if known is not None and known[1] == beliefs.me.spot else _keep(beliefs, ground)


def costs_near(beliefs: Beliefs, ground: Roads, start: int, most: int) -> Costs:
    """Return `costs`, computed again only if the arguments or the map have changed."""
    results = beliefs.level.results
    state, kept = (beliefs.level.version, start, most), results.near
    if kept is None or kept[0] != state or kept[1] != ground.avoid:
        kept = results.near = state, bytes(ground.avoid), costs(ground, start, most)
    return kept[2]


def bounds(beliefs: Beliefs, ground: Roads) -> Bound:
    """Return a lower bound of the hero's path cost to each square.  Return 0 where nothing is known.

    The bounds follow, by the triangle inequality, from cached costs for a square where the hero stood
    earlier.  So if only the hero has moved, many rules can refuse without a new search.
    """
    known = _latest(beliefs, ground)
    if known is None:
        return Bound(None, 0, 0)
    return Bound(known[0], known[0].get(beliefs.me.spot, EVERYWHERE), EVERYWHERE)


def hero_path(beliefs: Beliefs, ground: Roads, goals: Goals, most: int = EVERYWHERE) -> tuple[int, ...]:
    """Return the hero's cheapest path to the nearest of `goals`, as `find_path` does.

    If a search of the whole map finds no goal, the reachable squares are cached.  While the map and the
    avoidance stay the same, the search is then not repeated, even if the hero walks.
    """
    start, known = beliefs.me.spot, _latest(beliefs, ground)
    is_exact = known is not None and known[1] == start
    if known is not None and (is_exact or _is_complete(known[0], start)):
        limit = most if is_exact else EVERYWHERE
        if not _is_in_reach(known[0], start, goals, limit):
            return ()
    path = find_path(ground, start, goals, most)
    if not path and not is_exact and most >= EVERYWHERE:
        _keep(beliefs, ground)
    return path


def _is_complete(known: Costs, start: int) -> bool:
    """Return whether the costs of an earlier search include all squares in reach of `start`."""
    # Squares still waiting when the farthest one was found cost at least this.
    return known.most() + FORBIDDEN + 1 < EVERYWHERE and known.get(start, -1) >= 0


def _is_in_reach(known: Costs, start: int, goals: Goals, most: int) -> bool:
    """Return whether a goal has a cost below `most`.  A sieve tests only squares with such a cost."""
    if isinstance(goals, Sieve):
        return any(known.get(spot, most) < most and spot != start and spot in goals for spot in goals.squares)
    return any(known.get(goal, most) < most and goal != start for goal in goals)


def _latest(beliefs: Beliefs, ground: Roads) -> tuple[Costs, int] | None:
    """Return the cached path costs and their start.  Return None if the map or the avoidance has changed."""
    kept = beliefs.level.results.reach
    if kept is None or kept[0] != beliefs.level.version or kept[1] != ground.avoid:
        return None
    return kept[2]


def _keep(beliefs: Beliefs, ground: Roads) -> Costs:
    found = costs(ground, beliefs.me.spot, EVERYWHERE)
    beliefs.level.results.reach = beliefs.level.version, bytes(ground.avoid), (found, beliefs.me.spot)
    return found


def past(level: TerrainMap, here: int, path: Sequence[int], turn: int, taken: Container[int]) -> int:
    """Return `path[turn]` if this square is free.

    Otherwise return a free square by which the hero can walk around it.  Return -1 if there is no such
    square.
    """
    spot = path[turn]
    if spot not in taken:
        return spot
    if turn + 1 < len(path):
        for near in level.neighbors(here):
            if near not in taken and path[turn + 1] in level.neighbors(near):
                return near
    return -1
