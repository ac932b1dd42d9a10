"""How monsters walk: pace, greedy and random steps (CHS)."""

from __future__ import annotations

import pytest

from rogue.rules import monster_ai
from rogue.state.actors import AWAKE, CONFUSED, HASTED, HELD, SLOWED
from rogue.state.grid import spot_of
from rogue.tables.monsters import FLIES
from tests.rogue.rules.chase_scenes import walk, world_of
from tests.support.notation import find_foe, plain_item
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
    world = world_of("""
        ---------
        |@..EH..|
        ---------
    """)
    emu, hobgoblin = find_foe(world, "E"), find_foe(world, "H")
    world.level.foes = [hobgoblin, emu]
    monster_ai.move_foes(world)
    assert (emu.spot, hobgoblin.spot) == (spot_of(2, 3), spot_of(2, 5))
    world.level.foes = [emu, hobgoblin]
    monster_ai.move_foes(world)
    assert (emu.spot, hobgoblin.spot) == (spot_of(2, 2), spot_of(2, 4))


def test_a_death_of_the_player_ends_the_moves() -> None:
    world = world_of("""
        -------
        |.H@H.|
        -------
    """)
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


def test_chs_7_a_room_without_exits_keeps_its_monster() -> None:
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
    world = world_of("""
        ------------
        |@.....X..H|
        ------------
    """)
    xeroc, hobgoblin = find_foe(world, "X"), find_foe(world, "H")
    xeroc.flags |= HELD
    xeroc.disguise = ord("!")
    for _ in range(4):
        monster_ai.move_foes(world)
    assert hobgoblin.spot == spot_of(2, 8)


def test_chs_16_other_things_and_traps_are_walked_over() -> None:
    world = world_of("""
        ------------
        |@..?^%*t.H|
        ------------
    """)
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
