"""The status line (SCREEN.md 2, OPT-4)."""

from __future__ import annotations

import pytest

from rogue.state.world import World, status_of
from rogue.tables.ruleset import ROGUE_54
from rogue.ui.ui_state import status_key
from tests.support.session_driver import row_of


@pytest.fixture
def world() -> World:
    return World(ROGUE_54, 1)


def test_the_row_of_a_new_game_without_armor(world: World) -> None:
    assert row_of(world) == ("Level: 1  Gold: 0      Hp: 12(12)  Str: 16(16)  Arm: 0   Exp: 1/0  ")


def test_hit_points_are_as_wide_as_their_maximum(world: World) -> None:
    world.player.hp = 5
    assert "Hp:  5(12)  " in row_of(world)
    world.player.max_hp = 100
    assert "Hp:   5(100)  " in row_of(world)


def test_strength_shows_now_and_best(world: World) -> None:
    world.player.strength, world.player.best_strength = 9, 18
    assert "Str:  9(18)  " in row_of(world)


@pytest.mark.parametrize((("stage", "word")), [(0, ""), (1, "Hungry"), (2, "Weak"), (3, "Faint")])
def test_hunger_ends_the_row_behind_two_blanks(world: World, stage: int, word: str) -> None:
    world.player.hunger = stage
    assert row_of(world).endswith(f"Exp: 1/0  {word}")


def test_a_change_of_a_maximum_alone_does_not_write_the_row_again(world: World) -> None:
    before = status_key(status_of(world))
    world.player.max_hp += 1
    world.player.best_strength += 1
    assert status_key(status_of(world)) == before


@pytest.mark.parametrize("name", ["hp", "exp", "purse", "strength", "hunger"])
def test_a_change_of_a_value_writes_the_row_again(world: World, name: str) -> None:
    before = status_key(status_of(world))
    setattr(world.player, name, getattr(world.player, name) + 1)
    assert status_key(status_of(world)) != before
