"""Strength, healing, points, and levels (STR, HPX, BUG-25)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogue.rules.attributes import (
    change_strength,
    check_level,
    gain_experience,
    heal,
    own_strength,
    raise_level,
    restore_strength,
)
from rogue.state.world import World
from rogue.tables.variant_rules import STRENGTH_DAMAGE, STRENGTH_TO_HIT
from scripts.lib.notation import hall, plain_item, read_world
from tests.support.odds import assert_mean

ROOM = hall(".@.")


def hero(strength: int = 16) -> World:
    world = read_world(ROOM)
    world.player.strength = world.player.best_strength = strength
    return world


@pytest.mark.parametrize(
    ("strength", "bonus"), [(3, -4), (6, -1), (7, 0), (16, 0), (17, 1), (20, 1), (21, 2), (30, 2), (31, 3)]
)
def test_str_3_to_hit_on_both_sides_of_each_edge(strength: int, bonus: int) -> None:
    assert STRENGTH_TO_HIT[strength] == bonus


@pytest.mark.parametrize(
    ("strength", "bonus"),
    [
        *((3, -4), (6, -1), (7, 0), (15, 0), (16, 1), (17, 1), (18, 2), (19, 3), (20, 3), (21, 4)),
        *((22, 5), (30, 5), (31, 6)),
    ],
)
def test_str_4_damage_on_both_sides_of_each_edge(strength: int, bonus: int) -> None:
    assert STRENGTH_DAMAGE[strength] == bonus


def test_both_tables_cover_0_to_31() -> None:
    assert len(STRENGTH_TO_HIT) == len(STRENGTH_DAMAGE) == 32


@pytest.mark.parametrize(("start", "delta", "end"), [(31, 1, 31), (30, 1, 31), (3, -1, 3), (4, -3, 3)])
def test_str_1_limits(start: int, delta: int, end: int) -> None:
    world = hero(start)
    change_strength(world, delta)
    assert world.player.strength == end


def test_str_2_best_ever_rises_and_never_falls() -> None:
    world = hero()
    change_strength(world, 2)
    change_strength(world, -5)
    assert (world.player.strength, world.player.best_strength) == (13, 18)


def test_str_2_a_ring_does_not_count_as_best_ever() -> None:
    world = hero()
    world.player.left = plain_item(world, "ring", "add strength", value=2)
    change_strength(world, 0)
    assert (world.player.strength, world.player.best_strength) == (18, 16)


@pytest.mark.parametrize(("own", "plus"), [(31, 2), (30, 2), (3, -1), (16, 1)])
def test_bug_25_a_ring_put_on_and_off_leaves_strength_as_it_was(own: int, plus: int) -> None:
    world = hero(own)
    ring = plain_item(world, "ring", "add strength", value=plus)
    world.player.right = ring
    change_strength(world, 0)
    assert world.player.strength == min(max(own + plus, 3), 31)
    world.player.right = None
    change_strength(world, 0)
    assert (world.player.strength, own_strength(world.player)) == (own, own)


def test_pot_13_restore_counts_without_rings_and_adds_them_again() -> None:
    world = hero()
    world.player.left = plain_item(world, "ring", "add strength", value=1)
    change_strength(world, -4)
    assert world.player.strength == 13
    restore_strength(world)
    assert (world.player.strength, world.player.best_strength) == (17, 16)


def test_pot_13_restore_at_the_best_changes_nothing() -> None:
    world = hero()
    restore_strength(world)
    assert world.player.strength == 16


@given(st.lists(st.tuples(st.sampled_from(["change", "left", "right", "off"]), st.integers(-3, 3))))
def test_any_sequence_keeps_the_limits_and_the_own_strength(moves: list[tuple[str, int]]) -> None:
    world = hero()
    player, own = world.player, 16
    for move, number in moves:
        ring = plain_item(world, "ring", "add strength", value=number)
        if move == "change":
            own = min(max(own + number, 3), 31)
        elif move == "left":
            player.left = ring
        elif move == "right":
            player.right = ring
        else:
            player.left = player.right = None
        change_strength(world, number if move == "change" else 0)
        assert 3 <= player.strength <= 31
        assert own_strength(player) == own <= player.best_strength


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
