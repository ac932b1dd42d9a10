"""Wandering monsters: the checks that bring one in.

Owns   when a wandering monster appears, and where (WND).
Leaves which kind (dig.spawn), what it goes for (rouse).
"""

from __future__ import annotations

from typing import Final

from rogue.dig.spawn import choose_letter, free_foe_spot, make_foe
from rogue.rules import senses
from rogue.rules.rouse import rouse
from rogue.rules.sight import sees_foe
from rogue.state.creature import DETECTS
from rogue.state.world import World

CHECK_EVERY: Final = 4
ONE_IN: Final = 6
TRIES: Final = 500  # WND-3


def check(world: World) -> None:
    """Count towards the next check while checks are on; one may bring a monster (WND-2)."""
    if not world.wander_on:
        return
    world.wander_count += 1
    if world.wander_count < CHECK_EVERY:
        return
    world.wander_count = 0
    if world.rng.one_in(ONE_IN):
        bring_wanderer(world)
        world.wander_on = False
        world.start_timer("wander", world.rng.between(*world.rules.times.wander), before=True)


def bring_wanderer(world: World) -> None:
    """Put one awake wandering monster outside the player's room, if a place is found (WND-3 to WND-5).

    A wizard is told (WIZ-4).
    """
    level, player = world.level, world.player
    for _ in range(TRIES):
        spot = free_foe_spot(world)
        if spot is None:
            return
        if level.room_at(spot) is not player.room:
            break
    else:
        return
    foe = make_foe(world, choose_letter(world, wandering=True), spot)
    level.add_foe(foe)
    rouse(world, foe)
    if sees_foe(world, foe):
        senses.draw_foe(world, foe)
    elif player.flags & DETECTS:
        foe.under = world.canvas.cells[spot]
        world.canvas.put_bright(spot, senses.letter_of(world, foe))
    if world.wizard:
        world.say(f"Started a wandering {foe.kind.name}")
