"""The message line (OPT-3, SCREEN.md 5)."""

from __future__ import annotations

import json

import pytest

from rogue.rules.output import emit
from rogue.state.serialize import StateError
from rogue.ui.input_modes import PlainMode
from rogue.ui.session import Session
from rogue.ui.ui_state import KEPT, MessageLine, raised, split
from tests.support.session_driver import Hands

ROOM = 70  # columns that the More of 5.4 leaves


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("the bat hit", "The bat hit"),
        ("a) some food", "a) some food"),
        ("x", "X"),
        ("", ""),
        ("'z' is not a valid item", "'z' is not a valid item"),
    ],
)
def test_the_first_letter_is_raised_but_not_in_a_pack_line(text: str, shown: str) -> None:
    assert raised(text) == shown


def test_opt_3_a_message_stays_whole_as_long_as_the_row_holds_it() -> None:
    version = "Rogue version 5.4.5 release 2026-08-03 dungeon 1234567 (chongo was here)"
    assert len(version) > 70
    assert split(version, ROOM) == [version]
    assert split("x" * 39 + " " + "y" * 39, ROOM) == ["x" * 39 + " " + "y" * 39]
    assert split("x" * 39 + " " + "y" * 40, ROOM) == ["x" * 39, "y" * 40]


def test_no_part_is_ever_wider_than_the_row() -> None:
    for text in ("word " * 40, "x" * 300):
        *heads, last = split(text, ROOM)
        assert all(len(head) <= ROOM for head in heads)
        assert len(last) <= 79
        assert "".join([*heads, last]).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("width", [70, 71, 75, 79])
def test_a_more_hides_nothing_of_the_message_before_it(width: int) -> None:
    line = MessageLine()
    text = "C) " + "word " * 13 + "x" * (width - 68)
    assert len(text) == width
    line.emit(text)
    line.emit("The bat hit")
    shown = []
    while line.queue:
        shown.append(line.next().text)
    assert all(len(one) <= ROOM for one in shown[:-1])
    assert " ".join(shown[:-1]) == text
    assert list(line.history) == [text, "The bat hit"]
    line.emit(text)
    assert line.next().text == text  # nothing follows


def test_complaints_are_not_remembered_as_the_last_message() -> None:
    line = MessageLine()
    line.emit("the bat hit")
    line.emit("illegal", remembered=False)
    line.next()
    line.next()
    assert (line.pending, line.last) == ("Illegal", "The bat hit")


def test_cutting_a_list_keeps_the_prompt_behind_it() -> None:
    line = MessageLine()
    for text in ("a) food", "b) mail"):
        line.emit(text, listed=True)
    line.ask("Eat what? ", PlainMode("help"))
    line.cut_list()
    assert [entry.text for entry in line.queue] == ["Eat what? "]
    assert line.asks


EDITIONS = [("5.4", b"\x10"), ("5.2", b"\x12"), ("3.6", b"\x12")]


@pytest.mark.parametrize(("edition", "key"), EDITIONS)
def test_once_shows_the_last_message_and_twice_all_the_newest_first(edition: str, key: bytes) -> None:
    hands = Hands("", edition=edition)
    for text in ("One.", "Two.", "Three."):
        emit(hands.session.world, text)
        hands.type(b"v" if text == "One." else b"s")
        while hands.session.mode == "more":
            hands.type(b" ")
    assert hands.answer(b"s" + key) == "Three."
    hands.type(key)
    assert hands.session.mode == "page"
    rows = [row.rstrip() for row in hands.terminal.display]
    assert rows[0].endswith("messages, the newest first:")
    shown = [row for row in rows[1:23] if row]
    assert [shown.index(text) for text in ("Three.", "Two.", "One.")] == sorted(
        shown.index(text) for text in ("Three.", "Two.", "One.")
    )
    assert int(rows[0].split()[0]) == len(shown)


def test_another_key_in_between_begins_anew() -> None:
    hands = Hands()
    hands.type(b"v\x10\x10 ")
    assert hands.session.mode == "command"
    hands.type(b"\x10s\x10")
    assert hands.session.mode == "command"
    assert "chongo" in hands.row()


def test_long_histories_have_pages() -> None:
    hands = Hands()
    for number in range(60):
        hands.session._ui.line.history.append(f"number {number}")
    hands.session._ui.line.last = "number 59"
    hands.type(b"\x10\x10")
    assert hands.terminal.display[1].rstrip() == "number 59"
    hands.type(b" ")
    assert hands.terminal.display[0].rstrip() == "number 37"
    hands.type(b"  ")
    assert hands.session.mode == "command"
    assert hands.session.world.turns == 0


def test_showing_a_message_again_is_no_message() -> None:
    hands = Hands()
    hands.type(b"v\x10s\x10")
    assert [text for text in hands.session.messages if "chongo" in text] == [hands.session.messages[-1]]


def test_a_history_has_an_end() -> None:
    line = MessageLine()
    for number in range(KEPT + 5):
        line.emit(f"x{number}")
        line.next()
    assert len(line.history) == KEPT
    assert line.history[0] == "X5"


def test_where_nothing_was_said_nothing_is_shown() -> None:
    hands = Hands()
    hands.type(b"\x10\x10")
    assert (hands.session.mode, hands.row()) == ("command", "")


def test_the_history_is_kept_in_a_saved_game() -> None:
    hands = Hands()
    for text in ("One.", "Two."):
        emit(hands.session.world, text)
        hands.type(b"s")
    told = hands.session.messages
    assert len(told) > 1
    again = Session(hands.session.world.seed, "5.4", state=json.loads(json.dumps(hands.session.state())))
    assert again.messages == told
    again.feed(b"")
    again.feed(b"\x10")
    again.feed(b"\x10")
    assert again.screen[0].startswith(f"{len(again.messages)} messages, the newest first:")


def test_an_old_saved_game_has_no_history_and_a_wrong_one_is_refused() -> None:
    hands = Hands()
    hands.type(b"v")
    state = hands.session.state()
    del state["messages"]
    again = Session(1, "5.4", state=state)
    assert again.messages == ()
    wrongs: list[object] = [{}, [3], "text", ["\x1b[2J"]]
    for wrong in wrongs:
        with pytest.raises(StateError):
            Session(1, "5.4", state={**hands.session.state(), "messages": wrong})
