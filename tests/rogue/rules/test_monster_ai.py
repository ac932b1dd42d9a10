"""How monsters walk, attack, breathe fire, and wander in (CHS, WND, CHK-16)."""

from __future__ import annotations

import pytest

from rogue.rules import monster_ai, turn_phases
from rogue.rules.awareness import choose_goal, rouse
from rogue.rules.output import add_text
from rogue.state.entities import (
    AWAKE,
    BLIND,
    CANCELLED,
    CONFUSED,
    DETECTS,
    HASTED,
    HELD,
    SLOWED,
    TARGET,
    Item,
)
from rogue.state.grid import spot_of
from rogue.state.world import Duel, World
from rogue.tables.monsters import FLIES
from scripts.lib.notation import find_foe, hall, plain_item, read_world
from tests.rogue.rules.chase_scenes import TWO_ROOMS, Place, walk, world_of
from tests.support.odds import assert_mean, assert_share

LONG_ROOM = """
    --------------------
    |@................{}|
    |..................|
    --------------------
"""

CORRIDOR = """
    ------------
    |@........{}|
    ------------
"""


WALKS = [
    pytest.param(LONG_ROOM, "H", HELD, [(2, 18)] * 2, id="CHS-1 CHS-19 the held stay"),
    *(
        pytest.param(LONG_ROOM, letter, marks, [(2, col) for col in columns], id=name)
        for name, letter, marks, columns in (
            ("CHS-1 a step a turn", "H", 0, (17, 16, 15, 14)),
            ("CHS-1 the hasted", "H", HASTED, (16, 14, 12, 10)),
            ("CHS-1 the slowed", "H", SLOWED, (17, 17, 16, 16)),
            ("CHS-1 both", "H", SLOWED | HASTED, (16, 15, 13, 12)),
            ("CHS-2 a flyer goes twice until it is close", "K", 0, (16, 14, 12, 10, 8, 6, 4, 2, 2)),
            ("CHS-2 a slowed flyer steps every turn", "K", SLOWED, (17, 16, 15, 14)),
        )
    ),
    pytest.param("""
        ----------
        |@.......|
        |........|
        |........|
        |.......{}|
        ----------
    """, "H", 0, [(4, 7), (3, 6), (2, 5), (2, 4), (2, 3), (2, 2), (2, 2)], id="CHS-9 the nearest square"),
    pytest.param("""
        -----        -----
        |.@.|        |..{}|
        |...+########+...|
        -----        -----
    """, "H", 0, [(3, col) for col in range(15, 3, -1)], id="CHS-7 CHS-24 by doors and passage"),
    pytest.param("""
        -----   --------   -----
        |.@.|   |......|   |...|
        |...+###+....{}.+###+...|
        -----   --------   -----
    """, "H", 0, [(3, col) for col in (12, 11, 10, 9)], id="CHS-7 of several exits the nearest to the goal"),
    pytest.param("""
        -----
        |...|
        |..{}+###@
        -----
    """, "H", 0, [(3, 4), (3, 5), (3, 6)], id="CHS-7 from a door straight at a player in the passage"),
    pytest.param("""
        -----   -----
        |.@.|   |.{}.|
        -----   -----
    """, "H", 0, [(2, 10)] * 3, id="CHS-7 BUG-31 a room without exits keeps its monster"),
    pytest.param("""
        -----
        |..@|
        |...+##
        ----- {}
    """, "H", 0, [(3, 6), (3, 5)], id="MAP-8 MAP-9 no corner is cut from a passage"),
    pytest.param("""
        ------
        |.@..|
        |....|
        --+---
          #{}
    """, "E", 0, [(5, 2), (4, 2)], id="MAP-8 MAP-9 nor into a door"),
    pytest.param("""
        -----
        |.@.d###{}
        -----
    """, "H", 0, [(2, 7), (2, 6), (2, 5), (2, 5)], id="CHS-15 a hidden door blocks"),
    pytest.param("""
        -----
        |.@.+#p#{}
        -----
    """, "H", 0, [(2, 7)] * 4, id="CHS-15 a hidden passage blocks"),
]  # fmt: skip


@pytest.mark.parametrize(("picture", "letter", "marks", "places"), WALKS)
def test_where_monsters_walk(picture: str, letter: str, marks: int, places: list[Place]) -> None:
    world = world_of(picture, letter)
    find_foe(world, letter).flags |= marks
    assert walk(world, len(places)) == places


