"""Rings: putting on, taking off, and the effects of these two moments."""

from __future__ import annotations

from rogue.rules import timers
from rogue.rules.attributes import change_strength
from rogue.rules.effects import aggravate, gain_see_invisible
from rogue.rules.item_names import item_name
from rogue.rules.output import add_text, emit
from rogue.rules.pack import in_use, refuses
from rogue.state.item import Item
from rogue.state.world import World


def put_on(world: World, item: Item, hand: str = "") -> bool:
    """Put a ring on a free hand (RNG-1).

    `hand` is "left" or "right" and decides only when both are free; "" then gives up.
    Always costs the turn, whatever is wrong (CMD-7, CMD-9).
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


def take_off(world: World, hand: str = "") -> bool:
    """Take a ring off, unless it is cursed (RNG-1, RNG-7).

    `hand` is "left" or "right" and decides only when both have a ring; "" then gives up.
    Always costs the turn (CMD-7, CMD-9).
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
    """Take a worn ring off its finger and end what it did (RNG-2).  Asks nothing, says nothing."""
    player = world.player
    if ring is player.left:
        player.left = None
    elif ring is player.right:
        player.right = None
    name = ring.kind.does
    if name == "add strength":
        change_strength(world, 0)
    elif name == "see invisible":
        timers.lose_see_invisible(world)


def _come_on(world: World, ring: Item) -> None:
    name = ring.kind.does
    if name == "add strength":
        change_strength(world, 0)
    elif name == "see invisible":
        gain_see_invisible(world)
    elif name == "aggravate monster":
        aggravate(world)
