"""Timers: the events at the end of a countdown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.rules import awareness, vision
from rogue.rules.output import emit
from rogue.rules.vision import sees_foe
from rogue.state.actors import (
    BLIND,
    CONFUSED,
    DETECTS,
    HALLUCINATING,
    HASTED,
    LEVITATING,
    SEES_INVISIBLE,
)
from rogue.state.world import World
from rogue.tables.monsters import INVISIBLE


def burn_before(world: World) -> None:
    """Count down the timers that run before the player's action (TRN-3)."""
    burn(world, before=True)


def burn_after(world: World) -> None:
    """Count down the timers that run after the player's action (TRN-8)."""
    burn(world, before=False)


def burn(world: World, before: bool) -> None:
    """Count down one kind of timer by a turn.  Timers at 0 are removed and fire, in order."""
    done = []
    for timer in world.timers:
        if timer.before is before:
            timer.turns -= 1
            if timer.turns <= 0:
                done.append(timer)
    if done:
        world.timers = [timer for timer in world.timers if timer not in done]
    for timer in done:
        ON_END[timer.name](world)


def end_confusion(world: World) -> None:
    """End the player's confusion (CON-1)."""
    world.player.flags &= ~CONFUSED
    emit(world, "You feel less confused now", trip="You feel less trippy now")


def come_down(world: World) -> None:
    """End hallucination with its timer, and draw things as they are (CON-5).

    Does nothing unless hallucinating.
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
    """End the sight of invisible monsters, unless a ring or another potion still gives it (BUG-24)."""
    player = world.player
    brewed = any(timer.name == "see invisible" for timer in world.timers)
    if brewed or player.wears("see invisible"):
        return
    for foe in world.level.foes:
        if foe.flags & INVISIBLE and sees_foe(world, foe):
            vision.hide_foe(world, foe)
    player.flags &= ~SEES_INVISIBLE


def see_again(world: World) -> None:
    """End blindness with its timer, and draw the room.  Do nothing unless blind (CON-2)."""
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
    """Stop detecting monsters.  Those out of sight vanish from the map (POT-8, POT-18)."""
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
