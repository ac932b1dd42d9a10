"""Tactics of monsters that think: calling, surrounding, ambush, flight (VMN-28 to VMN-37)."""

from __future__ import annotations

from typing import Final

from rogue.minds.geometry import (
    believe,
    free_ways,
    in_passage,
    in_passage_or_door,
    is_free,
    line_step,
    path_to_aim,
    remembers,
    sees,
    square_distance,
    step_to_cover,
    steps_from,
    ways_of,
)
from rogue.minds.sound_and_scent import downhill, sound_at, sound_for_flight, uphill
from rogue.rules import vision
from rogue.rules.awareness import rouse
from rogue.rules.mind_lore import report_call, report_fear
from rogue.rules.monster_steps import place_foe
from rogue.state.entities import AWAKE, BOW, HELD, SILENT, STICK, TARGET, Monster
from rogue.state.grid import STRAIGHT, Room, distance2, is_close
from rogue.state.world import World
from rogue.tables.glyphs import DOOR
from rogue.tables.monsters import doubled_mean

MATES_RANGE: Final = 12  # squares (VMN-28)
CALL_RANGE: Final = 20  # VMN-32
CALL_EVERY: Final = 30  # turns
CALL_AHEAD: Final = 20  # turns by which a call is remembered longer than a monster's own knowledge
WAKE_ONE_IN: Final = 3
WAIT_RANGE: Final = 14  # steps (VMN-29)
SHADOW_STEPS: Final = 3
CLAIM_RANGE: Final = 5  # squares (VMN-31)
CLAIM_ALONE: Final = 2
AMBUSH_STEPS: Final = (2, 16)  # VMN-33
AMBUSH_TURNS: Final = 20
DOOR_TURNS: Final = 3
SAFE_STEPS: Final = 8  # VMN-35
REMEMBERED_STEPS: Final = 24  # range in steps of a flight from a remembered player


def mates_of(world: World, foe: Monster) -> list[Monster]:
    """Return the awake monsters of the same letter nearby, including the monster itself (VMN-28)."""
    letter, spot = foe.kind.letter, foe.spot
    return [
        other
        for other in world.level.foes
        if other.kind.letter == letter
        and other.flags & AWAKE
        and square_distance(other.spot, spot) <= MATES_RANGE
    ]


def is_group(world: World, foe: Monster) -> bool:
    """Return whether a monster hunts in a group."""
    rules, kind = world.rules.minds, foe.kind.mind
    return rules is not None and rules.groups and kind is not None and kind.group != ""


def call(world: World, foe: Monster) -> None:
    """Let a monster that sees the player alert its kind, unless a call was made lately (VMN-32).

    Without a monster in range there is no call.  Sleepers in its room draw a die each.  The call is reported
    if at least one monster hears it.
    """
    mind, letter = foe.mind, foe.kind.letter
    assert mind is not None
    if world.turns - mind.called < CALL_EVERY:
        return
    called = [
        other
        for other in world.level.foes
        if other is not foe
        and other.kind.letter == letter
        and not other.flags & HELD
        and square_distance(other.spot, foe.spot) <= CALL_RANGE
    ]
    if not called:
        return
    mind.called = world.turns
    heard = False
    for other in called:
        if not other.flags & AWAKE:
            if other.room is not foe.room or not world.rng.one_in(WAKE_ONE_IN):
                continue
            rouse(world, other)
        heard = True
        told = other.mind
        if told is not None:
            believe(told, world.player.spot, world.turns + CALL_AHEAD)
            told.idle = 0
            told.called = world.turns
            told.lore |= mind.lore & (BOW | STICK)
    if heard:
        report_call(world, foe)


