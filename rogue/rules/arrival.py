"""The arrival of the player on a level or a square: by stairs, through trapdoors, by teleport."""

from __future__ import annotations

from rogue.levelgen.level_builder import make_level
from rogue.levelgen.spawning import floor_for_foe, free_foe_spot, free_spot
from rogue.minds.sound_and_scent import teleported
from rogue.rules import awareness, vision
from rogue.rules.output import emit
from rogue.state.entities import AWAKE, DETECTS, GRABBED, LEVITATING
from rogue.state.world import World
from rogue.tables.glyphs import STAIRS


def arrive(world: World) -> None:
    """Generate the level of `world.depth` and place the player on it (GEN-1, GEN-40)."""
    player = world.player
    player.release()
    world.interrupt()
    world.stop_duel()
    make_level(world)
    enter_level(world)


def enter_level(world: World) -> None:
    """Draw what the player sees of a new level, after awake monsters have chosen their goals (GEN-40)."""
    player = world.player
    for foe in world.level.foes:
        if foe.flags & AWAKE:
            awareness.rouse(world, foe)
    world.looked_from = player.spot
    player.room = world.level.room_at(player.spot)
    awareness.enter_room(world, player.spot)
    world.looked_room = player.room
    if player.flags & DETECTS:
        vision.show_foes(world)


def descend(world: World) -> bool:
    """Go down if the player stands on stairs.  Return False, because no turn is used (CMD-17, TRN-11)."""
    if _floats(world):
        return False
    if world.level.cells[world.player.spot] != STAIRS:
        emit(world, "I see no way down")
        return False
    world.depth += 1
    arrive(world)
    return False


def ascend(world: World) -> bool:
    """Go up if the player stands on stairs and has the amulet (AMU-2).  From depth 1, this wins the game.

    Always return False: no turn is used, even if the player cannot go up.
    """
    if _floats(world):
        return False
    if world.level.cells[world.player.spot] != STAIRS:
        emit(world, "I see no way up")
    elif not world.player.has_amulet:
        emit(world, "Your way is magically blocked")
    elif world.depth == 1:
        world.depth = 0
        world.end("won")
    else:
        world.depth -= 1
        arrive(world)
        emit(world, "You feel a wrenching sensation in your gut")
    return False


def fall(world: World) -> None:
    """Fall through a trapdoor (TRP-3)."""
    world.depth += 1
    arrive(world)
    emit(world, "You fell into a trap!")


def _floats(world: World) -> bool:
    if world.player.flags & LEVITATING:
        emit(world, "You can't.  You're floating off the ground!")
        return True
    return False


def teleport(world: World) -> None:
    """Move the player to a random free square and draw the surroundings (CON-20).

    Free the player from a flytrap and, in most editions, from a bear trap (V36-37).  Stop any run, repeated
    command, or fight that is in progress.  Discard the keys typed ahead.
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
        world.player.release()
        player.grip = 0
    if world.rules.magic.teleport_frees:
        player.bear_trap = 0
    world.flushed = True
    world.interrupt()
    world.stop_duel()
