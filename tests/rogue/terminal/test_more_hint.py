"""What a person sees who presses a key that --More-- ignores."""

from __future__ import annotations

from pathlib import Path

import pytest

from rogue.terminal.more_hint import BELL, HINT, MoreHint
from tests.support.emulated_terminal import Line


def test_a_reminder_is_drawn_behind_the_cursor_and_erased_once() -> None:
    hint = MoreHint()
    assert hint.erase() == b""
    assert hint.show(0, 30) == b"\x1b7\x1b[1;31H\x1b[m\x1b[1m" + HINT + b"\x1b[m\x1b8"
    assert hint.erase() == b"\x1b7\x1b[1;31H\x1b[m" + b" " * len(HINT) + b"\x1b8"
    assert hint.erase() == b""


def test_without_room_the_bell_rings() -> None:
    hint = MoreHint()
    assert hint.show(0, 80 - len(HINT) + 1) == BELL
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
