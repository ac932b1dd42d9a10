"""Each warning of `rogue variant check` has a description that brings it out."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from rogue.storage.variant_files import BEST, load_variant
from rogue.variants.author_help import letter_chances, messages, warnings
from tests.rogue.variants.describing import told

FACTS = Path(__file__).resolve().parents[2] / "data" / "messages.toml"
WARNED = [
    ("[dungeon]\namulet_level = 1", "never seen on level 1: "),
    ('[monsters]\nK = { name = "emu" }', "two monsters are called emu"),
    ("[odds]\npotion = 0", "no potion is ever found, because the odds of the class are 0"),
    ("[odds]\nfood = 0\n[food]\nat_least_every = 0", "the game has no food, so every player starves"),
    ("[items.potion.healing]\nodds = 0", "never found (odds 0): potions of healing"),
    ('[items.weapon."short bow"]\nodds = 0\n[hero]\nkit = [ { item = "mace" } ]',
     "the game has arrows, but no short bow to shoot them"),
    ('[items.weapon.arrow]\nodds = 0\n[hero]\nkit = [ { item = "mace" } ]',
     "the game has a short bow, but nothing to shoot with it"),
    ("".join(f'[items.scroll."tale {a}{b}"]\nlike = "sleep"\n' for a in "abcd" for b in "abcde"),
     "38 kinds of scroll, but the wizard's list has room for only 36"),
    ('[words.say]\n"You hitt {who}" = "You smite {who}"',
     '[words.say]: Rogue 5.4 never says "You hitt {who}"; did you mean You hit {who}?'),
    ('[monsters]\nK = { name = "emu" }\n[words.say]\n"Dragons be here" = ""',
     '[words.say]: Rogue 5.4 never says "Dragons be here"'),
    ('[words]\namulet = "a mace"', "the Amulet has the name of another item: a mace"),
    ('[words]\namulet = "Potion of Healing"', "the Amulet has the name of another item: Potion of Healing"),
    ('[items.weapon.katana]\nlike = "mace"\n[words]\namulet = "the katana"',
     "the Amulet has the name of another item: the katana"),
    ('[words.say]\n"You hit {who}" = "Smack {who}"\n"You miss {who}" = "Smack {who}"',
     '[words.say]: two messages become "Smack {who}"'),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("text", "warning"), WARNED, ids=[warning[:20] for _, warning in WARNED])
def test_each_warning_is_told(text: str, warning: str) -> None:
    found = warnings(told(text + "\n"))
    assert any(line.startswith(warning) for line in found), found


SAID = [
    ("5.4", "You hit {foe}"), ("5.4", "{Who} misses you"), ("5.4", "You hit the bat"),
    ("5.4", "Which object do you want to quaff? (* for list): "), ("3.6", "You hit."),
]  # fmt: skip
UNSAID = [("5.4", "You hit."), ("3.6", "You now have {n} arrows, o brave one"), ("5.2", "A secret door")]


@pytest.mark.slow
def test_words_of_what_the_game_says_raise_no_warning_and_others_do() -> None:
    for edition, message in SAID:
        places = " ".join(re.findall(r"\{\w+\}", message))
        text = f'like = "{edition}"\n[words.say]\n"{message}" = "Aha {places}"\n'
        assert warnings(told(text)) == [], message
    for edition, message in UNSAID:
        places = " ".join(re.findall(r"\{\w+\}", message))
        text = f'like = "{edition}"\n[words.say]\n"{message}" = "Aha {places}"\n'
        (warning,) = warnings(told(text))
        assert warning.startswith(f'[words.say]: Rogue {edition} never says "{message}"'), warning


@pytest.mark.slow
def test_words_of_a_parent_that_is_a_variant_are_those_that_it_shows() -> None:
    parent = 'like = "5.4"\n[words.say]\n"You hit {who}" = "Smite {who}"\n'
    for message, count in (("Smite {who}", 0), ("You hit {who}", 1), ("You miss {who}", 0)):
        text = f'like = "smith"\n[words.say]\n"{message}" = "Aha {{who}}"\n'
        found = warnings(told(text, {"smith": parent}))
        assert len([line for line in found if "smith never says" in line]) == count, message


OF_KINDS = {
    "The flame bounces off the {who}", "You are transfixed by the gaze of the {who}", "You are transfixed",
}  # fmt: skip
"""Messages that name a kind of monster, which a variant may call otherwise."""


def test_all_that_the_game_says_is_known() -> None:
    listed = tomllib.loads(FACTS.read_text())
    wanted = set()
    for section in set(listed) - {"meta", "stdout", "wizard"}:
        for row in listed[section]:
            if row.get("kind", "msg") in ("msg", "prompt") and "rogue545" not in row.get("absent", ()):
                for form in ("text", "terse", "trip", "terse_trip"):
                    texts = row.get(form, [])
                    wanted |= set(texts if isinstance(texts, list) else [texts])
    assert set(messages()) == (wanted - {""}) | OF_KINDS


def test_the_longest_texts_fit_the_help_so_that_none_needs_a_warning() -> None:
    text = f'author = "{"x" * 40}"\nabout = "{"y" * 70}"\n[words]\nwelcome = "{"W" * 70}"\n'
    made = told(f'{text}[words.say]\n"I see no way down" = "{"Q" * 120}"\n')
    assert max(map(len, made.rules.page)) <= 79
    assert warnings(made) == []


@pytest.mark.parametrize("name", BEST)
def test_what_ships_has_none(name: str) -> None:
    assert warnings(load_variant(name, {})) == []


def test_chances_are_those_of_the_draw() -> None:
    order = "KEBSHIROZLCQANYFTWPXUMVGJD"
    assert sum(letter_chances(order, 9).values()) == 1
    assert {letter for letter, chance in letter_chances(order, 9).items() if chance} == set("SHIROZLCQA")
    assert set(letter_chances(order, 1)) == set("KEBSH")
    assert set(letter_chances(order, 40)) == set("MVGJD")
