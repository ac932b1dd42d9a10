"""Points and levels (HPX-5 to HPX-9)."""

from __future__ import annotations

import pytest

from rogue.rules.attributes import check_level, gain_experience, raise_level
from rogue.state.world import World
from scripts.lib.notation import hall, read_world
from tests.support.odds import assert_mean

ROOM = hall(".@.")


def novice(seed: int = 0) -> World:
    return read_world(ROOM, seed=seed)


@pytest.mark.parametrize(
    ("points", "level"),
    [
        *((0, 1), (9, 1), (10, 2), (19, 2), (20, 3), (639, 7), (640, 8), (2599, 9), (2600, 10)),
        *((12999, 11), (13000, 12), (7999999, 20), (8000000, 21), (10**9, 21)),
    ],
)
def test_hpx_5_chk_23_level_of_points(points: int, level: int) -> None:
    world = novice()
    gain_experience(world, points)
    assert (world.player.exp, world.player.level) == (points, level)


def test_hpx_6_a_level_brings_1d10_to_both_and_is_told() -> None:
    gains = []
    for seed in range(500):
        world = novice(seed)
        world.player.hp = 5
        gain_experience(world, 10)
        gains.append(world.player.max_hp - 12)
        assert world.player.hp == 5 + gains[-1]
        assert world.said == ["Welcome to level 2"]
    assert set(gains) == set(range(1, 11))
    assert_mean(gains, 5.5)


def test_hpx_6_several_levels_at_once_bring_a_die_each_and_one_message() -> None:
    world = novice()
    gain_experience(world, 80)
    assert world.player.level == 5
    assert 4 <= world.player.max_hp - 12 <= 40
    assert world.rng.drawn == 4
    assert world.said == ["Welcome to level 5"]


def test_hpx_7_a_lost_level_takes_no_hit_points_here() -> None:
    world = novice()
    world.player.level, world.player.exp = 3, 10
    check_level(world)
    assert (world.player.level, world.player.max_hp, world.said) == (2, 12, [])


@pytest.mark.parametrize(("level", "points"), [(1, 11), (2, 21), (20, 8000001)])
def test_hpx_8_raise_level_sets_points_just_above_the_threshold(level: int, points: int) -> None:
    world = novice()
    world.player.level = level
    raise_level(world)
    assert (world.player.level, world.player.exp) == (level + 1, points)
    assert world.said == [f"Welcome to level {level + 1}"]


def test_bug_10_raise_level_on_the_highest_does_nothing() -> None:
    world = novice()
    world.player.level, world.player.exp = 21, 8000007
    raise_level(world)
    assert (world.player.level, world.player.exp, world.said) == (21, 8000007, [])
