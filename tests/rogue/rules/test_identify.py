"""What becomes known, and names given by the player (NAM-7 to NAM-10, SCR-6, SCR-17)."""

from __future__ import annotations

import pytest

from rogue.rules import item_names
from rogue.state.entities import KNOWN
from rogue.state.world import Question, World
from rogue.tables.items import ItemClass
from scripts.lib.notation import carry, read_world

ROOM = "-----\n|@..|\n-----"


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


def asked(*classes: ItemClass, terse: bool = False) -> World:
    world = read_world(ROOM, terse=terse)
    carry(world, "potion", "healing")
    carry(world, "ring", "protection", value=2)
    item_names.ask_identify(world, classes)
    return world


def test_scr_6_an_empty_pack_is_not_asked() -> None:
    world = read_world(ROOM)
    item_names.ask_identify(world, ("potion",))
    assert world.question is None
    assert world.said == ["You don't have anything in your pack to identify"]


def test_scr_6_a_fitting_item_settles_the_question() -> None:
    world = asked("ring", "stick")
    assert item_names.answer(world, "b")
    assert world.question is None
    assert world.said == ["A ring of protection [+2](agate)"]


@pytest.mark.parametrize(
    ("classes", "letter", "type_name"),
    [
        (("potion",), "b", "potion"),
        (("scroll",), "b", "scroll"),
        (("weapon",), "b", "weapon"),
        (("armor",), "b", "suit of armor"),
        (("ring", "stick"), "a", "ring, wand or staff"),
    ],
)
def test_scr_6_a_wrong_choice_is_asked_again(
    classes: tuple[ItemClass, ...], letter: str, type_name: str
) -> None:
    world = asked(*classes)
    world.owed = True
    assert not item_names.answer_identify(world, letter)
    assert world.question == Question("identify", classes=classes)
    assert world.said == [f"You must identify a {type_name}"]
    assert world.owed


def test_an_unknown_letter_is_asked_again() -> None:
    world = asked("potion")
    assert not item_names.answer_identify(world, ";")
    assert world.question is not None
    assert world.said == ["';' is not a valid item"]


def test_scr_17_escape_asks_again_and_makes_the_reading_free() -> None:
    world = asked("potion")
    world.owed = True
    assert not item_names.answer_identify(world, "")
    assert world.question is not None
    assert (world.owed, world.said) == (False, ["You must identify something"])


@pytest.mark.parametrize(
    ("terse", "text"), [(True, "Nothing appropriate"), (False, "You don't have anything appropriate")]
)
def test_scr_6_a_list_of_nothing_wastes_the_scroll(terse: bool, text: str) -> None:
    world = asked("stick", terse=terse)
    world.owed = True
    assert item_names.answer_identify(world, "*")
    assert world.question is None
    assert world.said == [text]
    assert world.owed is False  # CMD-7


def test_scr_6_a_list_of_something_leaves_the_question_open() -> None:
    world = asked("potion")
    assert not item_names.answer_identify(world, "*")
    assert world.question is not None
    assert world.said == []


def test_without_a_question_there_is_nothing_to_answer() -> None:
    assert not item_names.answer(read_world(ROOM), "a")


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


@pytest.mark.parametrize(
    ("cls", "allowed"),
    [("potion", True), ("scroll", True), ("ring", True), ("stick", True), ("weapon", True),
     ("armor", True), ("food", False), ("amulet", False)],
)  # fmt: skip
def test_nam_10_what_can_be_called(cls: ItemClass, allowed: bool) -> None:
    world = read_world(ROOM)
    assert item_names.can_call(world, carry(world, cls)) is allowed
    assert world.said == ([] if allowed else ["You can't call that anything"])


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