def wait(world: World, foe: Monster, believed: int, *, senses: bool, in_sight: bool) -> int | None:
    """Return where a flock's monster goes while it waits for the player, or None if it does not wait.

    `believed` is the player's square as far as the monster knows.  `senses` says whether it sees or hears the
    player now; otherwise it relies on memory.  `in_sight` says whether it sees the player.  A waiting monster
    does not forget (VMN-29).  Patience counts turns, however many moves a monster has in each.
    """
    mind, kind = foe.mind, foe.kind.mind
    assert mind is not None
    assert kind is not None
    if kind.group != "flock" or mind.patience <= 0 or not is_group(world, foe):
        return None
    if not in_passage_or_door(world, believed) or len(mates_of(world, foe)) < 2:
        return None
    steps = sound_at(world, foe.spot) if senses else len(path_to_aim(world, foe))
    if steps > WAIT_RANGE:
        return None
    if mind.patient != world.turns:
        mind.patient = world.turns
        mind.patience -= 1
    mind.aimed = max(mind.aimed, world.turns)
    if not in_passage_or_door(world, foe.spot):
        return _out_of_sight(world, foe) if in_sight else foe.spot
    if not senses or steps == SHADOW_STEPS:
        return foe.spot
    minds = world.minds
    assert minds is not None
    return uphill(world, foe.spot, minds.noise) if steps < SHADOW_STEPS else downhill(world, foe)


def _out_of_sight(world: World, foe: Monster) -> int:
    """Return the free neighbor in the room that the player does not see, farthest by sound.

    A monster that knows the bow prefers a square off the player's lines of fire (VMN-38).
    """
    minds, mind, room = world.minds, foe.mind, world.level.room_at(foe.spot)
    assert minds is not None
    assert mind is not None
    hero, noise = world.player.spot, minds.noise
    hidden = [
        near
        for near in free_ways(world, foe.spot)
        if world.level.room_at(near) is room
        and not in_passage_or_door(world, near)
        and not sees(world, hero, near)
    ]
    if not hidden:
        return foe.spot
    shy = mind.lore & (BOW | STICK) != 0
    return max(hidden, key=lambda near: (not (shy and line_step(near, hero)), noise[near]))


def surround(world: World, foe: Monster) -> int | None:
    """Return a group monster's step toward a square that it claims beside the player (VMN-31).

    Return None if it hunts alone, is too far away, or finds no square to claim.
    """
    minds, hero, here = world.minds, world.player.spot, foe.spot
    assert minds is not None
    if not is_group(world, foe) or square_distance(here, hero) > CLAIM_RANGE:
        return None
    beside = ways_of(world, hero)
    held = [spot for spot in beside if spot in minds.claims or _holds(world, spot, foe)]
    free = [spot for spot in beside if spot not in minds.claims and (spot == here or is_free(world, spot))]
    if not free:
        return None
    claim = min(free, key=lambda spot: (-_least_apart(spot, held), distance2(spot, here)))
    minds.claims.add(claim)
    best, least = here, (2 * square_distance(here, claim) + 1, distance2(here, claim))
    for near in free_ways(world, here):
        far = (2 * square_distance(near, claim) + (near != claim and near in beside), distance2(near, claim))
        if far < least:
            best, least = near, far
    return best


def _holds(world: World, spot: int, foe: Monster) -> bool:
    other = world.level.foe_at[spot]
    return other is not None and other is not foe and other.flags & AWAKE != 0


def _least_apart(spot: int, held: list[int]) -> int:
    return min([square_distance(spot, other) for other in held]) if held else CLAIM_ALONE


def may_ambush(world: World, foe: Monster, believed: int) -> bool:
    """Return whether a monster in a room may ambush a player in a passage (VMN-33)."""
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
    """Return the step to an ambush for a monster that hears the player, or None."""
    minds, room = world.minds, world.level.room_at(foe.spot)
    if minds is None or room is None or not may_ambush(world, foe, world.player.spot):
        return None
    doors = [door for door in room.exits if world.level.cells[door] == DOOR]
    if not doors:
        return None
    door = min(doors, key=lambda spot: minds.noise[spot])
    return _ambush(world, foe, room, door, world.player.spot, minds.noise[foe.spot], minds.noise[door])


