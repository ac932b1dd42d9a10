"""How monsters walk: pace, greedy and random steps (CHS)."""

from __future__ import annotations

import pytest

from rogue.rules import monster_ai
from rogue.rules.awareness import choose_goal, rouse
from rogue.state.entities import AWAKE, BLIND, CANCELLED, CONFUSED, HASTED, HELD, SLOWED, Item
from rogue.state.grid import spot_of
from rogue.state.world import World
from rogue.tables.monsters import FLIES
from scripts.lib.notation import find_foe, hall, plain_item, read_world
from tests.rogue.rules.chase_scenes import TWO_ROOMS, walk, world_of
from tests.support.odds import assert_share

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


def test_mon_11_sleepers_stay_and_draw_no_dice() -> None:
    world = world_of(LONG_ROOM, "H")
    find_foe(world, "H").flags &= ~AWAKE
    assert walk(world, 3) == [(2, 18)] * 3
    assert world.rng.drawn == 0


def test_chs_1_19_held_monsters_stay() -> None:
    world = world_of(LONG_ROOM, "H")
    find_foe(world, "H").flags |= HELD
    assert walk(world, 2) == [(2, 18)] * 2


@pytest.mark.parametrize(
    ("marks", "columns"),
    [
        (0, [17, 16, 15, 14]),
        (HASTED, [16, 14, 12, 10]),
        (SLOWED, [17, 17, 16, 16]),
        (SLOWED | HASTED, [16, 15, 13, 12]),
    ],
)
def test_chs_1_pace(marks: int, columns: list[int]) -> None:
    world = world_of(LONG_ROOM, "H")
    find_foe(world, "H").flags |= marks
    assert [col for _, col in walk(world, 4)] == columns


def test_chs_2_a_flyer_moves_twice_until_it_is_close() -> None:
    world = world_of(LONG_ROOM, "K")
    assert [col for _, col in walk(world, 9)] == [16, 14, 12, 10, 8, 6, 4, 2, 2]


def test_chs_2_a_slowed_flyer_steps_every_turn() -> None:
    world = world_of(LONG_ROOM, "K")
    find_foe(world, "K").flags |= SLOWED
    assert [col for _, col in walk(world, 4)] == [17, 16, 15, 14]


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


def test_chs_9_always_the_nearest_square() -> None:
    world = world_of("""
        ----------
        |@.......|
        |........|
        |........|
        |.......H|
        ----------
    """)
    assert walk(world, 7) == [(4, 7), (3, 6), (2, 5), (2, 4), (2, 3), (2, 2), (2, 2)]


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


def test_chs_7_24_by_door_passage_and_door_into_the_players_room() -> None:
    world = world_of("""
        -----        -----
        |.@.|        |..H|
        |...+########+...|
        -----        -----
    """)
    assert walk(world, 12) == [(3, col) for col in range(15, 3, -1)]


def test_chs_7_from_a_door_straight_at_a_player_in_the_passage() -> None:
    world = world_of("""
        -----
        |...|
        |..H+###@
        -----
    """)
    assert walk(world, 3) == [(3, 4), (3, 5), (3, 6)]


def test_chs_7_bug_31_a_room_without_exits_keeps_its_monster() -> None:
    world = world_of("""
        -----   -----
        |.@.|   |.H.|
        -----   -----
    """)
    assert walk(world, 3) == [(2, 10)] * 3


def test_map_8_9_nobody_cuts_corners() -> None:
    world = world_of("""
        -----
        |..@|
        |...+##
        ----- H
    """)
    assert walk(world, 2) == [(3, 6), (3, 5)]
    world = world_of("""
        ------
        |.@..|
        |....|
        --+---
          #E
    """)
    assert walk(world, 2) == [(5, 2), (4, 2)]


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


def test_chs_15_hidden_passages_and_doors_block() -> None:
    world = world_of("""
        -----
        |.@.d###H
        -----
    """)
    assert walk(world, 4)[-1] == (2, 5)
    world = world_of("""
        -----
        |.@.+#p#H
        -----
    """)
    assert walk(world, 4)[-1] == (2, 7)


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


def test_chs_7_of_several_exits_the_one_nearest_to_the_goal() -> None:
    world = world_of("""
        -----   --------   -----
        |.@.|   |......|   |...|
        |...+###+....H.+###+...|
        -----   --------   -----
    """)
    assert walk(world, 4)[-1] == (3, 9)


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


def test_chs_3_in_the_players_room_the_player_is_the_goal() -> None:
    world = read_world("""
        -------
        |.@..N|
        |.!...|
        -------
    """)
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


def test_chs_3_a_scare_monster_scroll_is_never_a_goal() -> None:
    world = read_world(TWO_ROOMS.replace("{}", "N").replace("!", "?"), kinds={"?": "scare monster"})
    assert choose_goal(world, find_foe(world, "N")) is None


def test_chs_3_things_in_other_rooms_do_not_count() -> None:
    world = read_world("""
        -------     -------
        |.@.!.+#####+..N..|
        -------     -------
    """)
    assert choose_goal(world, find_foe(world, "N")) is None


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
