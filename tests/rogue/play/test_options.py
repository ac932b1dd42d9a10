"""ROGUEOPTS (OPT-1, screen.md 13)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogue.play.options import read_options
from rogue.state.options import Options


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
    [
        ("s", "Slow"),
        ("slow", "Slow"),
        ("O", "Overwrite"),
        ("cl", "Clear"),
        ("x", "Clear"),
        ("", "Clear"),
    ],
)
def test_styles_may_be_shortened(value: str, style: str) -> None:
    assert read_options(f"inven={value}").inven == style


@given(st.text(alphabet="abefijlnorstuv=,~/ \x00\xe9X", max_size=60))
def test_no_text_makes_it_raise(text: str) -> None:
    options = read_options(text)
    assert options.name
    assert len(options.name) <= 50
