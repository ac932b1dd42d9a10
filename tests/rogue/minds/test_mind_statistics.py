"""How well monsters that think do on made levels (MNC-16 to MNC-19)."""

from __future__ import annotations

from collections import Counter
from statistics import mean, median

import pytest

from rogue.levelgen.level_builder import make_level
from rogue.levelgen.new_game import new_world
from rogue.levelgen.spawning import free_foe_spot, make_foe, make_mates
from rogue.minds.geometry import believe, free_ways, notice, path_between, sees, ways_of
from rogue.rules import monster_ai, turn_phases
from rogue.rules.mind_packs import is_group
from rogue.state.entities import AWAKE, Monster
from rogue.state.world import World
from rogue.tables.ruleset import ROGUE_54, ROGUE_MINDS, Ruleset
from tests.rogue.minds.mind_scenes import TOUGH

pytestmark = pytest.mark.slow
FEW_AND_MANY = pytest.mark.parametrize(
    "levels", [pytest.param(30), pytest.param(300, marks=pytest.mark.long)], ids=["few", "many"]
)


def empty_level(seed: int, rules: Ruleset = ROGUE_MINDS, depth: int = 4) -> World:
    """A level without monsters, whose player has no end of hit points."""
    world = new_world(rules, seed)
    world.depth = depth
    make_level(world)
    for foe in list(world.level.foes):
        world.level.drop_foe(foe)
    world.player.hp = world.player.max_hp = TOUGH
    return world


def put(world: World, letter: str, spot: int) -> Monster:
    foe = make_foe(world, letter, spot)
    world.level.add_foe(foe)
    foe.flags |= AWAKE
    notice(world, foe)
    return foe


def turns_to_arrive(world: World, foe: Monster, most: int = 150) -> int | None:
    """How many turns a monster takes that always knows where the resting player is; None beyond `most`."""
    for turn in range(1, most + 1):
        world.turns += 1
        if foe.mind is not None:
            believe(foe.mind, world.player.spot, world.turns + 1000)
        monster_ai.move_foes(world)
        if world.player.spot in _steps(world, foe.spot):
            return turn
    return None


def _steps(world: World, spot: int) -> list[int]:
    level = world.level
    return [spot + step for step in (-81, -80, -79, -1, 1, 79, 80, 81) if level.diagonal_ok(spot, step)]


def arrivals(rules: Ruleset, levels: int) -> list[int | None]:
    found = []
    for seed in range(levels):
        world = empty_level(70_000 + seed, rules)
        spot = free_foe_spot(world)
        while spot is None or world.level.room_at(spot) is world.player.room:
            spot = free_foe_spot(world)
        foe = put(world, "H", spot)
        if path_between(empty_level(70_000 + seed), spot, world.player.spot):
            found.append(turns_to_arrive(world, foe))
    return found


@FEW_AND_MANY
def test_mnc_16_one_that_knows_where_he_is_finds_him(levels: int) -> None:
    """On the levels on which no secret door is between them."""
    found = arrivals(ROGUE_MINDS, levels)
    came = [turns for turns in found if turns is not None]
    assert len(found) > 0.7 * levels
    assert len(came) >= 0.98 * len(found)
    assert 30 <= median(came) <= 65
    plain = sum(turns is not None for turns in arrivals(ROGUE_54, levels))
    assert plain < 0.6 * len(found)


@FEW_AND_MANY
def test_mnc_17_one_that_is_hurt_gets_out_of_sight(levels: int) -> None:
    hidden = []
    for seed in range(levels):
        world = empty_level(71_000 + seed)
        free = free_ways(world, world.player.spot)
        if not free:
            continue
        foe = put(world, "H", free[seed % len(free)])
        foe.max_hp, foe.hp = 100, 10
        for turn in range(1, 21):
            world.turns += 1
            monster_ai.move_foes(world)
            if not sees(world, foe.spot, world.player.spot):
                hidden.append(turn)
                break
    assert 0.5 * levels <= len(hidden) <= 0.85 * levels
    assert median(hidden) <= 8
    assert max(hidden) <= 20


