"""The status row of all editions, and that every recorded one is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.status_parser import StatusLine, read_status
from tests.support.recorded_games import A_SIXTH, events

ROWS = [
    ("Level: 1  Gold: 0      Hp: 12(12)  Str: 16(16)  Arm: 4   Exp: 1/0",
     StatusLine(1, 0, 12, 12, 16, 16, 4, 1, 0, "")),
    ("Level: 26  Gold: 12345  Hp:   7(145)  Str: 31(31)  Arm: 11  Exp: 15/123456  Hungry",
     StatusLine(26, 12345, 7, 145, 31, 31, 11, 15, 123456, "Hungry")),
    ("Level: 3  Gold: 70     Hp:  0(12)  Str:  3(16)  Arm: -1  Exp: 2/17  Faint",
     StatusLine(3, 70, 0, 12, 3, 16, -1, 2, 17, "Faint")),
    ("Level: 1  Gold: 0      Hp: 12(12)  Str: 16(18)  Ac: 6   Exp: 1/0  Weak",
     StatusLine(1, 0, 12, 12, 16, 18, 4, 1, 0, "Weak")),
    ("Level: 1  Gold: 0      Hp: 12(12)  Str: 16  Ac: 6   Exp: 1/0",
     StatusLine(1, 0, 12, 12, 16, 0, 4, 1, 0, "")),
    ("Level: 1  Gold: 0      Hp: 12(12)  Str: 18/100  Ac: -2  Exp: 1/0  Fainting",
     StatusLine(1, 0, 12, 12, 18, 0, 12, 1, 0, "Faint")),
    ("Level: 12  Gold: 821    Hp: 388(388)  Str: 15(18)  Arm: 12  Exp: 16/324088  Hun",
     StatusLine(12, 821, 388, 388, 15, 18, 12, 16, 324088, "Hungry")),
    # A Rogue 5.4.4 of 2020 has its mode and a digit of its version behind the figures.
    ("Level: 3  Gold: 201    Hp: 27(27)  Str: 16(16)  Arm: 4   Exp: 4/48 w3",
     StatusLine(3, 201, 27, 27, 16, 16, 4, 4, 48, "")),
    ("Level: 3  Gold: 201    Hp: 27(27)  Str: 16(16)  Arm: 4   Exp: 4/48 w3 Weak",
     StatusLine(3, 201, 27, 27, 16, 16, 4, 4, 48, "Weak")),
]  # fmt: skip


@pytest.mark.parametrize(("row", "status"), ROWS)
def test_row_is_read(row: str, status: StatusLine) -> None:
    assert read_status(row) == status


@pytest.mark.parametrize("word", ["Hungy", "Wea", "Fat", "w3 Hun"])
def test_another_word_than_hunger_is_no_status(word: str) -> None:
    assert read_status(ROWS[0][0] + "  " + word) is None


@pytest.mark.parametrize("cut", range(0, 60, 7))
def test_half_a_row_is_no_status(cut: int) -> None:
    assert read_status(ROWS[0][0][:cut]) is None


@given(st.text(max_size=80))
def test_nothing_else_is_a_status(text: str) -> None:
    assert read_status(text) is None or text.startswith("Level:")


@pytest.mark.slow
@pytest.mark.parametrize("name", A_SIXTH)
def test_every_recorded_status_row_is_read(name: str) -> None:
    screen = Screen()
    read = 0
    for event in events(name):
        if event.keys:
            row = screen.text(23)
            if row.startswith("Level:") and "Exp: " in row:
                assert read_status(row) is not None, row
                read += 1
        else:
            screen.feed(event.data)
    assert read
