"""What a hit does besides damage (SPC-1 to SPC-18), seen through complete attacks."""

from __future__ import annotations

from typing import get_args

import pytest

from rogue.rules import fight
from rogue.rules.monster_specials import EFFECTS, rust_armor, take_effect
from rogue.rules.pack import is_magic
from rogue.state.entities import ALERT, CANCELLED, CURSED, GRABBED, PROTECTED, TARGET, Monster
from rogue.state.world import Duel, Ending, World
from rogue.tables.monsters import HitEffect
from scripts.lib.notation import carry, find_foe, hall, plain_item
from tests.rogue.rules.special_hit_scenes import SURE, TOUGH, ring, struck
from tests.rogue.scenes import Scene, an_item, scene
from tests.support.odds import assert_mean, assert_share


def test_every_effect_of_the_tables_has_exactly_one_function() -> None:
    assert set(EFFECTS) == set(get_args(HitEffect)) - {""}


def beside(letter: str) -> str:
    return hall(f".@{letter}.")


def attack(world: World) -> bool:
    """Let the only monster attack; it hits for sure, unless the row gives it another level."""
    (foe,) = world.level.foes
    return fight.foe_attacks(world, foe)


def twice(world: World) -> None:
    attack(world)
    attack(world)


def hit(level: int = SURE, **more: object) -> dict[str, object]:
    return {"kit": True, "awake": True, "hp": TOUGH, "max_hp": TOUGH, "foe_level": level, **more}


HIT, MISS, TERSE = hit(), hit(-SURE), {"terse": True}

SUSTAINED = hit(level=SURE, right=an_item("ring", "sustain strength"))

WEAK, STRONG = {"level": -SURE}, {"level": SURE}  # of the player, who saves never or always

RUSTY, GONE = "Your armor appears to be weaker now. Oh my!", ["The rust vanishes instantly"]

SPECIALS = [
    scene("SPC-1 an aquator rusts once per attack", beside("A"), attack, HIT, worn_value=7, hp=TOUGH,
          last_said=RUSTY),
    scene("SPC-1 terse", beside("A"), attack, {**HIT, **TERSE},
          said=["The aquator hit", "Your armor weakens"]),
    *(scene(f"ARM-7 rust of {name} {value}", beside("H"), rust_armor,
            {"worn": an_item("armor", name, value=value)}, worn_value=after, said=[RUSTY] * (after - value))
      for name, value, after in (
          ("plate mail", 3, 4), ("ring mail", 8, 9), ("ring mail", 9, 9), ("ring mail", 10, 10),
          ("leather armor", 8, 8),
      )),
    scene("ARM-7 the scroll protects", beside("H"), rust_armor,
          {"worn": an_item("armor", "ring mail", value=6, flags=PROTECTED)}, worn_value=6, said=GONE),
    scene("ARM-7 the ring protects", beside("H"), rust_armor, {"kit": True,
          "left": an_item("ring", "maintain armor")}, worn_value=6, said=GONE),
    scene("ARM-7 no armor", beside("H"), rust_armor, {}, worn=None, said=[]),
    scene("SPC-4 its misses are not told", beside("I"), attack, MISS, said=[]),
    scene("SPC-4 terse", beside("I"), attack, {**HIT, **TERSE}, said=["You are frozen"]),
    scene("SPC-4 an open sentence is finished first", beside("I"), attack, {**HIT, **TERSE,
          "sentence": "You miss"}, said=["You miss", "You are frozen"]),
    scene("SPC-4 almost frozen to death", beside("I"), attack, {**HIT, "helpless": 47}, fate=None),
    scene("SPC-4 BUG-34 more than 50 turns are death", beside("I"), attack, {**HIT, "helpless": 49},
          fate=("killed", "hypothermia")),
    scene("SPC-9 a bite weakens", beside("R"), attack, {**HIT, **WEAK}, strength=15,
          last_said="You feel a bite in your leg and now feel weaker"),
    scene("SPC-9 unless saved", beside("R"), attack, {**HIT, **STRONG}, strength=16, messages=1),
    scene("SPC-9 sustained", beside("R"), attack, {**SUSTAINED, **WEAK}, strength=16, messages=2,
          last_said="A bite momentarily weakens you"),
    scene("SPC-9 sustained, terse", beside("R"), attack, {**SUSTAINED, **WEAK, **TERSE}, strength=16,
          last_said="Bite has no effect"),
    scene("SPC-12 a flytrap holds and costs a point", beside("F"), attack, HIT, flags=GRABBED, grip=1,
          hp=TOUGH - 1),
    scene("SPC-12 then two", beside("F"), twice, HIT, flags=GRABBED, grip=2, hp=TOUGH - 2),
    scene("SPC-12 a miss costs the counter", beside("F"), attack, {**MISS, "grip": 4}, hp=TOUGH - 4,
          messages=1),
    scene("SPC-12 a hit kills", beside("F"), attack, {**HIT, "hp": 1}, fate=("killed", "venus flytrap")),
    scene("SPC-12 a hit at 2", beside("F"), attack, {**HIT, "hp": 2}, fate=None),
    scene("SPC-12 CMB-17 a miss kills at once", beside("F"), attack, {**MISS, "grip": 4, "hp": 4},
          fate=("killed", "venus flytrap"), said=[]),
    scene("SPC-12 a miss at 5", beside("F"), attack, {**MISS, "grip": 4, "hp": 5}, fate=None),
    scene("SPC-18 a canceled flytrap still squeezes", beside("F"), attack,
          {**MISS, "grip": 2, "foe_flags": CANCELLED}, hp=TOUGH - 2),
    scene("a deadly hit has no other effect", beside("R"), attack, {**HIT, **WEAK, "hp": 1}, strength=16,
          fate=("killed", "rattlesnake")),
    scene("a plain monster has none", beside("H"), lambda world: take_effect(world, find_foe(world, "H")),
          costs=True, said=[], drawn=0),
]  # fmt: skip


