"""Names of items and monsters (NAM), by hand and against every item line of recorded games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from rogomatic.agent.screen.vt100 import Screen
from rogue.rules.item_names import article, color, foe_name, item_name, noun_of, random_color
from rogue.state.entities import BLIND, CURSED, DETECTS, HALLUCINATING, KNOWN, PROTECTED, SEES_INVISIBLE, Item
from rogue.state.world import World
from rogue.tables.items import COLORS, ItemKind
from scripts.lib.notation import find_foe, hall, plain_item, read_world
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


@pytest.mark.parametrize(("count", "name"), [(1, "An amber potion"), (2, "2 amber potions")])
def test_nam_5_unknown_potion(count: int, name: str) -> None:
    world = new_world()
    assert item_name(world, plain_item(world, "potion", count=count)) == name


def test_nam_5_potion_called_and_known() -> None:
    world = new_world()
    item = plain_item(world, "potion", "healing", count=2)
    look = world.knowledge.looks[item.kind]
    world.knowledge.called[item.kind] = "fizz"
    assert item_name(world, item) == f"2 potions called fizz({look})"
    know(world, item)
    assert item_name(world, item, lower=True) == f"2 potions of healing({look})"


def test_nam_6_scroll_unknown_called_known() -> None:
    world = new_world()
    item = plain_item(world, "scroll", "magic mapping")
    world.knowledge.looks[item.kind] = "foo bar"
    assert item_name(world, item) == "A scroll titled 'foo bar'"
    world.knowledge.called[item.kind] = "x"
    assert item_name(world, item, lower=True) == "a scroll called x"
    item.count = 3
    world.knowledge.true.add(item.kind)
    assert item_name(world, item) == "3 scrolls of magic mapping"


@pytest.mark.parametrize(
    ("name", "count", "words"),
    [
        ("food", 1, "Some food"),
        ("food", 2, "2 rations of food"),
        ("fruit", 1, "An apricot"),
        ("fruit", 3, "3 apricots"),
    ],
)
def test_nam_6_food(name: str, count: int, words: str) -> None:
    world = new_world(fruit="apricot")
    assert item_name(world, plain_item(world, "food", name, count=count)) == words


@pytest.mark.parametrize(
    ("terse", "words"), [(True, "+1 ring mail [4]"), (False, "+1 ring mail [protection 4]")]
)
def test_nam_4_armor(terse: bool, words: str) -> None:
    world = new_world(terse=terse)
    item = plain_item(world, "armor", "ring mail", value=6)
    assert item_name(world, item) == "Ring mail"
    item.flags |= KNOWN
    assert item_name(world, item) == words
    item.value = 8
    assert item_name(world, item).startswith("-1 ring mail [")


def test_nam_4_and_nam_3_labels_stand_behind_the_name() -> None:
    world = new_world(terse=True)
    armor = plain_item(world, "armor", "plate mail", flags=KNOWN, label="shell")
    assert item_name(world, armor) == "+0 plate mail [7] called shell"
    arrows = plain_item(world, "weapon", "arrow", count=8, label="good ones")
    assert item_name(world, arrows) == "8 arrows called good ones"


def test_nam_3_weapons() -> None:
    world = new_world()
    mace = plain_item(world, "weapon", "mace", hit_plus=-2, damage_plus=3)
    arrow = plain_item(world, "weapon", "arrow", count=1)
    assert item_name(world, mace) == "A mace"
    assert item_name(world, arrow) == "An arrow"
    mace.flags |= KNOWN
    arrow.flags |= KNOWN
    arrow.count = 37
    assert item_name(world, mace) == "A -2,+3 mace"
    assert item_name(world, arrow) == "37 +0,+0 arrows"
    arrow.count = 1
    assert item_name(world, arrow, lower=True) == "a +0,+0 arrow"


def test_nam_2_5_ring_shows_its_plus_only_when_known_and_valued() -> None:
    world = new_world()
    ring = plain_item(world, "ring", "protection", value=2)
    world.knowledge.looks[ring.kind] = "onyx"
    assert item_name(world, ring) == "An onyx ring"
    world.knowledge.called[ring.kind] = "x"
    assert item_name(world, ring) == "A ring called x(onyx)"
    world.knowledge.true.add(ring.kind)
    assert item_name(world, ring) == "A ring of protection(onyx)"
    ring.flags |= KNOWN
    assert item_name(world, ring) == "A ring of protection [+2](onyx)"
    ring.value = -1
    assert item_name(world, ring) == "A ring of protection [-1](onyx)"
    other = know(world, plain_item(world, "ring", "searching"))
    assert "[" not in item_name(world, other)


@pytest.mark.parametrize(("terse", "charges"), [(True, "[17]"), (False, "[17 charges]")])
def test_nam_5_stk_18_sticks_are_wands_of_metal_or_staffs_of_wood(terse: bool, charges: str) -> None:
    world = new_world(terse=terse)
    stick = plain_item(world, "stick", "light", value=17)
    world.knowledge.looks[stick.kind] = "teak"
    assert item_name(world, stick) == "A teak staff"
    world.knowledge.looks[stick.kind] = "iron"
    world.knowledge.metal.add(stick.kind)
    assert item_name(world, stick) == "An iron wand"
    world.knowledge.true.add(stick.kind)
    assert item_name(world, stick) == "A wand of light(iron)"
    stick.flags |= KNOWN
    assert item_name(world, stick) == f"A wand of light {charges}(iron)"
    assert noun_of(world, stick.kind) == "wand"


def test_the_amulet_and_gold() -> None:
    world = new_world()
    amulet = plain_item(world, "amulet")
    assert item_name(world, amulet) == "The Amulet of Yendor"
    assert item_name(world, amulet, lower=True) == "the Amulet of Yendor"
    assert item_name(world, plain_item(world, "gold", value=57)) == "57 Gold pieces"


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


def test_only_a_wizard_sees_curses_and_protection() -> None:
    world = new_world()
    cursed = plain_item(world, "weapon", "mace", flags=CURSED)
    rustless = plain_item(world, "armor", "ring mail", flags=PROTECTED)
    assert (item_name(world, cursed), item_name(world, rustless)) == ("A mace", "Ring mail")
    world.wizard = True
    assert item_name(world, cursed) == "A mace (cursed)"
    assert item_name(world, rustless) == "Ring mail (protected)"


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


def test_con_3_colours_are_random_only_while_hallucinating() -> None:
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
