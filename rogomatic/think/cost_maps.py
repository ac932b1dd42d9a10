"""Cost maps: the terrain with the monsters on it, as the path calculator wants it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Final, Protocol

from rogomatic.beliefs.known_monsters import Foe
from rogomatic.beliefs.model import Beliefs
from rogomatic.beliefs.terrain_map import AROUND, TerrainMap
from rogomatic.monster_manual import MEAN
from rogomatic.think.pathfinding import FORBIDDEN, costs, way

_BESIDE_PURSUER: Final = 6  # and from where a pursuer could strike
_FIGHT: Final = 60  # squares of detour worth a fight where no other way is left
_FRESH_TURNS: Final = 20  # a foe out of view for less than this is taken to be where it was seen last
_MOST: Final = FORBIDDEN - 1
EVERYWHERE: Final = 4000  # no way on one level costs more


class Goals(Container[int], Iterable[int], Protocol):
    """Squares to go to."""


class Roads:
    """A level's squares and links, with an avoidance of its own."""

    __slots__ = ("avoid", "level", "links")

    def __init__(self, level: TerrainMap, avoid: bytearray) -> None:
        self.level = level
        self.avoid = avoid
        self.links = level.links

    def link(self, spot: int) -> tuple[int, ...]:
        """Work out the links of a square."""
        return self.level.link(spot)


def roads(b: Beliefs) -> Roads:
    """Return the roads for an ordinary walk: around every foe known of."""
    avoid = bytearray(b.level.avoid)
    for foe in b.foes.seen.values():
        _shun(b, avoid, foe)
    for foe in b.foes.lurking.values():
        if foe.awake is not True or b.turn - foe.seen_turn < _FRESH_TURNS:
            _shun(b, avoid, foe)
    return Roads(b.level, avoid)


def reach(b: Beliefs, ground: Roads) -> dict[int, int]:
    """Return what it costs to go from the hero to each square in reach; not to be changed.

    Kept on the level, and worked out anew when map, avoidance or hero are other ones.
    """
    return _kept(b, ground) or _keep(b, ground)


def bounds(b: Beliefs, ground: Roads) -> Callable[[int], int]:
    """Return a lower bound of what it costs the hero to go to a square: 0 while nothing is known.

    It comes from what is kept for another square that the hero could come from: no way from here is shorter
    than the way from there by more than what lies between.  So when only the hero has moved, many a refusal
    holds without a new search.
    """
    kept = b.level.reach
    if kept is None or kept[0][0] != b.level.version or kept[1] != ground.avoid:
        return lambda _spot: 0
    known, walked = kept[2], kept[2].get(b.me.spot, EVERYWHERE)
    return lambda spot: max(known.get(spot, EVERYWHERE) - walked, 0)


def way_over(b: Beliefs, ground: Roads, goals: Goals, most: int = EVERYWHERE) -> tuple[int, ...]:
    """Return the hero's cheapest way to the nearest of `goals`, as `pathfinding.way` does.

    A search of the whole map that finds none leaves what is in reach, so that none is made again while
    map, avoidance and hero stay as they are.
    """
    start = b.me.spot
    known = _kept(b, ground)
    if known and not any(known.get(goal, most) < most and goal != start for goal in goals):
        return ()
    path = way(ground, start, goals, most)
    if not path and not known and most >= EVERYWHERE:
        _keep(b, ground)
    return path


def _kept(b: Beliefs, ground: Roads) -> dict[int, int]:
    """Return the costs that were kept for just this, {} if there are none."""
    kept = b.level.reach
    if kept is None or kept[0] != (b.level.version, b.me.spot) or kept[1] != ground.avoid:
        return {}
    return kept[2]


def _keep(b: Beliefs, ground: Roads) -> dict[int, int]:
    found = costs(ground, b.me.spot, EVERYWHERE)
    b.level.reach = ((b.level.version, b.me.spot), bytes(ground.avoid), found)
    return found


def bold_roads(b: Beliefs, weak: Iterable[int]) -> Roads:
    """Return the roads for one who would rather fight than stay: foes on the squares `weak` are only dear."""
    ground = roads(b)
    for spot in weak:
        ground.avoid[spot] = _FIGHT
    return ground


def escape_roads(b: Beliefs) -> Roads:
    """Return the roads for running away: never onto a foe, unwillingly to where one could strike."""
    avoid = bytearray(b.level.avoid)
    foes = [*b.foes.seen.values()]
    foes += [foe for foe in b.foes.lurking.values() if b.turn - foe.seen_turn < _FRESH_TURNS or not foe.awake]
    for foe in foes:
        if foe.awake is not False:
            for spot in b.level.neighbours(foe.spot):
                avoid[spot] = min(avoid[spot] + _BESIDE_PURSUER, _MOST)
    for foe in foes:
        avoid[foe.spot] = FORBIDDEN
    return Roads(b.level, avoid)


def _shun(b: Beliefs, avoid: bytearray, foe: Foe) -> None:
    wakes = foe.kind.traits & MEAN or foe.kind.special == "freeze"
    beside = b.knobs.shun_squares if wakes else b.knobs.quiet_squares
    for step in AROUND:
        spot = foe.spot + step
        if b.level.is_walkable(spot):
            avoid[spot] = min(avoid[spot] + beside, _MOST)
    avoid[foe.spot] = FORBIDDEN
