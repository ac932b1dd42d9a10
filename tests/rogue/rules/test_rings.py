"""Rings: hands, curses, and what putting on and taking off does (RNG)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from rogue.rules import equipment, potions, turn_phases
from rogue.state.entities import AWAKE, CURSED, KNOWN, SEES_INVISIBLE
from rogue.state.world import World
from scripts.lib.notation import carry, find_foe, hall, read_world
from tests.rogue.scenes import Scene, an_item, scene, using

ROOM = hall("@....")


def put_on(hand: str, letter: str = "a") -> Callable[[World], object]:
    return using(equipment.put_on_ring, letter, hand)


def take_off(hand: str) -> Callable[[World], bool]:
    return partial(equipment.remove_ring, hand=hand)


PLAIN, NEW = an_item("ring", "adornment"), [an_item("ring", "searching")]
LEFT, RIGHT = {"left": PLAIN}, {"right": PLAIN}
BOTH = {**LEFT, **RIGHT}
HANDS = [
    scene("RNG-1 both free", ROOM, put_on("left"), {"carries": NEW}, left="searching", right=None),
    scene("RNG-1 the other", ROOM, put_on("right"), {"carries": NEW}, left=None, right="searching"),
    *(scene(f"RNG-1 {hand or 'none'} asked, left taken", ROOM, put_on(hand, "b"), {**LEFT, "carries": NEW},
            costs=True, left="adornment", right="searching") for hand in ("left", "")),
    scene("RNG-1 right taken", ROOM, put_on("right", "b"), {**RIGHT, "carries": NEW},
          costs=True, left="searching", right="adornment"),
    scene("RNG-9 the hand is said", ROOM, put_on("left"), {"carries": NEW},
          said=["You are now wearing a carnelian ring (on left hand) (a)"]),
    scene("RNG-9 terse", ROOM, put_on("left"), {"carries": NEW, "terse": True},
          said=["a carnelian ring (on left hand) (a)"]),
    scene("CMD-7 Escape costs the turn", ROOM, put_on(""), {"carries": NEW}, costs=True, left=None, said=[]),
    scene("CMD-7 taking off, too", ROOM, take_off(""), BOTH, costs=True, left="adornment", said=[]),
    *(scene(f"CMD-9 {name}{', terse' * terse}", ROOM, deed, {**given, "terse": terse},
            costs=True, said=[said])
      for name, deed, given, texts in (
          ("no ring", put_on("left"), {"carries": [an_item("potion")]},
           ["It would be difficult to wrap that around a finger", "Not a ring"]),
          ("in use", put_on("left"), LEFT, ["That's already in use", "In use"]),
          ("two worn", put_on("left", "c"), {**BOTH, "carries": NEW},
           ["You already have a ring on each hand", "Wearing two"]),
          ("none worn", take_off("left"), {}, ["You aren't wearing any rings", "No rings"]),
      ) for terse, said in enumerate(texts)),
    scene("RNG-1 the left of two", ROOM, take_off("left"), BOTH, costs=True, left=None, right="adornment",
          said=["Was wearing an emerald ring(a)"]),
    scene("RNG-1 the right of two", ROOM, take_off("right"), BOTH, costs=True, left="adornment", right=None,
          said=["Was wearing an emerald ring(b)"]),
    scene("the only one, left", ROOM, take_off(""), LEFT, costs=True, left=None, right=None),
    scene("the only one, right", ROOM, take_off(""), RIGHT, costs=True, left=None, right=None),
    scene("RNG-7 a cursed ring stays", ROOM, take_off(""), {"left": an_item("ring", flags=CURSED)},
          costs=True, left="protection", said=["You can't.  It appears to be cursed"]),
]  # fmt: skip


@pytest.mark.parametrize("row", HANDS)
def test_hands_and_words(row: Scene) -> None:
    assert row.seen() == row.then


def test_rng_9_putting_on_identifies_nothing() -> None:
    world = read_world(ROOM)
    ring = carry(world, "ring", "searching")
    equipment.put_on_ring(world, ring, "left")
    assert ring.kind not in world.knowledge.true
    assert not ring.has_flag(KNOWN)


def test_rng_2_aggravate_monster_wakes_all() -> None:
    world = read_world(hall("@.B.I"))
    equipment.put_on_ring(world, carry(world, "ring", "aggravate monster"), "right")
    assert all(foe.has_flag(AWAKE) for foe in world.level.foes)


@pytest.mark.parametrize(("strength", "value"), [(16, 2), (16, -1), (31, 2), (3, -1)])
def test_rng_2_3_bug_25_add_strength_comes_and_goes_without_loss(strength: int, value: int) -> None:
    world = read_world(ROOM)
    player = world.player
    player.strength = player.best_strength = strength
    equipment.put_on_ring(world, carry(world, "ring", "add strength", value=value), "left")
    assert player.strength == min(31, max(3, strength + value))
    equipment.remove_ring(world)
    assert (player.strength, player.best_strength) == (strength, strength)


def test_rng_2_see_invisible_shows_and_hides() -> None:
    world = read_world(hall("@.P.."))
    phantom = find_foe(world, "P")
    ring = carry(world, "ring", "see invisible")
    equipment.put_on_ring(world, ring, "left")
    assert world.player.has_flag(SEES_INVISIBLE)
    assert world.canvas.cells[phantom.spot] == ord("P")
    equipment.remove_ring(world)
    assert not world.player.has_flag(SEES_INVISIBLE)
    assert world.canvas.cells[phantom.spot] != ord("P")


def test_rng_4_bug_24_a_potion_outlives_the_ring_and_the_ring_the_potion() -> None:
    world = read_world(ROOM)
    potions.quaff(world, carry(world, "potion", "see invisible"))
    ring = carry(world, "ring", "see invisible")
    equipment.put_on_ring(world, ring, "left")
    equipment.remove_ring(world)
    assert world.player.has_flag(SEES_INVISIBLE)
    equipment.put_on_ring(world, ring, "left")
    world.timers[0].turns = 1
    turn_phases.burn(world, before=False)
    assert world.timers == []
    assert world.player.has_flag(SEES_INVISIBLE)
    equipment.remove_ring(world)
    assert not world.player.has_flag(SEES_INVISIBLE)


def test_other_rings_change_nothing_at_once() -> None:
    for kind in read_world(ROOM).rules.rings:
        if kind.name in ("add strength", "see invisible", "aggravate monster"):
            continue
        world = read_world(ROOM)
        before = (world.player.strength, world.player.flags, world.rng.drawn)
        equipment.put_on_ring(world, carry(world, "ring", kind.name), "left")
        equipment.remove_ring(world)
        assert (world.player.strength, world.player.flags, world.rng.drawn) == before
