"""The phases of a turn before or after the player's actions, including what happens when timers end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.rules import arrival, attributes, awareness, hunger, monster_ai, traps, vision
from rogue.rules.output import emit, finish_sentence
from rogue.rules.vision import sees_foe
from rogue.state.checksum import turn_checksum
from rogue.state.entities import (
    BLIND,
    CONFUSED,
    DETECTS,
    HALLUCINATING,
    HASTED,
    LEVITATING,
    SEES_INVISIBLE,
    Item,
)
from rogue.state.world import World
from rogue.tables.monsters import INVISIBLE

RING_TELEPORT_ONE_IN: Final = 50  # TRN-9
_ACTING: Final = ("searching", "teleportation")


def burn(world: World, before: bool) -> None:
    """Lower the timers of one phase by one turn (TRN-8).

    If `before` is true, these are the timers that run before the player's action.  Otherwise they are those
    that run after it.  Timers at 0 are removed, and their effects end in the order of the timers.
    """
    is_over = False
    for timer in world.timers:
        if timer.before is before:
            left = timer.turns = timer.turns - 1
            if left <= 0:
                is_over = True
    if is_over:
        done = [timer for timer in world.timers if timer.before is before and timer.turns <= 0]
        world.timers = [timer for timer in world.timers if timer not in done]
        for timer in done:
            ON_END[timer.name](world)


def end_confusion(world: World) -> None:
    """End the player's confusion (CON-1)."""
    world.player.flags &= ~CONFUSED
    emit(world, "You feel less confused now", trip="You feel less trippy now")


def come_down(world: World) -> None:
    """End the player's hallucination and stop its timer, and draw things as they are (CON-5).

    Do nothing unless the player is hallucinating.
    """
    player = world.player
    if not player.flags & HALLUCINATING:
        return
    world.stop_timer("hallucination")
    player.flags &= ~HALLUCINATING
    if not player.flags & BLIND:  # a blind player cannot notice the change
        vision.clear_hallucination(world)
        emit(world, "Everything looks SO boring now.")


def lose_see_invisible(world: World) -> None:
    """End the player's sight of invisible monsters, unless a ring or another potion provides it (BUG-24)."""
    player = world.player
    brewed = any(timer.name == "see invisible" for timer in world.timers)
    if brewed or player.wears("see invisible"):
        return
    for foe in world.level.foes:
        if foe.flags & INVISIBLE and sees_foe(world, foe):
            vision.hide_foe(world, foe)
    player.flags &= ~SEES_INVISIBLE


def see_again(world: World) -> None:
    """If the player is blind, end the blindness, stop its timer, and draw the room (CON-2)."""
    player = world.player
    if not player.flags & BLIND:
        return
    world.stop_timer("blindness")
    player.flags &= ~BLIND
    if player.room is not None and not player.room.gone:
        awareness.enter_room(world, player.spot)
    emit(world, "The veil of darkness lifts", trip="Far out!  Everything is all cosmic again")


def end_haste(world: World) -> None:
    """Slow the player to normal speed (CON-7)."""
    world.player.flags &= ~HASTED
    emit(world, "You feel yourself slowing down")


def end_levitation(world: World) -> None:
    """Put the player on the floor, without touching the item there (CON-6)."""
    world.player.flags &= ~LEVITATING
    emit(world, "You float gently to the ground", trip="Bummer!  You've hit the ground")


def end_detection(world: World) -> None:
    """Stop detecting monsters.  Monsters out of sight vanish from the map (POT-8, POT-18)."""
    world.player.flags &= ~DETECTS
    for foe in world.level.foes:
        if not sees_foe(world, foe):
            vision.hide_foe(world, foe)


def _start_wander_checks(world: World) -> None:
    world.wander_on = True


ON_END: Final[dict[str, Callable[[World], None]]] = {
    "confusion": end_confusion,
    "hallucination": come_down,
    "see invisible": lose_see_invisible,
    "blindness": see_again,
    "haste": end_haste,
    "levitation": end_levitation,
    "detect monsters": end_detection,
    "wander": _start_wander_checks,
}
"""Name of a timer -> function to call at its end."""


def before_turn(world: World) -> None:
    """Set the number of actions (TRN-2), and run the phases before the actions, in order (TRN-3)."""
    world.actions = 2 if world.player.flags & HASTED else 1
    if world.wander_on:
        monster_ai.check_wanderers(world)
    if world.player.flags & HALLUCINATING:
        vision.redraw_hallucination(world)
    if world.timers:
        burn(world, before=True)


def after_turn(world: World, *, rings: bool = True) -> bool:
    """Run the phases after the player's actions, in order, then the rings' effects (TRN-7, TRN-9).

    If the game ends in one of them, skip the rest.  Return whether the game goes on.  The phases are called
    by name, because a table of functions would be slower.

    rings  whether the rings have their effects
    """
    world.turns += 1
    if world.turn_checksums is not None:
        world.turn_checksums.append(turn_checksum(world))
    last = world.rules.chasing.move_last  # V52-25
    if not last:
        monster_ai.move_foes(world)
        ending = world.ending  # mypy would assume that the attribute, once tested, never changes
        if ending is not None:
            return False
    attributes.heal(world)
    hunger.digest(world)
    ending = world.ending
    if ending is not None:
        return False
    if last:
        monster_ai.move_foes(world)
        ending = world.ending
        if ending is not None:
            return False
    if world.timers:
        burn(world, before=False)
    if world.sentence:
        finish_sentence(world)
    if rings:
        player = world.player
        left, right = player.left, player.right
        if left is not None and left.kind.does in _ACTING:
            _act_of(world, left)
        if right is not None and right.kind.does in _ACTING:
            _act_of(world, right)
    return world.ending is None


def _act_of(world: World, ring: Item) -> None:
    """Apply the effect that a worn ring has at the end of a turn (TRN-9)."""
    if world.ending is not None:
        return
    does = ring.kind.does
    if does == "searching":
        traps.search(world)
    elif does == "teleportation" and world.rng.one_in(RING_TELEPORT_ONE_IN):
        arrival.teleport(world)


def extra_round(world: World) -> None:
    """Run one complete round within an action, without the effects of rings (TRN-10)."""
    actions = world.actions
    before_turn(world)
    world.actions = actions
    after_turn(world, rings=False)
