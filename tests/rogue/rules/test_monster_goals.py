"""Rousing by force and the goal that follows (CHS-3, CHS-4, MON-18, BUG-12)."""

from __future__ import annotations

import pytest

from rogue.rules.awareness import choose_goal, rouse
from rogue.state.actors import AWAKE, BLIND, HELD
from rogue.state.world import World
from tests.support.notation import find_foe, read_world
from tests.support.odds import assert_share

TWO_ROOMS = """
    -------     -------
    |.@...+#####+..{}..|
    |.....|     |.!...|
    -------     -------
"""


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
