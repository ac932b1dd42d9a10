"""Special effects of monsters' hits, one function per effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.levelgen.spawning import gold_worth
from rogue.rules import item_names, pack
from rogue.rules.attributes import change_strength, player_saves
from rogue.rules.mind_lore import note_trait, note_vain_hit
from rogue.rules.monster_death import HOARD, remove_foe
from rogue.rules.output import emit
from rogue.rules.pack import is_magic
from rogue.state.entities import ALERT, BLIND, GRABBED, PROTECTED, SUSTAINED, Monster
from rogue.state.world import World
from rogue.tables.monsters import HitEffect

RUSTED: Final = 9  # armor of this class or worse does not rust (ARM-7)
FREEZE_TURNS: Final = (2, 3)
FROZEN_DEAD: Final = 50  # the player dies beyond this many helpless turns (SPC-4)
TRANSFIXED_DEAD: Final = (
    10_000  # far beyond starvation; ends a player who digests too slowly to starve (BUG-34)
)
LIFE_PCT: Final = 30  # SPC-10
LEVEL_PCT: Final = 15  # SPC-11
LEVEL_DIE: Final = 10


def take_effect(world: World, foe: Monster) -> bool:
    """Apply the special effect of a monster's hit.  Return False if the monster vanished."""
    effect = EFFECTS.get(foe.kind.on_hit)
    return effect is None or effect(world, foe)


def rust_armor(world: World) -> bool:
    """Worsen the worn armor by one point of armor class.  Return False if it cannot rust (ARM-7)."""
    armor = world.player.worn
    if armor is None or not armor.kind.rusts or armor.value >= RUSTED:
        return False
    if armor.has_flag(PROTECTED) or world.player.wears("maintain armor"):
        if world.duel is None:
            emit(world, "The rust vanishes instantly")
        return False
    armor.value += 1
    emit(world, "Your armor appears to be weaker now. Oh my!", terse="Your armor weakens")
    return True


def _rust(world: World, foe: Monster) -> bool:
    if not rust_armor(world):
        note_vain_hit(world, foe)
    return True


def _freeze(world: World, foe: Monster) -> bool:
    """Freeze the player for some turns (SPC-4)."""
    player = world.player
    player.flags &= ~ALERT
    if not player.helpless:
        name = item_names.foe_name(world, foe)
        emit(world, f"You are frozen by the {name}", terse="You are frozen")
    player.helpless += world.rng.between(*FREEZE_TURNS)
    if player.helpless > FROZEN_DEAD:
        world.end("killed", "hypothermia")
    return True


def _transfix(world: World, foe: Monster) -> bool:
    """Make the player helpless for some turns.

    If the player is helpless already, the new turns are added to the remaining ones (V52-12, BUG-34).  A
    blind player is spared.  Too many helpless turns kill the player.
    """
    player = world.player
    if player.flags & BLIND:
        return True
    player.flags &= ~ALERT
    if not player.helpless:
        text = f"You are transfixed by the gaze of the {foe.kind.name}"
        emit(world, text, terse="You are transfixed")
    player.helpless += world.rng.between(*FREEZE_TURNS)
    limit, starved = TRANSFIXED_DEAD, world.rules.fighting.starved_gaze
    if starved is not None and player.food <= 0:
        limit = starved
    if player.helpless > limit:
        world.end("killed", foe.kind.name)
    return True


def _steal_gold(world: World, foe: Monster) -> bool:
    """Let the monster steal gold and vanish (SPC-5)."""
    player = world.player
    loss = gold_worth(world)
    if not player_saves(world, "magic"):
        loss += sum(gold_worth(world) for _ in range(HOARD))
    remove_foe(world, foe)
    if player.purse:
        player.purse = max(0, player.purse - loss)
        emit(world, "Your purse feels lighter")
    return False


def _steal_item(world: World, foe: Monster) -> bool:
    """Let the monster steal a magic item from the pack and vanish (SPC-8, BUG-13, V52-27, V36-35)."""
    player = world.player
    in_use = (player.worn, player.wielded, player.left, player.right)
    wanted = [item for item in player.pack if is_magic(item) and item not in in_use]
    if not wanted:
        note_vain_hit(world, foe)
        return True
    loot = world.rng.pick(wanted)
    rules = world.rules.fighting
    if loot.count > 1 and not loot.group and not rules.steals_of_stacks:
        loot = pack.single(loot)  # BUG-38
    else:
        loot = pack.take(world, loot, everything=loot.group != 0 and rules.steals_groups)
    remove_foe(world, foe)
    emit(world, f"She stole {item_names.item_name(world, loot, lower=True)}!")
    return False


def _weaken(world: World, foe: Monster) -> bool:
    """Take one point of strength from the player (SPC-9).

    A saving throw or a ring of sustain strength prevents the loss.
    """
    if player_saves(world, "poison"):
        return True
    if not world.player.wears("sustain strength"):
        change_strength(world, -1)
        emit(world, "You feel a bite in your leg and now feel weaker", terse="A bite has weakened you")
    else:
        note_trait(world, foe, SUSTAINED)
        if world.duel is None:
            emit(world, "A bite momentarily weakens you", terse="Bite has no effect")
    return True


def _drain_life(world: World, foe: Monster) -> bool:
    """Reduce the player's maximum hit points with a chance of LIFE_PCT percent (SPC-10)."""
    if world.rng.percent(LIFE_PCT):
        _drain(world, foe, world.rules.fighting.life_die)
    return True


def _drain_level(world: World, foe: Monster) -> bool:
    """Take an experience level from the player by chance (SPC-11).

    The remaining experience points are just above the threshold of the new level (BUG-9).
    """
    if not world.rng.percent(LEVEL_PCT):
        return True
    player = world.player
    if player.exp == 0:
        world.end("killed", foe.kind.name)
        return True
    if player.level == 1:
        player.exp = 0
    else:
        player.level -= 1
        player.exp = world.rules.thresholds[player.level - 1] + 1
    _drain(world, foe, LEVEL_DIE)
    return True


def _drain(world: World, foe: Monster, sides: int) -> None:
    """Roll 1d`sides` once, and subtract it from the player's hit points and the maximum hit points (SPC-10).

    The hit points never fall below 1 in this way, but if the maximum falls to 0 or less, the player dies.
    """
    player = world.player
    loss = world.rng.roll(1, sides)
    player.max_hp -= loss
    player.hp = max(1, player.hp - loss)
    if player.max_hp <= 0:
        world.end("killed", foe.kind.name)
        return
    emit(world, "You suddenly feel weaker")


def _hold(world: World, foe: Monster) -> bool:
    """Hold the player, tighter with each hit (SPC-12)."""
    player = world.player
    player.flags |= GRABBED
    player.grip += 1
    player.hp -= world.rules.fighting.hold_hurts
    if player.hp <= 0:
        world.end("killed", foe.kind.name)
    return True


EFFECTS: Final[dict[HitEffect, Callable[[World, Monster], bool]]] = {
    "rust armor": _rust,
    "freeze": _freeze,
    "transfix": _transfix,
    "steal gold": _steal_gold,
    "steal item": _steal_item,
    "weaken": _weaken,
    "drain life": _drain_life,
    "drain level": _drain_level,
    "hold": _hold,
}
