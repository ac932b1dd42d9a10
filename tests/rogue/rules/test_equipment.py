"""Wielding, wearing, taking off and dropping (ARM, ITM-21 to ITM-23)."""

from __future__ import annotations

import pytest

from rogue.rules import equipment
from rogue.state.entities import AWAKE, CURSED, KNOWN, Item
from rogue.state.world import World
from rogue.tables.glyphs import POTION
from scripts.lib.notation import carry, find_foe, read_world

ROOM = "-------\n|@....|\n-------"


def equipped(**options: object) -> tuple[World, Item, Item, Item]:
    """A world with the starting kit, and its mail, mace and bow."""
    world = read_world(ROOM, kit=True, **options)  # type: ignore[arg-type]
    mail, mace, bow = world.player.pack[1:4]
    return world, mail, mace, bow


@pytest.mark.parametrize(
    ("terse", "text"),
    [(True, "wielding a +1,+0 short bow (d)"), (False, "You are now wielding a +1,+0 short bow (d)")],
)
def test_arm_2_wielding_replaces_at_once(terse: bool, text: str) -> None:
    world, _, mace, bow = equipped(terse=terse)
    assert equipment.wield(world, bow)
    assert world.player.wielded is bow
    assert mace in world.player.pack
    assert world.said == [text]
    assert world.turns == 0


def test_cmb_6_anything_but_armour_can_be_wielded() -> None:
    world, mail, mace, _ = equipped()
    for cls in ("potion", "scroll", "food", "ring", "stick"):
        assert equipment.wield(world, carry(world, cls))
    assert not equipment.wield(world, mail)
    assert world.said[-1] == "You can't wield armor"
    assert equipment.wield(world, mace)
    assert not equipment.wield(world, mace)
    assert world.said[-1] == "That's already in use"


def test_arm_3_a_worn_ring_cannot_be_wielded() -> None:
    world, *_ = equipped(terse=True)
    ring = world.player.left = carry(world, "ring")
    assert not equipment.wield(world, ring)
    assert world.said == ["In use"]


def test_arm_4_a_cursed_weapon_in_hand_costs_the_turn() -> None:
    world, _, mace, bow = equipped()
    mace.flags |= CURSED
    assert equipment.wield(world, bow)
    assert world.player.wielded is mace
    assert world.said == ["You can't.  It appears to be cursed"]


@pytest.mark.parametrize(
    ("terse", "text"),
    [(True, "wearing -1 scale mail [3]"),
     (False, "You are now wearing -1 scale mail [protection 3]")],
)  # fmt: skip
def test_arm_1_nam_9_wearing_takes_an_extra_round_and_makes_known(terse: bool, text: str) -> None:
    world = read_world(ROOM, terse=terse)
    mail = carry(world, "armor", "scale mail", value=7)
    assert equipment.wear(world, mail)
    assert world.player.worn is mail
    assert mail.has_flag(KNOWN)
    assert (world.said, world.turns) == ([text], 1)


def test_cmd_8_wearing_while_wearing_is_free() -> None:
    world, *_ = equipped()
    assert not equipment.wear(world, carry(world, "armor"))
    assert world.said == ["You are already wearing some.  You'll have to take it off first"]
    assert world.turns == 0


def test_cmd_9_wearing_what_is_no_armour_costs_the_turn() -> None:
    world = read_world(ROOM)
    assert equipment.wear(world, carry(world, "weapon"))
    assert (world.said, world.turns) == (["You can't wear that"], 0)


@pytest.mark.parametrize(
    ("terse", "text"),
    [(True, "was wearing b) +1 ring mail [4]"),
     (False, "You used to be wearing b) +1 ring mail [protection 4]")],
)  # fmt: skip
def test_arm_1_taking_off_takes_an_extra_round(terse: bool, text: str) -> None:
    world, mail, *_ = equipped(terse=terse)
    assert equipment.take_off(world)
    assert world.player.worn is None
    assert mail in world.player.pack
    assert (world.said, world.turns) == ([text], 1)


