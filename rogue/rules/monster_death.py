"""Removing a monster from the level: killed, or vanished."""

from __future__ import annotations

from typing import Final

from rogue.levelgen.item_factory import gold_worth, make_gold
from rogue.rules import item_names, pack, vision
from rogue.rules.attributes import gain_experience, player_saves
from rogue.rules.output import reply
from rogue.state.actors import GRABBED, TARGET, Monster
from rogue.state.world import World

HOARD: Final = 4  # further piles a leprechaun holds, won or lost by a save (SPC-5, SPC-6)


def kill_foe(world: World, foe: Monster, *, announce: bool = True) -> None:
    """Emit a monster's death, remove it, drop its items, give its experience (CMB-16).

    The message joins an unfinished blow; nothing is said unless `announce`.  May raise the player's level.
    With option flush the keys typed ahead are void (OPT-7).
    """
    if world.options.flush:
        world.flushed = True
    if announce:
        name = item_names.foe_name(world, foe)
        reply(world, f"You have defeated {name}", terse=f"Defeated {name}")
    if foe.kind.on_hit == "hold":
        release(world)
        world.player.grip = 0
    elif foe.kind.on_hit == "steal gold" and _may_hoard(world):
        _hoard(world, foe)
    remove_foe(world, foe)
    for item in foe.pack:
        pack.fall(world, item, foe.spot)
    foe.pack.clear()
    gain_experience(world, foe.exp)


def remove_foe(world: World, foe: Monster) -> None:
    """Take a monster off level and canvas; a fight with it is over.  What it carries stays with it."""
    vision.hide_foe(world, foe)
    world.level.drop_foe(foe)
    if foe.flags & TARGET:
        world.stop_duel()


def release(world: World) -> None:
    """End a flytrap's hold on the player; its counter stays (SPC-13)."""
    world.player.flags &= ~GRABBED


def _may_hoard(world: World) -> bool:
    """Return whether leprechauns have gold here: above the deepest level in some editions only (V52-13)."""
    return world.depth >= world.deepest or not world.rules.bestiary.loads_at_deepest


def _hoard(world: World, foe: Monster) -> None:
    """Give a leprechaun the gold it leaves behind, five times as much with a save (SPC-6)."""
    gold = make_gold(world)
    if player_saves(world, "magic"):
        gold.value += sum(gold_worth(world) for _ in range(HOARD))
    foe.pack.append(gold)
