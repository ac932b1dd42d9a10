"""The message line (OPT-3, SCREEN.md 5)."""

from __future__ import annotations

import pytest

from rogue.ui.input_modes import HelpPrompt
from rogue.ui.message_line import MessageLine, raised, split


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
    assert split(version) == [version]
    assert split("x" * 39 + " " + "y" * 39) == ["x" * 39 + " " + "y" * 39]
    assert split("x" * 39 + " " + "y" * 40) == ["x" * 39, "y" * 40]


def test_no_part_is_ever_wider_than_the_row() -> None:
    for text in ("word " * 40, "x" * 300):
        parts = split(text)
        assert all(len(part) <= 79 for part in parts)
        assert "".join(parts).replace(" ", "") == text.replace(" ", "")


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