def test_cmd_8_taking_off_nothing_is_free() -> None:
    world = read_world(ROOM, terse=True)
    assert not equipment.take_off(world)
    assert world.said == ["Not wearing armor"]


def test_arm_10_cursed_armour_stays_on_without_an_extra_round() -> None:
    world, mail, *_ = equipped()
    mail.flags |= CURSED
    assert equipment.take_off(world)
    assert world.player.worn is mail
    assert (world.said, world.turns) == (["You can't.  It appears to be cursed"], 0)


def test_a_player_killed_in_the_extra_round_says_no_more() -> None:
    world, *_ = equipped()
    world.player.food = -851
    assert equipment.take_off(world)
    assert world.ending is not None
    assert world.said == []


def test_armour_stolen_while_it_is_put_on_is_not_worn() -> None:
    for seed in range(40):
        world = read_world("-------\n|@N...|\n-------", awake=True, seed=seed)
        mail = carry(world, "armor", "plate mail", value=1)
        assert equipment.wear(world, mail)
        assert (world.player.worn is mail) is (mail in world.player.pack)
        if mail not in world.player.pack:
            return
    pytest.fail("the nymph never stole")


def test_itm_14_one_potion_but_a_whole_group_is_dropped() -> None:
    world, *_ = equipped()
    potion = carry(world, "potion", count=3)
    assert equipment.drop(world, potion)
    assert (potion.count, world.said) == (2, ["Dropped an amber potion"])
    assert world.level.thing_at[world.player.spot].count == 1
    assert world.level.cells[world.player.spot] == POTION
    other, *_ = equipped()
    arrows = other.player.pack[4]
    equipment.drop(other, arrows)
    assert arrows not in other.player.pack
    assert other.said == ["Dropped 32 +0,+0 arrows"]


def test_cmd_8_a_second_thing_is_refused_free() -> None:
    world, _, _, bow = equipped()
    world.level.add_thing(world.player.pack.pop(0), world.player.spot)
    assert not equipment.drop(world, bow)
    assert world.said == ["There is something there already"]
    assert bow in world.player.pack


def test_itm_22_dropping_worn_armour_takes_an_extra_round() -> None:
    world, mail, mace, _ = equipped()
    assert equipment.drop(world, mail)
    assert (world.player.worn, world.turns) == (None, 1)
    assert world.said == ["Dropped +1 ring mail [protection 4]"]
    world.player.spot += 1
    assert equipment.drop(world, mace)
    assert (world.player.wielded, world.turns) == (None, 1)


def test_itm_22_a_dropped_rings_effect_ends() -> None:
    world = read_world(ROOM)
    ring = world.player.left = carry(world, "ring", "add strength", value=2)
    world.player.strength, world.player.ring_strength = 18, 2
    assert equipment.drop(world, ring)
    assert world.player.left is None
    assert world.player.strength == 16


@pytest.mark.parametrize("at", [1, 2])
def test_itm_22_cursed_things_in_use_are_not_dropped(at: int) -> None:
    world, *_ = equipped()
    item = world.player.pack[at]
    item.flags |= CURSED
    assert equipment.drop(world, item)
    assert item in world.player.pack
    assert (world.said, world.turns) == (["You can't.  It appears to be cursed"], 0)


def test_itm_18_dropping_the_amulet_ends_owning_it() -> None:
    world = read_world(ROOM)
    world.player.has_amulet = True
    equipment.drop(world, carry(world, "amulet"))
    assert not world.player.has_amulet


def test_trn_10_monsters_act_in_the_extra_round() -> None:
    world = read_world("-------\n|@...I|\n-------", kit=True, awake=True)
    foe = find_foe(world, "I")
    start = foe.spot
    equipment.take_off(world)
    assert foe.has_flag(AWAKE)
    assert foe.spot == start - 1
