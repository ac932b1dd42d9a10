"""Sticks whose beam hits the first monster in its way."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.state.actors import AWAKE, CANCELLED, DETECTS, GRABBED, HASTED, HELD, SEES_INVISIBLE, SLOWED
from rogue.state.grid import RIGHT, spot_of
from rogue.state.world import Duel
from rogue.tables.monsters import INVISIBLE
from tests.rogue.rules.wand_scenes import HALL, knows, zap
from tests.support.notation import find_foe, plain_item, read_world

AIMED = (
    "invisibility", "polymorph", "haste monster", "slow monster", "teleport away", "teleport to",
    "cancellation",
)  # fmt: skip


@pytest.mark.parametrize("name", AIMED)
def test_stk_5_beams_reach_any_distance_and_pass_doors(name: str) -> None:
    world = read_world("""
        -----           ------------
        |.@.+###########+.......H..|
        -----           ------------
    """)
    foe = find_foe(world, "H")
    before = (foe.flags, foe.spot)
    zap(name, world)
    changed = foe not in world.level.foes or (foe.flags, foe.spot) != before
    assert changed


@pytest.mark.parametrize("name", sorted({*AIMED, "drain life"} - {"polymorph"}))
def test_stk_17_others_are_never_identified_by_use(name: str) -> None:
    assert not knows(zap(name, read_world(HALL, hp=50)), name)


@pytest.mark.parametrize("name", AIMED)
def test_stk_5_beams_end_at_walls_and_miss_what_is_aside(name: str) -> None:
    world = read_world("-------\n|.@...|\n|...H.|\n-------")
    foe = find_foe(world, "H")
    before = (foe.flags, foe.spot)
    zap(name, world)
    assert world.level.foes == [foe]
    assert (foe.flags, foe.spot) == before


def test_stk_5_beams_pass_over_a_disguised_xeroc() -> None:
    world = read_world("---------\n|@.X..H.|\n---------")
    xeroc = find_foe(world, "X")
    xeroc.disguise = ord("!")
    zap("haste monster", world)
    assert find_foe(world, "H").has_flag(HASTED)
    assert not xeroc.has_flag(HASTED)


@pytest.mark.parametrize(
    ("name", "frees"), [(name, name not in ("haste monster", "slow monster")) for name in AIMED]
)
def test_stk_7_a_flytrap_that_is_changed_lets_go(name: str, frees: bool) -> None:
    world = read_world("--------\n|.@F...|\n--------")
    world.player.flags |= GRABBED
    zap(name, world)
    assert world.player.has_flag(GRABBED) is not frees


@pytest.mark.parametrize("name", AIMED)
def test_stk_6_who_wakes(name: str) -> None:
    world = read_world(HALL)
    foe = find_foe(world, "H")
    foe.flags |= HELD
    zap(name, world)
    wakes = name in ("haste monster", "slow monster", "teleport away", "teleport to")
    (now,) = world.level.foes
    assert now.has_flag(AWAKE) is wakes
    if wakes:
        assert not now.has_flag(HELD)
        assert now.goal is None


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
    world = read_world("--------\n|.@P...|\n--------")
    phantom = find_foe(world, "P")
    zap("cancellation", world)
    assert phantom.has_flag(CANCELLED)
    assert not phantom.has_flag(INVISIBLE)
    assert world.canvas.cells[phantom.spot] == ord("P")


def test_stk_10_teleport_away_never_lands_on_the_player() -> None:
    spots = set()
    for seed in range(200):
        world = read_world("------\n|@..H|\n------", seed=seed)
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
    world = read_world("---------\n|@X...H.|\n---------")
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
        world = read_world("-----\n|@.H|\n-----", seed=seed)
        zap("polymorph", world)
        (foe,) = world.level.foes
        counts[foe.kind.letter] += 1
        assert foe.hp == foe.max_hp
        assert not foe.has_flag(AWAKE)
        assert knows(world, "polymorph") is (foe.kind.letter != "P")
    assert len(counts) == 26
    assert all(count <= 42 for count in counts.values())


def test_stk_12_polymorph_keeps_the_pack_and_ends_a_fight() -> None:
    world = read_world("-----\n|@H.|\n-----")
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
        world = read_world("-----\n|@.H|\n-----", seed=seed)
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


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("haste monster", 0, HASTED), ("haste monster", SLOWED, 0),
        ("haste monster", HASTED, HASTED), ("slow monster", 0, SLOWED),
        ("slow monster", HASTED, 0), ("slow monster", SLOWED, SLOWED),
    ],
)  # fmt: skip
def test_stk_13_haste_and_slow_cancel_each_other(name: str, before: int, after: int) -> None:
    world = read_world(HALL)
    foe = find_foe(world, "H")
    foe.flags |= before
    foe.toggle = False
    zap(name, world)
    assert foe.flags & (HASTED | SLOWED) == after
    assert foe.toggle is (name == "slow monster")
