"""Names of items and monsters, by hand and against recorded games, and what becomes known (NAM, SCR-6)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import pytest

from rogomatic.agent.screen.vt100 import Screen
from rogue.rules import item_names
from rogue.rules.item_names import article, color, foe_name, item_name, noun_of, random_color
from rogue.state.entities import BLIND, CURSED, DETECTS, HALLUCINATING, KNOWN, PROTECTED, SEES_INVISIBLE, Item
from rogue.state.world import Question, World
from rogue.tables.items import COLORS, ItemClass, ItemKind
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.rogue.scenes import Scene, an_item, scene, using
from tests.support import recorded_games as recordings
from tests.support.recorded_games import needs_recordings

ROOM = """
    --------
    |.@B...|
    |.....K|
    --------
"""


def new_world(**options: object) -> World:
    return read_world(ROOM, **options)  # type: ignore[arg-type]


def know(world: World, item: Item) -> Item:
    world.knowledge.true.add(item.kind)
    item.flags |= KNOWN
    return item


Given = dict[str, Any]
TRUE: Given = {"true": True}
SEEN: Given = {"flags": KNOWN}
BOTH: Given = {**TRUE, **SEEN}
RING: Given = {"cls": "ring", "kind": "protection", "look": "onyx", "value": 2}
STAFF: Given = {"cls": "stick", "kind": "light", "look": "teak", "value": 17}
WAND: Given = {**STAFF, "look": "iron", "metal": True}
SCROLL: Given = {"cls": "scroll", "kind": "magic mapping", "look": "foo bar"}
POTION: Given = {"cls": "potion", "kind": "healing", "look": "pink", "count": 2}
MAIL: Given = {"cls": "armor", "kind": "ring mail", "value": 6}
MACE: Given = {"cls": "weapon", "kind": "mace", "hit_plus": -2, "damage_plus": 3}
ARROW: Given = {"cls": "weapon", "kind": "arrow"}
NAMES: list[tuple[str, Given, str]] = [
    ("NAM-5", {"cls": "potion", "count": 1}, "An amber potion"),
    ("NAM-5", {"cls": "potion", "count": 2}, "2 amber potions"),
    ("NAM-5 called", {**POTION, "called": "fizz"}, "2 potions called fizz(pink)"),
    ("NAM-5 known", {**POTION, **TRUE}, "2 potions of healing(pink)"),
    ("NAM-6", SCROLL, "A scroll titled 'foo bar'"),
    ("NAM-6 called", {**SCROLL, "called": "x"}, "A scroll called x"),
    ("NAM-6 known", {**SCROLL, **TRUE, "count": 3}, "3 scrolls of magic mapping"),
    ("NAM-6", {"cls": "food", "kind": "food", "count": 1}, "Some food"),
    ("NAM-6", {"cls": "food", "kind": "food", "count": 2}, "2 rations of food"),
    ("NAM-6", {"cls": "food", "kind": "fruit", "count": 1}, "An apricot"),
    ("NAM-6", {"cls": "food", "kind": "fruit", "count": 3}, "3 apricots"),
    ("NAM-4", MAIL, "Ring mail"),
    ("NAM-4 known", {**MAIL, **SEEN}, "+1 ring mail [protection 4]"),
    ("NAM-4 worse", {**MAIL, **SEEN, "value": 8}, "-1 ring mail [protection 2]"),
    ("NAM-4 terse", {**MAIL, **SEEN, "terse": True}, "+1 ring mail [4]"),
    ("NAM-4 a label", {"cls": "armor", "kind": "plate mail", **SEEN, "label": "shell", "terse": True},
     "+0 plate mail [7] called shell"),
    ("NAM-3", MACE, "A mace"),
    ("NAM-3 known", {**MACE, **SEEN}, "A -2,+3 mace"),
    ("NAM-3", {**ARROW, "count": 1}, "An arrow"),
    ("NAM-3 known", {**ARROW, **SEEN, "count": 1}, "A +0,+0 arrow"),
    ("NAM-3 known", {**ARROW, **SEEN, "count": 37}, "37 +0,+0 arrows"),
    ("NAM-3 a label", {**ARROW, "count": 8, "label": "good ones"}, "8 arrows called good ones"),
    ("NAM-5", RING, "An onyx ring"),
    ("NAM-5 called", {**RING, "called": "x"}, "A ring called x(onyx)"),
    ("NAM-5 its plus is unknown", {**RING, **TRUE}, "A ring of protection(onyx)"),
    ("NAM-2", {**RING, **BOTH}, "A ring of protection [+2](onyx)"),
    ("NAM-2", {**RING, **BOTH, "value": -1}, "A ring of protection [-1](onyx)"),
    ("NAM-2 no value", {**RING, **BOTH, "kind": "searching"}, "A ring of searching(onyx)"),
    ("NAM-5 STK-18 of wood", STAFF, "A teak staff"),
    ("NAM-5 STK-18 of metal", WAND, "An iron wand"),
    ("NAM-5", {**WAND, **TRUE}, "A wand of light(iron)"),
    ("NAM-5", {**WAND, **BOTH}, "A wand of light [17 charges](iron)"),
    ("NAM-5 terse", {**WAND, **BOTH, "terse": True}, "A wand of light [17](iron)"),
    ("the Amulet", {"cls": "amulet"}, "The Amulet of Yendor"),
    ("gold", {"cls": "gold", "value": 57}, "57 Gold pieces"),
    *((f"only a wizard sees a state: {wizard}", {"cls": cls, "kind": kind, "flags": mark, "wizard": wizard},
       name + state * wizard)
      for wizard in (False, True) for cls, kind, mark, name, state in (
          ("weapon", "mace", CURSED, "A mace", " (cursed)"),
          ("armor", "ring mail", PROTECTED, "Ring mail", " (protected)"),
      )),
]  # fmt: skip


@pytest.mark.parametrize(("given", "name"), [
    pytest.param(given, name, id=f"{rule}: {name}") for rule, given, name in NAMES
])  # fmt: skip
def test_names_of_items(given: Given, name: str) -> None:
    given = dict(given)
    world = new_world(fruit="apricot", terse=given.pop("terse", False))
    world.wizard = given.pop("wizard", False)
    true, metal = given.pop("true", False), given.pop("metal", False)
    look, called = given.pop("look", None), given.pop("called", None)
    item = plain_item(world, given.pop("cls"), given.pop("kind", ""), **given)
    knowledge, kind = world.knowledge, item.kind
    knowledge.looks.update({kind: look} if look else {})
    knowledge.called.update({kind: called} if called else {})
    knowledge.true.update([kind] * true)
    knowledge.metal.update([kind] * metal)
    assert item_name(world, item) == name
    assert item_name(world, item, lower=True) == name[0].lower() + name[1:]
    assert not metal or noun_of(world, kind) == "wand"


def test_nam_6_remarks_of_things_in_use() -> None:
    world = new_world(kit=True, terse=True)
    player = world.player
    mail, mace, bow = player.pack[1:4]
    assert item_name(world, mail) == "+1 ring mail [4] (being worn)"
    assert item_name(world, mace) == "A +1,+1 mace (weapon in hand)"
    assert item_name(world, mace, remark=False) == "A +1,+1 mace"
    assert item_name(world, bow) == "A +1,+0 short bow"
    player.left, player.right = (plain_item(world, "ring", "searching") for _ in range(2))
    assert item_name(world, player.left).endswith(" ring (on left hand)")
    assert item_name(world, player.right).endswith(" ring (on right hand)")


def test_every_kind_has_a_name_in_every_state() -> None:
    world = new_world()
    for cls in ("potion", "scroll", "food", "weapon", "armor", "ring", "stick", "amulet", "gold"):
        for kind in world.rules.kinds(cls):
            for known in (False, True):
                item = plain_item(world, cls, kind.name)
                if known:
                    know(world, item)
                assert re.fullmatch(r"[A-Z0-9+-][ -~]+", item_name(world, item))


@pytest.mark.parametrize(("terse", "unseen"), [(True, "it"), (False, "something")])
def test_nam_13_unseen_monsters(terse: bool, unseen: str) -> None:
    world = new_world(terse=terse)
    bat = find_foe(world, "B")
    assert foe_name(world, bat) == "the bat"
    world.player.flags |= BLIND
    assert foe_name(world, bat) == unseen
    world.player.flags |= DETECTS
    assert foe_name(world, bat) == "the bat"


def test_nam_13_invisible_monsters() -> None:
    world = read_world(hall("@P."))
    phantom = find_foe(world, "P")
    assert foe_name(world, phantom) == "something"
    world.player.flags |= SEES_INVISIBLE
    assert foe_name(world, phantom) == "the phantom"


def test_nam_13_hallucination_names_the_letter_on_the_screen_or_any() -> None:
    world = new_world()
    bat = find_foe(world, "B")
    world.player.flags |= HALLUCINATING
    world.canvas.put(bat.spot, ord("Z"))
    assert foe_name(world, bat) == "the zombie"
    world.canvas.put(bat.spot, ord("!"))
    names = {foe_name(world, bat) for _ in range(200)}
    assert len(names) > 10
    assert world.rng.drawn == 0


def test_con_3_colors_are_random_only_while_hallucinating() -> None:
    world = new_world()
    assert color(world, "red") == "red"
    world.player.flags |= HALLUCINATING
    assert {color(world, "red") for _ in range(500)} == set(COLORS)
    assert random_color(world) in COLORS
    assert world.rng.drawn == 0


@pytest.mark.parametrize(
    ("word", "wanted"), [("orc", "an"), ("Emu", "an"), ("bat", "a"), ("yeti", "a"), ("", "a")]
)
def test_article(word: str, wanted: str) -> None:
    assert article(word) == wanted


@cache
def recorded_names(folder: str) -> frozenset[str]:
    """Every item line, and every item in a message, that stood complete on a recorded screen."""
    return frozenset(
        name for game in recordings.NAMES if game.startswith(folder + "/") for name in names_in(game)
    )


def names_in(game: str) -> Iterator[str]:
    screen, waiting = Screen(), False
    for event in recordings.events(game):
        if not event.keys:
            screen.feed(event.data)
            waiting = True
        elif waiting:
            waiting = False
            lines = [screen.text(row).strip().removesuffix(" --More--") for row in range(24)]
            yield from filter(None, map(item_in_list, lines))
            yield from filter(None, [item_in_message(lines[0])])


def item_in_list(line: str) -> str:
    found = re.match(r"[a-z]\) (.+)$", line)
    return found[1] if found else ""


MESSAGES = (
    r"(?:You now have |You are now wearing |)(.+) \([a-z]\)$",
    r"(?:You are now w|W)ielding (.+) \([a-z]\)$",
    r"Was wearing (.+)\([a-z]\)$",
    r"(?:You are now w|W)earing (.+)$",
    r"(?:You used to be|Was) wearing [a-z]\) (.+)$",
    r"(?:You m|M)oved onto (.+)$",
    r"Dropped (.+)$",
    r"She stole (.+)!$",
)


def item_in_message(line: str) -> str:
    for pattern in MESSAGES[1:] + MESSAGES[:1]:
        found = re.match(pattern, line)
        if found:
            return found[1][0].upper() + found[1][1:]
    return ""


REMARKS = {
    " (being worn)": "worn",
    " (weapon in hand)": "wielded",
    " (on left hand)": "left",
    " (on right hand)": "right",
}


def build(name: str, terse: bool) -> tuple[World, Item] | None:
    """Make a world and an item that should have just that name; None if no form fits."""
    world = new_world(terse=terse)
    use = next((field for remark, field in REMARKS.items() if name.endswith(remark)), "")
    bare = name
    for remark in REMARKS:
        bare = bare.removesuffix(remark)
    item = _armor(world, bare) or _weapon(world, bare) or _kind_of(world, bare) or _food(world, bare)
    if item is not None and use:
        setattr(world.player, use, item)
    return None if item is None else (world, item)


def _armor(world: World, name: str) -> Item | None:
    form = r"(?:([+-]\d+) )?([a-z ]+?)(?: \[(?:protection )?(-?\d+)\])?"
    found = re.fullmatch(form, name[0].lower() + name[1:])
    kinds = {kind.name: kind for kind in world.rules.armors}
    if not found or found[2] not in kinds:
        return None
    item = Item(kinds[found[2]], value=kinds[found[2]].armor)
    if found[1]:
        item.flags |= KNOWN
        item.value -= int(found[1])
    return item


def _weapon(world: World, name: str) -> Item | None:
    found = re.fullmatch(r"(An?|\d+) (?:([+-]\d+),([+-]\d+) )?([a-z ]+?)s?", name)
    kinds = {kind.name: kind for kind in world.rules.weapons}
    if not found or found[4] not in kinds:
        return None
    item = Item(kinds[found[4]], count=int(found[1]) if found[1].isdigit() else 1)
    if found[2]:
        item.flags |= KNOWN
        item.hit_plus, item.damage_plus = int(found[2]), int(found[3])
    return item


NOUN = r"(An?|\d+) (?:([a-z ]+) )??(potion|scroll|ring|staff|wand)s?"

STATE = r"(?: (of|called|titled) ([^(\[]+?))?(?: \[([+-]?\d+)(?: charges)?\])?(?:\(([a-z ]+)\))?"


def _kind_of(world: World, name: str) -> Item | None:
    found = re.fullmatch(NOUN + STATE, name)
    if not found:
        return None
    count, look, noun, state, title, figure, stuff = found.groups()
    kind = _named_kind(world, noun, title if state == "of" else "")
    item = Item(kind, count=int(count) if count.isdigit() else 1, value=int(figure or 0))
    knowledge = world.knowledge
    knowledge.looks[kind] = look or stuff or title.strip("'")
    if noun == "wand":
        knowledge.metal.add(kind)
    if state == "of":
        knowledge.true.add(kind)
    elif state == "called":
        knowledge.called[kind] = title
    if figure:
        item.flags |= KNOWN
    return item


def _named_kind(world: World, noun: str, name: str) -> ItemKind:
    kinds = {
        "potion": world.rules.potions, "scroll": world.rules.scrolls, "ring": world.rules.rings,
    }.get(noun, world.rules.sticks)  # fmt: skip
    return next((kind for kind in kinds if kind.name == name), kinds[0])


def _food(world: World, name: str) -> Item | None:
    rations = re.fullmatch(r"Some food|(\d+) rations of food", name)
    if rations:
        return Item(world.rules.foods[0], count=int(rations[1] or 1))
    fruit = re.fullmatch(r"(An?|\d+) (apricot|orange|slime-mold|mango)s?", name)
    if not fruit:
        return None
    world.options.fruit = fruit[2]
    return Item(world.rules.foods[1], count=int(fruit[1]) if fruit[1].isdigit() else 1)


@pytest.mark.slow
@needs_recordings
@pytest.mark.parametrize(
    ("folder", "terse", "least"), [("rogue-5.4.5", True, 250), ("rogue-5.4.5-verbose", False, 5)]
)
def test_every_recorded_item_line_is_one_that_can_be_said(folder: str, terse: bool, least: int) -> None:
    names = recorded_names(folder)
    assert len(names) >= least
    wrong = []
    for name in sorted(names):
        built = build(name, terse)
        if built is None or item_name(*built) != name:
            wrong.append((name, item_name(*built) if built else None))
    assert not wrong


CELL = hall("@..")


def test_nam_8_identification_removes_the_called_name() -> None:
    world = read_world(CELL)
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
    world = read_world(CELL)
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
    scene("SCR-6 an empty pack", CELL, partial(item_names.ask_identify, classes=("potion",)), asks=None,
          said=["You don't have anything in your pack to identify"]),
    scene("SCR-6 an item that fits", CELL, answering("b"), asked("ring", "stick"), costs=True, asks=None,
          said=["A ring of protection [+2](agate)"]),
    *(scene(f"SCR-6 no {noun}", CELL, answering(letter), asked(*classes), costs=False, owed=True,
            question=Question("identify", classes=classes), said=[f"You must identify a {noun}"])
      for classes, letter, noun in WRONG),
    scene("SCR-6 an unknown letter", CELL, answering(";"), asked("potion"), costs=False, asks="identify",
          said=["';' is not a valid item"]),
    scene("SCR-17 Escape asks again, the reading is free", CELL, answering(""), asked("potion"), costs=False,
          asks="identify", owed=False, said=["You must identify something"]),
    scene("SCR-6 CMD-7 a list of nothing wastes the scroll", CELL, answering("*"), asked("stick"), costs=True,
          asks=None, owed=False, said=["You don't have anything appropriate"]),
    scene("SCR-6 a list of nothing, terse", CELL, answering("*"), {**asked("stick"), "terse": True},
          said=["Nothing appropriate"]),
    scene("SCR-6 a list of something", CELL, answering("*"), asked("potion"), costs=False, asks="identify",
          said=[]),
    scene("no question", CELL, answering("a"), costs=False),
    *(scene(f"NAM-10 a {cls} can be called", CELL, using(item_names.can_call), {"carries": [an_item(cls)]},
            costs=True, said=[]) for cls in ("potion", "scroll", "ring", "stick", "weapon", "armor")),
    *(scene(f"NAM-10 {cls} cannot", CELL, using(item_names.can_call), {"carries": [an_item(cls)]},
            costs=False, said=["You can't call that anything"]) for cls in ("food", "amulet")),
]  # fmt: skip


@pytest.mark.parametrize("row", ANSWERS)
def test_answers(row: Scene) -> None:
    assert row.seen() == row.then


def test_nam_10_an_identified_kind_cannot_be_called() -> None:
    world = read_world(CELL)
    potion = carry(world, "potion")
    item_names.know(world, potion.kind)
    assert not item_names.can_call(world, potion)
    assert world.said == ["That has already been identified"]


@pytest.mark.parametrize(("terse", "text"), [(True, 'Called "x"'), (False, 'Was called "x"')])
def test_nam_10_the_old_name_is_told_first(terse: bool, text: str) -> None:
    world = read_world(CELL, terse=terse)
    potion = carry(world, "potion")
    item_names.call(world, potion, "x")
    assert item_names.can_call(world, potion)
    assert world.said == [text]


@pytest.mark.parametrize(("known", "called", "asks"), [(0, 0, True), (1, 0, False), (0, 1, False)])
def test_nam_7_only_unknown_unnamed_kinds_are_asked_for(known: int, called: int, asks: bool) -> None:
    world = read_world(CELL)
    kind = world.rules.scrolls[0]
    if known:
        world.knowledge.true.add(kind)
    if called:
        world.knowledge.called[kind] = "x"
    item_names.name_after_use(world, kind)
    assert (world.question == Question("name", kind=kind)) is asks


@pytest.mark.parametrize("text", ["?", ";?", "?;", " ?", "? ", " ;?", "? ;"])
def test_ver_3_a_question_mark_calls_the_kind_by_its_true_name(text: str) -> None:
    world = read_world(CELL)
    kind = world.rules.potions[5]
    item_names.name_after_use(world, kind)
    assert item_names.answer(world, text)
    assert world.question is None
    assert world.knowledge.called == {kind: "healing"}
    assert kind not in world.knowledge.true


@pytest.mark.parametrize("text", ["??", "; ?", "?;;", "fizz", ";"])
def test_ver_3_other_answers_are_names(text: str) -> None:
    world = read_world(CELL)
    item_names.call(world, world.rules.potions[5], text)
    assert world.knowledge.called == {world.rules.potions[5]: text}


def test_nam_7_escape_leaves_the_kind_unnamed() -> None:
    world = read_world(CELL)
    item_names.name_after_use(world, world.rules.potions[5])
    assert item_names.answer(world, "")
    assert world.knowledge.called == {}
    assert world.question is None


def test_nam_10_call_names_kinds_and_single_weapons_and_armor() -> None:
    world = read_world(CELL)
    wand, mace = carry(world, "stick"), carry(world, "weapon", "mace")
    item_names.call(world, wand, "zapper")
    item_names.call(world, mace, "?")
    assert item_names.called_name(world, wand) == world.knowledge.called[wand.kind] == "zapper"
    assert item_names.called_name(world, mace) == mace.label == "?"
    item_names.call(world, mace, "")
    assert mace.label == "?"
