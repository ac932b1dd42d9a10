"""Wielding, wearing, taking off and dropping (ARM, ITM-21 to ITM-23)."""

from __future__ import annotations

import pytest

from rogue.rules import equipment
from rogue.state.entities import CURSED, KNOWN
from rogue.tables.glyphs import POTION
from scripts.lib.notation import carry, hall, read_world
from tests.rogue.scenes import Scene, an_item, scene, using

ROOM = hall("@....")
KIT, TERSE = {"kit": True}, {"kit": True, "terse": True}  # mail, mace and bow are b, c, and d
MAIL, MACE, BOW, NEXT = "b", "c", "d", "f"
BAD_MACE = {"wielded": an_item("weapon", "mace", flags=CURSED)}
BAD_MAIL = {"worn": an_item("armor", "ring mail", flags=CURSED)}
SCALES = [an_item("armor", "scale mail", value=7)]
REFUSED = ["You can't.  It appears to be cursed"]


wield, wear, drop, take_off = equipment.wield, equipment.wear, equipment.drop, equipment.take_off
USES = [
    scene("ARM-2 wielding replaces at once", ROOM, using(wield, BOW), KIT, costs=True, turns=0,
          wielded="short bow", letters="abcde", said=["You are now wielding a +1,+0 short bow (d)"]),
    scene("ARM-2 terse", ROOM, using(wield, BOW), TERSE, said=["wielding a +1,+0 short bow (d)"]),
    *(scene(f"CMB-6 a {cls} can be wielded", ROOM, using(wield, NEXT), {**KIT, "carries": [an_item(cls)]},
            costs=True, letters="abcdef") for cls in ("potion", "scroll", "food", "ring", "stick")),
    scene("CMB-6 armor cannot", ROOM, using(wield, MAIL), KIT, costs=False, said=["You can't wield armor"]),
    scene("ARM-3 in use", ROOM, using(wield, MACE), KIT, costs=False, said=["That's already in use"]),
    scene("ARM-3 a worn ring", ROOM, using(wield), {"terse": True, "left": an_item("ring")},
          costs=False, said=["In use"]),
    scene("ARM-4 a cursed weapon costs the turn", ROOM, using(wield, "b"),
          {**BAD_MACE, "carries": [an_item("weapon", "spear")]}, costs=True, wielded="mace", said=REFUSED),
    scene("ARM-1 NAM-9 an extra round", ROOM, using(wear), {"carries": SCALES},
          costs=True, worn="scale mail", turns=1, said=["You are now wearing -1 scale mail [protection 3]"]),
    scene("ARM-1 NAM-9 terse", ROOM, using(wear), {"terse": True, "carries": SCALES},
          said=["wearing -1 scale mail [3]"]),
    scene("CMD-8 wearing while wearing is free", ROOM, using(wear, MAIL), KIT, costs=False, turns=0,
          said=["You are already wearing some.  You'll have to take it off first"]),
    scene("CMD-9 no armor", ROOM, using(wear, MACE), {"carries": [an_item("weapon")] * 3}, costs=True,
          turns=0, said=["You can't wear that"]),
    scene("ARM-1 taking off, an extra round", ROOM, take_off, KIT, costs=True, worn=None, letters="abcde",
          turns=1, said=["You used to be wearing b) +1 ring mail [protection 4]"]),
    scene("ARM-1 taking off, terse", ROOM, take_off, TERSE, said=["was wearing b) +1 ring mail [4]"]),
    scene("CMD-8 taking off nothing is free", ROOM, take_off, {"terse": True}, costs=False,
          said=["Not wearing armor"]),
    scene("ARM-10 cursed armor stays, no extra round", ROOM, take_off, BAD_MAIL, costs=True,
          worn="ring mail", turns=0, said=REFUSED),
    scene("ARM-1 killed in the extra round", ROOM, take_off, {**KIT, "food": -851}, costs=True, said=[],
          fate=("killed", "starvation")),
    scene("ITM-14 one potion is dropped", ROOM, using(drop), {"carries": [an_item("potion", count=3)]},
          costs=True, counts=[2], things=["confusion"], said=["Dropped an amber potion"]),
    scene("ITM-14 a whole group is dropped", ROOM, using(drop, "e"), KIT, letters="abcd", things=["arrow"],
          said=["Dropped 32 +0,+0 arrows"]),
    scene("CMD-8 no second thing", ROOM, using(drop, BOW), {**KIT, "under": "%"}, costs=False,
          letters="abcde", said=["There is something there already"]),
    scene("ITM-22 worn armor, an extra round", ROOM, using(drop, MAIL), KIT, costs=True, worn=None, turns=1,
          said=["Dropped +1 ring mail [protection 4]"]),
    scene("ITM-22 ITM-23 the weapon in hand, none", ROOM, using(drop, MACE), KIT, costs=True, wielded=None,
          turns=0),
    scene("ITM-22 a ring's effect ends", ROOM, using(drop),
          {"left": an_item("ring", "add strength", value=2), "strength": 18, "ring_strength": 2},
          costs=True, left=None, strength=16),
    scene("ITM-22 cursed armor stays", ROOM, using(drop), BAD_MAIL, costs=True, worn="ring mail", turns=0,
          said=REFUSED),
    scene("ITM-22 a cursed weapon stays", ROOM, using(drop), BAD_MACE, costs=True, wielded="mace", turns=0,
          said=REFUSED),
    scene("ITM-18 a dropped amulet is not owned", ROOM, using(drop),
          {"carries": [an_item("amulet")], "has_amulet": True}, has_amulet=False),
    scene("TRN-10 monsters act in the extra round", hall("@...I"), take_off,
          {"kit": True, "awake": True}, foe_at=[(2, 4)]),
]  # fmt: skip


@pytest.mark.parametrize("row", USES)
def test_wielding_wearing_taking_off_and_dropping(row: Scene) -> None:
    assert row.seen() == row.then


def test_nam_9_worn_armor_is_known_and_a_dropped_thing_drawn() -> None:
    world = read_world(ROOM)
    mail, potion = carry(world, "armor", "scale mail", value=7), carry(world, "potion", count=3)
    equipment.wear(world, mail)
    equipment.drop(world, potion)
    assert mail.has_flag(KNOWN)
    assert world.level.thing_at[world.player.spot].count == 1
    assert world.level.cells[world.player.spot] == POTION


def test_armor_stolen_while_it_is_put_on_is_not_worn() -> None:
    for seed in range(40):
        world = read_world(hall("@N..."), awake=True, seed=seed)
        mail = carry(world, "armor", "plate mail", value=1)
        assert equipment.wear(world, mail)
        assert (world.player.worn is mail) is (mail in world.player.pack)
        if mail not in world.player.pack:
            return
    pytest.fail("the nymph never stole")
