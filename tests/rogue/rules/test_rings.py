"""Rings: hands, curses, and what putting on and taking off does (RNG)."""

from __future__ import annotations

import pytest

from rogue.rules import equipment, potions, turn_phases
from rogue.state.entities import AWAKE, CURSED, KNOWN, SEES_INVISIBLE
from rogue.state.world import World
from scripts.lib.notation import carry, find_foe, read_world

ROOM = "-------\n|@....|\n-------"


def wearing(*hands: str, **options: object) -> World:
    """A player with rings of adornment on some hands."""
    world = read_world(ROOM, **options)  # type: ignore[arg-type]
    for hand in hands:
        setattr(world.player, hand, carry(world, "ring", "adornment"))
    return world


@pytest.mark.parametrize(
    ("worn", "asked", "goes_to"),
    [((), "left", "left"), ((), "right", "right"), (("left",), "left", "right"),
     (("left",), "", "right"), (("right",), "right", "left")],
)  # fmt: skip
def test_rng_1_the_hand_is_asked_only_when_both_are_free(
    worn: tuple[str, ...], asked: str, goes_to: str
) -> None:
    world = wearing(*worn)
    ring = carry(world, "ring", "stealth")
    assert equipment.put_on_ring(world, ring, asked)
    assert getattr(world.player, goes_to) is ring


@pytest.mark.parametrize(
    ("terse", "text"),
    [
        (True, "a carnelian ring (on left hand) (a)"),
        (False, "You are now wearing a carnelian ring (on left hand) (a)"),
    ],
)
def test_rng_9_putting_on_says_the_hand_and_identifies_nothing(terse: bool, text: str) -> None:
    world = read_world(ROOM, terse=terse)
    ring = carry(world, "ring", "searching")
    equipment.put_on_ring(world, ring, "left")
    assert world.said == [text]
    assert ring.kind not in world.knowledge.true
    assert not ring.has_flag(KNOWN)


def test_cmd_7_escape_at_the_hand_prompt_costs_the_turn() -> None:
    world = wearing()
    ring = carry(world, "ring", "stealth")
    assert equipment.put_on_ring(world, ring, "")
    assert world.player.rings() == ()
    both = wearing("left", "right")
    assert equipment.remove_ring(both, "")
    assert len(both.player.rings()) == 2
    assert world.said == both.said == []


@pytest.mark.parametrize(
    ("terse", "texts"),
    [
        (True, ["Not a ring", "In use", "Wearing two", "No rings"]),
        (False, ["It would be difficult to wrap that around a finger", "That's already in use",
                 "You already have a ring on each hand", "You aren't wearing any rings"]),
    ],
)  # fmt: skip
def test_cmd_9_refusals_cost_the_turn(terse: bool, texts: list[str]) -> None:
    world = wearing("left", "right", terse=terse)
    assert equipment.put_on_ring(world, carry(world, "potion"), "left")
    assert world.player.left is not None
    assert equipment.put_on_ring(world, world.player.left, "left")
    assert equipment.put_on_ring(world, carry(world, "ring"), "left")
    world.player.left = world.player.right = None
    assert equipment.remove_ring(world, "left")
    assert world.said == texts


@pytest.mark.parametrize("hand", ["left", "right"])
def test_rng_1_taking_off_one_of_two(hand: str) -> None:
    world = wearing("left", "right")
    letter = getattr(world.player, hand).letter
    assert equipment.remove_ring(world, hand)
    assert getattr(world.player, hand) is None
    assert len(world.player.rings()) == 1
    assert world.said == [f"Was wearing an emerald ring({letter})"]


@pytest.mark.parametrize("hand", ["left", "right"])
def test_taking_off_the_only_ring_asks_for_no_hand(hand: str) -> None:
    world = wearing(hand)
    assert equipment.remove_ring(world, "")
    assert world.player.rings() == ()


def test_rng_7_a_cursed_ring_stays() -> None:
    world = wearing("left")
    assert world.player.left is not None
    world.player.left.flags |= CURSED
    assert equipment.remove_ring(world)
    assert world.player.left is not None
    assert world.said == ["You can't.  It appears to be cursed"]


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
    world = read_world("-------\n|@.P..|\n-------")
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


def test_rng_2_aggravate_monster_wakes_all() -> None:
    world = read_world("-------\n|@.B.I|\n-------")
    equipment.put_on_ring(world, carry(world, "ring", "aggravate monster"), "right")
    assert all(foe.has_flag(AWAKE) for foe in world.level.foes)


def test_other_rings_change_nothing_at_once() -> None:
    for kind in read_world(ROOM).rules.rings:
        if kind.name in ("add strength", "see invisible", "aggravate monster"):
            continue
        world = read_world(ROOM)
        before = (world.player.strength, world.player.flags, world.rng.drawn)
        equipment.put_on_ring(world, carry(world, "ring", kind.name), "left")
        equipment.remove_ring(world)
        assert (world.player.strength, world.player.flags, world.rng.drawn) == before
