"""The items that are worth fetching although foes guard them, as in treasure rooms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import GOLD, Square, box_of
from rogomatic.agent.monster_manual import MEAN
from rogomatic.agent.think.fight.combat_odds import be_hit, duel, survival_curve
from rogomatic.agent.think.fight.combat_sim import Fighter, simulate_fight

CROWD: Final = 4  # foes in one room that make it a treasure room


def crowded(beliefs: Beliefs) -> frozenset[int]:
    """Return the boxes of the map in which a crowd of foes is in view.

    A treasure room has at least two more foes than items.  All of these foes are mean: each wakes with a
    chance of 2/3 when the hero enters, and again when the hero leaves (GEN-41, GEN-42, MON-14).  A hero
    inside must fight most of them.  If it reaches the door, it can fight them there one by one.
    """
    if len(beliefs.foes.seen) < CROWD:
        return frozenset()
    return frozenset(_crowded(beliefs.foes.seen))


def _crowded(spots: Iterable[int]) -> list[int]:
    count: dict[int, int] = {}
    for spot in spots:
        count[box_of(spot)] = count.get(box_of(spot), 0) + 1
    return [box for box, many in count.items() if many >= CROWD]


def guarded_boxes(beliefs: Beliefs) -> frozenset[int]:
    """Return the boxes of treasure rooms whose foes are too strong for a hero with full hit points.

    The hero is assumed to fight the foes one by one.
    """
    if len(beliefs.foes.lurking) + len(beliefs.foes.seen) < CROWD:
        return frozenset()
    known = {**beliefs.foes.lurking, **beliefs.foes.seen}
    found = set()
    for box in _crowded(known):
        guards = [foe for spot, foe in sorted(known.items()) if box_of(spot) == box]
        fighters = tuple(
            Fighter(foe.kind.attacks, be_hit(beliefs, foe.kind), survival_curve(beliefs, foe))
            for foe in guards
        )
        if 100 * simulate_fight(beliefs.me.max_hp, fighters, 1).death_probability > beliefs.knobs.guarded_pct:
            found.add(box)
    return frozenset(found)


def wanted_things(beliefs: Beliefs) -> set[int]:
    """Return the squares of items worth fetching.  If the pack is full, return only squares of gold."""
    level, shut = beliefs.level, guarded_boxes(beliefs)
    foes = (*beliefs.foes.seen.values(), *beliefs.foes.lurking.values())
    return {
        spot
        for spot, symbol in level.things.items()
        if spot not in level.ignored
        and (symbol == GOLD or not beliefs.full_pack)
        and not (foes and any(_guards(beliefs, foe, spot) for foe in foes))
        and (not shut or box_of(spot) not in shut)
    }


def _guards(beliefs: Beliefs, foe: Foe, spot: Square) -> bool:
    """Return whether this foe is too strong and may wake if the hero fetches the item on `spot`."""
    if foe.awake or distance_between(foe.spot, spot) > (1 if foe.kind.traits & MEAN else 0):
        return False
    return foe.kind.special == "freeze" or 100 * duel(beliefs, foe)[0] > beliefs.knobs.guarded_pct
