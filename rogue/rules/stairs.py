"""Level changes: stairs, trapdoors, arrival, the way out."""

from __future__ import annotations

from rogue.levelgen.level_builder import make_level
from rogue.rules import awareness, vision
from rogue.rules.output import emit
from rogue.state.entities import AWAKE, DETECTS, GRABBED, LEVITATING
from rogue.state.world import World
from rogue.tables.glyphs import STAIRS


def arrive(world: World) -> None:
    """Generate the level of `world.depth` and place the player on it (GEN-1, GEN-40)."""
    player = world.player
    player.flags &= ~GRABBED
    world.interrupt()
    world.stop_duel()
    make_level(world)
    enter_level(world)


def enter_level(world: World) -> None:
    """Let the player see a new level (GEN-40)."""
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
    """Go down the stairs.  Free, even if refused (CMD-17, TRN-11)."""
    if _floats(world):
        return False
    if world.level.cells[world.player.spot] != STAIRS:
        emit(world, "I see no way down")
        return False
    world.depth += 1
    arrive(world)
    return False


def ascend(world: World) -> bool:
    """Go up the stairs with the amulet, for free.  From depth 1 this wins the game (AMU-2)."""
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
