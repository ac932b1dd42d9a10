"""Descriptions of things, all editions, terse and verbose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogomatic.agent.sight.item_parser import Thing, read_pack_line, read_picked_up, read_thing

THINGS = [
    ("Some food", Thing("food", 1, "food")),
    ("2 rations of food", Thing("food", 2, "food")),
    ("An apricot", Thing("food", 1, "apricot")),
    ("3 slime-molds", Thing("food", 3, "slime-mold")),
    ("Leather armor", Thing("armor", 1, "leather armor")),
    ("Studded leather armor", Thing("armor", 1, "studded leather armor")),
    ("+1 ring mail [4]", Thing("armor", 1, "ring mail", hit=1, armor=4)),
    ("+1 ring mail [protection 4]", Thing("armor", 1, "ring mail", hit=1, armor=4)),
    ("+1 ring mail [6]", Thing("armor", 1, "ring mail", hit=1, armor=4)),  # 5.2: the class
    ("+3 ring mail [6]", Thing("armor", 1, "ring mail", hit=3, armor=6)),  # 5.4: protection
    ("+1 ring mail [armor class 6]", Thing("armor", 1, "ring mail", hit=1, armor=4)),
    ("-3 scale mail [1]", Thing("armor", 1, "scale mail", hit=-3, armor=1)),
    ("+0 plate mail [7] called x", Thing("armor", 1, "plate mail", called="x", hit=0, armor=7)),
    ("+1 ring mail", Thing("armor", 1, "ring mail", hit=1)),
    ("A mace", Thing("weapon", 1, "mace")),
    ("15 arrows", Thing("weapon", 15, "arrow")),
    ("A arrow", Thing("weapon", 1, "arrow")),
    ("A +1,+1 mace", Thing("weapon", 1, "mace", hit=1, damage=1)),
    ("37 +0,+0 arrows", Thing("weapon", 37, "arrow", hit=0, damage=0)),
    ("A -2,-3 two handed sword called Biter",
     Thing("weapon", 1, "two handed sword", called="Biter", hit=-2, damage=-3)),
    ("A +1 short bow", Thing("weapon", 1, "short bow", hit=1, damage=0)),
    ("35 +0 arrows.", Thing("weapon", 35, "arrow", hit=0, damage=0)),
    ("12 crossbow bolts", Thing("weapon", 12, "crossbow bolt")),
    ("A blue potion", Thing("potion", looks="blue")),
    ("2 grey potions", Thing("potion", 2, looks="grey")),
    ("A potion called fizz(grey)", Thing("potion", looks="grey", called="fizz")),
    ("A potion called a (b) of c(grey)", Thing("potion", looks="grey", called="a (b) of c")),
    ("2 potions of extra healing(purple)", Thing("potion", 2, "extra healing", "purple")),
    ("A scroll titled 'foo bar'", Thing("scroll", looks="foo bar")),
    ("2 scrolls titled 'foo bar'", Thing("scroll", 2, looks="foo bar")),
    ("2 scrolls called ;?", Thing("scroll", 2, called=";?")),
    ("A scroll of magic mapping", Thing("scroll", name="magic mapping")),
    ("A scroll of identify ring, wand or staff", Thing("scroll", name="identify ring, wand or staff")),
    ("An onyx ring", Thing("ring", looks="onyx")),
    ("A tiger eye ring", Thing("ring", looks="tiger eye")),
    ("A ring called x(jade)", Thing("ring", looks="jade", called="x")),
    ("A ring of searching(ruby)", Thing("ring", name="searching", looks="ruby")),
    ("A ring of protection [+2](jade)", Thing("ring", name="protection", looks="jade", hit=2)),
    ("A +2 ring of protection(jade)", Thing("ring", name="protection", looks="jade", hit=2)),
    ("A ring of dexterity [-1](lapis lazuli)",
     Thing("ring", name="dexterity", looks="lapis lazuli", hit=-1)),
    ("A teak staff", Thing("stick", looks="teak", material="staff")),
    ("A kukui wood staff", Thing("stick", looks="kukui wood", material="staff")),
    ("An iron wand", Thing("stick", looks="iron", material="wand")),
    ("A wand called x(gold)", Thing("stick", looks="gold", called="x", material="wand")),
    ("A wand of light(gold)", Thing("stick", name="light", looks="gold", material="wand")),
    ("A wand of light [17](gold)",
     Thing("stick", name="light", looks="gold", charges=17, material="wand")),
    ("A staff of slow monster [0 charges](zebrawood)",
     Thing("stick", name="slow monster", looks="zebrawood", charges=0, material="staff")),
    ("The Amulet of Yendor", Thing("amulet", name="amulet of Yendor")),
    ("12 gold pieces", Thing("gold", 12, "gold")),
    ("12 pieces of gold", Thing("gold", 12, "gold")),
    ("A thing unheard of", Thing("?", name="thing unheard of")),
]  # fmt: skip
MARKS = [
    ("", ""), (" (being worn)", "worn"), (" (weapon in hand)", "wielded"), (" (cursed)", ""),
    (" (on left hand)", "left"), (" (on right hand)", "right"), (" (L)", "left"), (" (R)", "right"),
]  # fmt: skip


def test_descriptions_are_read() -> None:
    assert [(text, read_thing(text)) for text, _ in THINGS] == THINGS
    assert [(text, read_thing(text[0].lower() + text[1:])) for text, _ in THINGS] == THINGS


@pytest.mark.parametrize(("mark", "use"), MARKS)
def test_mark_tells_the_use(mark: str, use: str) -> None:
    assert read_thing("A ring of searching(ruby)" + mark).use == use
    assert read_thing("A ring of searching(ruby)" + mark).looks == "ruby"


def test_a_pack_line_has_the_letter_in_front() -> None:
    assert [read_pack_line("q) " + text) for text, _ in THINGS] == [("q", thing) for _, thing in THINGS]
    assert [text for text, _ in THINGS if read_pack_line(text) is not None] == []


@pytest.mark.parametrize("form", ["{0}{1} (q)", "You now have {2}{1} (q)", "{0}{1}. (q)"])
def test_what_is_picked_up_has_the_letter_behind(form: str) -> None:
    read = [read_picked_up(form.format(text[0], text[1:], text[0].lower())) for text, _ in THINGS]
    assert read == [None if thing.kind == "?" else ("q", thing) for _, thing in THINGS]
    assert [text for text, _ in THINGS if read_picked_up(text) is not None] == []


@given(st.text(max_size=40))
def test_any_text_gives_a_thing(text: str) -> None:
    thing = read_thing(text)
    assert thing.count >= 0
    assert thing.kind != "?" or thing.looks == thing.called == ""
