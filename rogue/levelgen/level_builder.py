"""The building of a new level, from bare rock to the choice of the square where the player arrives."""

from __future__ import annotations

from typing import Final

from rogue.levelgen.floor_plan import dig_passages, lay_rooms
from rogue.levelgen.spawning import (
    choose_letter,
    floor_for_foe,
    free_foe_spot,
    free_spot,
    free_thing_spot,
    give_item,
    make_amulet,
    make_companions,
    make_foe,
    make_gold,
    make_item,
    make_mates,
)
from rogue.state.entities import GRABBED, Monster
from rogue.state.grid import Room
from rogue.state.level import REAL, Level, number_passages
from rogue.state.world import World
from rogue.tables.glyphs import FLOOR, PASSAGE, STAIRS
from rogue.tables.monsters import MEAN

ITEM_TRIES: Final = 9
MAX_TREASURES: Final = 8


def make_level(world: World) -> None:
    """Replace `world.level` with a new level for `world.depth` and place the player (GEN-1 to GEN-43).

    Also clear the map, and free the player from a flytrap.  `rogue.rules.arrival` then draws the room and
    wakes its monsters (GEN-40).
    """
    world.deepest = max(world.deepest, world.depth)
    world.player.flags &= ~GRABBED
    world.canvas.clear()
    levels_without_food, minds = world.levels_without_food, world.minds
    owed = 0 if minds is None else minds.owed
    while not _build(world):
        world.levels_without_food = levels_without_food
        if minds is not None:
            minds.owed = owed


def _build(world: World) -> bool:
    """Make one level.  Return False if no square was free for the stairs or the player."""
    level = world.level = Level()
    if world.minds is not None:
        world.minds.new_level()
    lay_rooms(world)
    people_rooms(world)
    dig_passages(world)
    number_passages(level)
    for foe in level.foes:
        foe.room = level.room_at(foe.spot)  # mazes have no network earlier
    world.levels_without_food += 1
    scatter_items(world)
    if world.rules.digging.traps_apart:
        has_stairs = place_stairs(world)
        lay_traps(world)
    else:
        lay_traps(world)
        has_stairs = place_stairs(world)
    return has_stairs and place_player(world)


def is_plundered(world: World) -> bool:
    """Return whether the level gets no gold and no items (GEN-32).

    It gets none if the player carries the amulet and has been on a deeper level.
    """
    return world.player.has_amulet and world.depth < world.deepest


def people_rooms(world: World) -> None:
    """Put gold and monsters into random rooms (GEN-16, GEN-17)."""
    rng = world.rng
    for room in world.level.rooms:
        if room.gone:
            continue
        if rng.one_in(2) and not is_plundered(world):
            _place_gold(world, room)
        if rng.percent(80 if room.gold else 25) and not _is_owed(world):
            on_floor = world.rules.digging.foes_on_floor
            spot = free_spot(world, floor_for_foe, room) if on_floor else free_foe_spot(world, room)
            if spot is not None:
                first = _place_foe(world, spot, world.depth)
                companions = make_companions(world, first, world.depth)
                for companion in (*companions, *make_mates(world, first)):
                    world.level.add_foe(companion)


def _is_owed(world: World) -> bool:
    """Return whether a room gets no monster because an earlier room got an additional one (VMN-43)."""
    minds = world.minds
    if minds is None or not minds.owed:
        return False
    minds.owed -= 1
    return True


def _place_gold(world: World, room: Room) -> None:
    spot = free_thing_spot(world, room)
    if spot is not None:
        pile = make_gold(world)
        world.level.add_thing(pile, spot)
        room.gold = pile.value
        room.gold_spot = spot


def _place_foe(world: World, spot: int, depth: int) -> Monster:
    foe = make_foe(world, choose_letter(world, depth=depth), spot, depth)
    give_item(world, foe, depth)
    world.level.add_foe(foe)
    return foe


