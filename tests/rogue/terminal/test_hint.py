"""What a person sees who presses a key that --More-- ignores, or types a count."""

from __future__ import annotations

from pathlib import Path

import pytest

from rogue.terminal.hint import BELL, GOES_ON, ScreenHint
from tests.support.emulated_terminal import Line


def test_a_reminder_is_drawn_behind_the_cursor_and_erased_once() -> None:
    hint = ScreenHint()
    assert hint.erase() == b""
    assert hint.show(0, 30) == b"\x1b7\x1b[1;31H\x1b[m\x1b[1m" + GOES_ON + b"\x1b[m\x1b8"
    assert hint.erase() == b"\x1b7\x1b[1;31H\x1b[m" + b" " * len(GOES_ON) + b"\x1b8"
    assert hint.erase() == b""


def test_without_room_the_bell_rings() -> None:
    hint = ScreenHint()
    assert hint.show(0, 80 - len(GOES_ON) + 1) == BELL
    assert hint.erase() == b""


@pytest.mark.slow
def test_a_person_at_more_is_told_that_a_space_goes_on(tmp_path: Path) -> None:
    line = Line(tmp_path, "xterm", ROGUEOPTS="name=rogo-ann,inven=slow")
    line.until("Level: 1")
    line.type(b"i", "--More--")
    line.type(b"h", "--More-- space goes on")
    line.type(b" ", "b) ")
    assert "space goes on" not in line.screen.display[0]
    line.child.close(force=True)


def test_a_count_stands_at_the_end_of_row_0_unless_a_message_is_there() -> None:
    hint = ScreenHint()
    assert hint.count(0, "") == b""
    assert hint.count(12, "x" * 71) == b""
    assert b"\x1b[1;72H\x1b[m\x1b[1mcount 12" in hint.count(12, "x" * 70)
    assert hint.erase().count(b" ") == len("count 12")


@pytest.mark.slow
def test_a_person_sees_the_count_that_is_typed(tmp_path: Path) -> None:
    line = Line(tmp_path, "xterm")
    line.until("Level: 1")
    line.type(b"1", "count 1")
    line.type(b"2", "count 12")
    line.type(b"s")
    line.until_gone("count")
    line.child.close(force=True)