@pytest.mark.parametrize("row", SPECIALS)
def test_special_hits(row: Scene) -> None:
    assert row.seen() == row.then


def test_arm_7_in_a_fight_to_the_death_rust_is_not_told() -> None:
    world = ring("H")
    world.player.left = plain_item(world, "ring", "maintain armor")
    world.duel = Duel(find_foe(world, "H"), 1, to_death=True)
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


def test_spc_4_freezing_adds_up_and_is_told_once() -> None:
    world = struck("I")
    fight.foe_attacks(world, find_foe(world, "I"))
    assert 4 <= world.player.helpless <= 6
    assert len(world.said) == 1


@pytest.mark.slow
def test_spc_9_chk_20_share_of_bites_resisted_at_level_1() -> None:
    resisted = 0
    for seed in range(1500):
        resisted += struck("R", seed=seed).player.strength == 16
    assert_share(resisted, 1500, 0.35)


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


def test_spc_10_11_bug_9_a_wraith_takes_a_level_a_vampire_none() -> None:
    wraith, vampire = (drains(letter, 30)[0].player for letter in "WV")
    assert (wraith.level, wraith.exp, vampire.level, vampire.exp) == (4, 81, 5, 100)


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


@pytest.mark.parametrize(
    ("level", "exp", "hp", "max_hp", "killed"),
    [(1, 7, TOUGH, TOUGH, False), (1, 0, TOUGH, TOUGH, True), (3, 30, 1, 500, False), (3, 30, 1, 1, True)],
)
def test_spc_10_11_a_drain_of_nothing_kills(level: int, exp: int, hp: int, max_hp: int, killed: bool) -> None:
    world = until_drained(level, exp, hp=hp, max_hp=max_hp)
    assert world.ending == (Ending("killed", "wraith") if killed else None)
    if not killed:
        assert (world.player.level, world.player.exp == 0) == (max(1, level - 1), level == 1)
        assert (world.player.hp == 1) is (hp == 1)


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


def test_a_thief_that_was_the_target_ends_the_fight_by_vanishing() -> None:
    world = ring("L")
    foe: Monster = find_foe(world, "L")
    foe.flags |= TARGET
    world.duel = Duel(foe, 1, to_death=True)
    fight.foe_attacks(world, foe)
    assert world.duel is None


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


@pytest.mark.slow
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