def test_mon_11_sleepers_stay_and_draw_no_dice() -> None:
    world = world_of(LONG_ROOM, "H")
    find_foe(world, "H").flags &= ~AWAKE
    assert walk(world, 3) == [(2, 18)] * 3
    assert world.rng.drawn == 0


def test_chs_1_23_newest_first_and_nobody_swaps() -> None:
    world = world_of(hall("@..EH.."))
    emu, hobgoblin = find_foe(world, "E"), find_foe(world, "H")
    world.level.foes = [hobgoblin, emu]
    monster_ai.move_foes(world)
    assert (emu.spot, hobgoblin.spot) == (spot_of(2, 3), spot_of(2, 5))
    world.level.foes = [emu, hobgoblin]
    monster_ai.move_foes(world)
    assert (emu.spot, hobgoblin.spot) == (spot_of(2, 2), spot_of(2, 4))


def test_a_death_of_the_player_ends_the_moves() -> None:
    world = world_of(hall(".H@H."))
    world.player.hp = 1
    for foe in world.level.foes:
        foe.level = 100
    monster_ai.move_foes(world)
    assert world.ending is not None
    assert len(world.said) == 1


def test_chs_8_a_bend_away_from_the_goal_stops_it() -> None:
    world = world_of("""
        -----        -----
        |.@.|        |..H|
        |...+##    ##+...|
        ----- #    # -----
              ######
    """)
    here = walk(world, 30)[-1]
    assert here == (3, 11)  # every square further on is farther from the exit it wants
    assert walk(world, 5) == [here] * 5


def test_map_8_monsters_at_the_corners_do_not_matter() -> None:
    world = world_of("""
        ------
        |@...|
        |..E.|
        |.EH.|
        ------
    """)
    hobgoblin = find_foe(world, "H")
    for foe in world.level.foes:
        foe.flags |= HELD if foe is not hobgoblin else 0
    monster_ai.move_foes(world)
    assert hobgoblin.spot == spot_of(3, 2)


@pytest.mark.slow
def test_chs_9_equally_near_squares_are_equally_likely() -> None:
    left = 0
    for seed in range(600):
        world = world_of(
            """
            -------
            |..@..|
            |..E..|
            |..H..|
            -------
            """,
            seed=seed,
        )
        find_foe(world, "E").flags |= HELD
        monster_ai.move_foes(world)
        spot = find_foe(world, "H").spot
        assert spot in (spot_of(3, 2), spot_of(3, 4))
        left += spot == spot_of(3, 2)
    assert_share(left, 600, 1 / 2)


def test_chs_9_staying_is_one_of_the_equals() -> None:
    stays = 0
    for seed in range(600):
        world = world_of(
            """
            -------
            |.@EE.|
            |..EH.|
            |.....|
            -------
            """,
            seed=seed,
        )
        hobgoblin = find_foe(world, "H")
        for foe in world.level.foes:
            foe.flags |= HELD if foe is not hobgoblin else 0
        monster_ai.move_foes(world)
        assert hobgoblin.spot in (spot_of(3, 4), spot_of(4, 3))
        stays += hobgoblin.spot == spot_of(3, 4)
    assert_share(stays, 600, 1 / 2)


def test_chs_9_scare_monster_scrolls_and_xerocs_are_not_entered() -> None:
    world = world_of(CORRIDOR, "H")
    world.level.add_thing(plain_item(world, "scroll", "scare monster"), spot_of(2, 7))
    assert walk(world, 4) == [(2, 9), (2, 8), (2, 8), (2, 8)]
    world = world_of(hall("@.....X..H"))
    xeroc, hobgoblin = find_foe(world, "X"), find_foe(world, "H")
    xeroc.flags |= HELD
    xeroc.disguise = ord("!")
    for _ in range(4):
        monster_ai.move_foes(world)
    assert hobgoblin.spot == spot_of(2, 8)


