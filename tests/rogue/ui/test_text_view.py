"""The screen in words: what is waited for, what changed, the legend."""

from __future__ import annotations

from typing import get_args

import pytest

from rogue.storage.variant_files import rules_of
from rogue.tables.edition_table import EDITIONS
from rogue.ui.input_modes import ModeName
from rogue.ui.session import Session
from rogue.ui.text_view import MAX_TEXT, WAITS, text_of_screen


def shown(session: Session, before: bytes = b"") -> list[str]:
    rules = session.world.rules
    return text_of_screen(
        session.cells, session.cursor, session.mode, rules, before=before, covered=session.covered
    ).split("\n")


def test_every_mode_of_the_game_has_words() -> None:
    assert set(WAITS) == set(get_args(ModeName))


def test_a_new_game_shows_its_rows_and_a_legend_with_places() -> None:
    session = Session(42)
    session.feed(b"")
    lines = shown(session)
    assert lines[0] == "waits for: a command"
    assert lines[1] == " 1|" + session.screen[1].rstrip()
    assert "'@': you at (3,60); 'B': bat at (3,67); '*': gold at (3,61)" in lines[-1]
    assert "'.': room floor;" in lines[-1]
    assert not any(line.startswith("changed") for line in lines)


def test_a_step_names_the_squares_that_changed() -> None:
    session = Session(42)
    session.feed(b"")
    before = session.cells
    session.feed(b"h")
    changed = next(line for line in shown(session, before) if line.startswith("changed: "))
    assert "(3,59) '.' to '@'" in changed
    assert "(3,60) '@' to '.'" in changed
    assert "changed: nothing" in shown(session, session.cells)


def test_a_list_over_the_map_has_no_legend() -> None:
    session = Session(42)
    session.feed(b"")
    before = session.cells
    session.feed(b"i")
    lines = shown(session, before)
    assert lines[0] == "waits for: a space, to continue reading"
    assert any("squares of the map" in line for line in lines)
    assert lines[-1].startswith("cursor: row ")


@pytest.mark.parametrize("name", [*EDITIONS, "coffee"])
def test_no_screen_is_too_long_or_unexplained(name: str) -> None:
    session = Session(40_001, rules_of(name))
    session.feed(b"")
    for key in b"llllssssHHJJKK  LL  >ii  ":
        session.feed(bytes([key]))
        text = "\n".join(shown(session))
        assert len(text) < MAX_TEXT
        assert "unknown character" not in text
