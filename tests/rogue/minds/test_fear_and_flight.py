"""When monsters that think flee, where to, and how they come back (VMN-34 to VMN-41; MNC-7 to MNC-9)."""

from __future__ import annotations

import pytest

from rogue.rules import awareness, mind_choice, mind_lore, mind_tactics, monster_ai
from rogue.state.entities import AWAKE, BOW, CONFUSED, HASTED, HELD, SCROLL, SLOWED, STICK
from rogue.state.world import World
from scripts.lib.notation import carry, find_foe, hall
from tests.rogue.minds.mind_scenes import Place, mind_of, minds_of, path_of, place_of, rest, scene, turn

ROOM = """
    ---------------
    |.............|
    |..@...H......+####
    |.............|   #
    -------+-------   #
           #          #
           ############
"""
CORRIDOR = """
    -------
    |.....|       ------
    |..@..+#HH####+....|
    |.....|       |....|
    -------       ------
"""
HALL = """
    ----------------
    |..............|
    |..............|
    |.@.........H..|
    |..............|
    |..............|
    ----------------
"""


def hurt(picture: str) -> World:
    world = scene(picture, hp=10)
    world.level.foes[0].hp = 1
    return world


def test_mnc_7_the_hurt_take_the_nearest_cover_and_stay_there() -> None:
    world = hurt(ROOM)
    path = path_of(world, 8)
    assert path == [(4, 7), (5, 7), (6, 7), (7, 7), (7, 8), (7, 8), (7, 8), (7, 8)]
    assert world.said == ["The hobgoblin turns tail"]


def test_mnc_7_they_leave_the_door_that_is_his() -> None:
    world = hurt(ROOM.replace("..@...H", ".....@H"))
    path = path_of(world, 10)
    assert path[7] == path[-1] == (3, 15)


def test_mnc_7_the_cornered_strike() -> None:
    world = hurt(hall("@H"))
    for _ in range(5):
        before = world.rng.drawn
        turn(world)
        assert world.rng.drawn > before
    assert world.said[:2] == ["The hobgoblin turns tail", "The hobgoblin turns at bay"]
    assert world.said.count("The hobgoblin turns at bay") == 1


def test_mnp_1_it_is_told_of_each_fear_that_one_turns_at_bay() -> None:
    world = hurt(hall("@H"))
    foe = world.level.foes[0]
    turn(world)
    foe.hp = 10
    turn(world)
    assert not mind_of(foe).afraid
    foe.hp = 1
    turn(world)
    assert world.said.count("The hobgoblin turns at bay") == 2


@pytest.mark.parametrize("letter", ["B", "P"])
def test_vmn_36_the_erratic_flee_straight(letter: str) -> None:
    for seed in range(20):
        world = scene(ROOM.replace("H", letter), hp=10, seed=seed)
        world.level.foes[0].hp, mind_of(world.level.foes[0]).store = 1, 0
        mind_tactics.feel(world, world.level.foes[0])
        assert path_of(world, 8)[4:] == [(7, 8)] * 4
        assert world.rng.drawn == 0


def test_mnc_7_who_heals_comes_back() -> None:
    world = hurt(ROOM)
    path_of(world, 5)
    world.level.foes[0].hp = 5
    path_of(world, 6)
    assert not mind_of(world.level.foes[0]).afraid
    assert place_of(world.level.foes[0]) != (7, 8)


@pytest.mark.parametrize(("letter", "hp", "afraid"), [
    ("H", 20, True), ("H", 21, False), ("B", 50, True), ("B", 51, False), ("J", 1, False), ("Z", 1, False),
])  # fmt: skip
def test_vmn_34_fear_begins_at_a_share_of_the_hit_points(letter: str, hp: int, afraid: bool) -> None:
    world = scene(HALL.replace("H", letter), hp=100)
    foe = world.level.foes[0]
    foe.hp = hp
    mind_tactics.feel(world, foe)
    assert mind_of(foe).afraid is afraid


@pytest.mark.parametrize(("hp", "afraid"), [(49, True), (50, False)])
def test_vmn_34_and_ends_at_another(hp: int, afraid: bool) -> None:
    world = scene(HALL, hp=100)
    foe = find_foe(world, "H")
    mind_of(foe).afraid = True
    foe.hp = hp
    mind_tactics.feel(world, foe)
    assert mind_of(foe).afraid is afraid


