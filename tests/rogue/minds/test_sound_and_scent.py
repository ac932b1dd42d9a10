"""What monsters that think hear and smell (VMN-5 to VMN-16; MNC-1 to MNC-4)."""

from __future__ import annotations

import random

import pytest

from rogue.levelgen.new_game import new_world
from rogue.minds.geometry import path_between, square_distance, steps_from, ways_of
from rogue.minds.sound_and_scent import (
    MAX_LAYERS,
    follow_scent,
    hears,
    leave_traces,
    sound_at,
    sound_for_flight,
)
from rogue.rules import arrival, traps
from rogue.rules.move import step
from rogue.state.entities import AWAKE, LEVITATING, SILENT, Monster
from rogue.state.grid import COLS, MAP, RIGHT, SIZE, spot_of
from rogue.state.world import World
from rogue.tables.ruleset import ROGUE_MINDS
from rogue.ui.session import Session
from scripts.lib.notation import carry, find_foe, hall
from tests.rogue.minds.mind_scenes import mind_of, minds_of, path_of, scene, turn

ROUND_A_BEND = """
    ------      ------
    |.@..|      |..H.|
    |....+##  ##+....|
    ------ #  # ------
           ####
"""
SOUND = """
    ------      ------
    |1012|      |gghi|
    |1112345  cdefghi|
    ------ 6  b ------
           789a
"""
CORRIDOR = """
    -----
    |..@+########################################
    -----
"""
LABELS = "0123456789abcdefghijklmnopqrstuvwxyz"


def labels(world: World, rows: int) -> list[str]:
    noise = minds_of(world).noise
    return [
        "".join(LABELS[steps] if steps != SILENT else " " for steps in noise[row * COLS : (row + 1) * COLS])
        for row in range(1, rows + 1)
    ]


def is_heard(world: World, foe: Monster) -> bool:
    return hears(world, foe, square_distance(foe.spot, world.player.spot))


def test_mnc_1_the_map_of_sound_once_it_was_asked_for() -> None:
    world = scene(ROUND_A_BEND)
    sound_for_flight(world, find_foe(world, "H").spot)
    wanted = [line[4:].ljust(COLS) for line in SOUND.strip("\n").splitlines()]
    assert [row.replace(" ", "") for row in labels(world, 5)] == [
        "".join(char for char in row if char in LABELS) for row in wanted
    ]
    assert minds_of(world).reach == MAX_LAYERS  # nothing was left to flood


def test_vmn_11_a_flood_ends_at_the_monster_that_asks_and_beyond_one_that_flees() -> None:
    world = scene(CORRIDOR)
    assert sound_at(world, spot_of(2, 10)) == 7
    assert minds_of(world).noise[spot_of(2, 11)] == SILENT
    assert sound_at(world, spot_of(2, 12)) == 9  # the same flood goes on
    assert sound_for_flight(world, spot_of(2, 10))[spot_of(2, 26)] == 23
    assert minds_of(world).noise[spot_of(2, 27)] == SILENT


def test_vmn_11_the_flood_goes_no_farther_than_a_monster_can_hear() -> None:
    world = scene(CORRIDOR + "    -----\n    |..E|\n    -----\n")
    world.player.spot = spot_of(2, 7)
    emu = find_foe(world, "E")
    minds_of(world).loud = 14
    assert not is_heard(world, emu)  # near, but cut off
    assert minds_of(world).reach == 14
    started = minds_of(world).flooded
    for turn_number, moved, again in ((1, 3, False), (2, 4, True)):
        world.turns += turn_number
        minds_of(world).moved = moved
        assert not is_heard(world, emu)
        assert (minds_of(world).flooded > started) == again


@pytest.mark.parametrize("seed", range(61_000, 61_004))
def test_vmn_11_asked_in_any_order_it_knows_the_steps_of_one_whole_flood(seed: int) -> None:
    world = Session(seed, "minds", "jump").world
    whole = steps_from(world, world.player.spot, MAX_LAYERS)
    asked = [spot for spot in MAP if ways_of(world, spot)]
    random.Random(seed).shuffle(asked)
    for spot in asked[:40]:
        most = seed % 7 + spot % 50
        found = sound_at(world, spot, most)
        assert found == whole[spot] if whole[spot] <= most else found in (whole[spot], SILENT)


def test_mnc_2_one_that_knows_comes_round_a_bend() -> None:
    world = scene("""
        -----        -----
        |.@.|        |..H|
        |...+##    ##+...|
        ----- #    # -----
              ######
    """)
    assert path_of(world, 17)[-1] == (3, 3)