def test_chs_16_other_things_and_traps_are_walked_over() -> None:
    world = world_of(hall("@..?^%*t.H"))
    assert walk(world, 8)[-1] == (2, 2)
    assert len(world.level.things) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("letter", "confused", "random"), [("H", True, 4 / 5), ("P", False, 1 / 5), ("B", False, 1 / 2)]
)
def test_chs_12_share_of_random_steps(letter: str, confused: bool, random: float) -> None:
    ahead = cleared = 0
    for seed in range(1500):
        world = world_of(CORRIDOR, letter, seed=seed)
        foe = find_foe(world, letter)
        foe.flags &= ~FLIES
        foe.flags |= CONFUSED if confused else 0
        ahead += walk(world) == [(2, 9)]
        cleared += confused and not foe.flags & CONFUSED
    assert_share(ahead, 1500, 1 - random + random / 9)
    if confused:
        assert_share(cleared, 1500, random / 20)


def far(letter: str, *, seed: int = 0, name: str = "healing") -> World:
    kinds = {"!": name}
    return read_world(TWO_ROOMS.replace("{}", letter), seed=seed, kinds=kinds)


def test_mon_18_rousing_wakes_and_ends_being_held() -> None:
    world = far("H")
    foe = find_foe(world, "H")
    foe.flags |= HELD
    rouse(world, foe)
    assert foe.flags & (AWAKE | HELD) == AWAKE
    assert foe.goal is None


@pytest.mark.slow
@pytest.mark.parametrize(("letter", "chance"), [("T", 0.5), ("C", 0.15), ("N", 1), ("H", 0)])
def test_chs_3_a_far_monster_goes_for_a_thing_with_its_carry_chance(letter: str, chance: float) -> None:
    fetches = 0
    for seed in range(400):
        world = far(letter, seed=seed)
        rouse(world, find_foe(world, letter))
        fetches += find_foe(world, letter).goal is world.level.things[0]
    assert_share(fetches, 400, chance)


@pytest.mark.parametrize("picture", [
    pytest.param("-------\n|.@..N|\n|.!...|\n-------", id="in the player's room"),
    pytest.param(TWO_ROOMS.replace("{}", "N").replace("!", "?"), id="a scare monster scroll"),
    pytest.param("-------     -------\n|.@.!.+#####+..N..|\n-------     -------", id="a thing elsewhere"),
])  # fmt: skip
def test_chs_3_the_player_is_the_goal(picture: str) -> None:
    world = read_world(picture, kinds={"?": "scare monster"})
    assert choose_goal(world, find_foe(world, "N")) is None
    assert world.rng.drawn == 0


def test_chs_3_a_monster_in_sight_goes_for_the_player() -> None:
    picture = """
        -------
        |.!..N@##
        |.....|
        -------
    """
    world = read_world(picture)
    foe = find_foe(world, "N")
    foe.room = world.level.rooms[0]
    world.player.room = world.level.nets[1]
    assert choose_goal(world, foe) is None
    world.player.flags |= BLIND
    assert choose_goal(world, foe) is world.level.things[0]


def test_chs_3_bug_12_what_another_wants_is_passed_over_for_the_next_thing() -> None:
    world = read_world("""
        -------     -------
        |.@...+#####+N.N!!|
        -------     -------
    """)
    first, second = world.level.foes
    newest, older = world.level.things
    rouse(world, first)
    assert first.goal is newest
    rouse(world, second)
    assert second.goal is older


def far_fetcher() -> tuple[World, Item]:
    world = world_of(TWO_ROOMS, "N")
    (item,) = world.level.things
    find_foe(world, "N").goal = item
    return world, item


def test_chs_11_mon_13_a_fetcher_takes_the_thing_and_turns_to_the_player() -> None:
    world, item = far_fetcher()
    foe = find_foe(world, "N")
    assert walk(world) == [(3, 14)]
    assert foe.pack == [item]
    assert world.level.things == []
    assert world.level.cells[item.spot] == ord(".")
    assert (foe.goal, bool(foe.flags & AWAKE)) == (None, True)
    assert walk(world) in ([(2, 13)], [(3, 13)])


def test_chs_11_a_fetcher_goes_on_to_the_next_thing() -> None:
    world, _ = far_fetcher()
    second = plain_item(world, "potion")
    world.level.add_thing(second, spot_of(3, 16))
    walk(world)
    assert find_foe(world, "N").goal is second


def test_a_goal_that_is_gone_is_given_up() -> None:
    world, item = far_fetcher()
    world.level.take_thing(item)
    walk(world)
    assert find_foe(world, "N").goal is None


