"""Wands and staffs, one by one (STK); beams are in test_beams.py."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.rules import wands
from rogue.state.entities import (
    AWAKE,
    CANCELLED,
    DETECTS,
    GRABBED,
    HALLUCINATING,
    HASTED,
    HELD,
    SEES_INVISIBLE,
    SLOWED,
)
from rogue.state.grid import RIGHT, UP, spot_of
from rogue.state.world import Duel, World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.monsters import INVISIBLE
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.rogue.scenes import Scene, an_item, scene, using

HALL = "------------\n|.@......H.|\n|..........|\n------------"


def zap(name: str, world: World, step: int = RIGHT) -> World:
    """Zap a stick with five charges; it loses one."""
    stick = carry(world, "stick", name, value=5)
    assert wands.zap(world, stick, step)
    assert stick.value == 4
    return world


def knows(world: World, name: str) -> bool:
    return world.rules.kind("stick", name) in world.knowledge.true


def test_every_kind_of_every_edition_has_exactly_one_effect() -> None:
    kinds = [kind for rules in EDITIONS.values() for kind in rules.sticks]
    assert set(wands.EFFECTS) == {kind.effect or kind.name for kind in kinds}


TWO_ROOMS = "-----     -----\n|@..+#####+.T.|\n-----     -----"
FAR = "-----           ------------\n|.@.+###########+.......H..|\n-----           ------------"
ASIDE = "-------\n|.@...|\n|...H.|\n-------"
IN_DOOR = "-----\n|.@.+#H\n-----"
ONE, PAIR, FLYTRAP = hall("@.B.."), hall("@.T.Y"), hall(".@F...")
PUFF = "The missile vanishes with a puff of smoke"
SLOW_OR_FAST = ("haste monster", "slow monster")
WAKING = (*SLOW_OR_FAST, "teleport away", "teleport to")
AIMED = (*WAKING, "invisibility", "polymorph", "cancellation")
ZAP = using(wands.zap, "a", RIGHT)


def stick(name: str, value: int = 5, **more: object) -> dict[str, object]:
    return {"carries": [an_item("stick", name, value=value)], **more}


ZAPS = [
    scene("CMD-8 no stick", HALL, ZAP, {"carries": [an_item("potion")]}, costs=False,
          said=["You can't zap with that!"]),
    scene("STK-1 an empty stick costs the turn", HALL, ZAP, stick("cold", 0), costs=True, charges=0,
          knows=[], said=["Nothing happens"]),
    scene("STK-3 light", HALL, ZAP, stick("light", dark=True), costs=True, charges=4, knows=["light"],
          dark=False, foe_shown="H", said=["The room is lit by a shimmering blue light"]),
    scene("STK-3 light, terse", HALL, ZAP, stick("light", dark=True, terse=True), said=["The room is lit"]),
    scene("STK-3 light in a passage", "-----\n|...+##@#\n-----", ZAP, stick("light"),
          said=["The corridor glows and then fades"]),
    scene("STK-4 too weak to drain", HALL, ZAP, stick("drain life", hp=1), costs=True, charges=5, hp=1,
          said=["You are too weak to use it"]),
    scene("STK-4 strong enough", HALL, ZAP, stick("drain life", hp=2), costs=True, charges=4, hp=1, said=[]),
    scene("STK-4 halved and shared", PAIR, ZAP, stick("drain life", hp=13, foe_hp=20), hp=6, exp=0,
          foe_hps=[17, 17], sleepers="", said=[]),
    scene("STK-4 to death", ONE, ZAP, stick("drain life", hp=12, foe_hp=6), hp=6, exp=1, foe_hps=[],
          said=["You have defeated the bat"]),
    scene("STK-4 to death out of sight", ONE, ZAP, stick("drain life", hp=12, foe_hp=6, dark=True), hp=6,
          exp=1, foe_hps=[], said=[]),
    scene("STK-4 no victim", TWO_ROOMS, ZAP, stick("drain life", hp=12), hp=12, foe_hps=[27], sleepers="T",
          said=["You have a tingling feeling"]),
    scene("STK-14 a missile stops at doors", IN_DOOR, ZAP, stick("magic missile"), foe_hps=[4], said=[PUFF]),
    scene("STK-14 terse", IN_DOOR, ZAP, stick("magic missile", terse=True), said=["Missile vanishes"]),
    *(scene(f"STK-6 {name} wakes and frees", HALL, ZAP, stick(name, foe_flags=HELD), sleepers="", held="")
      for name in WAKING),
    *(scene(f"STK-6 {name} does not wake", HALL, ZAP, stick(name, foe_flags=HELD), sleepers="H", held="H")
      for name in ("invisibility", "cancellation")),
    *(scene(f"STK-7 a flytrap after {name}", FLYTRAP, ZAP, stick(name, flags=GRABBED),
            flags=GRABBED * (name in SLOW_OR_FAST)) for name in AIMED),
    *(scene(f"STK-13 {name} of {before}", HALL, ZAP, stick(name, foe_flags=before, foe_toggle=False),
            foe_pace=after, foe_toggle=name == "slow monster")
      for name, before, after in (
          ("haste monster", 0, HASTED), ("haste monster", SLOWED, 0), ("haste monster", HASTED, HASTED),
          ("slow monster", 0, SLOWED), ("slow monster", HASTED, 0), ("slow monster", SLOWED, SLOWED),
      )),
    *(scene(f"STK-17 {name} is not identified by use", HALL, ZAP, stick(name, hp=50), knows=[])
      for name in (*AIMED, "drain life") if name != "polymorph"),
]  # fmt: skip


@pytest.mark.parametrize("row", ZAPS)
def test_what_sticks_do(row: Scene) -> None:
    assert row.seen() == row.then


@pytest.mark.parametrize("name", AIMED)
@pytest.mark.parametrize(("picture", "reached"), [(FAR, True), (ASIDE, False)], ids=["far", "aside"])
def test_stk_5_beams_pass_doors_end_at_walls_and_go_straight(name: str, picture: str, reached: bool) -> None:
    world = read_world(picture)
    foe = find_foe(world, "H")
    before = (foe.flags, foe.spot)
    zap(name, world)
    assert (foe not in world.level.foes or (foe.flags, foe.spot) != before) is reached


@pytest.mark.parametrize(
    ("name", "identified"),
    [
        ("light", True), ("invisibility", False), ("lightning", True), ("fire", True),
        ("cold", True), ("polymorph", False), ("magic missile", True), ("haste monster", False),
        ("slow monster", False), ("drain life", False), ("nothing", False),
        ("teleport away", False), ("teleport to", False), ("cancellation", False),
    ],
)  # fmt: skip
def test_stk_15_17_identified_by_use_without_a_target(name: str, identified: bool) -> None:
    world = zap(name, read_world("-----\n|@..|\n|...|\n-----", hp=99), UP)
    assert knows(world, name) is identified
    assert world.question is None
    assert (world.said == []) is (not identified and name != "drain life")


@pytest.mark.parametrize(
    ("player", "victims"),
    [
        ((2, 1), "A"),  # in the room: the monster in it
        ((2, 4), "AB"),  # on the door: the passages too
        ((2, 6), "BC"),  # in the passage: also who stands on its other door
    ],
)
def test_stk_4_whom_it_reaches(player: tuple[int, int], victims: str) -> None:
    world = read_world(
        """
        -----     -----
        |.A.+#####+..D|
        -----     -----
    """,
        hp=50,
    )
    level = world.level
    for letter, spot in (("B", spot_of(2, 8)), ("C", spot_of(2, 10))):
        foe = find_foe(read_world(hall(f"{letter}"), hp=50), letter)
        foe.spot = spot
        level.add_foe(foe)
    world.player.spot = spot_of(*player)
    world.player.room = level.room_at(world.player.spot)
    zap("drain life", world)
    drained = sorted(foe.kind.letter for foe in level.foes if foe.hp < 50)
    assert "".join(drained) == victims


def test_stk_14_bug_7_a_magic_missile_is_saved_or_hits_for_1_to_4() -> None:
    """Level 1 saves with 20 %: 300 zaps, 60 saves, 5 sigma = 35."""
    saved, losses = 0, set()
    for seed in range(300):
        world = read_world(HALL, seed=seed, hp=99)
        foe = find_foe(world, "H")
        zap("magic missile", world)
        if foe.hp == 99:
            saved += 1
            assert world.said == ["The missile vanishes with a puff of smoke"]
        else:
            losses.add(99 - foe.hp)
            assert world.said == ["You hit the hobgoblin"]
        assert knows(world, "magic missile")
    assert abs(saved - 60) <= 35
    assert losses == {3, 4, 5, 6}  # 1d4 + 1, strength 16 adds 1


def test_stk_14_the_wielded_weapon_adds_its_damage_plus() -> None:
    losses = set()
    for seed in range(80):
        world = read_world(HALL, seed=seed, hp=99)
        world.player.wielded = carry(world, "weapon", "mace", hit_plus=3, damage_plus=4)
        zap("magic missile", world)
        losses.add(99 - find_foe(world, "H").hp)
    assert losses == {0, 7, 8, 9, 10}


@pytest.mark.parametrize("name", ["lightning", "fire", "cold"])
def test_stk_16_bug_7_bolts_hurt_from_empty_hands_too(name: str) -> None:
    hurt = 0
    for seed in range(30):
        world = read_world(HALL.replace("..H.", "H..."), seed=seed, hp=99)
        world.player.hp = 99
        zap(name, world)
        assert knows(world, name)
        hurt += find_foe(world, "H").hp < 99
    assert hurt > 15


def test_hallucination_names_no_color_of_light() -> None:
    world = read_world(HALL)
    world.player.flags |= HALLUCINATING
    zap("light", world)
    assert world.said[0].startswith("The room is lit by a shimmering ")


def test_stk_5_beams_pass_over_a_disguised_xeroc() -> None:
    world = read_world(hall("@.X..H."))
    xeroc = find_foe(world, "X")
    xeroc.disguise = ord("!")
    zap("haste monster", world)
    assert find_foe(world, "H").has_flag(HASTED)
    assert not xeroc.has_flag(HASTED)


def test_stk_8_invisibility_hides_the_monster() -> None:
    world = read_world(HALL)
    foe = find_foe(world, "H")
    world.canvas.put(foe.spot, ord("H"))
    foe.under = ord(".")
    zap("invisibility", world)
    assert foe.has_flag(INVISIBLE)
    assert world.canvas.cells[foe.spot] == ord(".")


def test_stk_8_who_sees_the_invisible_goes_on_seeing_it() -> None:
    world = read_world(HALL)
    world.player.flags |= SEES_INVISIBLE
    foe = find_foe(world, "H")
    world.canvas.put(foe.spot, ord("H"))
    foe.under = ord(".")
    zap("invisibility", world)
    assert world.canvas.cells[foe.spot] == ord("H")


def test_stk_9_cancellation_shows_the_true_monster() -> None:
    world = read_world(hall(".@P..."))
    phantom = find_foe(world, "P")
    zap("cancellation", world)
    assert phantom.has_flag(CANCELLED)
    assert not phantom.has_flag(INVISIBLE)
    assert world.canvas.cells[phantom.spot] == ord("P")


def test_stk_10_teleport_away_never_lands_on_the_player() -> None:
    spots = set()
    for seed in range(200):
        world = read_world(hall("@..H"), seed=seed)
        zap("teleport away", world)
        foe = find_foe(world, "H")
        spots.add(foe.spot)
        assert world.level.foe_at[foe.spot] is foe
    assert spots == {spot_of(2, 2), spot_of(2, 3)}


def test_stk_11_teleport_to_brings_it_next_to_the_player() -> None:
    world = zap("teleport to", read_world(HALL))
    foe = find_foe(world, "H")
    assert foe.spot == world.player.spot + RIGHT
    assert world.canvas.cells[foe.spot] == ord("H")


def test_stk_11_bug_19_a_hidden_xeroc_keeps_its_square() -> None:
    world = read_world(hall("@X...H."))
    xeroc, foe = find_foe(world, "X"), find_foe(world, "H")
    xeroc.disguise = ord("!")
    before = foe.spot
    zap("teleport to", world)
    assert (foe.spot, world.level.foe_at[xeroc.spot]) == (before, xeroc)
    assert foe.has_flag(AWAKE)


def test_stk_12_polymorph_makes_any_letter_equally_often() -> None:
    """520 zaps, each of 26 letters 20 times, 5 sigma = 22."""
    counts: Counter[str] = Counter()
    for seed in range(520):
        world = read_world(hall("@.H"), seed=seed)
        zap("polymorph", world)
        (foe,) = world.level.foes
        counts[foe.kind.letter] += 1
        assert foe.hp == foe.max_hp
        assert not foe.has_flag(AWAKE)
        assert knows(world, "polymorph") is (foe.kind.letter != "P")
    assert len(counts) == 26
    assert all(count <= 42 for count in counts.values())


def test_stk_12_mon_9_polymorph_keeps_the_pack_and_ends_a_fight() -> None:
    world = read_world(hall("@H."))
    old = find_foe(world, "H")
    loot = plain_item(world, "potion")
    old.pack.append(loot)
    world.duel = Duel(old, RIGHT, to_death=True)
    zap("polymorph", world)
    (foe,) = world.level.foes
    assert foe is not old
    assert (foe.pack, foe.spot) == ([loot], old.spot)
    assert world.duel is None
    assert world.level.foe_at[foe.spot] is foe


def test_stk_12_polymorph_shows_the_new_letter_or_what_lies_below() -> None:
    shown = set()
    for seed in range(200):
        world = read_world(hall("@.H"), seed=seed)
        old = find_foe(world, "H")
        world.canvas.put(old.spot, ord("H"))
        old.under = ord(".")
        zap("polymorph", world)
        (foe,) = world.level.foes
        wanted = ord(".") if foe.kind.letter == "P" else foe.disguise
        assert world.canvas.cells[foe.spot] == wanted
        shown.add(wanted)
    assert ord(".") in shown


def test_stk_12_polymorph_out_of_sight_is_not_identified() -> None:
    world = read_world(HALL, dark=True)
    zap("polymorph", world)
    assert not knows(world, "polymorph")
    world.player.flags |= DETECTS
    zap("polymorph", world)
    (foe,) = world.level.foes
    if world.canvas.bright:
        assert world.canvas.bright == {foe.spot}
