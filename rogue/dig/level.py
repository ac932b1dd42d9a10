"""A new level, from bare rock to the player's first square.

Owns   the order of the work (GEN-1) and a fresh start when a level turns out to be too full (BUG-2).
Leaves the work itself (dig.rooms, dig.passages, dig.populate), the arrival (rules.stairs).
"""

from __future__ import annotations

from rogue.dig.passages import dig_passages
from rogue.dig.populate import (
    lay_traps,
    people_rooms,
    place_player,
    place_stairs,
    scatter_items,
)
from rogue.dig.rooms import lay_rooms
from rogue.state.creature import GRABBED
from rogue.state.level import Level, number_passages
from rogue.state.world import World


def make_level(world: World) -> None:
    """Replace `world.level` by a new one for `world.depth` and put the player on it (GEN-1 to GEN-43).

    The canvas is cleared and a flytrap's hold ends.  Showing the room and waking its monsters (GEN-40) is
    left to the arrival.
    """
    world.deepest = max(world.deepest, world.depth)
    world.player.flags &= ~GRABBED
    world.canvas.clear()
    levels_without_food = world.levels_without_food
    while not _build(world):
        world.levels_without_food = levels_without_food


def _build(world: World) -> bool:
    """Make one level; False when stairs or player found no free square."""
    level = world.level = Level()
    lay_rooms(world)
    people_rooms(world)
    dig_passages(world)
    number_passages(level)
    for foe in level.foes:
        foe.room = level.room_at(foe.spot)  # mazes have their network only now
    world.levels_without_food += 1
    scatter_items(world)
    if world.rules.digging.traps_apart:
        has_stairs = place_stairs(world)
        lay_traps(world)
    else:
        lay_traps(world)
        has_stairs = place_stairs(world)
    return has_stairs and place_player(world)
