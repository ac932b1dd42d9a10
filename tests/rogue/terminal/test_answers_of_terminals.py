"""A game on a pseudo-terminal whose answers to an older question come late: no letter of them is a key."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rogue.ui.keyboard import ESCAPE_SECONDS, REST_SECONDS
from tests.support.emulated_terminal import Line

ANSWERS = (  # of each kind one; test_keyboard has all
    b"\x1b]11;rgb:1e1e/1e1e/1e1e\x07",
    b"\x1bP>|XTerm(389)\x1b\\",
    b"\x1b[200~QyTr\r\x1b[201~",
    b"\x1b[M Qy",
    b"\x1b]11;rgb:1e1e/1e",  # breaks off
)


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    one = Line(tmp_path, "xterm-256color")
    one.until("Level: 1")
    yield one
    one.child.close(force=True)


def test_no_letter_of_an_answer_is_a_command(line: Any) -> None:
    for answer in ANSWERS:
        before = list(line.screen.display)
        for part in (answer[:4], answer[4:]):  # as over a slow line
            line.type(part)
            time.sleep(ESCAPE_SECONDS * 2)
        time.sleep(0 if answer is not ANSWERS[-1] else REST_SECONDS)
        line.type(b"]", "You are wearing")
        line.type(b" ")
        line.until_gone("You are wearing")
        assert line.screen.display[1:] == before[1:], answer


def test_a_letter_behind_an_escape_holds_up_nobody(line: Any) -> None:
    line.type(b"\x1b")
    time.sleep(ESCAPE_SECONDS * 3)
    for key in b"]PX^_":
        line.type(b"]")  # two keys
        line.until("You are wearing")
        line.type(b"\x1b%c" % key)  # one, held with Alt: an Escape
        line.until_gone("You are wearing")
    line.type(b"]", "You are wearing")
