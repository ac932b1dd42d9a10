"""The sequences of keyboards (CMD-2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogue.terminal.interactive_terminal import game_keys
from rogue.terminal.terminal_codes import ESCAPE, UNKNOWN, Keyboard

FORMS = {
    # as the terminals say it: xterm, xterm in application mode, rxvt, the linux console
    "up": (b"\x1b[A", b"\x1bOA"),
    "down": (b"\x1b[B", b"\x1bOB"),
    "right": (b"\x1b[C", b"\x1bOC"),
    "left": (b"\x1b[D", b"\x1bOD"),
    "home": (b"\x1b[H", b"\x1bOH", b"\x1b[7~", b"\x1b[1~"),
    "end": (b"\x1b[F", b"\x1bOF", b"\x1b[8~", b"\x1b[4~"),
    "page up": (b"\x1b[5~",),
    "page down": (b"\x1b[6~",),
    "middle": (b"\x1b[E", b"\x1bOE"),
    "delete": (b"\x1b[3~",),
    "shift up": (b"\x1b[1;2A", b"\x1bO2A", b"\x1b[a"),
    "ctrl up": (b"\x1b[1;5A", b"\x1bO5A", b"\x1bOa"),
    "ctrl shift left": (b"\x1b[1;6D",),
    "shift home": (b"\x1b[1;2H", b"\x1b[7$"),
    "ctrl end": (b"\x1b[1;5F", b"\x1b[8^"),
    "shift page up": (b"\x1b[5;2~", b"\x1b[5$"),
    "ctrl shift page down": (b"\x1b[6;6~", b"\x1b[6@"),
    "keypad 1": (b"\x1bOq",),
    "keypad 5": (b"\x1bOu",),
    "keypad 9": (b"\x1bOy",),
    "\r": (b"\x1bOM", b"\r"),
    "+": (b"\x1bOk", b"+"),
    UNKNOWN: (
        *(b"\x1b[15~", b"\x1b[15;2~", b"\x1b[[A", b"\x1bOP", b"\x1b[1;3A", b"\x1b[I", b"\x1b[Z"),
        *(
            b"\x1b[200~",
            b"\x1b[<1;3;3M",
            b"\x1b[<0;3;3m",
            b"\x1b[<0;;3M",
            b"\x1b[M !!",
            b"\x1b[97;5u",
            b"\x1b[2~",
            b"\x1b[?1;2c",
        ),
    ),
    ESCAPE: (b"\x1bh", b"\x1b\x7f"),  # held with Alt
}


@pytest.mark.parametrize(
    ("stroke", "data"), [(stroke, data) for stroke, forms in FORMS.items() for data in forms]
)
def test_every_form_of_a_key_is_one_stroke_however_it_comes(stroke: str, data: bytes) -> None:
    keyboard = Keyboard()
    assert keyboard.feed(data) == [stroke]
    assert not keyboard.waiting
    pieces = [keyboard.feed(data[at : at + 1]) for at in range(len(data))]
    assert pieces == [[]] * (len(data) - 1) + [[stroke]]


@pytest.mark.parametrize(
    ("data", "strokes"),
    [
        (b"\x1b", [ESCAPE]),
        (b"\x1bO", [ESCAPE]),
        (b"\x1b[", [ESCAPE]),
        (b"\x1b[1;", [UNKNOWN]),
        (b"", []),
    ],
)
def test_what_is_begun_is_settled_when_nothing_more_comes(data: bytes, strokes: list[str]) -> None:
    keyboard = Keyboard()
    assert keyboard.feed(data) == []
    assert keyboard.waiting == bool(strokes)
    assert keyboard.flush() == strokes
    assert keyboard.feed(b"q") == ["q"]


def test_escape_before_an_arrow_leaves_the_arrow() -> None:
    assert Keyboard().feed(b"\x1b\x1b[A") == [ESCAPE, "up"]


def test_a_sequence_that_breaks_off_sends_no_commands() -> None:
    assert Keyboard().feed(b"\x1b[12\x1b[A\x1b[3\x07s") == [UNKNOWN, "up", UNKNOWN, "\x07", "s"]


def test_letters_of_other_languages_are_dropped() -> None:
    assert Keyboard().feed("é→q".encode()) == ["q"]


@given(st.lists(st.binary(max_size=8), max_size=12))
def test_no_bytes_make_it_raise_and_how_they_are_cut_changes_nothing(parts: list[bytes]) -> None:
    cut, whole = Keyboard(), Keyboard()
    strokes = [stroke for part in parts for stroke in cut.feed(part)] + cut.flush()
    assert whole.feed(b"".join(parts)) + whole.flush() == strokes
    assert all(len(game_keys(stroke, "options")) <= 2 for stroke in strokes)
