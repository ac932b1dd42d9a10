"""Strength: limits, bonuses, rings (STR, BUG-25)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogue.rules.attributes import change_strength, own_strength, restore_strength
from rogue.state.world import World
from rogue.tables.variant_rules import STRENGTH_DAMAGE, STRENGTH_TO_HIT
from scripts.lib.notation import hall, plain_item, read_world

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