def test_bug_5_a_player_in_the_way_to_a_goal_is_attacked() -> None:
    world = world_of(hall("!@N."))
    foe = find_foe(world, "N")
    foe.goal = world.level.things[0]
    foe.flags |= CANCELLED
    assert walk(world) == [(2, 3)]
    assert len(world.said) == 1


def test_bug_6_a_thing_is_not_taken_from_a_distance() -> None:
    world = world_of(hall("!@N."))
    foe = find_foe(world, "N")
    foe.goal = world.level.things[0]
    foe.flags |= CANCELLED
    walk(world, 5)
    assert (foe.pack, len(world.level.things)) == ([], 1)


def orc_and_gold() -> World:
    world = world_of("""
        ---------
        |@......|
        |..*...O|
        ---------
    """)
    room = world.player.room
    assert room is not None
    room.gold, room.gold_spot = 10, spot_of(3, 3)
    find_foe(world, "O").goal = room.gold_spot
    return world


def test_chs_11_an_orc_falls_asleep_on_gold_and_leaves_it() -> None:
    world = orc_and_gold()
    foe = find_foe(world, "O")
    assert walk(world, 3)[-1] == (3, 4)
    assert foe.flags & AWAKE
    assert walk(world, 2) == [(3, 3)] * 2
    assert not foe.flags & AWAKE
    assert (foe.pack, len(world.level.things)) == ([], 1)


def test_chs_11_a_guard_that_wakes_on_its_gold_sleeps_again() -> None:
    world = orc_and_gold()
    walk(world, 4)
    foe = find_foe(world, "O")
    foe.flags |= AWAKE
    assert walk(world) == [(3, 3)]
    assert not foe.flags & AWAKE


def test_chs_5_without_gold_in_its_room_an_orc_wants_the_player() -> None:
    world = orc_and_gold()
    assert world.player.room is not None
    world.player.room.gold = 0
    assert walk(world, 2)[-1][0] == 2
    assert find_foe(world, "O").goal is None


def test_chs_10_beside_the_player_it_attacks_and_stays() -> None:
    world = world_of(CORRIDOR.replace("{}", "H"))
    walk(world, 8)
    assert world.said == []
    assert walk(world, 3) == [(2, 2)] * 3
    assert len(world.said) == 3


def test_chs_17_a_scare_monster_scroll_under_the_player_guards() -> None:
    world = world_of(hall("@H."))
    world.level.add_thing(plain_item(world, "scroll", "scare monster"), world.player.spot)
    for _ in range(20):
        monster_ai.move_foes(world)
    assert world.said == []


def test_chs_14_a_flytrap_attacks_its_neighbor_and_never_steps() -> None:
    world = world_of(hall("@F."))
    assert walk(world, 2) == [(2, 2)] * 2
    assert len(world.said) == 2
    world = world_of(hall("@.F"))
    assert walk(world, 2) == [(2, 3)] * 2
    assert world.said == []


def test_chs_14_a_flytrap_does_not_reach_round_a_corner() -> None:
    world = world_of("""
        -----
        |..F|
        |...+@
        -----
    """)
    world.player.spot = spot_of(3, 4)
    world.player.room = world.level.room_at(world.player.spot)
    walk(world, 3)
    assert world.said == []


def test_chs_20_a_thief_that_vanishes_ends_its_move() -> None:
    world = world_of(hall("@L."))
    foe = find_foe(world, "L")
    foe.flags |= HASTED
    foe.level = 100
    world.player.purse = 1000
    monster_ai.move_foes(world)
    assert (world.level.foes, len(world.said)) == ([], 2)


def test_chs_21_a_target_that_moves_ends_the_fight() -> None:
    world = world_of(CORRIDOR, "H")
    foe = find_foe(world, "H")
    foe.flags |= TARGET
    world.duel = Duel(foe, 1, to_death=True)
    walk(world)
    assert world.duel is None
    assert not foe.flags & TARGET


def test_chs_21_a_target_that_stays_keeps_it() -> None:
    world = world_of(hall("@H."))
    foe = find_foe(world, "H")
    foe.flags |= TARGET
    world.duel = Duel(foe, 1, to_death=True)
    walk(world)
    assert world.duel is not None


