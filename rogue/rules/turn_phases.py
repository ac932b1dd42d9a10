"""The phases of a turn: what happens before and after the player's actions, in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.rules import attributes, effects, hunger, monster_ai, timers, traps, vision
from rogue.rules.output import finish_sentence
from rogue.state.serialize import turn_checksum
from rogue.state.world import World

RING_TELEPORT_ONE_IN: Final = 50  # TRN-9

BEFORE: Final[tuple[Callable[[World], None], ...]] = (
    monster_ai.check_wanderers,
    vision.redraw_hallucination,
    timers.burn_before,
)

AFTER: Final[tuple[Callable[[World], None], ...]] = (
    monster_ai.move_foes,
    attributes.heal,
    hunger.digest,
    timers.burn_after,
)


def before_turn(world: World) -> None:
    """Run what comes before the player's actions of a turn."""
    for process in BEFORE:
        process(world)


def after_turn(world: World) -> None:
    """Run what comes after them, then the rings' effects; nothing goes on after an ending."""
    _after(world)
    player = world.player
    for ring in (player.left, player.right):
        if ring is None or world.ending is not None:
            continue
        if ring.kind.does == "searching":
            traps.search(world)
        elif ring.kind.does == "teleportation" and world.rng.one_in(RING_TELEPORT_ONE_IN):
            effects.teleport(world)


def extra_round(world: World) -> None:
    """Run one complete round in the middle of an action, without ring effects (TRN-10)."""
    before_turn(world)
    _after(world)


def _after(world: World) -> None:
    world.turns += 1
    if world.turn_checksums is not None:
        world.turn_checksums.append(turn_checksum(world))
    for process in AFTER:
        if world.ending is not None:
            return
        process(world)
    if world.sentence:
        finish_sentence(world)
