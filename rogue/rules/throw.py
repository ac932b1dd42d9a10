"""Throwing: any item, in a straight line.

Owns   the throw from hand to landing (THR-1 to THR-3, THR-7).
Leaves the hit and its damage (fight), where a miss falls (pack), a confused aim (commands).
"""

from __future__ import annotations

from rogue.rules import fight, gear, pack
from rogue.rules.flight import fly
from rogue.state.item import Item
from rogue.state.world import World


def throw(world: World, item: Item, step: int) -> bool:
    """Throw one piece of an item; a hit uses it up, else it falls where it stopped (THR-1 to THR-3).

    Always costs the turn; a cursed item in use stays (CMD-9).
    """
    if not gear.unequip(world, item) or world.ending is not None:
        return True
    missile = pack.take(world, item)
    spot = fly(world, step, missile.symbol)
    foe = world.level.foe_at[spot]
    if foe is None or not fight.attack(world, foe, missile, thrown=True):
        pack.fall(world, missile, spot, announce=True)
    return True
