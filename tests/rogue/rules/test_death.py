"""Monsters that leave the level: experience, things, gold, holds (CMB-16, SPC-6, SPC-13)."""

from __future__ import annotations

import pytest

from rogue.rules.monster_death import kill_foe, remove_foe
from rogue.state.entities import GRABBED, TARGET, Item
from rogue.state.world import Duel, World
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.notation import find_foe, plain_item, read_world
from tests.rogue.scenes import Scene, scene
from tests.support.odds import assert_mean


def room(letter: str, *, seed: int = 0, depth: int = 1) -> World:
    return read_world(yard(letter), seed=seed, depth=depth)


def kill(world: World) -> None:
    kill_foe(world, world.level.foes[0])


def yard(letter: str) -> str:
    return f"-------\n|.....|\n|.@.{letter}.|\n|.....|\n-------"


LOOT = [Item(ROGUE_54.potions[0])]
HELD = {"flags": GRABBED, "grip": 3}
DEATHS = [
    scene("CMB-16 experience and words", yard("Z"), kill, exp=6, foes="",
          said=["You have defeated the zombie"]),
    scene("HPX-5 the level follows", yard("Q"), kill,
          said=["You have defeated the quagga", "Welcome to level 2"]),
    scene("terse", yard("Z"), kill, {"terse": True}, said=["Defeated the zombie"]),
    scene("CHS-25 who vanishes takes its things along", yard("N"),
          lambda world: remove_foe(world, world.level.foes[0]), {"foe_pack": LOOT},
          things=[], exp=0, foes=""),
    scene("SPC-13 a killed flytrap lets go", yard("F"), kill, HELD, flags=0, grip=0),
    scene("SPC-13 another death does not", yard("Z"), kill, HELD, flags=GRABBED, grip=3),
    scene("SPC-6 AMU-4 no gold above the deepest depth", yard("L"), kill, {"depth": 9, "deepest": 10},
          things=[]),
    *(scene(f"ITM-32 {letter} leaves no gold", yard(letter), kill, {"depth": 9}, things=[])
      for letter in "BN"),
]  # fmt: skip


@pytest.mark.parametrize("row", DEATHS)
def test_who_leaves_the_level(row: Scene) -> None:
    assert row.seen() == row.then


def test_cmb_16_a_dead_monsters_square_is_free() -> None:
    world = room("Z")
    foe = find_foe(world, "Z")
    kill_foe(world, foe)
    assert world.level.foe_at[foe.spot] is None


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


def test_cmd_11_the_death_of_the_target_ends_the_fight() -> None:
    world = room("Z")
    foe = find_foe(world, "Z")
    foe.flags |= TARGET
    world.duel = Duel(foe, 1, to_death=True)
    kill_foe(world, foe)
    assert world.duel is None


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
