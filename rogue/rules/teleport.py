"""Teleporting the player.

Owns   where the player lands and what it shakes off (CON-20).
Leaves what teleports (scrolls, traps, rings), monsters sent away (sticks).
"""

from __future__ import annotations

from rogue.dig.spawn import floor_for_foe, free_foe_spot, free_spot
from rogue.rules import senses
from rogue.rules.death import release
from rogue.state.creature import GRABBED
from rogue.state.world import World


def teleport(world: World) -> None:
    """Move the player to a random free square and show what is there (CON-20).

    Ends a hold, a bear trap, a run, a repetition and a fight; keys typed ahead are void.
    """
    player = world.player
    start = player.spot
    on_floor = world.rules.digging.start == "apparent floor"  # V36-3
    spot = free_spot(world, floor_for_foe) if on_floor else free_foe_spot(world)
    if spot is None:
        spot = start  # not one free square on the whole level
    world.canvas.put(start, senses.underfoot(world, start))
    if world.level.room_at(spot) is player.room:
        player.spot = spot
        senses.look(world)
    else:
        senses.leave_room(world, start)
        player.spot = spot
        senses.enter_room(world, spot)
    if player.flags & GRABBED:
        release(world)
        player.grip = 0
    player.bear_trap = 0
    world.flushed = True
    world.interrupt()
    world.stop_duel()
