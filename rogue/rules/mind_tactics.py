"""Tactics of a single thinking monster: ambush, fear, flight (VMN-33 to VMN-37)."""

from __future__ import annotations

from typing import Final

from rogue.minds.geometry import (
    free_ways,
    in_passage,
    in_passage_or_door,
    is_free,
    path_to_aim,
    remembers,
    sees,
    square_distance,
    step_to_cover,
    steps_from,
    ways_of,
)
from rogue.minds.sound_and_scent import sound_for_flight, sound_now, uphill
from rogue.rules import mind_packs
from rogue.rules.mind_choice import SAFE_STEPS
from rogue.rules.mind_lore import report_fear
from rogue.state.entities import Monster
from rogue.state.grid import STRAIGHT, Room, distance2, is_close
from rogue.state.world import World
from rogue.tables.glyphs import DOOR
from rogue.tables.monsters import doubled_mean

AMBUSH_STEPS: Final = (2, 16)  # VMN-33
AMBUSH_TURNS: Final = 20
DOOR_TURNS: Final = 3
REMEMBERED_STEPS: Final = 24  # range in steps of a flight from a remembered player


def may_ambush(world: World, foe: Monster, believed: int) -> bool:
    """Return whether a monster in a room can set an ambush for a player in a passage (VMN-33)."""
    rules, mind, kind = world.rules.minds, foe.mind, foe.kind.mind
    if rules is None or mind is None or kind is None or not kind.ambushes or not rules.ambushes:
        return False
    room = world.level.room_at(foe.spot)
    return (
        mind.ambushed < AMBUSH_TURNS
        and room is not None
        and not room.gone
        and not room.maze
        and in_passage(world, believed)
    )


def ambush_by_sound(world: World, foe: Monster) -> int | None:
    """Return the next square on the way to ambush a player whom the monster hears (VMN-33).

    Return None if no ambush is possible.
    """
    minds, room = world.minds, world.level.room_at(foe.spot)
    if minds is None or room is None or not may_ambush(world, foe, world.player.spot):
        return None
    doors = [door for door in room.exits if world.level.cells[door] == DOOR]
    if not doors:
        return None
    door = min(doors, key=lambda spot: minds.noise[spot])
    return _ambush(world, foe, room, door, world.player.spot, minds.noise[foe.spot], minds.noise[door])


def ambush_by_memory(world: World, foe: Monster) -> int | None:
    """Return the next square on the way to ambush a player whom the monster remembers (VMN-33).

    Return None if no ambush is possible.
    """
    mind, room = foe.mind, world.level.room_at(foe.spot)
    if mind is None or room is None or not may_ambush(world, foe, mind.aim):
        return None
    way = path_to_aim(world, foe)
    for number, spot in enumerate(way):
        if world.level.cells[spot] == DOOR and spot in room.exits:
            return _ambush(world, foe, room, spot, mind.aim, len(way), len(way) - number - 1)
    return None


def _ambush(
    world: World, foe: Monster, room: Room, door: int, believed: int, steps: int, door_steps: int
) -> int | None:
    """Return the next square on the way to a place beside a door, or None without such a place.

    A monster that is already there gets its own square.
    """
    mind, here = foe.mind, foe.spot
    assert mind is not None
    least, most = AMBUSH_STEPS
    if not least <= steps <= most:
        return None
    places = [
        spot
        for spot in _beside_door(world, room, door)
        if (spot == here or is_free(world, spot)) and not sees(world, believed, spot)
    ]
    if not places:
        return None
    place = min(places, key=lambda spot: (square_distance(here, spot), distance2(here, spot)))
    if square_distance(here, place) > door_steps:
        return None
    mind.ambush = place
    mind.ambushed += 1
    return place if place == here else step_towards(world, here, place)


