"""The sequences of keyboards (CMD-2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogue.ui.keyboard import (
    ESCAPE,
    ESCAPE_SECONDS,
    NO_CHARACTER,
    REST_SECONDS,
    STRING_SECONDS,
    UNKNOWN,
    Keyboard,
    game_keys,
)

FORMS = {
    # as the terminals say it: xterm, xterm in application mode, rxvt, the linux console
    "up": (b"\x1b[A", b"\x1bOA", b"\x9bA", b"\xc2\x9bA", b"\x8fA"),
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
    "focus out": (b"\x1b[O",),
    UNKNOWN: (
        *(b"\x1b[15~", b"\x1b[15;2~", b"\x1b[[A", b"\x1bOP", b"\x1b[1;3A", b"\x1b[I", b"\x1b[Z"),
        *(
            b"\x1b[<1;3;3M",
            b"\x1b[<0;3;3m",
            b"\x1b[<0;;3M",
            b"\x1b[M !!",
            b"\x1b[M \xc3\x9d",
            b"\x1b[32;3;3M",
        ),
        *(b"\x1b[97;5u", b"\x1b[27;5;97~", b"\x1b[2~", b"\x1b\\"),
        # answers: to a cursor's place, attributes, modes, sizes, colors, names, settings, pictures
        *(b"\x1b[12;40R", b"\x1b[?1;2c", b"\x1b[>0;276;0c", b"\x1b[?2026;2$y", b"\x1b[8;24;80t", b"\x1b[0n"),
        *(b"\x1b]11;rgb:1e1e/1e1e/1e1e\x07", b"\x1b]4;1;rgb:cdcd/0000/0000\x1b\\", b"\x1b]ltitle\x1b\\"),
        *(b"\x1b]11;rgb:1e1e/1e1e/1e1e\x9c", b"\x1b]2;caf\xc3\xa9 \xe2\x80\x9cq\xe2\x80\x9d\xc2\x9c"),
        *(b"\x1bP>|XTerm(389)\x1b\\", b"\x1bP1$r0m\x1b\\", b"\x1bP1+r544e=787465726d\x1b\\"),
        *(b"\x1b_Gi=31;OK\x1b\\", b"\x1b^quiet\x1b\\", b"\x1bXquit\x1b\\", b"\x1b]\x07", b"\x1bP\x1b\\"),
        *(b"\x9d11;rgb:1e1e/1e1e/1e1e\x9c", b"\x90>|XTerm(389)\x9c", b"\xc2\x9d4;1;rgb:cd\xc2\x9c", b"\x9bR"),
        *(b"\x9e quit\x1b\\", b"\x9fGi=31;OK\x1b\\", b"\x98quit\x9c", b"\xc2\x9b?62;22c", b"\x8fP"),
        *(b"\x1b[200~Qy\nd\x1b[A\x03\x1b[201~", b"\x1b[200~\x1b[201~"),
    ),
    ESCAPE: (b"\x1bh", b"\x1b\x7f", b"\x1b\xc3\xa9"),  # held with Alt
}


@pytest.mark.parametrize("stroke", FORMS)
def test_every_form_of_a_key_is_one_stroke_however_it_comes(stroke: str) -> None:
    for data in FORMS[stroke]:
        keyboard = Keyboard()
        assert keyboard.feed(data) == [stroke]
        assert keyboard.patience is None
        pieces = [keyboard.feed(data[at : at + 1]) for at in range(len(data))]
        assert pieces == [[]] * (len(data) - 1) + [[stroke]]


@pytest.mark.parametrize(
    ("data", "seconds", "strokes"),
    [
        (b"", None, []),
        # what a person may have typed: Escape, or a letter held with Alt
        (b"\x1b", ESCAPE_SECONDS, [ESCAPE]),
        *(
            (b"\x1b" + letter, ESCAPE_SECONDS, [ESCAPE])
            for letter in (b"O", b"[", b"]", b"P", b"X", b"^", b"_")
        ),
        (b"\x1b]\x1b", ESCAPE_SECONDS, [ESCAPE, ESCAPE]),
        (b"\xc3", ESCAPE_SECONDS, [NO_CHARACTER]),
        # what a terminal has begun
        (b"\x1b[1;", REST_SECONDS, [UNKNOWN]),
        (b"\x1b[M!", REST_SECONDS, [UNKNOWN]),
        (b"\x9b1", ESCAPE_SECONDS, [UNKNOWN]),
        (b"\x1b]11;rgb:1e", REST_SECONDS, [UNKNOWN]),
        (b"\x1bP>|XTerm(389)\xe2\x80", REST_SECONDS, [UNKNOWN]),
        (b"\x1b]11;rgb:1e\x1b", REST_SECONDS, [UNKNOWN, ESCAPE]),
        (b"\x1b[200~Qy\x1b[20", REST_SECONDS, [UNKNOWN]),
    ],
)
def test_what_is_begun_is_settled_in_silence(data: bytes, seconds: float | None, strokes: list[str]) -> None:
    keyboard = Keyboard()
    assert keyboard.feed(data) == []
    assert keyboard.patience == seconds
    assert keyboard.flush() == strokes
    assert keyboard.patience is None
    assert keyboard.feed(b"q") == ["q"]


@pytest.mark.parametrize(
    ("data", "strokes"),
    [
        (b"\x1b]11;rgb\x03q", [UNKNOWN, "\x03", "q"]),
        (b"\x1bP1$r\x18q", [UNKNOWN, "\x18", "q"]),
        (b"\x1b_Gi=1\x1b[Aq", [UNKNOWN, "up", "q"]),
        (b"\x1b]1\x1bq\x07", [UNKNOWN, ESCAPE, "\x07"]),
        (b"\x1b]1\x1b]2\x07q", [UNKNOWN, UNKNOWN, "q"]),
        # letters of other languages
        ("Zoë→".encode(), ["Z", "o", "ë", "→"]),
        ("Zoë\r".encode("latin-1"), ["Z", "o", NO_CHARACTER, "\r"]),
        (b"\x82q\xffz", [NO_CHARACTER, "q", NO_CHARACTER, "z"]),
        (b"\xed\xa0\x80q", [NO_CHARACTER, "q"]),
    ],
)
def test_strings_are_broken_off_and_letters_are_characters(data: bytes, strokes: list[str]) -> None:
    assert Keyboard().feed(data) == strokes


def test_no_string_lasts_for_ever_for_a_person_who_goes_on_typing() -> None:
    keyboard = Keyboard()
    typed = [keyboard.feed(b"\x1b]" if now == 0 else b"s", now / 10) for now in range(32)]
    assert typed == [[]] * 30 + [[UNKNOWN, "s"], ["s"]]
    assert STRING_SECONDS == 3


def test_letters_of_other_languages_are_no_commands_and_are_spelt_where_words_are_typed() -> None:
    assert [game_keys("é", mode) for mode in ("command", "item", "more", "text", "options")] == [
        *(b"", b"", b"", b"e", b"e")
    ]


@pytest.mark.parametrize(
    ("begun", "late", "strokes"),
    [
        (b"\x1b", b"]11;rgb:1e1e/1e1e/1e1e\x07q", [UNKNOWN, "q"]),
        (b"\x1b]", b"11;rgb:1e1e/1e1e/1e1e\x1b\\", [UNKNOWN]),
        (b"\x1bP", b">|XTerm(389)\x1b\\", [UNKNOWN]),
        (b"\x1b", b"[?62;22c", [UNKNOWN]),
        (b"\x1b", b"[A", ["up"]),
        # what a person types
        (b"\x1b", b"]", ["]"]),
        (b"\x1b]", b"l", ["l"]),
        (b"\x1b[", b"2j", ["2", "j"]),
        (b"\x1bP", b"11s", ["1", "1", "s"]),
    ],
)
def test_what_comes_whole_behind_an_escape_belongs_to_it(
    begun: bytes, late: bytes, strokes: list[str]
) -> None:
    keyboard = Keyboard()
    assert keyboard.feed(begun, 5.0) + keyboard.flush() == [ESCAPE]
    assert keyboard.feed(late, 5.5) == strokes
    assert keyboard.feed(b"]11;rgb:1e\x07", 5.6)[0] == "]"  # once only
    assert keyboard.feed(begun, 7.0) + keyboard.flush() == [ESCAPE]
    assert keyboard.feed(late, 8.0)[0] != UNKNOWN  # too late


def test_escape_before_an_arrow_leaves_the_arrow() -> None:
    assert Keyboard().feed(b"\x1b\x1b[A") == [ESCAPE, "up"]


def test_a_sequence_that_breaks_off_sends_no_commands() -> None:
    assert Keyboard().feed(b"\x1b[12\x1b[A\x1b[3\x07s") == [UNKNOWN, "up", UNKNOWN, "\x07", "s"]


PARTS = st.one_of(
    st.binary(max_size=8), st.sampled_from([form[:5] for forms in FORMS.values() for form in forms])
)


@given(st.lists(PARTS, max_size=12))
def test_no_bytes_make_it_raise_and_how_they_are_cut_changes_nothing(parts: list[bytes]) -> None:
    cut, whole = Keyboard(), Keyboard()
    strokes = [stroke for part in parts for stroke in cut.feed(part)] + cut.flush()
    assert whole.feed(b"".join(parts)) + whole.flush() == strokes
    assert all(game_keys(stroke, "options").isascii() for stroke in strokes)