def heard_from(world: World, letter: str, loudness: int, col: int) -> bool:
    """Whether a monster of that letter in the corridor hears the player."""
    foe = Monster(ROGUE_MINDS.monsters[letter], spot_of(2, col))
    foe.flags |= AWAKE
    world.level.foes = [foe]
    world.turns += 1
    minds_of(world).make_noise(loudness)
    leave_traces(world)
    minds_of(world).centre = 0
    return is_heard(world, foe)


@pytest.mark.parametrize(
    ("letter", "stepping", "resting", "stealthy"),
    [("S", 7, 3, 3), ("E", 14, 6, 7), ("B", 28, 12, 14), ("F", 0, 0, 0)],
)
def test_mnc_3_hearing_without_sight(letter: str, stepping: int, resting: int, stealthy: int) -> None:
    world = scene(CORRIDOR)
    for loudness, most in ((14, stepping), (0, resting)):
        assert not most or heard_from(world, letter, loudness, 3 + most)
        assert not heard_from(world, letter, loudness, 3 + most + 1)
    world.player.left = carry(world, "ring", "stealth")
    if stealthy:
        assert heard_from(world, letter, 14, 3 + stealthy)
    assert not heard_from(world, letter, 14, 3 + stealthy + 1)


@pytest.mark.parametrize(("gathered", "loud"), [(0, 6), (5, 6), (14, 14), (24, 24), (40, 40)])
def test_vmn_10_the_loudness_of_a_turn_is_gone_with_it(gathered: int, loud: int) -> None:
    world = scene(CORRIDOR)
    minds = minds_of(world)
    minds.make_noise(gathered)
    leave_traces(world)
    assert minds.loud == loud
    leave_traces(world)
    assert minds.loud == 6
    minds.make_noise(gathered)
    world.player.flags |= LEVITATING
    leave_traces(world)
    assert minds.loud == loud // 2


def test_vmn_10_a_step_is_heard_and_a_rest_less() -> None:
    world = scene(hall(".@."))
    step(world, RIGHT)
    assert minds_of(world).gathered == 14
    assert minds_of(world).moved == 1


def test_vmn_12_nobody_far_away_has_the_map_filled() -> None:
    world = scene(CORRIDOR)
    foe = Monster(ROGUE_MINDS.monsters["E"], spot_of(2, 40))
    leave_traces(world)
    assert not is_heard(world, foe)
    assert minds_of(world).centre == 0


@pytest.mark.parametrize(("moved", "serves"), [(0, True), (4, True), (5, False)])
def test_vmn_12_an_old_map_serves_those_far_away(moved: int, serves: bool) -> None:
    world = scene(CORRIDOR)
    spot = spot_of(2, 3 + 16)
    world.level.foes = [Monster(ROGUE_MINDS.monsters["E"], spot)]
    world.level.foes[0].flags |= AWAKE
    sound_at(world, spot)
    world.turns += 1
    minds_of(world).moved = moved
    world.player.spot += 1
    assert sound_at(world, spot) == (16 if serves else 15)


def test_vmn_12_one_flood_a_turn() -> None:
    world = scene(CORRIDOR)
    sound_at(world, spot_of(2, 20))
    minds_of(world).moved = 9
    world.player.spot += 1
    before = bytes(minds_of(world).noise)
    sound_at(world, spot_of(2, 4))
    assert minds_of(world).noise == before
    world.turns += 1
    sound_at(world, spot_of(2, 4))
    assert minds_of(world).noise != before


def plain_search(world: World, start: int) -> list[int]:
    steps = [SILENT] * SIZE
    steps[start] = 0
    queue = [start]
    for spot in queue:
        for near in ways_of(world, spot):
            if steps[near] == SILENT:
                steps[near] = steps[spot] + 1
                queue.append(near)
    return steps


@pytest.mark.parametrize("seed", range(8))
def test_mnc_14_an_unmoved_map_is_that_of_a_plain_search(seed: int) -> None:
    world = new_world(ROGUE_MINDS, seed)
    sound_at(world, world.player.spot)
    minds = minds_of(world)
    wanted = plain_search(world, world.player.spot)
    for spot, steps in enumerate(minds.noise):
        assert steps == (wanted[spot] if wanted[spot] <= minds.reach else SILENT)
    assert minds.reach <= MAX_LAYERS


