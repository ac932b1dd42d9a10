"""Monsters that leave the level: experience, things, gold, holds (CMB-16, SPC-6, SPC-13)."""

from __future__ import annotations

import pytest

from rogue.rules.monster_death import kill_foe, remove_foe
from rogue.state.entities import GRABBED, TARGET
from rogue.state.world import Duel, World
from scripts.lib.notation import find_foe, plain_item, read_world
from tests.support.odds import assert_mean


def room(letter: str, *, seed: int = 0, depth: int = 1, terse: bool = False) -> World:
    picture = f"""
        -------
        |.....|
        |.@.{letter}.|
        |.....|
        -------
    """
    return read_world(picture, seed=seed, depth=depth, terse=terse)


def test_cmb_16_experience_message_and_free_square() -> None:
    world = room("Z")
    foe = find_foe(world, "Z")
    kill_foe(world, foe)
    assert world.said == ["You have defeated the zombie"]
    assert world.player.exp == foe.exp == 6
    assert world.level.foes == []
    assert world.level.foe_at[foe.spot] is None


def test_hpx_5_the_level_follows_after_the_message() -> None:
    world = room("Q")
    kill_foe(world, find_foe(world, "Q"))
    assert world.said == ["You have defeated the quagga", "Welcome to level 2"]


def test_terse_kill() -> None:
    world = room("Z", terse=True)
    kill_foe(world, find_foe(world, "Z"))
    assert world.said == ["Defeated the zombie"]


def test_vis_17b_the_remembered_symbol_comes_back() -> None:
    world = room("Z")
    foe = find_foe(world, "Z")
    world.canvas.put(foe.spot, ord("Z"))
    foe.under = ord(".")
    remove_foe(world, foe)
    assert world.canvas.cells[foe.spot] == ord(".")


def test_cmb_16_carried_things_fall_around_and_are_seen() -> None:
    world = room("Y")
    foe = find_foe(world, "Y")
    loot = [plain_item(world, "potion", "healing"), plain_item(world, "weapon", "mace")]
    foe.pack = list(loot)
    kill_foe(world, foe)
    assert set(world.level.things) == set(loot)
    for item in loot:
        row, col = divmod(item.spot - foe.spot + 81, 80)
        assert 0 <= row <= 2
        assert 0 <= col <= 2
        assert world.canvas.cells[item.spot] == item.symbol


def test_chs_25_a_vanished_monster_takes_its_things_along() -> None:
    world = room("N")
    foe = find_foe(world, "N")
    foe.pack = [plain_item(world, "potion")]
    remove_foe(world, foe)
    assert world.level.things == []
    assert world.player.exp == 0


def test_cmd_11_the_death_of_the_target_ends_the_fight() -> None:
    world = room("Z")
    foe = find_foe(world, "Z")
    foe.flags |= TARGET
    world.duel = Duel(foe, 1, to_death=True)
    kill_foe(world, foe)
    assert world.duel is None


def test_spc_13_any_killed_flytrap_ends_hold_and_counter() -> None:
    world = room("F")
    world.player.flags |= GRABBED
    world.player.grip = 3
    kill_foe(world, find_foe(world, "F"))
    assert not world.player.flags & GRABBED
    assert world.player.grip == 0


def test_spc_13_another_death_leaves_the_hold() -> None:
    world = room("Z")
    world.player.flags |= GRABBED
    world.player.grip = 3
    kill_foe(world, find_foe(world, "Z"))
    assert world.player.flags & GRABBED
    assert world.player.grip == 3


@pytest.mark.parametrize(("level", "piles"), [(40, 5), (-40, 1)])
def test_spc_6_a_leprechaun_leaves_gold_five_times_as_much_with_a_save(level: int, piles: int) -> None:
    values = []
    for seed in range(400):
        world = room("L", seed=seed, depth=10)
        world.player.level = level  # saves always, or never
        kill_foe(world, find_foe(world, "L"))
        (gold,) = world.level.things
        values.append(gold.value)
    assert 2 * piles <= min(values)
    assert max(values) <= 151 * piles
    assert_mean(values, 76.5 * piles)


def test_spc_6_amu_4_no_gold_above_the_deepest_depth() -> None:
    world = room("L", depth=9)
    world.deepest = 10
    kill_foe(world, find_foe(world, "L"))
    assert world.level.things == []


@pytest.mark.parametrize("letter", ["B", "N"])
def test_itm_32_nothing_else_leaves_gold(letter: str) -> None:
    world = room(letter, depth=9)
    kill_foe(world, find_foe(world, letter))
    assert world.level.things == []
