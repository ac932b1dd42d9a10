"""Healing, turn by turn (HPX-1 to HPX-4)."""

from __future__ import annotations

import pytest

from rogue.rules.attributes import heal
from rogue.state.world import World
from scripts.lib.notation import hall, plain_item, read_world
from tests.support.odds import assert_mean

ROOM = hall(".@.")


def wounded(level: int = 1, *, hp: int = 1, max_hp: int = 1000) -> World:
    world = read_world(ROOM)
    player = world.player
    player.level, player.hp, player.max_hp = level, hp, max_hp
    return world


def quiet_turns_for_a_point(world: World) -> int:
    before, turns = world.player.hp, 0
    while world.player.hp == before:
        heal(world)
        turns += 1
    return turns


@pytest.mark.parametrize(
    ("level", "turns"), [(1, 19), (2, 17), (3, 15), (4, 13), (5, 11), (6, 9), (7, 7), (8, 3), (20, 3)]
)
def test_hpx_2_3_turns_per_point_at_each_level(level: int, turns: int) -> None:
    world = wounded(level)
    assert [quiet_turns_for_a_point(world) for _ in range(3)] == [turns] * 3


def test_chk_15_from_1_to_12_takes_209_quiet_turns() -> None:
    world = wounded(max_hp=12)
    for _ in range(208):
        heal(world)
    assert world.player.hp == 11
    heal(world)
    assert world.player.hp == 12


@pytest.mark.parametrize(("level", "most"), [(8, 1), (9, 2), (12, 5)])
def test_hpx_3_points_from_level_8_on(level: int, most: int) -> None:
    world = wounded(level, max_hp=10**6)
    gains = []
    for _ in range(600):
        before = world.player.hp
        for _ in range(3):
            heal(world)
        gains.append(world.player.hp - before)
    assert set(gains) == set(range(1, most + 1))
    if most > 1:
        assert_mean(gains, (1 + most) / 2)


def test_hpx_2_draws_no_dice_below_level_9() -> None:
    for level in (1, 7, 8):
        world = wounded(level)
        for _ in range(30):
            heal(world)
        assert world.rng.drawn == 0


def test_hpx_4_a_ring_gives_a_point_a_turn_and_stops_natural_healing() -> None:
    world = wounded()
    world.player.left = plain_item(world, "ring", "regeneration")
    for _ in range(50):
        heal(world)
    assert (world.player.hp, world.player.quiet) == (51, 0)


def test_hpx_4_two_rings_add_up_and_the_maximum_caps() -> None:
    world = wounded(max_hp=10)
    world.player.left = plain_item(world, "ring", "regeneration")
    world.player.right = plain_item(world, "ring", "regeneration")
    heal(world)
    assert world.player.hp == 3
    for _ in range(4):
        heal(world)
    assert world.player.hp == 10


def test_hpx_4_a_point_lost_to_the_cap_resets_the_quiet_too() -> None:
    world = wounded(hp=12, max_hp=12)
    for _ in range(19):
        heal(world)
    assert (world.player.hp, world.player.quiet) == (12, 0)


def test_hpx_1_a_fight_starts_the_count_anew() -> None:
    world = wounded()
    for _ in range(18):
        heal(world)
    world.player.quiet = 0
    assert quiet_turns_for_a_point(world) == 19
