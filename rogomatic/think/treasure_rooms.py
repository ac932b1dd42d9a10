"""Treasure rooms, which hold many monsters and many items.

A treasure room has at least two foes more than things, all of them mean: each wakes with two chances in
three when somebody comes in, and again when he goes out (GEN-41, GEN-42, MON-14).  So who goes in fights
most of them, and the best that can be hoped for is to have them one by one, in the door.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from rogomatic.beliefs.model import Beliefs
from rogomatic.beliefs.room_grid import box_of
from rogomatic.think.combat_odds import be_hit, stands
from rogomatic.think.combat_sim import Fighter, bout

CROWD: Final = 4  # foes in one room that make it a hoard


def crowded(b: Beliefs) -> frozenset[int]:
    """Return the boxes of the rooms in which a crowd is in view."""
    if len(b.foes.seen) < CROWD:
        return frozenset()
    count = Counter(box_of(spot) for spot in b.foes.seen)
    return frozenset(box for box, many in count.items() if many >= CROWD)


def barred(b: Beliefs) -> frozenset[int]:
    """Return the boxes of hoards whose guards are too many, fought one by one, at full health."""
    known = {**b.foes.lurking, **b.foes.seen}
    if len(known) < CROWD:
        return frozenset()
    count = Counter(box_of(spot) for spot in known)
    found = set()
    for box, many in count.items():
        if many >= CROWD:
            guards = [foe for spot, foe in sorted(known.items()) if box_of(spot) == box]
            fighters = tuple(Fighter(foe.kind.attacks, be_hit(b, foe.kind), stands(b, foe)) for foe in guards)
            if 100 * bout(b.me.max_hp, fighters, 1).die > b.knobs.guarded_pct:
                found.add(box)
    return frozenset(found)
