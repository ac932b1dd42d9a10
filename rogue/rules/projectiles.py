"""Projectiles: throwing, flight, beams."""

from __future__ import annotations

from rogue.minds.sound_and_scent import BLOW
from rogue.rules import equipment, fight, pack
from rogue.rules.mind_lore import show_weapon
from rogue.rules.output import add_frame
from rogue.rules.vision import sees_spot
from rogue.state.actors import Monster
from rogue.state.item import Item
from rogue.state.mind_state import BOW
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, STEP_OK


def throw(world: World, item: Item, step: int) -> bool:
    """Throw one unit of an item.  It falls where it stops unless it hits (THR-1 to THR-3).

    Always costs the turn; a cursed item in use is not thrown (CMD-9).
    """
    if not equipment.unequip(world, item) or world.ending is not None:
        return True
    missile = pack.take(world, item)
    world.make_noise(BLOW)
    spot = fly(world, step, missile.symbol)
    foe = world.level.foe_at[spot]
    show_weapon(world, BOW, foe)
    if foe is None or not fight.attack(world, foe, missile, thrown=True):
        pack.fall(world, missile, spot, announce=True)
    return True


def fly(world: World, step: int, symbol: int) -> int:
    """Fly an item with the given symbol from the player.  Return the square where it stops (THR-2).

    That is the first square whose apparent symbol is a door or cannot be entered; a disguised xeroc does not
    stop the item (not in V36-33).  The flight is drawn on every square that the player sees, unless option
    terse hides it (VIS-17a).
    """
    level, flying, fooled = world.level, world.canvas.flying, world.rules.looking.disguises_fool
    shown = not (world.options.terse and world.rules.looking.terse_hides_flight)
    spot = world.player.spot + step
    while STEP_OK[below := level.apparent(spot, fooled)] and below != DOOR:
        if shown and sees_spot(world, spot):
            flying[spot] = symbol
            add_frame(world, "flight")
            flying.clear()
        spot += step
    return spot


def beam_target(world: World, step: int) -> Monster | None:
    """Return the monster that stops a beam from the player, None for a wall.

    Doors do not stop it (STK-5).
    """
    level, fooled = world.level, world.rules.looking.disguises_fool
    spot = world.player.spot + step
    while STEP_OK[level.apparent(spot, fooled)]:
        spot += step
    return level.foe_at[spot]
