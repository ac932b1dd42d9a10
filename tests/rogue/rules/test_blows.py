"""What counts in a blow, and what does not."""

from __future__ import annotations

import pytest

from rogue.rules import fight, monster_specials, scrolls, turn
from rogue.rules.attributes import player_saves, saves
from rogue.rules.potions import quaff
from rogue.state.entities import ALERT, HASTED, TARGET
from rogue.state.grid import RIGHT
from rogue.state.world import Command, Duel, World
from scripts.lib.notation import carry, find_foe, plain_item, read_world
from tests.support.minimal_world import started
from tests.support.odds import assert_share


def rest(world: World, turns: int) -> World:
    for _ in range(turns):
        turn.do(world, Command("."))
    return world


def test_cmb_3_the_bonus_is_the_sum_of_weapon_rings_and_strength() -> None:
    world = started("-----\n|@B.|\n-----", hp=10**6)
    player, foe = world.player, find_foe(world, "B")
    player.hp = player.max_hp = 10**6
    sword = player.wielded = carry(world, "weapon", "long sword", hit_plus=2)
    player.left = plain_item(world, "ring", "dexterity", value=1)
    player.right = plain_item(world, "ring", "dexterity", value=2)
    player.strength = 18
    hits = sum(fight.attack(world, foe, sword) for _ in range(4000))
    assert_share(hits, 4000, (1 + 3 + 2 + 3 + 1) / 20)


def test_cmb_5_monsters_have_no_pluses_and_no_strength() -> None:
    world = started("-----\n|@H.|\n-----")
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


def test_cmb_9_bug_15_when_the_player_is_on_its_guard() -> None:
    world = started(kit=True)
    player = world.player
    assert not player.has_flag(ALERT)  # at the start of the game
    player.helpless = 2
    rest(world, 1)
    assert player.has_flag(ALERT)
    player.food = 300
    rest(world, 1)
    assert not player.has_flag(ALERT)
    player.flags |= ALERT
    scrolls.read(world, carry(world, "scroll", "sleep"))
    assert not player.has_flag(ALERT)
    world.question = None
    player.helpless = 0
    player.flags |= ALERT | HASTED
    quaff(world, carry(world, "potion", "haste self"))
    assert not player.has_flag(ALERT)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "poison", "magic"), [(1, 7, 4), (2, 8, 5), (3, 8, 5), (10, 12, 9), (20, 17, 14)]
)
def test_cmb_18_19_rnd_6_saves_of_both_sides(level: int, poison: int, magic: int) -> None:
    world = started()
    world.player.level = level
    for severity, share in ((0, poison), (3, magic)):
        made = sum(saves(world, level, severity) for _ in range(4000))
        assert_share(made, 4000, share / 20)
    for value, change in ((2, 2), (-1, -1)):
        world.player.left = plain_item(world, "ring", "protection", value=value)
        assert_share(sum(player_saves(world, "magic") for _ in range(4000)), 4000, (magic + change) / 20)
        assert_share(sum(player_saves(world, "poison") for _ in range(4000)), 4000, poison / 20)


def test_cmb_21_no_weapon_has_a_special_enemy() -> None:
    results = set()
    for letter in "ABCDEFGHJKLMNOQRSTUVWYZ":
        world = read_world(f"-----\n|@{letter}.|\n-----", hp=10**6)
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
    world = started("-----\n|@T.|\n-----", awake=True)
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


def test_cmb_25_a_new_players_mace() -> None:
    world = started("-----\n|@K.|\n-----", kit=True, hp=10**6)
    player, foe = world.player, find_foe(world, "K")
    lost = []
    for _ in range(4000):
        before = foe.hp
        fight.attack(world, foe, player.wielded)
        lost.append(before - foe.hp)
    assert_share(sum(loss > 0 for loss in lost), 4000, 0.45)
    assert set(lost) - {0} == set(range(4, 11))


def test_cmb_6_the_first_ration_never_hits_and_rolls_no_dice_for_it() -> None:
    world = started("-----\n|@K.|\n-----", kit=True, hp=50)
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


def test_spc_2_a_bats_hit_only_hurts() -> None:
    world = started("-----\n|@B.|\n-----")
    player, foe = world.player, find_foe(world, "B")
    player.hp = player.max_hp = 10**6
    before = (player.strength, player.level, player.max_hp, player.flags, player.helpless, len(player.pack))
    for _ in range(100):
        assert fight.foe_attacks(world, foe)
    assert before == (
        player.strength, player.level, player.max_hp, player.flags, player.helpless, len(player.pack)
    )  # fmt: skip
    assert player.hp < 10**6
    assert foe.kind.on_hit not in monster_specials.EFFECTS


@pytest.mark.parametrize("letter", list("ABCDEFGHIJKMOPQRSTUVWXYZ"))
def test_chs_20_who_is_no_thief_stays_after_its_blows(letter: str) -> None:
    for seed in range(6):
        world = read_world(f"-----\n|@{letter}.|\n-----", awake=True, seed=seed, kit=True)
        world.player.hp = world.player.max_hp = world.player.exp = 10**6
        foe = find_foe(world, letter)
        foe.level = 100
        assert fight.foe_attacks(world, foe) is True
        assert world.level.foes == [foe]
