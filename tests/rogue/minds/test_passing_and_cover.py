"""How monsters pass each other, keep out of the line of fire, prefer no side (VMN-29, VMN-37, VMN-48)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rogue.minds.geometry import (
    free_ways,
    in_line_of_fire,
    may_pass,
    sees,
    square_distance,
    step_to_cover,
    ways_of,
)
from rogue.minds.sound_and_scent import sound_for_flight
from rogue.rules import turn as turns
from rogue.rules.mind_turn import think
from rogue.state.entities import AWAKE, BOW, CONFUSED, HELD, SLOWED, Monster
from rogue.state.grid import spot_of
from rogue.state.world import Command, World
from rogue.tables.monster_minds import MindRules
from rogue.tables.ruleset import ROGUE_MINDS
from scripts.lib.notation import find_foe, hall
from tests.rogue.minds.mind_scenes import mind_of, minds_of, place_of, scene, turn

CORRIDOR = """
    ------                   ------
    |....+##########{}#{}######+@...|
    ------                   ------
"""
HEIGHT, WIDTH = 7, 18


def queue(front: str, rear: str, flags: int = 0) -> tuple[World, Monster, Monster]:
    """A corridor with one monster behind another; the player is at its end."""
    world = scene(CORRIDOR.format(rear, front))
    last, first = sorted(world.level.foes, key=lambda foe: foe.spot)
    first.flags = flags if flags == 0 else first.flags & ~AWAKE | flags
    for foe in (first, last):
        mind_of(foe).store = 0
    return world, first, last


@pytest.mark.parametrize(("front", "rear", "flags"), [
    ("O", "O", 0), ("O", "O", AWAKE | HELD), ("O", "O", AWAKE | SLOWED), ("H", "T", AWAKE | SLOWED),
    ("S", "Z", 0),
])  # fmt: skip
def test_mnc_28_a_monster_passes_one_that_is_in_the_way(front: str, rear: str, flags: int) -> None:
    world, _, last = queue(front, rear, flags)
    for _ in range(15):
        turn(world)
    assert last.spot in ways_of(world, world.player.spot)


@pytest.mark.parametrize(("front", "rear", "flags"), [("T", "H", 0), ("F", "T", AWAKE), ("X", "T", 0)])
def test_vmn_48_the_stronger_the_rooted_and_the_disguised_stay(front: str, rear: str, flags: int) -> None:
    world, first, last = queue(front, rear, flags)
    first.disguise = ord("!") if front == "X" else first.disguise
    before = first.spot
    for _ in range(15):
        turn(world)
    assert first.spot == before
    assert last.spot < before


def test_vmn_48_one_that_fights_the_player_keeps_its_place() -> None:
    world, first, last = queue("H", "T")
    first.flags |= AWAKE
    world.level.shift_foe(first, spot_of(2, 25))
    assert not may_pass(world, last, first)
    for flag in (HELD, 0):
        first.flags = first.flags & ~AWAKE | flag
        assert may_pass(world, last, first)


def test_vmn_48_a_swap_costs_the_move() -> None:
    world, first, last = queue("H", "T", AWAKE | SLOWED)
    world.level.shift_foe(last, first.spot - 1)
    before = first.spot, last.spot
    think(world, last)
    assert (last.spot, first.spot) == before


def in_the_dark(hero: tuple[int, int], foe: tuple[int, int], start: int = 0) -> tuple[World, Monster]:
    rows = [list("|" + "." * 60 + "|") for _ in range(20)]
    rows[hero[0] - 2][hero[1]] = "@"
    rows[foe[0] - 2][foe[1]] = "V"
    world = scene("\n".join(["-" * 62, *("".join(row) for row in rows), "-" * 62]), dark=True)
    world.turns = start
    return world, find_foe(world, "V")


@pytest.mark.parametrize(("foe", "step"), [
    ((11, 18), (0, 1)), ((11, 42), (0, -1)), ((2, 30), (1, 0)), ((20, 30), (-1, 0)),
])  # fmt: skip
def test_mnc_27_by_ear_the_straight_step_is_taken_first(foe: tuple[int, int], step: tuple[int, int]) -> None:
    for start in range(4):
        world, vampire = in_the_dark((11, 30), foe, start)
        minds_of(world).make_noise(14)
        turn(world)
        assert place_of(vampire) == (foe[0] + step[0], foe[1] + step[1])


@pytest.mark.slow
def test_mnc_27_where_two_sides_are_as_good_neither_is_preferred() -> None:
    sides: Counter[int] = Counter()
    for start in range(200):
        world, vampire = in_the_dark((11, 30), (11, 20), start)
        world.level.add_foe(Monster(world.rules.monsters["F"], spot_of(11, 21)))
        minds_of(world).make_noise(14)
        turn(world)
        sides[place_of(vampire)[0] - 11] += 1
    assert set(sides) == {-1, 1}
    assert 70 <= sides[1] <= 130


def lit_room(letters: str, random: Random) -> World:
    """A lit room of two doors with monsters at random, one of them in line with the player in a door."""
    rows = [["."] * WIDTH for _ in range(HEIGHT)]
    places = [
        divmod(number, WIDTH - 4) for number in random.sample(range(HEIGHT * (WIDTH - 4)), len(letters))
    ]
    for letter, (row, col) in zip(letters, places, strict=True):
        rows[row][col] = letter
    rows[HEIGHT // 2][WIDTH - 4] = letters[0]
    lines = ["|" + "".join(row) + "|" for row in rows]
    lines[HEIGHT // 2] = lines[HEIGHT // 2][:-1] + "+@##"
    below = "-" * 6 + "+" + "-" * (WIDTH - 5)
    world = scene("\n".join(["-" * (WIDTH + 2), *lines, below, " " * 6 + "#", " " * 6 + "###"]))
    world.player.spot -= 1
    world.player.room = world.level.room_at(world.player.spot)
    return world


@pytest.mark.slow
@pytest.mark.parametrize("letter", "EQ")
def test_mnc_29_a_flock_does_not_stand_in_the_line_of_fire(letter: str) -> None:
    """In 24 turns there are at most 3 in which a monster stands on a line of the player in the door."""
    targets = []
    for seed in range(20):
        world = lit_room(letter * 2, Random(seed))
        count = 0
        for _ in range(24):
            turn(world)
            count += any(in_line_of_fire(world, foe.spot, world.player.spot) for foe in world.level.foes)
        targets.append(count)
    assert sum(targets) <= 3 * len(targets)


def test_vmn_30_a_flock_comes_at_once_when_one_is_hit() -> None:
    world = lit_room("EE", Random(1))
    turn(world)
    world.level.foes[0].hp = mind_of(world.level.foes[0]).hp = 20
    world.level.foes[0].max_hp = 20
    world.level.foes[0].hp -= 1
    before = {foe: square_distance(foe.spot, world.player.spot) for foe in world.level.foes}
    turn(world)
    turn(world)
    assert all(mind_of(foe).patience == 0 for foe in world.level.foes)
    assert all(square_distance(foe.spot, world.player.spot) < max(2, was) for foe, was in before.items())


@pytest.mark.slow
def test_mnc_37_flight_keeps_off_the_line_of_fire() -> None:
    """Of the steps to cover that begin on a line, at most one in 50 could as well have begun beside it."""
    random, needless, steps = Random(5), 0, 0
    for _ in range(150):
        world = lit_room("H", random)
        hobgoblin = world.level.foes[0]
        mind_of(hobgoblin).lore = BOW
        noise = sound_for_flight(world, hobgoblin.spot)
        step = step_to_cover(world, hobgoblin, noise, world.player.spot)
        if not step:
            continue
        steps += 1
        needless += in_line_of_fire(world, step, world.player.spot) and (
            off_line_is_as_short(world, hobgoblin, noise, step)
        )
    assert steps > 20
    assert 50 * needless <= steps


def off_line_is_as_short(world: World, foe: Monster, noise: bytearray, step: int) -> bool:
    """Whether a first step off the lines leads to cover in as few steps as `step`."""
    hero = world.player.spot

    def steps_to_cover(start: int) -> int:
        seen, layer, steps = {foe.spot, start}, [start], 1
        while layer and steps < 15:
            if any(not sees(world, spot, hero) for spot in layer):
                return steps
            steps += 1
            layer = [near for spot in layer for near in free_ways(world, spot) if noise[near] > steps]
            layer = [near for near in dict.fromkeys(layer) if near not in seen]
            seen.update(layer)
        return 99

    others = [near for near in free_ways(world, foe.spot) if noise[near] > 1]
    aside = [steps_to_cover(near) for near in others if not in_line_of_fire(world, near, hero)]
    return min(aside, default=99) <= steps_to_cover(step) < 99


@pytest.mark.slow
@pytest.mark.parametrize("letter", "BP")
def test_mnc_30_erratic_monsters_strike_when_they_can(letter: str) -> None:
    for steady, least, most in ((True, 200, 200), (False, 80, 180)):
        rules = ROGUE_MINDS.replace(minds=MindRules(steady_blows=steady))
        struck = 0
        for seed in range(200):
            world = scene(hall(f"@{letter}...."), rules=rules, seed=seed)
            before = minds_of(world).gathered
            think(world, find_foe(world, letter))
            struck += minds_of(world).gathered > before
        assert least <= struck <= most


def test_vmn_49_the_confused_stumble() -> None:
    said, lost = set(), 0
    for seed in range(60):
        world = scene(hall("@...H"), seed=seed, hp=9)
        hobgoblin = find_foe(world, "H")
        hobgoblin.flags |= CONFUSED
        think(world, hobgoblin)
        stumbled = hobgoblin.hp == 8
        assert stumbled == (world.said == ["The hobgoblin stumbles"])
        assert not stumbled or place_of(hobgoblin) == (2, 5)
        lost += stumbled
        said |= set(world.said)
    assert 20 <= lost <= 55
    hobgoblin.hp = 1
    for _ in range(20):
        think(world, hobgoblin)
    assert hobgoblin.hp == 1


def test_mnc_34_a_count_of_rests_stops_before_the_first_blow() -> None:
    """A zombie comes in a lit room; the player would rest 40 turns."""
    for seed in range(20):
        world = scene(hall("@........Z"), seed=seed)
        world.looked_room = world.player.room
        turns.do(world, Command(".", times=40))
        assert world.turns >= 7
        assert world.count == 0
        assert world.player.hp == world.player.max_hp


def test_mnc_35_three_in_the_open_spread_beside_the_player() -> None:
    for seed in range(10):
        world = scene("""
            -----------------
            |...............|
            |...............|
            |...@.......E...|
            |..........E....|
            |...........E...|
            -----------------
        """, seed=seed)  # fmt: skip
        for _ in range(14):
            turn(world)
        spots = [foe.spot for foe in world.level.foes]
        assert all(spot in ways_of(world, world.player.spot) for spot in spots)
        assert max(square_distance(a, b) for a in spots for b in spots) >= 2