def scatter_items(world: World) -> None:
    """Place items, sometimes a treasure room, and at sufficient depth the amulet (GEN-32 to GEN-35)."""
    if is_plundered(world):
        return
    rng = world.rng
    treasure_one_in = world.rules.digging.treasure_one_in
    if treasure_one_in and rng.one_in(treasure_one_in):
        fill_treasure_room(world, rng.pick([r for r in world.level.rooms if not r.gone]))
    for _ in range(ITEM_TRIES):
        if rng.percent(world.rules.item_odds):
            spot = free_thing_spot(world)
            if spot is not None:
                world.level.add_thing(make_item(world), spot)
    if world.depth >= world.rules.amulet_depth and not world.player.has_amulet:
        spot = free_thing_spot(world)
        if spot is not None:
            world.level.add_thing(make_amulet(world), spot)


def fill_treasure_room(world: World, room: Room) -> None:
    """Fill a room with 2 to 9 items and with monsters, as far as they fit.

    If all fit, there are at least two more monsters than items (GEN-41, GEN-42).
    """
    rng, digging = world.rng, world.rules.digging
    squares = (room.width - 2) * (room.height - 2)
    more = min(squares - 2, MAX_TREASURES)
    items = 2 + rng.rnd(more)
    for _ in range(items):
        spot = free_thing_spot(world, room, tries=digging.treasure_tries)
        if spot is not None:  # BUG-20
            world.level.add_thing(make_item(world), spot)
    for _ in range(min(max(2 + rng.rnd(more), items + 2), squares)):
        spot = free_foe_spot(world, room, tries=digging.treasure_foe_tries)
        if spot is not None:
            _place_foe(world, spot, world.depth + 1).flags |= MEAN


def lay_traps(world: World) -> None:
    """Hide traps under the floor of rooms (GEN-36, GEN-37).

    In some editions, traps never share a square (V52-2).
    """
    rng, level = world.rng, world.level
    depth = world.rules.difficulty(world.depth)
    if rng.rnd(10) >= depth:
        return
    fits = _is_true_floor if world.rules.digging.traps_apart else _is_floor
    for _ in range(min(1 + rng.rnd(depth // 4), world.rules.digging.max_traps)):
        spot = free_spot(world, fits)
        if spot is not None:
            level.flags[spot] &= ~REAL
            level.number[spot] = rng.rnd(len(world.rules.traps))


def place_stairs(world: World) -> bool:
    """Put the staircase on a free square.  Return False if no square is free (GEN-38)."""
    level = world.level
    spot = free_thing_spot(world)
    if spot is None:
        return False
    level.stairs = spot
    level.cells[spot] = STAIRS
    level.flags[spot] |= REAL  # a trap below the stairs never springs
    return True


def place_player(world: World) -> bool:
    """Put the player on a bare square without a monster.  Return False if no such square exists (GEN-39)."""
    spot = free_spot(world, _STARTS[world.rules.digging.start])
    if spot is None:
        return False
    world.player.spot = spot
    world.player.room = world.level.room_at(spot)
    return True


def _is_floor(level: Level, _room: Room, spot: int) -> bool:
    return level.cells[spot] == FLOOR


def _is_true_floor(level: Level, _room: Room, spot: int) -> bool:
    return level.cells[spot] == FLOOR and bool(level.flags[spot] & REAL)


def _is_bare(level: Level, _room: Room, spot: int) -> bool:
    return level.foe_at[spot] is None and level.cells[spot] in (FLOOR, PASSAGE)


def _is_true_floor_for_foe(level: Level, room: Room, spot: int) -> bool:
    return level.foe_at[spot] is None and _is_true_floor(level, room, spot)


_STARTS: Final = {
    "bare": _is_bare,
    "true floor": _is_true_floor_for_foe,  # V52-2
    "apparent floor": floor_for_foe,  # V36-3
}
"""Test for the squares on which the player may start a level."""