@pytest.mark.parametrize(("letter", "hero", "afraid"), [
    ("H", 4, False), ("H", 5, True), ("E", 1, True),
])  # fmt: skip
def test_vmn_34_folk_who_expect_to_win_stay(letter: str, hero: int, afraid: bool) -> None:
    """A hobgoblin's blow is worth 4.5 hit points; an emu does not reckon."""
    world = scene(HALL.replace("H", letter), hp=100)
    world.level.foes[0].hp = 1
    world.player.hp = hero
    mind_tactics.feel(world, world.level.foes[0])
    assert mind_of(world.level.foes[0]).afraid is afraid


def test_mnc_8_off_the_lines_of_the_bow() -> None:
    world = scene(HALL)
    mind_of(find_foe(world, "H")).lore = BOW
    assert path_of(world, 9) == [*((5, col) for col in range(11, 3, -1)), (4, 3)]
    assert "H dodges" in minds_of(world).habits


def test_mnc_8_without_the_lore_straight_on() -> None:
    world = scene(HALL)
    mind_of(find_foe(world, "H")).store = 0
    assert path_of(world, 9) == [(4, col) for col in range(11, 2, -1)]
    assert minds_of(world).habits == set()


def test_mnc_9_one_that_flees_changes_places() -> None:
    after = rest(hurt(CORRIDOR), 3)
    assert after[0] == [(3, 9), (3, 7)]  # the other has gone on at once
    assert after[2] == [(3, 11), (3, 5)]


@pytest.mark.parametrize("flag", [0, HELD])
def test_vmn_37_not_with_sleepers_or_the_held(flag: int) -> None:
    world = hurt(CORRIDOR)
    other = world.level.foes[1]
    other.flags = other.flags & ~AWAKE | flag
    assert rest(world, 1)[0][1] == (3, 9)
    assert place_of(world.level.foes[0]) == (3, 8)


def test_vmn_38_those_who_see_a_throw_learn_of_the_bow() -> None:
    world = scene("""
        --------   -----
        |@.H.EH|   |.H.|
        --------   -----
    """)
    struck, emu, sees, not_there = world.level.foes
    mind_lore.show_weapon(world, STICK, struck)
    assert [mind_of(foe).lore for foe in (struck, emu, sees, not_there)] == [STICK, 0, STICK, 0]


def test_scroll_lore_is_learnt_beside_it_and_keeps_folk_away_for_20_turns() -> None:
    world = scene(hall("@H........"))
    scroll = carry(world, "scroll", "scare monster")
    world.player.pack.remove(scroll)
    world.level.add_thing(scroll, world.player.spot)
    hobgoblin = find_foe(world, "H")
    turn(world)
    assert mind_of(hobgoblin).lore == SCROLL
    for now, away in ((20, True), (21, False)):
        world.turns = now
        assert mind_choice.flees(world, hobgoblin) is away
    assert place_of(hobgoblin) == (2, 3)


@pytest.mark.parametrize(("swings", "hits", "off"), [(7, 0, False), (8, 0, True), (8, 1, False)])
def test_vmn_39_the_eighth_swing_in_vain_ends_it(swings: int, hits: int, off: bool) -> None:
    world = scene(HALL)
    foe = find_foe(world, "H")
    mind_of(foe).swings, mind_of(foe).hits = swings, hits
    mind_lore.note_vain_swings(world, foe)
    assert (mind_of(foe).off == 50) is off
    assert (world.said == ["The hobgoblin loses interest in you"]) is off


def test_vmn_39_a_loss_of_hit_points_brings_it_back() -> None:
    world = scene(hall("@H"), hp=10)
    foe = find_foe(world, "H")
    mind_lore.give_up(world, foe)
    turn(world)
    assert mind_of(foe).swings == 0
    foe.hp -= 1
    turn(world)
    assert mind_of(foe).swings == 1


def test_vmn_39_the_mindless_never_give_up() -> None:
    world = scene(HALL.replace("H", "Z"))
    mind_lore.give_up(world, find_foe(world, "Z"))
    assert mind_of(find_foe(world, "Z")).off < 0


@pytest.mark.parametrize(("letter", "hits"), [("A", 2), ("N", 1)])
def test_vmn_40_aquators_and_nymphs_give_up_on_what_gives_them_nothing(letter: str, hits: int) -> None:
    world = scene(HALL.replace("H", letter))
    foe = find_foe(world, letter)
    for number in range(1, hits + 1):
        mind_lore.note_vain_hit(world, foe)
        assert (mind_of(foe).off > 0) is (number == hits)
    mind_of(foe).off = 0
    for _ in range(10):
        mind_lore.note_vain_hit(world, foe)
    assert mind_of(foe).off == 0  # only once


