"""The painter: what it sends, and that a terminal shows just that."""

from __future__ import annotations

import re

import pyte
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.state.grid import spot_of
from rogue.state.level import PlayerMap
from rogue.ui.renderer import Renderer

HERO = spot_of(5, 10)
SAFE = re.compile(rb"(?:[ -~]|\x08|\x1b\[\d+;\d+H|\x1b\[K|\x1b\[H\x1b\[J|\x1b\[7m|\x1b\[m)*")


def drawn(painter: Renderer, canvas: PlayerMap, hero: int = HERO) -> bytes:
    painter.map_changes(canvas, hero)
    return painter.take()


def started() -> tuple[Renderer, PlayerMap]:
    painter, canvas = Renderer(), PlayerMap()
    painter.whole_map(canvas, HERO)
    painter.take()
    return painter, canvas


def test_a_step_sends_the_two_squares_and_nothing_else() -> None:
    painter, canvas = started()
    assert drawn(painter, canvas, HERO + 1) == b"\x1b[6;11H @"


def test_squares_side_by_side_need_one_move_of_the_cursor() -> None:
    painter, canvas = started()
    for spot in (spot_of(3, 5), spot_of(3, 6), spot_of(3, 7)):
        canvas.put(spot, ord("#"))
    assert drawn(painter, canvas) == b"\x1b[4;6H###"


def test_what_changed_and_changed_back_is_not_sent() -> None:
    painter, canvas = started()
    canvas.put(spot_of(3, 5), ord("B"))
    canvas.put(spot_of(3, 5), ord(" "))
    assert drawn(painter, canvas) == b""
    assert not canvas.dirty


def test_the_hero_hides_what_lies_under_it_and_gives_it_back() -> None:
    painter, canvas = started()
    canvas.put(HERO, ord("%"))
    assert drawn(painter, canvas) == b""
    assert drawn(painter, canvas, HERO + 1) == b"\x1b[6;11H%@"


def test_detected_monsters_stand_out_and_stop_standing_out() -> None:
    painter, canvas = started()
    canvas.put_bright(spot_of(3, 5), ord("B"))
    assert drawn(painter, canvas) == b"\x1b[4;6H\x1b[7mB\x1b[m"
    canvas.put(spot_of(3, 5), ord("B"))
    assert drawn(painter, canvas) == b"\x1b[4;6HB"


def test_a_row_is_written_in_place_and_only_its_rest_is_cleared() -> None:
    painter, _ = started()
    painter.row(0, "You hit the bat")
    painter.take()
    painter.row(0, "Illegal")
    assert painter.take() == b"\x1b[1;1HIllegal\x1b[K"
    painter.row(0, "Illegal")
    assert painter.take() == b"\x1b[1;1HIllegal"


def test_the_last_column_is_never_written() -> None:
    painter, _ = started()
    painter.row(23, "x" * 200)
    assert painter.take().endswith(b"x" * 79)
    assert painter.picture()[23] == "x" * 79 + " "


def test_bytes_beyond_ascii_and_controls_become_question_marks() -> None:
    painter, _ = started()
    painter.row(0, "\xe9\x07a")
    assert painter.take() == b"\x1b[1;1H??a"


CHANGES = st.lists(
    st.tuples(st.integers(80, 23 * 80 - 1), st.sampled_from(b" .#+|-ABZ!?%^"), st.booleans()), max_size=40
)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(CHANGES, st.integers(80, 23 * 80 - 1), st.booleans()), max_size=5))
def test_the_terminal_shows_the_canvas(turns: list[tuple[list[tuple[int, int, bool]], int, bool]]) -> None:
    painter, canvas = Renderer(), PlayerMap()
    screen = pyte.Screen(80, 24)
    stream = pyte.ByteStream(screen)
    painter.whole_map(canvas, HERO)
    hero = HERO
    for changes, hero, whole in turns:
        for spot, symbol, bright in changes:
            (canvas.put_bright if bright else canvas.put)(spot, symbol)
        if whole:
            painter.whole_map(canvas, hero)
        else:
            painter.map_changes(canvas, hero)
        data = painter.take()
        assert SAFE.fullmatch(data)
        stream.feed(data)
    expected = bytearray(canvas.cells)
    expected[hero] = ord("@")
    stream.feed(painter.take())
    assert "".join(screen.display).encode() == bytes(expected)
    shown = {row * 80 + col for row in range(24) for col in range(80) if screen.buffer[row][col].reverse}
    assert shown == {spot for spot in canvas.bright if spot != hero}