def _beside_door(world: World, room: Room, door: int) -> list[int]:
    """Return the squares inside a room that are diagonal neighbors of a door."""
    found = []
    for step in STRAIGHT:
        inside = door + step
        if inside in ways_of(world, door) and not in_passage_or_door(world, inside) and room.covers(inside):
            found += [spot for spot in ways_of(world, inside) if spot != door and is_close(spot, door)]
    return found


def step_towards(world: World, here: int, goal: int) -> int:
    """Return the free neighbor of `here` nearest to `goal`, or `here` if none is nearer than `here`."""
    best, least = here, (square_distance(here, goal), distance2(here, goal))
    for near in free_ways(world, here):
        far = (square_distance(near, goal), distance2(near, goal))
        if far < least:
            best, least = near, far
    return best


def lies_in_wait(world: World, foe: Monster) -> bool:
    """Return whether a monster in ambush keeps waiting for a player who stands in a door (VMN-33).

    It does so for some turns only.
    """
    mind = foe.mind
    if mind is None or not mind.ambush or mind.ambush != foe.spot:
        return False
    return world.level.cells[world.player.spot] == DOOR and mind.ambushes < DOOR_TURNS


def holds_ambush(world: World, foe: Monster) -> bool:
    """Return the same as `lies_in_wait`.  If this is True, count a turn of waiting (VMN-33)."""
    mind = foe.mind
    if mind is None or not lies_in_wait(world, foe):
        return False
    mind.ambushes += 1
    return True


def feel(world: World, foe: Monster) -> None:
    """Begin or end a monster's fear, depending on its hit points (VMN-34)."""
    mind, kind, rules = foe.mind, foe.kind.mind, world.rules.minds
    if mind is None or kind is None or rules is None or not kind.flee or not rules.fear:
        return
    if mind.afraid:
        if 100 * foe.hp >= kind.brave * foe.max_hp or _sees_victory(world, foe):
            mind.afraid = False
    elif 100 * foe.hp <= kind.flee * foe.max_hp and not _sees_victory(world, foe):
        if 200 * foe.hp > kind.flee * foe.max_hp and mind_packs.is_bold(world, foe):
            return
        mind_packs.lose_leader(world, foe)
        mind.afraid = True
        mind.at_bay = False
        report_fear(world, foe)


def _sees_victory(world: World, foe: Monster) -> bool:
    """Return whether a monster that can learn expects its next blow to kill the player (VMN-34)."""
    kind = foe.kind.mind
    return kind is not None and kind.learns and doubled_mean(foe.attacks) >= 2 * world.player.hp


def sound_of_threat(world: World, foe: Monster, *, senses: bool) -> bytearray:
    """Return an array with each square's distance in steps from the believed position of the player.

    If `senses` is false, the monster relies on its memory, which may be wrong.
    """
    mind = foe.mind
    assert mind is not None
    return sound_for_flight(world, foe.spot) if senses else steps_from(world, mind.aim, REMEMBERED_STEPS)


def is_hidden(world: World, foe: Monster, *, senses: bool) -> bool:
    """Return whether a fleeing monster that is out of sight is far enough away to stop (VMN-35).

    `senses` says whether the monster hears the player.  A monster that neither hears nor remembers the player
    counts as hidden.
    """
    mind = foe.mind
    assert mind is not None
    if not senses and not remembers(world, mind):
        return True
    if square_distance(foe.spot, mind.aim) >= SAFE_STEPS:  # no path is shorter
        return True
    if senses:
        return sound_now(world, foe.spot, SAFE_STEPS) >= SAFE_STEPS
    return steps_from(world, mind.aim, SAFE_STEPS, foe.spot)[foe.spot] >= SAFE_STEPS


def flee_step(world: World, foe: Monster, noise: bytearray) -> int:
    """Return the next square of a fleeing monster (VMN-36).

    The square leads to cover, or else away from the player.  If there is no such square, the monster stays.
    """
    mind = foe.mind
    assert mind is not None
    return step_to_cover(world, foe, noise, mind.aim) or uphill(world, foe, noise)
