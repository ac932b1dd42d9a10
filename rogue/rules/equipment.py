"""Equipment: wield, wear, take off, put on rings, drop, throw."""

from __future__ import annotations

from rogue.minds.sound_and_scent import BLOW
from rogue.rules import fight, pack, turn_phases
from rogue.rules.attributes import change_strength
from rogue.rules.awareness import aggravate
from rogue.rules.item_names import item_name
from rogue.rules.mind_lore import show_weapon
from rogue.rules.output import add_text, emit
from rogue.rules.pack import SINGLES, can_drop_here, in_use, is_in_use, refuses, take
from rogue.rules.projectiles import fly
from rogue.rules.vision import gain_see_invisible
from rogue.state.entities import BOW, KNOWN, Item
from rogue.state.world import World


def wield(world: World, item: Item) -> bool:
    """Wield an item (ARM-2, ARM-3).  Return whether the command uses the turn.

    A refused command uses no turn, unless the weapon in hand is cursed (ARM-4).
    """
    player = world.player
    if player.wielded is not None and refuses(world, player.wielded):
        return True
    if item.kind.cls == "armor":
        emit(world, "You can't wield armor")
        return False
    if in_use(world, item):
        return False
    name = f"{item_name(world, item, lower=True)} ({item.letter})"  # named before it is wielded
    player.wielded = item
    add_text(world, "You are now ", terse="")
    emit(world, f"wielding {name}")
    return True


def wear(world: World, item: Item) -> bool:
    """Put on armor, which takes two turns and identifies the item (ARM-1, NAM-9).

    Return whether the command uses the turn.  If armor is worn already, the command uses no turn.
    """
    player = world.player
    if player.worn is not None:
        return report_worn(world)
    if item.kind.cls != "armor":
        emit(world, "You can't wear that")
        return True
    turn_phases.extra_round(world)
    if world.ending is not None or item not in player.pack:  # the item may have been stolen meanwhile
        return True
    item.flags |= KNOWN
    name = item_name(world, item, lower=True)  # named before it is worn
    player.worn = item
    add_text(world, "You are now ", terse="")
    emit(world, f"wearing {name}")
    return True


def report_worn(world: World) -> bool:
    """Report that armor is worn already.  Return False, because the command uses no turn (ARM-1)."""
    emit(
        world,
        "You are already wearing some.  You'll have to take it off first",
        terse="You are already wearing some",
    )
    return False


def take_off(world: World) -> bool:
    """Take off the armor, which takes two turns (ARM-1).  Return False if no armor is worn."""
    worn = world.player.worn
    if worn is None:
        emit(world, "You aren't wearing any armor", terse="Not wearing armor")
        return False
    if unequip(world, worn) and world.ending is None:
        add_text(world, "You used to be ", terse="was ")
        emit(world, f"wearing {worn.letter}) {item_name(world, worn, lower=True)}")
    return True


def unequip(world: World, item: Item) -> bool:
    """Stop using an item.  Return whether the item is now out of use (ITM-22, TRN-10).

    Taking off armor takes an extra round.  A cursed item stays in use, with a message.
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
        slip_off(world, item)
    return True


def drop(world: World, item: Item) -> bool:
    """Drop an item onto the square where the player stands: one unit, or a whole group.

    Return whether the command uses the turn.  If something lies on the square already, the command uses no
    turn.  A cursed item in use cannot be dropped, but the command still uses the turn (ITM-14, ITM-21 to
    ITM-23).
    """
    if not can_drop_here(world):
        return False
    if not unequip(world, item) or world.ending is not None:
        return True
    dropped = take(world, item, everything=item.kind.cls not in SINGLES)
    world.level.add_thing(dropped, world.player.spot)
    emit(world, f"Dropped {item_name(world, dropped, lower=True)}")
    return True


def put_on_ring(world: World, item: Item, hand: str = "") -> bool:
    """Put a ring on a free hand (RNG-1).  Return True, because even a refusal uses the turn (CMD-7, CMD-9).

    `hand` is "left" or "right" and matters only if both hands are free.  In that case "" cancels the command.
    """
    player = world.player
    if item.kind.cls != "ring":
        emit(world, "It would be difficult to wrap that around a finger", terse="Not a ring")
        return True
    if in_use(world, item):
        return True
    if player.left is not None and player.right is not None:
        emit(world, "You already have a ring on each hand", terse="Wearing two")
        return True
    if player.left is None and player.right is None:
        if not hand:
            return True
    else:
        hand = "left" if player.left is None else "right"
    if hand == "left":
        player.left = item
    else:
        player.right = item
    _come_on(world, item)
    add_text(world, "You are now wearing ", terse="")
    emit(world, f"{item_name(world, item, lower=True)} ({item.letter})")
    return True


def remove_ring(world: World, hand: str = "") -> bool:
    """Take off a ring, unless it is cursed (RNG-1, RNG-7).

    Return True, because the turn is always used (CMD-7, CMD-9).

    `hand` is "left" or "right" and matters only if both hands wear a ring.  In that case "" cancels the
    command.
    """
    player = world.player
    left, right = player.left, player.right
    if left is None and right is None:
        emit(world, "You aren't wearing any rings", terse="No rings")
        return True
    if left is not None and right is not None and not hand:
        return True
    ring = right if left is None or (right is not None and hand == "right") else left
    if ring is not None and not refuses(world, ring):
        slip_off(world, ring)
        emit(world, f"Was wearing {item_name(world, ring, lower=True)}({ring.letter})")
    return True


def slip_off(world: World, ring: Item) -> None:
    """Take off a worn ring without a message, and end the ring's effect (RNG-2)."""
    player = world.player
    if ring is player.left:
        player.left = None
    elif ring is player.right:
        player.right = None
    name = ring.kind.does
    if name == "add strength":
        change_strength(world, 0)
    elif name == "see invisible":
        turn_phases.lose_see_invisible(world)


def _come_on(world: World, ring: Item) -> None:
    name = ring.kind.does
    if name == "add strength":
        change_strength(world, 0)
    elif name == "see invisible":
        gain_see_invisible(world)
    elif name == "aggravate monster":
        aggravate(world)


def throw(world: World, item: Item, step: int) -> bool:
    """Throw one unit of an item.  Return True, because the turn is always used (CMD-9).

    An item that misses falls near the square where it stops (THR-1 to THR-3).  A cursed item in use is not
    thrown.
    """
    if not unequip(world, item) or world.ending is not None:
        return True
    missile = pack.take(world, item)
    world.make_noise(BLOW)
    spot = fly(world, step, missile.symbol)
    foe = world.level.foe_at[spot]
    show_weapon(world, BOW, foe)
    if foe is None or not fight.attack(world, foe, missile, thrown=True):
        pack.fall(world, missile, spot, announce=True)
    return True
