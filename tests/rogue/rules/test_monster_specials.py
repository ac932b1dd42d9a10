"""What a hit does besides damage (SPC-1 to SPC-18), seen through complete attacks; theft apart."""

from __future__ import annotations

from typing import get_args

import pytest

from rogue.rules import fight
from rogue.rules.monster_specials import EFFECTS, rust_armor, take_effect
from rogue.rules.output import add_text
from rogue.state.entities import ALERT, CANCELLED, GRABBED, PROTECTED, TARGET, Monster
from rogue.state.world import Duel, Ending, World
from rogue.tables.monsters import HitEffect
from scripts.lib.notation import carry, find_foe, plain_item
from tests.rogue.rules.special_hit_scenes import SURE, TOUGH, ring, struck
from tests.support.odds import assert_mean, assert_share


def test_every_effect_of_the_tables_has_exactly_one_function() -> None:
    assert set(EFFECTS) == set(get_args(HitEffect)) - {""}


def test_spc_1_an_aquator_rusts_once_per_attack() -> None:
    world = struck("A")
    assert world.player.worn is not None
    assert world.player.worn.value == 7
    assert world.player.hp == TOUGH
    assert world.said[1:] == ["Your armor appears to be weaker now. Oh my!"]
    assert struck("A", terse=True).said == ["The aquator hit", "Your armor weakens"]


@pytest.mark.parametrize(
    ("name", "value", "after"),
    [
        ("plate mail", 3, 4),
        ("ring mail", 8, 9),
        ("ring mail", 9, 9),
        ("ring mail", 10, 10),
        ("leather armor", 8, 8),
    ],
)
def test_arm_7_edges_of_rust(name: str, value: int, after: int) -> None:
    world = ring("H")
    armor = world.player.worn = plain_item(world, "armor", name, value=value)
    rust_armor(world)
    assert armor.value == after
    assert len(world.said) == after - value


def test_arm_7_protection_and_the_ring_keep_rust_off() -> None:
    for guarded in ("scroll", "ring"):
        world = ring("H")
        armor = world.player.worn
        assert armor is not None
        if guarded == "scroll":
            armor.flags |= PROTECTED
        else:
            world.player.left = plain_item(world, "ring", "maintain armor")
        rust_armor(world)
        assert (armor.value, world.said) == (6, ["The rust vanishes instantly"])
        world.duel = Duel(find_foe(world, "H"), 1, to_death=True)
        rust_armor(world)
        assert len(world.said) == 1


def test_arm_7_without_armour_nothing_happens() -> None:
    world = ring("H")
    world.player.worn = None
    rust_armor(world)
    assert world.said == []


def test_spc_4_chk_30_an_ice_monster_freezes_2_or_3_turns() -> None:
    turns = []
    for seed in range(600):
        world = ring("I", seed=seed)
        world.player.flags |= ALERT
        fight.foe_attacks(world, find_foe(world, "I"))
        turns.append(world.player.helpless)
        assert not world.player.flags & ALERT
        assert world.said == ["You are frozen by the the ice monster"]
    assert set(turns) == {2, 3}
    assert_mean(turns, 2.5)


def test_spc_4_its_blows_are_never_told() -> None:
    assert struck("I", level=-SURE).said == []
    assert struck("I", terse=True).said == ["You are frozen"]


def test_spc_4_freezing_adds_up_and_is_told_once() -> None:
    world = struck("I")
    fight.foe_attacks(world, find_foe(world, "I"))
    assert 4 <= world.player.helpless <= 6
    assert len(world.said) == 1


def test_spc_4_an_open_sentence_is_finished_first() -> None:
    world = ring("I", terse=True)
    add_text(world, "You miss")
    fight.foe_attacks(world, find_foe(world, "I"))
    assert world.said == ["You miss", "You are frozen"]


@pytest.mark.parametrize(("before", "dead"), [(47, False), (49, True)])
def test_spc_4_more_than_50_frozen_turns_are_death(before: int, dead: bool) -> None:
    world = ring("I")
    world.player.helpless = before
    fight.foe_attacks(world, find_foe(world, "I"))
    assert (world.player.helpless > 50) is dead
    assert world.ending == (Ending("killed", "hypothermia") if dead else None)


@pytest.mark.parametrize(("level", "lost"), [(-SURE, 1), (SURE, 0)])
def test_spc_9_a_bite_weakens_unless_saved(level: int, lost: int) -> None:
    world = ring("R")
    world.player.level = level
    fight.foe_attacks(world, find_foe(world, "R"))
    assert world.player.strength == 16 - lost
    assert len(world.said) == 1 + lost
    if lost:
        assert world.said[1] == "You feel a bite in your leg and now feel weaker"


def test_spc_9_chk_20_share_of_bites_resisted_at_level_1() -> None:
    resisted = 0
    for seed in range(1500):
        resisted += struck("R", seed=seed).player.strength == 16
    assert_share(resisted, 1500, 0.35)


def test_spc_9_sustain_strength_prevents_it() -> None:
    for terse, said in ((False, "A bite momentarily weakens you"), (True, "Bite has no effect")):
        world = ring("R", terse=terse)
        world.player.level = -SURE
        world.player.right = plain_item(world, "ring", "sustain strength")
        fight.foe_attacks(world, find_foe(world, "R"))
        assert (world.player.strength, world.said[1:]) == (16, [said])


