"""Colors: what is colored, what never is, and that they can be read."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.terminal.window import EIGHT, KINDS, MANY, Colorizer
from tests.support.session_driver import Hands

COLOR = re.compile(rb"\x1b\[(?:1|2|3\d|38;5;\d+)m([^\x1b]+)\x1b\[m")
CONTRAST = 3.0  # what is asked of large text


def stripped(data: bytes) -> bytes:
    """Return colored bytes without their colors."""
    return COLOR.sub(rb"\1", data)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.sampled_from(b"hjklyubnHJLK.si ?*o\r>qav\x12"), max_size=80),
    st.integers(0, 2**32),
    st.sampled_from(["", "inven=overwrite", "jump"]),
)
def test_colors_add_sequences_and_change_nothing_else(keys: list[int], seed: int, options: str) -> None:
    colorizer, hands = Colorizer(256), Hands(options, seed)
    for key in keys:
        sent = hands.type(bytes([key]))
        assert stripped(colorizer.paint(sent, covered=hands.session.covered)) == sent


def test_the_first_screen_has_its_walls_stairs_and_hero_in_color() -> None:
    sent = Hands("", 7).sent
    painted = Colorizer(8).paint(sent, covered=False)
    assert b"\x1b[2m---" in painted
    assert b"\x1b[1m@\x1b[m" in painted
    assert stripped(painted) == sent


@pytest.mark.parametrize("row", [1, 24])
def test_messages_and_status_keep_their_own_color(row: int) -> None:
    data = b"\x1b[%d;1HThe kestrel hit - Gold: 5" % row
    assert Colorizer(256).paint(data, covered=False) == data


def test_lists_and_the_end_keep_their_own_color() -> None:
    data = b"\x1b[2;1Hb) +1 ring mail [4]"
    assert Colorizer(256).paint(data, covered=True) == data


def test_what_is_highlighted_stays_highlighted() -> None:
    data = b"\x1b[2;1H\x1b[7mK\x1b[mS"
    assert Colorizer(8).paint(data, covered=False) == b"\x1b[2;1H\x1b[7mK\x1b[m\x1b[31mS\x1b[m"


def test_a_run_of_one_color_is_one_piece_and_the_row_is_remembered() -> None:
    colorizer = Colorizer(8)
    assert colorizer.paint(b"\x1b[5;1H|..", covered=False) == b"\x1b[5;1H\x1b[2m|\x1b[m.."
    assert colorizer.paint(b"*.##+", covered=False) == b"\x1b[33m*\x1b[m.\x1b[2m##+\x1b[m"


@pytest.mark.parametrize("colors", [-1, 0, 2])
def test_a_terminal_without_colors_gets_the_bytes_as_they_are(colors: int) -> None:
    data = b"\x1b[2;1H|.@.K|"
    assert Colorizer(colors).paint(data, covered=False) == data


def luminance(code: bytes) -> float:
    """Return how light a color of the table of 256 is, 0 to 1."""
    number = int(code.rpartition(b";")[2])
    if number >= 232:
        parts = [8 + 10 * (number - 232)] * 3
    else:
        number -= 16
        steps = (0, 95, 135, 175, 215, 255)
        parts = [steps[number // 36], steps[number // 6 % 6], steps[number % 6]]
    red, green, blue = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("kind", [kind for kind in MANY if MANY[kind] != b"1"])
def test_every_color_can_be_read_on_black_and_on_white(kind: str) -> None:
    light = luminance(MANY[kind])
    assert (light + 0.05) / 0.05 >= CONTRAST
    assert 1.05 / (light + 0.05) >= CONTRAST


def test_both_tables_know_every_kind() -> None:
    assert EIGHT.keys() == MANY.keys() == set(KINDS.values())
