"""ROGUEOPTS (OPT-1, SCREEN.md 13)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rogue.state.world import Options
from rogue.ui.options import FLAGS, NAMES, apply_options, option_words, read_options


def test_the_options_of_the_bot_of_old() -> None:
    text = (
        "terse,noflush,jump,seefloor,nopassgo,tombstone,inven=slow,name=rogo-root,fruit=apricot,"
        "file=/tmp/rogue.sav,score=/tmp/rogue.scr,lock=/tmp/rogue.lck"
    )
    assert read_options(text) == Options(
        terse=True,
        jump=True,
        inven="Slow",
        name="rogo-root",
        fruit="apricot",
        file="/tmp/rogue.sav",
        score="/tmp/rogue.scr",
        lock="/tmp/rogue.lck",
    )


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("t", "terse", True),
        ("f", "flush", True),  # the first of flush, fruit and file
        ("fr=kiwi", "fruit", "kiwi"),
        ("na=Ann", "name", "Ann"),
        ("noseefloor", "seefloor", False),
        ("notomb", "tombstone", False),
        ("no", "terse", False),
        ("terse,  jump", "jump", True),
        ("name==x", "name", "x"),
        ("name=", "name", "nobody"),
        ("name=a b,jump", "name", "a b"),
        ("name=a\x07b\xe9", "name", "ab"),
        ("name=" + "x" * 60, "name", "x" * 50),
        ("score=~/rogue.scr", "score", "/home/ann/rogue.scr"),
        ("score=~//rogue.scr", "score", "/home/ann/rogue.scr"),
        ("foo=/x/nat", "name", "nobody"),  # `nat` begins no name
        ("foo=/x/terse", "terse", True),  # the letters of an unknown option are tried as names
        ("", "inven", "Clear"),
    ],
)
def test_grammar(text: str, field: str, value: object) -> None:
    assert getattr(read_options(text, "/home/ann"), field) == value


@pytest.mark.parametrize(
    ("value", "style"),
    [("s", "Slow"), ("slow", "Slow"), ("O", "Overwrite"), ("cl", "Clear"), ("x", "Clear"), ("", "Clear")],
)
def test_styles_may_be_shortened(value: str, style: str) -> None:
    assert read_options(f"inven={value}").inven == style


ALPHABET = "abefijlnorstuv=,~/ \x00\xe9X"


@example("l=\x00=", "5.4", "")
@example("l=\x00~x", "5.4", "/h")
@given(st.text(alphabet=ALPHABET, max_size=60), st.sampled_from([*NAMES]), st.sampled_from(["", "/h"]))
def test_no_text_makes_it_raise_and_its_own_output_reads_back(text: str, edition: str, home: str) -> None:
    options = read_options(text, home, edition)
    assert options.name
    assert len(options.name) <= 50
    words = option_words(options, NAMES[edition])
    assert read_options(words, home, edition) == options
    assert option_words(read_options(words, home, edition), NAMES[edition]) == words


def test_a_text_is_set_over_options_that_are_there() -> None:
    options = read_options("terse,name=Ann,fruit=kiwi", "/home/ann")
    apply_options(options, "noterse,jump,name=,score=~/s")
    assert (options.terse, options.jump, options.fruit) == (False, True, "kiwi")
    assert (options.name, options.score) == ("nobody", "/home/ann/s")


@pytest.mark.parametrize(
    ("edition", "text", "field", "value"),
    [
        ("5.2", "step", "step", True),
        ("5.2", "s", "step", True),  # no seefloor before it
        ("5.2", "a", "askme", True),
        ("5.2", "tombstone", "tombstone", True),
        ("5.2", "notombstone", "tombstone", True),  # not known: stays as it is
        ("5.2", "score=/tmp/terse", "terse", True),  # not known: its value is scanned on
        ("3.6", "passgo", "passgo", False),
        ("5.4", "step", "step", False),
    ],
)
def test_an_edition_knows_its_own_options(edition: str, text: str, field: str, value: object) -> None:
    assert getattr(read_options(text, "", edition), field) == value


@pytest.mark.parametrize(
    ("word", "name"),
    [
        *(("t", "terse"), ("te", "terse"), ("to", "tombstone"), ("f", "flush"), ("fl", "flush")),
        *(("j", "jump"), ("s", "seefloor"), ("sc", "score"), ("p", "passgo"), ("i", "inven")),
        *(("n", "name"), ("fr", "fruit"), ("fi", "file"), ("l", "lock")),
    ],
)
def test_the_first_name_that_a_word_begins_wins(word: str, name: str) -> None:
    options = Options(seefloor=False, tombstone=False)
    before = replace(options)
    apply_options(options, f"{word}=slow" if name not in FLAGS else word)
    assert [field for field in NAMES["5.4"] if getattr(options, field) != getattr(before, field)] == [name]