def drains(letter: str, tries: int) -> list[World]:
    """Return the worlds of those attacks that drained."""
    worlds = []
    for seed in range(tries):
        world = ring(letter, seed=seed)
        world.player.hp = world.player.max_hp = 1000
        world.player.level, world.player.exp = 5, 100
        fight.foe_attacks(world, find_foe(world, letter))
        if world.player.max_hp < 1000:
            worlds.append(world)
    return worlds


@pytest.mark.slow
@pytest.mark.parametrize(("letter", "chance", "most"), [("V", 0.30, 3), ("W", 0.15, 10)])
def test_spc_10_11_chk_29_how_often_and_how_much(letter: str, chance: float, most: int) -> None:
    worlds = drains(letter, 1500)
    assert_share(len(worlds), 1500, chance)
    losses = [1000 - world.player.max_hp for world in worlds]
    assert set(losses) == set(range(1, most + 1))
    assert_mean(losses, (1 + most) / 2)
    assert all(world.said[1:] == ["You suddenly feel weaker"] for world in worlds)


def test_spc_11_bug_9_a_wraith_takes_a_level() -> None:
    player = drains("W", 30)[0].player
    assert (player.level, player.exp) == (4, 81)


def test_spc_10_a_vampire_takes_no_level() -> None:
    player = drains("V", 30)[0].player
    assert (player.level, player.exp) == (5, 100)


def until_drained(level: int, exp: int, *, hp: int = TOUGH, max_hp: int = TOUGH) -> World:
    for seed in range(200):
        world = ring("W", seed=seed)
        player = world.player
        player.level, player.exp = level, exp
        player.hp, player.max_hp = hp, max_hp
        take_effect(world, find_foe(world, "W"))
        if world.ending is not None or player.max_hp < max_hp:
            return world
    raise AssertionError("no drain in 200 attacks")


def test_spc_11_level_1_falls_to_no_points() -> None:
    player = until_drained(1, 7).player
    assert (player.level, player.exp) == (1, 0)


def test_spc_11_without_points_the_player_dies() -> None:
    assert until_drained(1, 0).ending == Ending("killed", "wraith")


def test_spc_10_hit_points_stay_at_1_but_the_maximum_can_kill() -> None:
    world = until_drained(3, 30, hp=1, max_hp=500)
    assert (world.player.hp, world.ending) == (1, None)
    world = until_drained(3, 30, hp=1, max_hp=1)
    assert world.ending == Ending("killed", "wraith")


def test_spc_12_a_flytraps_hit_holds_and_costs_a_point() -> None:
    world = struck("F")
    player = world.player
    assert player.flags & GRABBED
    assert (player.grip, player.hp) == (1, TOUGH - 1)
    fight.foe_attacks(world, find_foe(world, "F"))
    assert (player.grip, player.hp) == (2, TOUGH - 2)


def test_spc_12_a_miss_costs_as_much_as_the_counter() -> None:
    world = ring("F", level=-SURE)
    world.player.grip = 4
    fight.foe_attacks(world, find_foe(world, "F"))
    assert world.player.hp == TOUGH - 4
    assert "venus flytrap" in world.said[0]


@pytest.mark.parametrize(
    ("level", "hp", "dead"), [(SURE, 1, True), (SURE, 2, False), (-SURE, 4, True), (-SURE, 5, False)]
)
def test_spc_12_both_can_kill(level: int, hp: int, dead: bool) -> None:
    world = ring("F", level=level)
    world.player.grip, world.player.hp = 4, hp
    fight.foe_attacks(world, find_foe(world, "F"))
    assert world.ending == (Ending("killed", "venus flytrap") if dead else None)
    if dead and level == -SURE:
        assert world.said == []  # CMB-17: at once


@pytest.mark.parametrize("letter", list("AILNRVWF"))
def test_spc_18_cancelled_monsters_have_no_specials(letter: str) -> None:
    for seed in range(10):
        world = ring(letter, seed=seed)
        player = world.player
        player.purse = 100
        carry(world, "potion")
        foe = find_foe(world, letter)
        foe.flags |= CANCELLED
        assert fight.foe_attacks(world, foe)
        assert (player.purse, player.strength, player.max_hp, player.helpless) == (100, 16, TOUGH, 0)
        assert (player.grip, len(player.pack)) == (0, 6)
        assert player.worn is not None
        assert player.worn.value == 6
        assert foe in world.level.foes


def test_spc_18_a_cancelled_flytrap_still_squeezes_on_a_miss() -> None:
    world = ring("F", level=-SURE)
    world.player.grip = 2
    find_foe(world, "F").flags |= CANCELLED
    fight.foe_attacks(world, find_foe(world, "F"))
    assert world.player.hp == TOUGH - 2


def test_a_deadly_hit_has_no_effect_besides() -> None:
    world = ring("R")
    world.player.hp = 1
    world.player.level = -SURE
    fight.foe_attacks(world, find_foe(world, "R"))
    assert world.ending == Ending("killed", "rattlesnake")
    assert world.player.strength == 16


def test_plain_monsters_have_no_effect() -> None:
    world = ring("H")
    assert take_effect(world, find_foe(world, "H"))
    assert (world.said, world.rng.drawn) == ([], 0)


def test_a_thief_that_was_the_target_ends_the_fight_by_vanishing() -> None:
    world = ring("L")
    foe: Monster = find_foe(world, "L")
    foe.flags |= TARGET
    world.duel = Duel(foe, 1, to_death=True)
    fight.foe_attacks(world, foe)
    assert world.duel is None
