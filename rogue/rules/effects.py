"""Effects on the player that items, traps, or monsters share."""

from __future__ import annotations

from rogue.levelgen.spawning import floor_for_foe, free_foe_spot, free_spot
from rogue.minds.sound_and_scent import teleported
from rogue.rules import awareness, vision
from rogue.rules.item_names import color
from rogue.rules.output import emit
from rogue.rules.vision import sees_foe
from rogue.state.entities import GRABBED, HALLUCINATING, SEES_INVISIBLE
from rogue.state.world import World
from rogue.tables.monsters import INVISIBLE


def gain_see_invisible(world: World) -> None:
    """Let the player see invisible monsters, and draw those in sight (POT-5, RNG-2)."""
    player = world.player
    player.flags |= SEES_INVISIBLE
    if player.flags & HALLUCINATING:
        return
    for foe in world.level.foes:
        if foe.flags & INVISIBLE and sees_foe(world, foe):
            vision.draw_foe(world, foe)


def light_up(world: World) -> None:
    """Light the player's room and draw it.  A passage or a maze only glows for a moment (STK-3)."""
    room = world.player.room
    if room is None or room.gone:
        emit(world, "The corridor glows and then fades")
        return
    room.dark = False
    awareness.enter_room(world, world.player.spot)
    emit(world, f"The room is lit by a shimmering {color(world, 'blue')} light", terse="The room is lit")


def teleport(world: World) -> None:
    """Move the player to a random free square and draw the surroundings (CON-20).

    Ends a hold, a bear trap (but see V36-37), a run, a repetition, and a fight; discards keys typed ahead.
    """
    player = world.player
    start = player.spot
    on_floor = world.rules.digging.start == "apparent floor"  # V36-3
    spot = free_spot(world, floor_for_foe) if on_floor else free_foe_spot(world)
    if spot is None:
        spot = start  # the level has no free square
    world.canvas.put(start, vision.underfoot(world, start))
    if world.level.room_at(spot) is player.room:
        player.spot = spot
        awareness.look(world)
    else:
        awareness.leave_room(world, start)
        player.spot = spot
        awareness.enter_room(world, spot)
    teleported(world)
    if player.flags & GRABBED:
        release(world)
        player.grip = 0
    if world.rules.magic.teleport_frees:
        player.bear_trap = 0
    world.flushed = True
    world.interrupt()
    world.stop_duel()


def release(world: World) -> None:
    """End a flytrap's hold on the player.  The hold counter stays (SPC-13)."""
    world.player.flags &= ~GRABBED
