"""What counts in a blow, and what does not."""

from __future__ import annotations

import pytest

from rogue.rules import fight
from rogue.state.entities import ALERT, TARGET
from rogue.state.grid import RIGHT
from rogue.state.world import Duel
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.rogue.scenes import view
from tests.support.minimal_world import started
from tests.support.odds import assert_share


def test_cmb_3_the_bonus_is_the_sum_of_weapon_rings_and_strength() -> None:
    world = started(hall("@B."), hp=10**6)
    player, foe = world.player, find_foe(world, "B")
    player.hp = player.max_hp = 10**6
    sword = player.wielded = carry(world, "weapon", "long sword", hit_plus=2)
    player.left = plain_item(world, "ring", "dexterity", value=1)
    player.right = plain_item(world, "ring", "dexterity", value=2)
    player.strength = 18
    hits = sum(fight.attack(world, foe, sword) for _ in range(4000))
    assert_share(hits, 4000, (1 + 3 + 2 + 3 + 1) / 20)


def test_cmb_5_monsters_have_no_pluses_and_no_strength() -> None:
    world = started(hall("@H."))
    player, foe = world.player, find_foe(world, "H")
    player.flags |= ALERT
    player.strength = 31
    hits, losses = 0, set[int]()
    for _ in range(4000):
        player.hp = player.max_hp = 10**6
        fight.foe_attacks(world, foe)
        losses.add(10**6 - player.hp)
        hits += player.hp < 10**6
    assert_share(hits, 4000, (1 + 10) / 20)
    assert losses == set(range(9))


def test_cmb_21_no_weapon_has_a_special_enemy() -> None:
    results = set()
    for letter in "ABCDEFGHJKLMNOQRSTUVWYZ":
        world = read_world(hall(f"@{letter}."), hp=10**6)
        foe = find_foe(world, letter)
        foe.armor = 7
        sword = carry(world, "weapon", "two handed sword")
        lost = []
        for _ in range(50):
            before = foe.hp
            fight.attack(world, foe, sword)
            lost.append(before - foe.hp)
        results.add(tuple(lost))
    assert len(results) == 1


def test_cmb_23_cmd_11_all_entries_of_one_attack_weigh_together() -> None:
    world = started(hall("@T."), awake=True)
    player, foe = world.player, find_foe(world, "T")
    foe.level = 100  # every entry hits
    foe.attacks = ((4, 1), (3, 1), (5, 1))
    player.hp = player.max_hp = 36
    foe.flags |= TARGET
    world.duel = Duel(foe, RIGHT, to_death=False)
    fight.foe_attacks(world, foe)
    assert world.duel is not None
    assert (world.duel.worst, player.hp) == (12, 24)
    fight.foe_attacks(world, foe)  # 12 left, not above the worst
    assert world.duel is None


def test_cmb_6_the_first_ration_never_hits_and_rolls_no_dice_for_it() -> None:
    world = started(hall("@K."), kit=True, hp=50)
    player, foe = world.player, find_foe(world, "K")
    player.strength = 31
    foe.armor = 100
    ration = player.pack[0]
    player.wielded = ration
    dice = world.rng.state
    assert not any(fight.attack(world, foe, ration) for _ in range(50))
    assert not any(fight.attack(world, foe, ration, thrown=True) for _ in range(50))
    assert (foe.hp, world.rng.state) == (50, dice)
    found = carry(world, "food", "food")
    assert fight.attack(world, foe, found)  # any other has 0d0 and the strength bonus
    assert foe.hp == 50 - 6


@pytest.mark.parametrize("letter", list("ABCDEFGHIJKMOPQRSTUVWXYZ"))
def test_chs_20_who_is_no_thief_stays_after_its_blows(letter: str) -> None:
    for seed in range(6):
        world = read_world(hall(f"@{letter}."), awake=True, seed=seed, kit=True)
        world.player.hp = world.player.max_hp = world.player.exp = 10**6
        foe = find_foe(world, letter)
        foe.level = 100
        assert fight.foe_attacks(world, foe) is True
        assert world.level.foes == [foe]


@pytest.mark.parametrize(("rule", "letter"), [("SPC-2", "B"), ("SPC-15", "X")])
def test_a_hit_that_only_hurts(rule: str, letter: str) -> None:
    world = read_world(hall(f"@{letter}."), awake=True, kit=True)
    player, foe = world.player, find_foe(world, letter)
    player.hp = player.max_hp = 10**6
    names = ("strength", "level", "max_hp", "flags", "helpless", "purse", "counts", "worn", "wielded")
    before = [view(world, name) for name in names]
    for _ in range(100):
        assert fight.foe_attacks(world, foe)
    assert [view(world, name) for name in names] == before
    assert player.hp < 10**6
