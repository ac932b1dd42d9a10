"""Visibility: what the player sees at this moment.  Looks only: draws no dice, changes nothing."""

from __future__ import annotations

from rogue.state.actors import BLIND, SEES_INVISIBLE, Monster
from rogue.state.grid import CORNERS, is_close
from rogue.state.level import PASS
from rogue.state.world import World
from rogue.tables.glyphs import STEP_OK
from rogue.tables.monsters import INVISIBLE


def sees_foe(world: World, foe: Monster) -> bool:
    """Return whether the player sees a monster (VIS-13)."""
    player = world.player
    if player.flags & BLIND or (foe.flags & INVISIBLE and not player.flags & SEES_INVISIBLE):
        return False
    if is_close(foe.spot, player.spot):
        return not corner_hides(world, player.spot, foe.spot)
    room = foe.room
    return room is player.room and room is not None and not room.dark


def sees_spot(world: World, spot: int) -> bool:
    """Return whether the player sees a square (VIS-14)."""
    player = world.player
    if player.flags & BLIND:
        return False
    level = world.level
    if is_close(spot, player.spot):
        return not (level.flags[spot] & PASS and corner_hides(world, player.spot, spot))
    room = level.room_at(spot)
    return room is player.room and room is not None and not room.dark


def corner_hides(world: World, spot: int, near: int) -> bool:
    """Return whether two corners of solid rock hide a diagonal neighbour (VIS-4, not in V52-6)."""
    corners = CORNERS.get(near - spot)
    if corners is None:
        return False
    cells = world.level.cells
    if STEP_OK[cells[spot + corners[0]]] or STEP_OK[cells[spot + corners[1]]]:
        return False
    return world.rules.looking.corners_hide
