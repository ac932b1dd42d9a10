"""What becomes known, and names given by the player (NAM-7 to NAM-10, SCR-6, SCR-17)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from rogue.rules import item_names
from rogue.state.entities import KNOWN
from rogue.state.world import Question, World
from rogue.tables.items import ItemClass
from scripts.lib.notation import carry, hall, read_world
from tests.rogue.scenes import Scene, an_item, scene, using

ROOM = hall("@..")


def test_nam_8_identification_removes_the_called_name() -> None:
    world = read_world(ROOM)
    kind = world.rules.potions[0]
    world.knowledge.called[kind] = "x"
    item_names.know(world, kind)
    assert kind in world.knowledge.true
    assert kind not in world.knowledge.called


@pytest.mark.parametrize(
    ("cls", "kinds_too"),
    [("potion", True), ("scroll", True), ("ring", True), ("stick", True), ("weapon", False),
     ("armor", False)],
)  # fmt: skip
def test_scr_6_identify_makes_the_item_known_and_its_kind(cls: ItemClass, kinds_too: bool) -> None:
    world = read_world(ROOM)
    item = carry(world, cls)
    item_names.identify(world, item)
    assert item.has_flag(KNOWN)
    assert (item.kind in world.knowledge.true) is kinds_too


def asked(*classes: ItemClass) -> dict[str, object]:
    """Return a question for an item, with a potion and a ring in the pack; the reading costs a turn."""
    return {
        "carries": [an_item("potion", "healing"), an_item("ring", "protection", value=2)],
        "question": Question("identify", classes=classes), "owed": True,
    }  # fmt: skip


def answering(text: str) -> Callable[[World], bool]:
    return partial(item_names.answer, text=text)


WRONG: list[tuple[tuple[ItemClass, ...], str, str]] = [
    (("potion",), "b", "potion"),
    (("scroll",), "b", "scroll"),
    (("weapon",), "b", "weapon"),
    (("armor",), "b", "suit of armor"),
    (("ring", "stick"), "a", "ring, wand or staff"),
]
ANSWERS = [
    scene("SCR-6 an empty pack", ROOM, partial(item_names.ask_identify, classes=("potion",)), asks=None,
          said=["You don't have anything in your pack to identify"]),
    scene("SCR-6 an item that fits", ROOM, answering("b"), asked("ring", "stick"), costs=True, asks=None,
          said=["A ring of protection [+2](agate)"]),
    *(scene(f"SCR-6 no {noun}", ROOM, answering(letter), asked(*classes), costs=False, owed=True,
            question=Question("identify", classes=classes), said=[f"You must identify a {noun}"])
      for classes, letter, noun in WRONG),
    scene("SCR-6 an unknown letter", ROOM, answering(";"), asked("potion"), costs=False, asks="identify",
          said=["';' is not a valid item"]),
    scene("SCR-17 Escape asks again, the reading is free", ROOM, answering(""), asked("potion"), costs=False,
          asks="identify", owed=False, said=["You must identify something"]),
    scene("SCR-6 CMD-7 a list of nothing wastes the scroll", ROOM, answering("*"), asked("stick"), costs=True,
          asks=None, owed=False, said=["You don't have anything appropriate"]),
    scene("SCR-6 a list of nothing, terse", ROOM, answering("*"), {**asked("stick"), "terse": True},
          said=["Nothing appropriate"]),
    scene("SCR-6 a list of something", ROOM, answering("*"), asked("potion"), costs=False, asks="identify",
          said=[]),
    scene("no question", ROOM, answering("a"), costs=False),
    *(scene(f"NAM-10 a {cls} can be called", ROOM, using(item_names.can_call), {"carries": [an_item(cls)]},
            costs=True, said=[]) for cls in ("potion", "scroll", "ring", "stick", "weapon", "armor")),
    *(scene(f"NAM-10 {cls} cannot", ROOM, using(item_names.can_call), {"carries": [an_item(cls)]},
            costs=False, said=["You can't call that anything"]) for cls in ("food", "amulet")),
]  # fmt: skip


@pytest.mark.parametrize("row", ANSWERS)
def test_answers(row: Scene) -> None:
    assert row.seen() == row.then


def test_nam_10_an_identified_kind_cannot_be_called() -> None:
    world = read_world(ROOM)
    potion = carry(world, "potion")
    item_names.know(world, potion.kind)
    assert not item_names.can_call(world, potion)
    assert world.said == ["That has already been identified"]


@pytest.mark.parametrize(("terse", "text"), [(True, 'Called "x"'), (False, 'Was called "x"')])
def test_nam_10_the_old_name_is_told_first(terse: bool, text: str) -> None:
    world = read_world(ROOM, terse=terse)
    potion = carry(world, "potion")
    item_names.call(world, potion, "x")
    assert item_names.can_call(world, potion)
    assert world.said == [text]


@pytest.mark.parametrize(("known", "called", "asks"), [(0, 0, True), (1, 0, False), (0, 1, False)])
def test_nam_7_only_unknown_unnamed_kinds_are_asked_for(known: int, called: int, asks: bool) -> None:
    world = read_world(ROOM)
    kind = world.rules.scrolls[0]
    if known:
        world.knowledge.true.add(kind)
    if called:
        world.knowledge.called[kind] = "x"
    item_names.name_after_use(world, kind)
    assert (world.question == Question("name", kind=kind)) is asks


@pytest.mark.parametrize("text", ["?", ";?", "?;", " ?", "? ", " ;?", "? ;"])
def test_ver_3_a_question_mark_calls_the_kind_by_its_true_name(text: str) -> None:
    world = read_world(ROOM)
    kind = world.rules.potions[5]
    item_names.name_after_use(world, kind)
    assert item_names.answer(world, text)
    assert world.question is None
    assert world.knowledge.called == {kind: "healing"}
    assert kind not in world.knowledge.true


@pytest.mark.parametrize("text", ["??", "; ?", "?;;", "fizz", ";"])
def test_ver_3_other_answers_are_names(text: str) -> None:
    world = read_world(ROOM)
    item_names.call(world, world.rules.potions[5], text)
    assert world.knowledge.called == {world.rules.potions[5]: text}


def test_nam_7_escape_leaves_the_kind_unnamed() -> None:
    world = read_world(ROOM)
    item_names.name_after_use(world, world.rules.potions[5])
    assert item_names.answer(world, "")
    assert world.knowledge.called == {}
    assert world.question is None


def test_nam_10_call_names_kinds_and_single_weapons_and_armour() -> None:
    world = read_world(ROOM)
    wand, mace = carry(world, "stick"), carry(world, "weapon", "mace")
    item_names.call(world, wand, "zapper")
    item_names.call(world, mace, "?")
    assert item_names.called_name(world, wand) == world.knowledge.called[wand.kind] == "zapper"
    assert item_names.called_name(world, mace) == mace.label == "?"
    item_names.call(world, mace, "")
    assert mace.label == "?"