def test_vmn_7_what_is_found_opens_ways_and_a_teleport_voids_the_sound() -> None:
    world = scene("""
        -----
        |.@.d##
        |...|
        -----
    """)
    world.player.spot = spot_of(2, 3)
    sound_at(world, spot_of(2, 1))
    minds = minds_of(world)
    assert len(ways_of(world, world.player.spot)) == 3
    while minds.centre:
        traps.search(world)
    assert len(ways_of(world, world.player.spot)) == 4
    sound_at(world, spot_of(2, 1))
    arrival.teleport(world)
    assert minds.centre == 0


FOLLOWED = """
    --------        ---------
    |......|        |.......|
    |..S@..+###   ##+.......|
    |......|  #   # |.......|
    --------  ##### ---------
"""
TRAIL = [
    *((3, col) for col in range(5, 11)),
    *((4, 10), (5, 10), (5, 11), (5, 12), (5, 13), (5, 14), (4, 14), (3, 14), (3, 15), (3, 16)),
    *((3, 17), (2, 18), (2, 19), (2, 20), (2, 21), (2, 22), (2, 23)),
]


def followed() -> World:
    """The player has walked from one dark room to another, in turns 11 to 34, while a snake was held."""
    world = scene(FOLLOWED, knows=False, dark=True)
    find_foe(world, "S").flags &= ~AWAKE
    world.turns = 11
    world.player.spot = spot_of(3, 4)
    leave_traces(world)
    for place in TRAIL:
        turn(world, place)
    find_foe(world, "S").flags |= AWAKE
    return world


def test_vmn_14_the_trail_has_the_turns_of_the_steps() -> None:
    scent = minds_of(followed()).scent
    assert [scent[spot_of(3, col)] for col in range(4, 12)] == [11, 12, 13, 14, 15, 16, 17, 0]
    assert [scent[spot_of(2, col)] for col in range(4, 8)] == [11, 12, 12, 0]
    assert [scent[spot_of(5, col)] for col in range(10, 15)] == [19, 20, 21, 22, 23]
    assert scent[spot_of(2, 23)] == 34


def test_vmn_14_who_floats_lays_no_trail() -> None:
    world = scene(hall(".@."))
    world.player.flags |= LEVITATING
    turn(world)
    assert not any(minds_of(world).scent)


def test_mnc_4_a_trail_is_followed_round_corners() -> None:
    world = followed()
    scent = list(minds_of(world).scent)
    walked = path_of(world, 23)
    assert walked[-1] == (2, 22)
    assert len(set(walked)) == 23
    assert all(scent[spot_of(*place)] for place in walked)


def test_mnc_4_at_the_end_of_the_trail_it_is_lost() -> None:
    world = followed()
    world.player.spot = spot_of(3, 3)
    world.player.flags |= LEVITATING
    snake = find_foe(world, "S")
    world.level.shift_foe(snake, spot_of(2, 22))
    assert follow_scent(world, snake) == spot_of(2, 23)
    world.level.shift_foe(snake, spot_of(2, 23))
    assert follow_scent(world, snake) is None
    assert mind_of(snake).scentless == world.turns + 20


@pytest.mark.parametrize(("age", "bleeding", "smelt"), [
    (40, False, True), (41, False, False), (80, True, True), (81, True, False),
])  # fmt: skip
def test_vmn_15_a_nose_has_its_bounds(age: int, bleeding: bool, smelt: bool) -> None:
    world = scene(hall("@...S"), knows=False)
    snake = find_foe(world, "S")
    world.turns = 1000
    minds_of(world).scent[spot_of(2, 4)] = 1000 - age
    world.player.hp = world.player.max_hp // 2 - bleeding
    assert (follow_scent(world, snake) == spot_of(2, 4)) is smelt


def test_vmn_16_who_smells_nothing_and_when() -> None:
    world = scene(hall("@.H.S"), knows=False)
    world.turns = 100
    for spot in (spot_of(2, 2), spot_of(2, 4)):
        minds_of(world).scent[spot] = 99
    assert follow_scent(world, find_foe(world, "H")) is None
    snake = find_foe(world, "S")
    mind_of(snake).scentless = 101
    assert follow_scent(world, snake) is None
    mind_of(snake).scentless = 100
    assert follow_scent(world, snake) == spot_of(2, 4)


def test_vmn_18_a_path_is_a_shortest_one() -> None:
    world = scene(ROUND_A_BEND)
    start, goal = find_foe(world, "H").spot, world.player.spot
    path = path_between(world, start, goal)
    assert len(path) == plain_search(world, start)[goal]
    assert path[-1] == goal
    assert all(after in ways_of(world, before) for before, after in zip([start, *path], path, strict=False))
    assert path_between(world, start, start) == []
    assert path_between(world, start, 0) == []
