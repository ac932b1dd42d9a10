"""Effects that several items or monsters share: on the player, and on all monsters of the level."""

from __future__ import annotations

from typing import Final

from rogue.levelgen.monster_factory import floor_for_foe, free_foe_spot, free_spot
from rogue.minds.noise import teleported
from rogue.rules import awareness, vision
from rogue.rules.awareness import rouse
from rogue.rules.item_names import color
from rogue.rules.monster_death import release
from rogue.rules.output import emit
from rogue.rules.vision import sees_foe
from rogue.state.actors import GRABBED, HALLUCINATING, SEES_INVISIBLE
from rogue.state.item import PROTECTED, Item
from rogue.state.world import World
from rogue.tables.monsters import INVISIBLE

MAGIC_CLASSES: Final = frozenset(("potion", "scroll", "ring", "stick", "amulet"))


def is_magic(item: Item) -> bool:
    """Return whether an item counts as magic: for nymphs and magic detection (NAM-12)."""
    kind = item.kind
    if kind.cls == "armor":
        return item.has_flag(PROTECTED) or item.value != kind.armor
    if kind.cls == "weapon":
        return item.hit_plus != 0 or item.damage_plus != 0
    return kind.cls in MAGIC_CLASSES


def aggravate(world: World) -> None:
    """Wake every monster on the level (SCR-13, RNG-2).  May draw dice for their goals."""
    for foe in world.level.foes:
        rouse(world, foe)


def gain_see_invisible(world: World) -> None:
    """Let the player see invisible monsters, and show those in sight (POT-5, RNG-2)."""
    player = world.player
    player.flags |= SEES_INVISIBLE
    if player.flags & HALLUCINATING:
        return
    for foe in world.level.foes:
        if foe.flags & INVISIBLE and sees_foe(world, foe):
            vision.draw_foe(world, foe)


def light_up(world: World) -> None:
    """Light the player's room and show it; a passage or a maze only glows for a moment (STK-3)."""
    room = world.player.room
    if room is None or room.gone:
        emit(world, "The corridor glows and then fades")
        return
    room.dark = False
    awareness.enter_room(world, world.player.spot)
    emit(world, f"The room is lit by a shimmering {color(world, 'blue')} light", terse="The room is lit")


def teleport(world: World) -> None:
    """Move the player to a random free square and show what is there (CON-20).

    Ends a hold, a bear trap, a run, a repetition and a fight; keys typed ahead are void.
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
    player.bear_trap = 0
    world.flushed = True
    world.interrupt()
    world.stop_duel()