def test_terse_an_open_blow_is_finished_when_nobody_answers() -> None:
    world = world_of(LONG_ROOM, "H")
    add_text(world, "You hit")
    monster_ai.move_foes(world)
    assert (world.said, world.sentence) == (["You hit"], "")


@pytest.mark.slow
def test_chs_13_a_random_step_onto_the_player_is_an_attack() -> None:
    attacks = 0
    for seed in range(600):
        world = world_of(
            hall(".@H"),
            seed=seed,
        )
        find_foe(world, "H").flags |= CONFUSED
        assert walk(world) == [(2, 3)]
        attacks += len(world.said)
    assert_share(attacks, 600, 1 / 5 + 4 / 5 / 9)


def test_bug_19_a_random_step_does_not_enter_a_disguised_xeroc() -> None:
    for seed in range(60):
        world = world_of(
            hall("@.XB"),
            seed=seed,
        )
        xeroc = find_foe(world, "X")
        xeroc.disguise = ord("!")
        xeroc.flags &= ~AWAKE
        monster_ai.move_foes(world)
        assert world.level.foe_at[xeroc.spot] is xeroc
        assert find_foe(world, "B").spot == spot_of(2, 4)


def test_chs_17_18_scare_monster_does_not_keep_fire_off_nor_does_nearness() -> None:
    fires = 0
    for seed in range(300):
        world = world_of(hall(".@D."), seed=seed)
        world.level.add_thing(plain_item(world, "scroll", "scare monster"), world.player.spot)
        monster_ai.move_foes(world)
        fires += bool(world.said)
    assert_share(fires, 300, 1 / 5)


def breaths(picture: str, tries: int, *, mark: int = 0) -> int:
    fires = 0
    for seed in range(tries):
        world = world_of(picture, seed=seed)
        find_foe(world, "D").flags |= mark
        monster_ai.move_foes(world)
        fires += any("flame" in text for text in world.said)
    return fires


