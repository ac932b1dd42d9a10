"""Conditions while they last, equipment over time, what changes nothing (CON, ARM, ITM)."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.rules import attributes, commands, equipment, fight, monster_ai, scrolls, turn
from rogue.rules.attributes import gain_experience
from rogue.rules.potions import quaff
from rogue.state.entities import ALERT, BLIND, CONFUSED, CURSED, DETECTS, GRABBED, HASTED
from rogue.state.grid import AROUND, LEFT, RIGHT, spot_of
from rogue.state.world import Command, World
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.notation import carry, find_foe, hall
from tests.support.minimal_world import started
from tests.support.odds import assert_share


def rest(world: World, turns: int) -> World:
    for _ in range(turns):
        turn.do(world, Command("."))
    return world


def test_stk_2_con_1_a_confused_aim_goes_astray_one_time_in_five() -> None:
    world = started()
    world.player.flags |= CONFUSED
    aims = Counter(commands._aim(world, RIGHT) for _ in range(8000))
    assert set(aims) == set(AROUND)
    assert_share(aims[RIGHT], 8000, 0.8 + 0.2 / 8)
    for step in AROUND:
        if step != RIGHT:
            assert_share(aims[step], 8000, 0.2 / 8)
    world.player.flags &= ~CONFUSED
    dice = world.rng.state
    assert {commands._aim(world, LEFT) for _ in range(20)} == {LEFT}
    assert world.rng.state == dice


def test_con_8_mov_5_who_is_held_may_do_all_but_walk_away() -> None:
    world = started("------\n|.@F.|\n|....|\n------", kit=True, hp=500)
    world.player.hp = world.player.max_hp = 500
    world.player.flags |= GRABBED
    turn.do(world, Command("h"))
    assert world.player.spot == spot_of(2, 2)
    turn.do(world, Command("l"))
    assert find_foe(world, "F").hp <= 500
    turn.do(world, Command("e", letter="a"))
    assert world.pack_item("a") is None
    assert world.turns == 3


def test_con_9_trp_4_only_moves_wear_a_bear_trap_down() -> None:
    world = started(kit=True)
    world.player.bear_trap = 3
    rest(world, 3)
    turn.do(world, Command("s"))
    assert world.player.bear_trap == 3
    for left in (2, 1, 0):
        turn.do(world, Command("l"))
        assert (world.player.bear_trap, world.player.spot) == (left, spot_of(3, 3))
    turn.do(world, Command("l"))
    assert world.player.spot == spot_of(3, 4)


def test_con_12_pot_8_detection_lasts_twenty_turns_and_works_while_blind() -> None:
    world = started("-----   -----\n|@..|   |.B.|\n-----   -----")
    world.player.flags |= BLIND
    quaff(world, carry(world, "potion", "monster detection"))
    world.question = None
    assert find_foe(world, "B").spot in world.canvas.bright
    rest(world, 19)
    assert world.player.has_flag(DETECTS)
    rest(world, 1)
    assert not world.player.has_flag(DETECTS)
    assert find_foe(world, "B").spot not in world.canvas.bright


def test_wnd_6_the_clock_of_the_wanderers_goes_on_across_levels() -> None:
    world = started(hall("@.."), under="%")
    world.start_timer("wander", 40)
    rest(world, 10)
    turn.do(world, Command(">"))
    assert [timer.turns for timer in world.timers if timer.name == "wander"] == [30]
    world.timers.clear()
    world.wander_on, world.wander_count = True, 2
    world.player.spot = world.level.stairs
    turn.do(world, Command(">"))
    assert (world.wander_on, world.wander_count) == (True, 2)
    monster_ai.check_wanderers(world)
    assert world.wander_count == 3


@pytest.mark.parametrize("food", [1300, 200, 100])
def test_foo_7_hunger_and_weakness_cost_nothing(food: int) -> None:
    world = started(hall("@K."), kit=True, hp=10**6)
    player, foe = world.player, find_foe(world, "K")
    player.food = food
    rest(world, 1)
    player.flags |= ALERT
    player.hp = player.max_hp = 10**6
    assert_share(sum(fight.attack(world, foe, player.wielded) for _ in range(2000)), 2000, 0.45)
    player.hp = 10
    player.quiet = 0
    for _ in range(19):
        attributes.heal(world)
    assert player.hp == 11


@pytest.mark.parametrize("kind", ROGUE_54.armors, ids=lambda kind: kind.name)
def test_arm_5_6_any_armor_can_be_worn_by_the_weakest(kind: object) -> None:
    world = started()
    world.player.strength = 3
    armor = carry(world, "armor", kind.name)  # type: ignore[attr-defined]
    turn.do(world, Command("W", letter="a"))
    assert world.player.worn is armor
    shown = 10 - armor.value
    assert {"leather armor": 2, "ring mail": 3, "studded leather armor": 3, "scale mail": 4, "chain mail": 5,
            "splint mail": 6, "banded mail": 6, "plate mail": 7}[armor.kind.name] == shown  # fmt: skip
    assert world.said[-1] == f"You are now wearing +0 {armor.kind.name} [protection {shown}]"
    assert fight.armor_class(world.player) == armor.value


def test_arm_6_itm_9_only_the_number_of_things_fills_a_pack() -> None:
    world = started()
    for _ in range(26):
        carry(world, "armor", "plate mail")
    world.player.strength = 3
    turn.do(world, Command("l"))
    assert world.player.spot == spot_of(3, 4)
    assert (world.turns, world.player.has_flag(HASTED)) == (1, False)


def test_arm_8_enchanting_has_no_limit() -> None:
    world = started(kit=True)
    armor, mace = world.player.worn, world.player.wielded
    assert armor is not None
    assert mace is not None
    before = mace.hit_plus + mace.damage_plus
    for _ in range(60):
        scrolls.read(world, carry(world, "scroll", "enchant armor"))
        scrolls.read(world, carry(world, "scroll", "enchant weapon"))
        world.question = None
    assert armor.value == 6 - 60
    assert mace.hit_plus + mace.damage_plus == before + 60


def test_arm_9_11_scr_12_a_lifted_curse_leaves_the_minus() -> None:
    world = started(kit=True)
    player = world.player
    worn, wielded = player.worn, player.wielded
    assert worn is not None
    assert wielded is not None
    ring = player.left = carry(world, "ring", "protection", value=-1)
    cases = (("remove curse", ring), ("enchant armor", worn), ("enchant weapon", wielded))
    worn.value, wielded.hit_plus, wielded.damage_plus = 9, -2, 0
    for scroll, item in cases:
        item.flags |= CURSED
        scrolls.read(world, carry(world, "scroll", scroll))
        world.question = None
        assert not item.has_flag(CURSED), scroll
    assert ring.value == -1
    assert worn.value == 8  # one better by the scroll
    assert wielded.hit_plus + wielded.damage_plus == -1


def test_itm_25_mapping_teleport_and_monsters_leave_things_where_they_lie() -> None:
    world = started("---------\n|!..@.Z!|\n|..?...:|\n---------", awake=True)
    lying = {id(thing): (thing.spot, thing.count) for thing in world.level.things}
    world.player.hp = world.player.max_hp = 10**6
    for name in ("magic mapping", "teleportation"):
        scrolls.read(world, carry(world, "scroll", name))
        world.question = None
    rest(world, 12)
    assert {id(thing): (thing.spot, thing.count) for thing in world.level.things} == lying


def test_itm_27_a_stack_shares_its_pluses() -> None:
    world = started()
    darts = world.player.wielded = carry(world, "weapon", "dart", count=9)
    scrolls.read(world, carry(world, "scroll", "enchant weapon"))
    assert darts.hit_plus + darts.damage_plus == 1
    world.question = None
    equipment.throw(world, darts, RIGHT)
    (one,) = world.level.things
    assert (one.hit_plus, one.damage_plus) == (darts.hit_plus, darts.damage_plus)
    assert (one.count, darts.count) == (1, 8)


def test_thr_7_a_throw_costs_a_turn_and_flies_once() -> None:
    world = started(hall("@......"), kit=True)
    world.player.wielded = world.pack_item("d")
    for thrown in (1, 2, 3):
        turn.do(world, Command("t", step=RIGHT, letter="e"))
        assert world.turns == thrown
        arrows = world.pack_item("e")
        assert arrows is not None
        assert arrows.count == 32 - thrown


def test_pot_16_healing_raises_the_maximum_without_limit() -> None:
    world = started()
    player = world.player
    player.hp = player.max_hp = 5000
    for _ in range(50):
        quaff(world, carry(world, "potion", "healing"))
        quaff(world, carry(world, "potion", "extra healing"))
        assert player.hp == player.max_hp
    assert player.max_hp >= 5100


@pytest.mark.parametrize("hp", [1, 7, 11, 12])
def test_hpx_9_no_recovery_passes_the_maximum(hp: int) -> None:
    world = started()
    player = world.player
    for name in ("healing", "extra healing", "raise level"):
        player.hp, player.max_hp = hp, 12
        quaff(world, carry(world, "potion", name))
        assert player.hp <= player.max_hp
    player.hp, player.max_hp, player.level, player.quiet = hp, 12, 20, 50
    player.left = carry(world, "ring", "regeneration")
    attributes.heal(world)
    assert player.hp <= 12
    gain_experience(world, 10**7)
    assert player.hp <= player.max_hp
