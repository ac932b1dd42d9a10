"""Leprechauns and nymphs: what they take, and that they vanish."""

from __future__ import annotations

import pytest

from rogue.rules import fight
from rogue.rules.pack import is_magic
from rogue.state.entities import CURSED, PROTECTED
from scripts.lib.notation import carry, find_foe, plain_item
from tests.rogue.rules.special_hit_scenes import ring, struck
from tests.support.odds import assert_mean, assert_share


@pytest.mark.parametrize(("level", "piles"), [(40, 1), (-40, 5)])
def test_spc_5_chk_28_a_leprechaun_takes_gold_and_is_gone(level: int, piles: int) -> None:
    losses = []
    for seed in range(400):
        world = ring("L", seed=seed, depth=10)
        world.player.purse, world.player.level = 10_000, level
        assert not fight.foe_attacks(world, find_foe(world, "L"))
        losses.append(10_000 - world.player.purse)
        assert world.level.foes == []
        assert world.said[1:] == ["Your purse feels lighter"]
        assert (world.player.exp, world.level.things) == (0, [])
    assert_mean(losses, 76.5 * piles)


def test_spc_5_the_purse_stops_at_0_and_an_empty_one_is_not_mentioned() -> None:
    world = ring("L")
    world.player.purse = 1
    fight.foe_attacks(world, find_foe(world, "L"))
    assert world.player.purse == 0
    world = struck("L")
    assert (world.player.purse, world.level.foes, len(world.said)) == (0, [], 1)


def test_spc_8_a_nymph_takes_one_magic_thing_not_in_use() -> None:
    world = ring("N")
    player = world.player
    player.pack = [item for item in player.pack if not is_magic(item)]  # the bow is +1
    ring_on = player.left = carry(world, "ring", "adornment")
    potions = carry(world, "potion", "healing", count=3)
    assert not fight.foe_attacks(world, find_foe(world, "N"))
    assert potions.count == 2
    assert world.said[1:] == ["She stole a clear potion!"]
    assert world.level.foes == []
    assert ring_on in player.pack


def test_spc_8_the_choice_is_uniform() -> None:
    taken = []
    for seed in range(900):
        world = ring("N", seed=seed)
        names = ("healing", "poison", "blindness")
        world.player.pack = []
        for name in names:
            carry(world, "potion", name)
        fight.foe_attacks(world, find_foe(world, "N"))
        left = {item.kind.name for item in world.player.pack}
        taken += [name for name in names if name not in left]
    assert len(taken) == 900
    for name in ("healing", "poison", "blindness"):
        assert_share(taken.count(name), 900, 1 / 3)


def test_spc_8_without_magic_she_stays() -> None:
    world = ring("N")
    world.player.pack = [item for item in world.player.pack if not is_magic(item)]
    assert fight.foe_attacks(world, find_foe(world, "N"))
    assert len(world.level.foes) == len(world.said) == 1


def test_bug_13_the_amulet_can_be_stolen_and_is_then_not_owned() -> None:
    world = ring("N")
    world.player.pack = []
    carry(world, "amulet")
    world.player.has_amulet = True
    fight.foe_attacks(world, find_foe(world, "N"))
    assert not world.player.has_amulet
    assert world.said[1:] == ["She stole the Amulet of Yendor!"]


@pytest.mark.parametrize(
    ("cls", "name", "fields", "magic"),
    [
        ("potion", "", {}, True),
        ("scroll", "", {}, True),
        ("ring", "", {}, True),
        ("stick", "", {}, True),
        ("amulet", "", {}, True),
        ("food", "", {}, False),
        ("gold", "", {}, False),
        ("weapon", "mace", {}, False),
        ("weapon", "mace", {"flags": CURSED}, False),
        ("weapon", "mace", {"hit_plus": -1}, True),
        ("weapon", "mace", {"damage_plus": 1}, True),
        ("armor", "ring mail", {}, False),
        ("armor", "ring mail", {"value": 6}, True),
        ("armor", "ring mail", {"value": 9}, True),
        ("armor", "ring mail", {"flags": PROTECTED}, True),
    ],
)
def test_nam_12_what_counts_as_magic(cls: str, name: str, fields: dict[str, int], magic: bool) -> None:
    world = ring("H")
    item = plain_item(world, cls, name, **fields)  # type: ignore[arg-type]
    assert is_magic(item) is magic