@FEW_AND_MANY
def test_mnc_18_a_flock_does_not_come_in_one_by_one(levels: int) -> None:
    """The player rests three squares out of a door; three emus are in the room behind it."""
    first: list[int] = []
    tried = 0
    for seed in range(levels):
        world = empty_level(72_000 + seed)
        place = out_of_a_door(world)
        if place is None:
            continue
        door, hero = place
        room = next(room for room in world.level.rooms if door in room.exits and not room.gone)
        spots = {free_foe_spot(world, room) for _ in range(9)} - {None}
        if len(spots) < 3:
            continue
        tried += 1
        world.player.spot, world.player.room = hero, world.level.room_at(hero)
        emus = [put(world, "E", spot) for spot in sorted(spots - {None}, key=str)[:3] if spot is not None]
        for turn in range(1, 60):
            world.turns += 1
            monster_ai.move_foes(world)
            if any(world.level.flags[emu.spot] & 2 or emu.spot in room.exits for emu in emus):
                first.append(turn)
                break
    assert tried >= levels // 3
    patient = tried - sum(turn <= 25 for turn in first)
    assert patient >= 0.85 * tried
    assert 26 <= median(first) <= 32


def out_of_a_door(world: World) -> tuple[int, int] | None:
    """A door of a room and the square three steps out of it, in a passage."""
    level = world.level
    for room in level.rooms:
        if room.gone or room.maze:
            continue
        for door in room.exits:
            came, here = [door], door
            for _ in range(3):
                out = [near for near in ways_of(world, here) if level.flags[near] & 2 and near not in came]
                if not out:
                    break
                here = out[0]
                came.append(here)
            if len(came) == 4:
                return door, here
    return None


@FEW_AND_MANY
def test_mnc_19_companions_are_paid_for(levels: int) -> None:
    """As many monsters a level as ever, 3.94 in the mean (GEN-17b); groups stand together."""
    counts = {}
    mates: Counter[str] = Counter()
    for rules in (ROGUE_54, ROGUE_MINDS):
        found = []
        for seed in range(2 * levels):
            world = new_world(rules, 73_000 + seed)
            for depth in range(3, 12):
                world.depth = depth
                make_level(world)
                foes = [foe for foe in world.level.foes if foe.room is not None]
                found.append(len(foes))
                if rules is ROGUE_MINDS:
                    pairs = Counter((foe.kind.letter, id(foe.room)) for foe in foes)
                    mates.update({letter: 1 for (letter, _), number in pairs.items() if number > 1})
        counts[rules.edition] = mean(found)
    assert abs(counts["minds"] - counts["5.4"]) < 0.2
    assert set("EKOQY") & set(mates)


@FEW_AND_MANY
def test_mnc_19_wanderers_come_less_often(levels: int) -> None:
    gaps = []
    for seed in range(levels // 5):
        world = new_world(ROGUE_MINDS, 74_000 + seed)
        last = 0
        for turn in range(1, 4000):
            before = world.wander_on
            turn_phases.before_turn(world)
            turn_phases.burn(world, before=False)
            if before and not world.wander_on:
                gaps.append(turn - last)
                last = turn
            world.level.foes.clear()
            world.level.foe_at = [None] * len(world.level.foe_at)
    assert 205 <= mean(gaps) <= 222


def test_vmn_43_packs_of_three_from_depth_3_and_of_three_to_five_from_depth_8() -> None:
    """VMN-4, VMN-43: an orc leads a pack one time in six, and each mate is owed."""
    counts = {}
    for depth in (2, 3, 8):
        world = empty_level(5, depth=depth)
        world.depth = depth
        room = next(room for room in world.level.rooms if not room.gone and not room.maze)
        orc = Monster(world.rules.monsters["O"], (room.top + 1) * 80 + room.left + 1)
        assert world.minds is not None
        world.minds.owed = 0
        numbers = Counter(len(make_mates(world, orc)) for _ in range(1600))
        counts[depth] = numbers
        assert world.minds.owed == sum(number * times for number, times in numbers.items())
    assert counts[2] == {0: 1600}
    assert 220 < counts[3][2] < 320
    assert counts[3][3] == counts[3][4] == 0
    assert all(50 < counts[8][mates] < 130 for mates in (2, 3, 4))


@FEW_AND_MANY
def test_mnc_31_three_of_a_group_are_in_one_room_on_one_level_in_ten(levels: int) -> None:
    """Levels of depth 4 to 16."""
    packs = made = 0
    for seed in range(levels):
        world = new_world(ROGUE_MINDS, 73_500 + seed)
        for depth in range(4, 17):
            world.depth = depth
            make_level(world)
            rooms = Counter(
                (foe.kind.letter, id(foe.room)) for foe in world.level.foes if is_group(world, foe)
            )
            packs += max(rooms.values(), default=0) >= 3
            made += 1
    assert packs >= 0.1 * made
