"""Monsters that fetch items or guard gold: where they go, and what they do there (CHS-5, CHS-11)."""

from __future__ import annotations

from rogue.state.actors import AWAKE, CANCELLED
from rogue.state.grid import spot_of
from rogue.state.item import Item
from rogue.state.world import World
from tests.rogue.rules.chase_scenes import TWO_ROOMS, walk, world_of
from tests.support.notation import find_foe, plain_item


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
    world = world_of("""
        ------
        |!@N.|
        ------
    """)
    foe = find_foe(world, "N")
    foe.goal = world.level.things[0]
    foe.flags |= CANCELLED
    assert walk(world) == [(2, 3)]
    assert len(world.said) == 1


def test_bug_6_a_thing_is_not_taken_from_a_distance() -> None:
    world = world_of("""
        ------
        |!@N.|
        ------
    """)
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


def test_chs_11_an_orc_goes_to_the_gold_takes_nothing_and_falls_asleep_there() -> None:
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