@pytest.mark.parametrize(("hits", "swings", "belief"), [(0, 0, 60), (0, 8, 20), (4, 4, 80), (1, 1, 68)])
def test_vmn_23_a_monster_learns_how_well_it_hits(hits: int, swings: int, belief: int) -> None:
    foe = find_foe(scene(HALL), "H")
    mind_of(foe).hits, mind_of(foe).swings = hits, swings
    assert mind_lore.belief_to_hit(foe) == belief


def recovered(letter: str, hp: int, turns: int) -> int:
    world = scene(HALL.replace("H", letter), awake=False)
    world.level.foes[0].hp = hp
    world.level.foes[0].max_hp = 27
    for now in range(1, turns + 1):
        world.turns = now
        monster_ai.begin(world)
    return world.level.foes[0].hp


@pytest.mark.parametrize(("letter", "hp", "turns", "healed"), [
    ("H", 1, 29, 1), ("H", 1, 30, 2), ("H", 1, 210, 8), ("T", 4, 180, 27), ("T", 4, 30, 8), ("G", 1, 30, 7),
])  # fmt: skip
def test_mnc_20_hit_points_come_back_asleep_or_not(letter: str, hp: int, turns: int, healed: int) -> None:
    assert recovered(letter, hp, turns) == healed


def test_vmn_41_stores_and_conditions_come_back() -> None:
    world = scene(HALL.replace("H", "D"), hp=40)
    dragon = find_foe(world, "D")
    mind_of(dragon).store = 2
    for now, store in ((30, 2), (40, 3), (80, 3)):
        world.turns = now
        monster_ai.begin(world)
        assert mind_of(dragon).store == store
    for flag in (CONFUSED, SLOWED, HASTED):
        dragon.flags |= flag
        for now in range(90, 900, 10):
            world.turns = now
            monster_ai.begin(world)
        assert not dragon.flags & flag


def test_vmn_41_the_fast_by_nature_stay_fast() -> None:
    world = scene(HALL, depth=30)
    find_foe(world, "H").flags |= HASTED
    for now in range(10, 900, 10):
        world.turns = now
        monster_ai.begin(world)
    assert find_foe(world, "H").flags & HASTED


@pytest.mark.parametrize(("loud", "chance"), [(6, 1 / 3), (7, 1 / 2), (14, 1 / 2), (15, 2 / 3), (40, 2 / 3)])
def test_vmn_44_the_chance_to_wake_goes_by_the_loudness(loud: int, chance: float) -> None:
    world = scene(HALL)
    assert world.minds is not None
    world.minds.loud = loud
    woken = sum(awareness.wakes(world) for _ in range(1800))
    assert abs(woken / 1800 - chance) < 0.05
    assert world.rng.drawn == 1800


@pytest.mark.parametrize(("turns", "kept"), [(20, True), (21, False)])
def test_vmn_18_an_aim_is_kept_for_20_turns(turns: int, kept: bool) -> None:
    world = scene("""
        -----        -----
        |.@.|        |..H|
        |...+##    ##+...|
        ----- #    # -----
              ######
    """)
    world.turns = turns - 1
    before: Place = place_of(find_foe(world, "H"))
    turn(world)
    assert (mind_of(find_foe(world, "H")).idle == 0) is kept
    assert place_of(find_foe(world, "H")) != before or not kept


def test_vmn_18_without_a_trace_animals_fall_asleep_and_folk_roam() -> None:
    picture = """
        -----        -----
        |.@.|        |..H|
        |...+##    ##+...|
        ----- #    # -----
              ######
    """
    for letter, awake in (("E", False), ("Z", False), ("H", True), ("C", True)):
        world = scene(picture.replace("H", letter), knows=False, dark=True)
        world.player.spot = 2 * 80 + 1
        foe = find_foe(world, letter)
        mind_of(foe).idle = 1
        turn(world)
        assert bool(foe.flags & AWAKE) is awake


def test_vmn_18_the_idle_walk_on_even_turns() -> None:
    world = scene("""
        -----        -----
        |.@.|        |..H|
        |...+##    ##+...|
        ----- #    # -----
              ######
    """, knows=False)  # fmt: skip
    path = path_of(world, 6)
    assert path[0] == (2, 16)
    assert path[1] == path[2] != path[3] == path[4] != path[5]
