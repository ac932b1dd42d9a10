"""Blows of both sides: odds, damage, effects, and what does not count (CMB, CHK-17, CHK-18)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rogue.rules import fight
from rogue.state.entities import (
    ALERT,
    AWAKE,
    BLIND,
    HALLUCINATING,
    HELD,
    RED_HANDS,
    TARGET,
    Item,
    Monster,
)
from rogue.state.grid import RIGHT
from rogue.state.world import Duel, World
from rogue.tables.monsters import INVISIBLE
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.rogue.scenes import Scene, an_item, scene, view
from tests.support.minimal_world import started
from tests.support.odds import assert_mean, assert_share

TOUGH = 10**6
Given = dict[str, object]


def ring(letter: str = "H", *, seed: int = 0, terse: bool = False, hp: int = TOUGH) -> tuple[World, Monster]:
    """Return a lit room with the player, who has the starting kit, beside one sleeping monster."""
    picture = f"""
        ------
        |.@{letter}.|
        |....|
        ------
    """
    world = read_world(picture, seed=seed, terse=terse, hp=hp, kit=True)
    world.player.hp = world.player.max_hp = TOUGH
    return world, find_foe(world, letter)


MANY = 3000


def wielded(world: World, cls: str, name: str, **fields: object) -> Item:
    item = plain_item(world, cls, name, **fields)  # type: ignore[arg-type]
    world.player.wielded = item
    return item


def damages(world: World, foe: Monster, weapon: Item | None, *, thrown: bool = False) -> list[int]:
    """Return the damage of each hit in many blows that cannot miss."""
    foe.armor = 100
    lost = []
    for _ in range(MANY):
        foe.hp = TOUGH
        fight.attack(world, foe, weapon, thrown)
        lost.append(TOUGH - foe.hp)
    return lost


@pytest.mark.parametrize(
    ("level", "armor", "bonus", "chance"),
    [(1, 6, 4, 0.55), (1, 6, 0, 0.35), (1, 7, 1, 0.45), (1, 0, -5, 0), (13, 10, 0, 1), (10, 9, 0, 0.95)],
)
def test_cmb_2_24_27_chance_of_a_swing(level: int, armor: int, bonus: int, chance: float) -> None:
    world, _ = ring()
    hits = sum(fight.swing(world, level, armor, bonus) for _ in range(MANY))
    assert_share(hits, MANY, chance)


@pytest.mark.parametrize(("level", "alert", "chance"), [(1, False, 0.55), (8, False, 0.90), (1, True, 0.35)])
def test_chk_17_how_often_a_new_player_is_hit(level: int, alert: bool, chance: float) -> None:
    world, foe = ring("H")
    foe.level = level
    if alert:
        world.player.flags |= ALERT
    hits = 0
    for _ in range(MANY):
        world.player.hp = TOUGH
        assert fight.foe_attacks(world, foe)
        hits += world.player.hp < TOUGH
    assert_share(hits, MANY, chance)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("armor", "mark", "chance"), [(7, 0, 0.45), (7, HELD, 0.45), (3, 0, 0.25), (-1, 0, 0.05), (-2, 0, 0)]
)
def test_chk_18_cmb_10_25_bug_33_how_often_a_new_mace_hits(armor: int, mark: int, chance: float) -> None:
    world, foe = ring("K")
    foe.armor = armor
    hits = 0
    for _ in range(MANY):
        foe.hp = TOUGH
        foe.flags = foe.kind.traits | mark
        hits += fight.attack(world, foe, world.player.wielded)
        assert foe.flags & (AWAKE | HELD) == AWAKE
    assert_share(hits, MANY, chance)


@pytest.mark.slow
def test_chk_18_average_mace_damage_is_7() -> None:
    world, foe = ring("K")
    lost = damages(world, foe, world.player.wielded)
    assert set(lost) == set(range(4, 11))
    assert_mean(lost, 7)


def test_str_5_strength_counts_to_hit() -> None:
    world, foe = ring("K")
    world.player.strength = 31
    foe.armor = 0
    hits = sum(fight.attack(world, foe, world.player.wielded) for _ in range(MANY))
    assert_share(hits, MANY, (1 + 0 + 1 + 3) / 20)


def blows(world: World) -> tuple[int, int]:
    """Return the least and the most damage of blows with what is wielded; all between happens."""
    return bounds(damages(world, world.level.foes[0], world.player.wielded))


def throws(cls: Any, name: str = "") -> Callable[[World], tuple[int, int]]:
    """Return the deed of throwing things that cannot miss."""
    return lambda world: bounds(
        damages(world, world.level.foes[0], plain_item(world, cls, name), thrown=True)
    )


def bounds(lost: list[int]) -> tuple[int, int]:
    assert set(lost) == set(range(min(lost), max(lost) + 1))
    return min(lost), max(lost)


def hand(cls: str, name: str, **fields: object) -> Given:
    return {"wielded": an_item(cls, name, **fields), "strength": 15}  # no bonus


BESIDE = hall(".@K.")
EMPTY: Given = {"wielded": None, "strength": 15}
STRONGER = {
    name: an_item("ring", "increase damage", value=value) for name, value in (("left", 2), ("right", 1))
}
BOW, MACE = hand("weapon", "short bow"), hand("weapon", "mace")
DICE = [
    *(scene(f"{rule}, wielded", BESIDE, blows, given, costs=dice) for rule, given, dice in (
        ("CMB-4 never below 0", hand("weapon", "mace", damage_plus=-20), (0, 0)),
        ("CMB-6 a two handed sword", hand("weapon", "two handed sword"), (4, 16)),
        ("CMB-6 a bow", BOW, (1, 1)),
        ("CMB-6 an arrow", hand("weapon", "arrow"), (1, 1)),
        ("CMB-6 a potion", hand("potion", "healing"), (0, 0)),
        ("CMB-6 food", hand("food", "food"), (0, 0)),
        ("CMB-6 empty hands", EMPTY, (1, 4)),
        ("STK-19 a staff", hand("stick", "cold"), (2, 6)),
        ("STR-5 a mace of the strong", {**MACE, "strength": 31}, (2 + 6, 8 + 6)),
        ("CMB-7 RNG-6 rings help a bow", {**BOW, **STRONGER}, (4, 4)),
        ("CMB-7 RNG-8 but no empty hands", {**EMPTY, **STRONGER}, (1, 4)),
    )),
    *(scene(f"{rule}, thrown", BESIDE, throws(*item), given, costs=dice) for rule, item, given, dice in (
        ("THR-4 an arrow from a bow", ("weapon", "arrow"), BOW, (2, 6)),
        ("THR-4 THR-5 an arrow with a mace in hand", ("weapon", "arrow"), MACE, (1, 1)),
        ("THR-5 BUG-8 an arrow with a staff", ("weapon", "arrow"), hand("stick", "lightning"), (1, 1)),
        ("THR-4 an arrow by hand", ("weapon", "arrow"), EMPTY, (1, 1)),
        ("THR-4 a dagger", ("weapon", "dagger"), EMPTY, (1, 4)),
        ("THR-4 a dart", ("weapon", "dart"), MACE, (1, 3)),
        ("THR-4 a shuriken", ("weapon", "shuriken"), EMPTY, (2, 8)),
        ("THR-4 a mace", ("weapon", "mace"), EMPTY, (1, 3)),
        ("THR-8 rings do not help", ("weapon", "arrow"), {**BOW, **STRONGER}, (2, 6)),
        ("THR-6 other things do the strength bonus", ("potion",), {"strength": 16}, (1, 1)),
    )),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("row", DICE)
def test_dice_of_damage(row: Scene) -> None:
    assert row.seen() == row.then


def test_stk_19_a_wand_does_1d1() -> None:
    world, foe = ring("K")
    world.player.strength = 15
    stick = wielded(world, "stick", "cold")
    world.knowledge.metal.add(stick.kind)
    assert set(damages(world, foe, stick)) == {1}


def test_cmb_7_a_ring_of_dexterity_helps_to_hit() -> None:
    world, foe = ring("K")
    world.player.left = plain_item(world, "ring", "dexterity", value=2)
    hits = sum(fight.attack(world, foe, world.player.wielded) for _ in range(MANY))
    assert_share(hits, MANY, 0.55)
    world.player.wielded = None
    hits = sum(fight.attack(world, foe, None) for _ in range(MANY))
    assert_share(hits, MANY, 0.40)


def test_cmb_26_bow_and_arrow_add_their_pluses() -> None:
    world, foe = ring("K")
    player = world.player
    player.wielded = plain_item(world, "weapon", "short bow", hit_plus=1, damage_plus=3)
    arrow = plain_item(world, "weapon", "arrow")
    hits = 0
    for _ in range(MANY):
        foe.hp = TOUGH
        hits += fight.attack(world, foe, arrow, thrown=True)
    assert_share(hits, MANY, 0.45)
    assert set(damages(world, foe, arrow, thrown=True)) == set(range(2 + 3 + 1, 6 + 3 + 1 + 1))


def strike(world: World) -> bool:
    return fight.attack(world, world.level.foes[0], world.player.wielded)


def throw(cls: Any, name: str) -> Callable[[World], bool]:
    return lambda world: fight.attack(world, world.level.foes[0], plain_item(world, cls, name), thrown=True)


def be_struck(world: World) -> bool:
    return fight.foe_attacks(world, world.level.foes[0])


def exchange(world: World) -> list[str]:
    """Return what has been said after the first blow; it is answered."""
    strike(world)
    before = list(world.said)
    be_struck(world)
    return before


HITS: Given = {"foe_armor": 100}
MISSES: Given = {"foe_armor": -100}
HIDDEN: Given = {"foe_disguise": ord("!")}
XEROC, HOBGOBLIN, BAT = hall(".@X."), hall(".@H."), hall(".@B.")
BLOWS = [
    scene("CMB-10 CMB-11 an attack wakes, frees, and ends quiet and count", HOBGOBLIN, strike,
          {"foe_flags": HELD, "quiet": 15, "count": 9}, sleepers="", held="", foe_goal=None, quiet=0,
          count=0),
    scene("CMB-13 a stroke only unmasks a xeroc", XEROC, strike, {**HIDDEN, "foe_hp": 99},
          costs=False, foe_hp=99,
          said=["Wait!  That's a xeroc!"], foe_disguise=ord("X"), foe_shown="X", sleepers="", drawn=0),
    scene("CMB-13 while hallucinating", XEROC, strike, {**HIDDEN, "flags": HALLUCINATING},
          said=["Heavy!  That's a nasty critter!"]),
    scene("CMB-13 a thrown thing hits, too", XEROC, throw("weapon", "dagger"),
          {**HIDDEN, **HITS, "foe_hp": 99},
          costs=True, said=["Wait!  That's a xeroc!", "The dagger hits the xeroc"]),
    scene("CMB-14 an attacking xeroc shows itself", XEROC, be_struck, HIDDEN, foe_disguise=ord("X")),
    scene("CMB-14 but not to the blind", XEROC, be_struck, {**HIDDEN, "flags": BLIND}, foe_disguise=ord("!")),
    *(scene(f"CMB-15 red hands confuse at the first {name}", HOBGOBLIN, deed,
            {**HITS, "foe_hp": 99, "flags": RED_HANDS}, costs=True, confused="H", flags=0,
            said_after=["Your hands stop glowing red", "The hobgoblin appears confused"])
      for name, deed in (("stroke", strike), ("throw", throw("weapon", "dagger")))),
    scene("CMB-15 a miss keeps the power", HOBGOBLIN, strike, {**MISSES, "flags": RED_HANDS}, costs=False,
          flags=RED_HANDS, confused=""),
    scene("CMB-15 the killed are not called confused", BAT, strike, {**HITS, "foe_hp": 1, "flags": RED_HANDS},
          said_after=["Your hands stop glowing red", "You have defeated the bat"]),
    *(scene(f"CMB-17 of {hp} hit points 8 are lost", HOBGOBLIN, be_struck,
            {"hp": hp, "foe_level": 100, "foe_attacks": ((8, 1),)}, fate=fate)
      for hp, fate in ((8, ("killed", "hobgoblin")), (9, None))),
    *(scene(f"CMB-20 {said}", HOBGOBLIN, throw(*item), {**given, "foe_hp": 99}, said=[said])
      for item, given, said in (
          (("weapon", "dagger"), HITS, "The dagger hits the hobgoblin"),
          (("weapon", "dagger"), MISSES, "The dagger misses the hobgoblin"),
          (("potion", "healing"), HITS, "You hit the hobgoblin"),
          (("potion", "healing"), MISSES, "You missed the hobgoblin"),
      )),
    *(scene(f"CMB-20 terse, blow and answer: {said}", HOBGOBLIN, exchange,
            {**mine, "foe_level": its, "terse": True, "foe_hp": 99}, costs=[], said=[said])
      for mine, its, said in (
          (HITS, -100, "You hit.  The hobgoblin misses"),
          (MISSES, -100, "You miss.  The hobgoblin misses"),
          (MISSES, 100, "You miss.  The hobgoblin hit"),
      )),
    scene("CMB-20 terse, blow and kill", BAT, strike, {**HITS, "foe_hp": 1, "terse": True},
          said=["You hit.  Defeated the bat"]),
]  # fmt: skip


@pytest.mark.parametrize("row", BLOWS)
def test_blows(row: Scene) -> None:
    assert row.seen() == row.then


def test_cmb_13_a_blind_attack_reveals_nothing() -> None:
    world, foe = ring("X")
    foe.disguise, foe.armor = ord("!"), 100
    world.player.flags |= BLIND
    assert fight.attack(world, foe, None)
    assert foe.disguise == ord("!")
    assert "something" in world.said[0]


def test_cmb_16_a_monster_at_0_dies_at_1_it_lives() -> None:
    for hp, dead in ((3, True), (4, True), (5, False)):
        world, foe = ring("B", hp=hp)
        world.player.strength = 15
        foe.armor = 100
        fight.attack(world, foe, wielded(world, "weapon", "short bow", damage_plus=3))
        assert (foe not in world.level.foes) is dead


@pytest.mark.parametrize(("name", "plus"), [("bolt", 0), ("missile", 4)])
def test_stk_14_16_26_a_bolt_never_misses_and_adds_strength(name: str, plus: int) -> None:
    world, foe = ring("U")
    lost = []
    for _ in range(500):
        foe.hp = TOUGH
        assert fight.bolt_hit(world, foe, (6, 6), name, plus)
        lost.append(TOUGH - foe.hp)
    assert min(lost) >= 6 + 1 + plus
    assert_mean(lost, 21 + 1 + plus)
    assert world.said[0] == ("The bolt hits the black unicorn" if plus == 0 else "You hit the black unicorn")


def test_cmb_1_22_each_entry_is_tried_by_itself() -> None:
    world, foe = ring("C")  # 1d2 1d5 1d5
    world.player.flags |= ALERT
    foe.level = 4  # 10 in 20 against class 6
    losses = []
    for _ in range(MANY):
        world.player.hp = TOUGH
        fight.foe_attacks(world, foe)
        losses.append(TOUGH - world.player.hp)
    assert_share(losses.count(0), MANY, 1 / 8)
    assert max(losses) == 12
    assert_mean(losses, (1.5 + 3 + 3) / 2)


def test_cmb_8_armor_class() -> None:
    world, _ = ring()
    player = world.player
    assert fight.armor_class(player) == 6
    player.left = plain_item(world, "ring", "protection", value=2)
    player.right = plain_item(world, "ring", "protection", value=-1)
    assert fight.armor_class(player) == 5
    player.worn = None
    assert fight.armor_class(player) == 9


def test_cmb_11_12_an_attack_ends_run_count_quiet_and_a_fight_with_another() -> None:
    world, foe = ring("H")
    other = Monster(world.rules.monsters["B"], foe.spot + 1)
    world.level.add_foe(other)
    other.flags |= TARGET
    world.run, world.count, world.player.quiet = 1, 3, 9
    world.duel = Duel(other, 1, to_death=True)
    fight.foe_attacks(world, foe)
    assert (world.run, world.count, world.player.quiet) == (0, 0, 0)
    assert world.duel is None
    assert not other.flags & TARGET


def test_cmb_20_four_ways_to_be_hit_and_missed() -> None:
    world, foe = ring("H")
    foe.level = 100
    for _ in range(100):
        world.player.hp = TOUGH
        fight.foe_attacks(world, foe)
    assert set(world.said) == {
        "The hobgoblin scored an excellent hit on you",
        "The hobgoblin hit you",
        "The hobgoblin has injured you",
        "The hobgoblin swings and hits you",
    }
    world.said.clear()
    foe.level = -100
    for _ in range(100):
        fight.foe_attacks(world, foe)
    assert set(world.said) == {
        "The hobgoblin misses you",
        "The hobgoblin swings and misses you",
        "The hobgoblin barely misses you",
        "The hobgoblin doesn't hit you",
    }


def duel(*, to_death: bool, hp: int) -> tuple[World, Monster]:
    world, foe = ring("H")
    world.player.hp = hp
    foe.flags |= TARGET
    foe.level, foe.attacks = 100, ((5, 1),)
    world.duel = Duel(foe, 1, to_death=to_death)
    return world, foe


def test_cmd_11_a_fight_is_silent_until_the_kill() -> None:
    world, foe = duel(to_death=True, hp=TOUGH)
    foe.armor, foe.hp = 100, 1
    fight.foe_attacks(world, foe)
    foe.level = -100
    fight.foe_attacks(world, foe)
    assert world.said == []
    fight.attack(world, foe, None)
    assert world.said == ["You have defeated the hobgoblin"]
    assert world.duel is None


@pytest.mark.parametrize(("hp", "goes_on"), [(11, True), (10, False)])
def test_cmd_11_f_stops_when_another_such_hit_could_kill(hp: int, goes_on: bool) -> None:
    world, foe = duel(to_death=False, hp=hp)
    fight.foe_attacks(world, foe)
    assert world.player.hp == hp - 5
    assert (world.duel is not None) is goes_on


def test_cmd_11_f_remembers_the_worst_hit() -> None:
    world, foe = duel(to_death=False, hp=30)
    fight.foe_attacks(world, foe)
    foe.attacks = ((2, 1), (2, 1))
    assert world.duel is not None
    while world.duel is not None:
        fight.foe_attacks(world, foe)
    assert 1 <= world.player.hp <= 5


def test_cmd_11_big_f_ignores_the_danger() -> None:
    world, foe = duel(to_death=True, hp=7)
    fight.foe_attacks(world, foe)
    assert world.player.hp == 2
    assert world.duel is not None


def test_cmb_20_four_ways_to_hit_and_to_miss_and_none_draws_play_dice() -> None:
    world, foe = ring("H")
    foe.armor = 100
    for _ in range(100):
        foe.hp = TOUGH
        fight.attack(world, foe, None)
    assert set(world.said) == {
        "You scored an excellent hit on the hobgoblin",
        "You hit the hobgoblin",
        "You have injured the hobgoblin",
        "You swing and hit the hobgoblin",
    }
    world.said.clear()
    foe.armor = -100
    drawn = world.rng.drawn
    for _ in range(100):
        fight.attack(world, foe, None)
    assert world.rng.drawn == drawn + 100  # one to-hit die each
    assert set(world.said) == {
        "You miss the hobgoblin",
        "You swing and miss the hobgoblin",
        "You barely miss the hobgoblin",
        "You don't hit the hobgoblin",
    }


def test_unseen_monsters_are_something_or_it() -> None:
    for terse, hit, miss in ((False, "something", "Something"), (True, "You hit", "It misses")):
        world, foe = ring("H", terse=terse)
        foe.flags |= INVISIBLE
        foe.armor, foe.level = 100, -100
        fight.attack(world, foe, None)
        fight.foe_attacks(world, foe)
        assert hit in world.said[0]
        assert miss in world.said[-1]


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
