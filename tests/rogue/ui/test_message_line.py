"""The message line (OPT-3, SCREEN.md 5)."""

from __future__ import annotations

import pytest

from rogue.ui.input_modes import HelpPrompt
from rogue.ui.message_line import MessageLine, raised, split

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
    line.ask("Eat what? ", HelpPrompt())
    line.cut_list()
    assert [entry.text for entry in line.queue] == ["Eat what? "]
    assert line.asks
