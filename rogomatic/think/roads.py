"""Roads: the terrain with the foes on it, as the path calculator wants it.

Owns   how much foes, sleeping or remembered, are shunned on a walk.
Leaves the search itself (paths), terrain (beliefs.level).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rogomatic.beliefs.foes import Foe
from rogomatic.beliefs.level import AROUND, Level
from rogomatic.beliefs.model import Beliefs
from rogomatic.bestiary import MEAN
from rogomatic.think.paths import FORBIDDEN

_BESIDE_PURSUER: Final = 6  # and from where a pursuer could strike
_FIGHT: Final = 60  # squares of detour worth a fight where no other way is left
_FRESH_TURNS: Final = 20  # a foe out of view for less than this is taken to be where it was seen last
_MOST: Final = FORBIDDEN - 1


class Roads:
    """A level's squares and links, with an avoidance of its own."""

    __slots__ = ("avoid", "level", "links")

    def __init__(self, level: Level, avoid: bytearray) -> None:
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
            for spot in b.level.links[foe.spot] or b.level.link(foe.spot):
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
