"""Monster goals: rousing a monster by force, and what it then goes for."""

from __future__ import annotations

from rogue.rules.vision import sees_foe
from rogue.state.actors import AWAKE, HELD, Monster
from rogue.state.item import Item
from rogue.state.world import World


def rouse(world: World, foe: Monster) -> None:
    """Wake a monster, end its being held and give it a goal (MON-18).  May draw dice (CHS-3)."""
    foe.flags = (foe.flags | AWAKE) & ~HELD
    foe.goal = choose_goal(world, foe)


def choose_goal(world: World, foe: Monster) -> Item | None:
    """Return the lying item a monster will fetch, or None for the player (CHS-3).

    Draws one chance per item in the monster's room; an item another monster wants is passed over.  In some
    editions nothing is fetched (V36-10).
    """
    odds = foe.kind.carry
    if odds <= 0 or not world.rules.chasing.fetches or foe.room is world.player.room or sees_foe(world, foe):
        return None
    level = world.level
    for item in level.things:
        if item.kind.does == "scare monster" or level.room_at(item.spot) is not foe.room:
            continue
        if world.rng.percent(odds) and not any(other.goal is item for other in level.foes):
            return item
    return None