def ambush_by_memory(world: World, foe: Monster) -> int | None:
    """Return the step to an ambush for a monster that remembers the player's square, or None."""
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
    """Return a step to the nearest square beside the door, or `foe`'s own square once it is there."""
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
    """Return the room's squares diagonal to a door, next to the square inside it."""
    found = []
    for step in STRAIGHT:
        inside = door + step
        if inside in ways_of(world, door) and not in_passage_or_door(world, inside) and room.covers(inside):
            found += [spot for spot in ways_of(world, inside) if spot != door and is_close(spot, door)]
    return found


def step_towards(world: World, here: int, goal: int) -> int:
    """Return the free neighbor nearest to a square of the same room, or `here` if none is nearer."""
    best, least = here, (square_distance(here, goal), distance2(here, goal))
    for near in free_ways(world, here):
        far = (square_distance(near, goal), distance2(near, goal))
        if far < least:
            best, least = near, far
    return best


def holds_ambush(world: World, foe: Monster) -> bool:
    """Return whether a monster in ambush stays there while the player stands in the door, for some turns."""
    mind = foe.mind
    if mind is None or not mind.ambush or mind.ambush != foe.spot:
        return False
    if world.level.cells[world.player.spot] != DOOR or mind.ambushes >= DOOR_TURNS:
        return False
    mind.ambushes += 1
    return True


def feel(world: World, foe: Monster) -> None:
    """Start or end a monster's fear by its hit points (VMN-34)."""
    mind, kind, rules = foe.mind, foe.kind.mind, world.rules.minds
    if mind is None or kind is None or rules is None or not kind.flee or not rules.fear:
        return
    if mind.afraid:
        if 100 * foe.hp >= kind.brave * foe.max_hp or _sees_victory(world, foe):
            mind.afraid = False
    elif 100 * foe.hp <= kind.flee * foe.max_hp and not _sees_victory(world, foe):
        mind.afraid = True
        mind.at_bay = False
        report_fear(world, foe)


def _sees_victory(world: World, foe: Monster) -> bool:
    """Return whether a monster that learns expects to kill the player with its next blow."""
    kind = foe.kind.mind
    return kind is not None and kind.learns and doubled_mean(foe.attacks) >= 2 * world.player.hp


def flees(world: World, foe: Monster) -> bool:
    """Return whether a monster keeps away: it is afraid, or has just learned of a scroll."""
    mind = foe.mind
    return mind is not None and (mind.afraid or world.turns < mind.wary)


def sound_of_threat(world: World, foe: Monster, *, senses: bool) -> bytearray | None:
    """Return step counts from where the monster believes the player is, or None.

    A monster that neither sees nor hears the player uses its memory only, even if that is wrong.
    """
    mind = foe.mind
    assert mind is not None
    if senses:
        return sound_for_flight(world, foe.spot)
    if remembers(world, mind):
        return steps_from(world, mind.aim, REMEMBERED_STEPS)
    return None


def is_hidden(noise: bytearray, foe: Monster) -> bool:
    """Return whether a monster out of sight is far enough from the player, in steps (VMN-35)."""
    return noise[foe.spot] >= SAFE_STEPS or noise[foe.spot] == SILENT


def flee_step(world: World, foe: Monster, noise: bytearray) -> int:
    """Return the square to flee to: toward cover, else away, else the monster's own square (VMN-36)."""
    mind = foe.mind
    assert mind is not None
    return step_to_cover(world, foe, noise, mind.aim) or uphill(world, foe.spot, noise)


def swap(world: World, foe: Monster, other: Monster) -> None:
    """Swap the squares of two monsters (VMN-37)."""
    level, here, there = world.level, foe.spot, other.spot
    vision.hide_foe(world, other)
    if other.flags & TARGET:
        world.stop_duel()
    level.foe_at[there] = None
    place_foe(world, foe, there)
    other.spot = here  # this square is free now
    place_foe(world, other, here)
    if other.mind is not None:
        other.mind.back = there