FIELD = """
    ----------
    |@.......|
    |........|
    |...{}....|
    |...{}....|
    ----------
"""
FIRES = [
    pytest.param(hall("@.....D."), 0, 1 / 5, id="along a row"),
    pytest.param(FIELD.format(".", "D"), 0, 1 / 5, id="along a diagonal"),
    pytest.param(hall("@......D"), 0, 0, id="from afar"),
    pytest.param(FIELD.format("D", "."), 0, 0, id="off the lines"),
    pytest.param("-----\n|.@.+##D\n-----", 0, 0, id="across rooms"),
    pytest.param("-----\n|...|\n|...@##D\n-----", 0, 0, id="through a door at a player in it"),
    pytest.param(hall("@....D."), CANCELLED, 0, id="SPC-18 cancelled"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("picture", "mark", "chance"), FIRES)
def test_chs_18_chk_24_spc_3_how_often_fire_is_breathed(picture: str, mark: int, chance: float) -> None:
    tries = 800 if chance else 60
    assert_share(breaths(picture, tries, mark=mark), tries, chance)


def test_chs_18_fire_ends_run_count_quiet_and_a_fight_with_another() -> None:
    for seed in range(60):
        world = world_of(hall(".E@...D.."), seed=seed)
        emu = find_foe(world, "E")
        emu.flags = TARGET
        world.run, world.count, world.player.quiet = 1, 3, 9
        world.duel = Duel(emu, -1, to_death=True)
        monster_ai.move_foes(world)
        fired = any("flame" in text for text in world.said)
        assert (world.run == 0, world.count == 0, world.player.quiet == 0, world.duel is None) == (fired,) * 4


def test_bug_18_a_neighbor_in_the_list_may_burn() -> None:
    burnt = 0
    for seed in range(300):
        world = world_of(hall("E@...D..."), seed=seed)
        world.player.level = 60  # saves always
        emu, dragon = find_foe(world, "E"), find_foe(world, "D")
        world.level.foes = [dragon, emu]
        monster_ai.move_foes(world)
        burnt += emu not in world.level.foes
    assert burnt > 0


YARDS = """
    -----     -----
    |.@.+#####+...|
    |...|     |.!.|
    -----     -----
"""


def yard_of(seed: int, *, depth: int = 1) -> World:
    return read_world(YARDS, seed=seed, depth=depth)


def turn(world: World) -> bool:
    """Run the processes of a turn that matter here; tell whether a monster came."""
    before = len(world.level.foes)
    turn_phases.before_turn(world)
    turn_phases.burn(world, before=False)
    return len(world.level.foes) > before


def next_arrival(world: World) -> int:
    """Return after how many turns a monster comes, and send it away."""
    turns = 1
    while not turn(world):
        turns += 1
    world.level.drop_foe(world.level.foes[0])
    return turns


@pytest.mark.slow
def test_chk_16_the_first_comes_from_turn_71_on_and_in_the_mean_in_turn_94() -> None:
    firsts = []
    for seed in range(300):
        world = yard_of(seed)
        world.start_timer("wander", world.rng.between(*world.rules.times.wander))
        firsts.append(next_arrival(world))
    assert 71 <= min(firsts) <= 77
    assert_mean(firsts, 94)


@pytest.mark.slow
def test_chk_16_later_gaps_begin_at_70_and_their_mean_is_93() -> None:
    world = yard_of(0)
    world.start_timer("wander", 1)
    next_arrival(world)
    gaps = [next_arrival(world) for _ in range(500)]
    assert 70 <= min(gaps) <= 76
    assert_mean(gaps, 93)


def test_wnd_2_checks_every_fourth_turn_with_one_in_six() -> None:
    came = 0
    for seed in range(600):
        world = yard_of(seed)
        world.wander_on = True
        assert not any(turn(world) for _ in range(3))
        assert world.rng.drawn == 0
        came += turn(world)
    assert_share(came, 600, 1 / 6)


def test_wnd_2_no_check_while_the_delay_runs() -> None:
    world = yard_of(0)
    for _ in range(50):
        turn_phases.before_turn(world)
    assert (world.rng.drawn, world.wander_count) == (0, 0)


def test_wnd_2_an_arrival_stops_the_checks_and_starts_a_before_timer() -> None:
    world = yard_of(0)
    world.wander_on = True
    while not world.level.foes:
        monster_ai.check_wanderers(world)
    assert not world.wander_on
    (timer,) = world.timers
    assert (timer.name, timer.before) == ("wander", True)
    assert 67 <= timer.turns <= 73


def test_wnd_3_4_outside_the_players_room_awake_and_with_empty_hands() -> None:
    letters = set()
    for seed in range(300):
        world = yard_of(seed, depth=8)
        monster_ai.bring_wanderer(world)
        (foe,) = world.level.foes
        assert foe.room is not world.player.room
        assert foe.flags & AWAKE
        assert foe.pack == []
        letters.add(foe.kind.letter)
    assert letters == set("BSHROZCQ")  # depth 8 without I and L (DEP-8, DEP-33)


def test_wnd_4_chs_3_it_may_go_for_a_thing() -> None:
    goals = 0
    for seed in range(400):
        world = yard_of(seed, depth=30)
        monster_ai.bring_wanderer(world)
        goals += world.level.foes[0].goal is world.level.things[0]
    assert 0 < goals < 400


def test_wnd_3_in_a_single_room_nothing_comes_and_the_delay_restarts() -> None:
    world = read_world(hall(".@."))
    world.wander_on = True
    while world.wander_on:
        monster_ai.check_wanderers(world)
    assert world.level.foes == []
    assert [timer.name for timer in world.timers] == ["wander"]


def test_wnd_5_with_detection_it_is_drawn_at_once() -> None:
    world = yard_of(2)
    world.player.flags |= DETECTS
    monster_ai.bring_wanderer(world)
    (foe,) = world.level.foes
    assert world.canvas.bright == {foe.spot}
    assert world.canvas.cells[foe.spot] == ord(foe.kind.letter)


def test_wnd_5_without_it_nothing_is_drawn() -> None:
    world = yard_of(2)
    monster_ai.bring_wanderer(world)
    (foe,) = world.level.foes
    assert world.canvas.cells[foe.spot] == ord(" ")
    assert foe.under == 0


def test_wiz_4_a_wizard_is_told_and_nobody_else() -> None:
    for wizard in (False, True):
        world = yard_of(2)
        world.wizard = wizard
        monster_ai.bring_wanderer(world)
        name = world.level.foes[0].kind.name
        assert world.said == [f"Started a wandering {name}"] * wizard
