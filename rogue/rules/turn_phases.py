"""The phases of a turn around the player's actions, in order."""

from __future__ import annotations

from typing import Final

from rogue.rules import attributes, effects, hunger, monster_ai, timers, traps, vision
from rogue.rules.output import finish_sentence
from rogue.state.item import Item
from rogue.state.serialize import turn_checksum
from rogue.state.world import World

RING_TELEPORT_ONE_IN: Final = 50  # TRN-9


def before_turn(world: World) -> None:
    """Run the phases before the player's actions, in order."""
    monster_ai.check_wanderers(world)
    vision.redraw_hallucination(world)
    timers.burn_before(world)


def after_turn(world: World) -> None:
    """Run the phases after the player's actions, then the rings' effects.  Stop when the game ends."""
    _after(world)
    player = world.player
    if player.left is not None:
        _act_of(world, player.left)
    if player.right is not None:
        _act_of(world, player.right)


def _act_of(world: World, ring: Item) -> None:
    """Apply the occasional effect of a worn ring (TRN-9)."""
    if world.ending is not None:
        return
    if ring.kind.does == "searching":
        traps.search(world)
    elif ring.kind.does == "teleportation" and world.rng.one_in(RING_TELEPORT_ONE_IN):
        effects.teleport(world)


def extra_round(world: World) -> None:
    """Run one complete round within an action, without ring effects (TRN-10)."""
    before_turn(world)
    _after(world)


def _after(world: World) -> None:
    """Run the phases after the player's actions, in order, until the game ends.

    Each is called by its name, which is faster than through a table.
    """
    world.turns += 1
    if world.turn_checksums is not None:
        world.turn_checksums.append(turn_checksum(world))
    if _is_over(world):
        return
    last = world.rules.chasing.move_last  # V52-25
    if not last:
        monster_ai.move_foes(world)
        if _is_over(world):
            return
    attributes.heal(world)
    hunger.digest(world)
    if _is_over(world):
        return
    if last:
        monster_ai.move_foes(world)
        if _is_over(world):
            return
    timers.burn_after(world)
    if world.sentence:
        finish_sentence(world)


def _is_over(world: World) -> bool:
    """Return whether the game has ended, evaluated again after each phase."""
    return world.ending is not None
