"""Equipment: wielding, wearing, taking off, dropping, and what a curse holds fast."""

from __future__ import annotations

from rogue.rules import rings, turn_phases
from rogue.rules.item_names import item_name
from rogue.rules.output import add_text, emit
from rogue.rules.pack import SINGLES, can_drop_here, in_use, is_in_use, refuses, take
from rogue.state.item import KNOWN, Item
from rogue.state.world import World


def wield(world: World, item: Item) -> bool:
    """Take an item in hand (ARM-2, ARM-3).

    Free when refused, except by a cursed weapon in hand, which costs the turn (ARM-4).
    """
    player = world.player
    if player.wielded is not None and refuses(world, player.wielded):
        return True
    if item.kind.cls == "armor":
        emit(world, "You can't wield armor")
        return False
    if in_use(world, item):
        return False
    name = f"{item_name(world, item, lower=True)} ({item.letter})"  # before it is in hand
    player.wielded = item
    add_text(world, "You are now ", terse="")
    emit(world, f"wielding {name}")
    return True


def wear(world: World, item: Item) -> bool:
    """Put armour on, which takes two turns and makes it known (ARM-1, NAM-9).  Free while wearing some."""
    player = world.player
    if player.worn is not None:
        return report_worn(world)
    if item.kind.cls != "armor":
        emit(world, "You can't wear that")
        return True
    turn_phases.extra_round(world)
    if world.ending is not None or item not in player.pack:  # stolen meanwhile
        return True
    item.flags |= KNOWN
    name = item_name(world, item, lower=True)  # before it is worn
    player.worn = item
    add_text(world, "You are now ", terse="")
    emit(world, f"wearing {name}")
    return True


def report_worn(world: World) -> bool:
    """Say that some armour is worn already, which is free."""
    emit(
        world,
        "You are already wearing some.  You'll have to take it off first",
        terse="You are already wearing some",
    )
    return False


def take_off(world: World) -> bool:
    """Take the armour off, which takes two turns (ARM-1).  Free when there is none."""
    worn = world.player.worn
    if worn is None:
        emit(world, "You aren't wearing any armor", terse="Not wearing armor")
        return False
    if unequip(world, worn) and world.ending is None:
        add_text(world, "You used to be ", terse="was ")
        emit(world, f"wearing {worn.letter}) {item_name(world, worn, lower=True)}")
    return True


def unequip(world: World, item: Item) -> bool:
    """Part with an item if it is in use: weapon, armour (an extra round) or ring (ITM-22, TRN-10).

    False, and said, when it is cursed; True also when it was not in use at all.
    """
    player = world.player
    if not is_in_use(player, item):
        return True
    if refuses(world, item):
        return False
    if item is player.wielded:
        player.wielded = None
    elif item is player.worn:
        turn_phases.extra_round(world)
        player.worn = None
    else:
        rings.slip_off(world, item)
    return True


def drop(world: World, item: Item) -> bool:
    """Lay an item down under the player: one piece, or a whole group (ITM-14, ITM-21 to ITM-23).

    Free when something lies here already; a refusal by a curse costs the turn.
    """
    if not can_drop_here(world):
        return False
    if not unequip(world, item) or world.ending is not None:
        return True
    dropped = take(world, item, everything=item.kind.cls not in SINGLES)
    world.level.add_thing(dropped, world.player.spot)
    emit(world, f"Dropped {item_name(world, dropped, lower=True)}")
    return True
