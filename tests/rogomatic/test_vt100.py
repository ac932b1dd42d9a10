"""The emulator: what each sequence does, the books of row 0, and agreement with pyte."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import pyte
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rogomatic.agent.screen.vt100 import COLS, ROWS, SIZE, Screen
from tests.support.pyte_oracle import Oracle
from tests.support.recorded_games import A_SIXTH, NAMES, OURS, events, game_output

pytestmark = pytest.mark.slow


def state(screen: Screen) -> tuple[list[str], tuple[int, int], set[int]]:
    return screen.picture(), (screen.row, screen.col), screen.bright


def shown(data: bytes) -> Screen:
    screen = Screen()
    screen.feed(data)
    return screen


# ---- what each sequence does

DRAWN = [  # bytes, rows that are not blank, cursor
    (b"abc", {0: "abc"}, (0, 3)),
    (b"\x1b[3;5Hx", {2: "    x"}, (2, 5)),
    (b"\x1b[3;5fx", {2: "    x"}, (2, 5)),
    (b"\x1b[;5Hx", {0: "    x"}, (0, 5)),
    (b"\x1b[99;99Hx", {23: " " * 79 + "x"}, (23, 79)),
    (b"abc\x1b[Hx", {0: "xbc"}, (0, 1)),
    (b"abc\b\bx", {0: "axc"}, (0, 2)),
    (b"a\b\b\b\bx", {0: "x"}, (0, 1)),
    (b"a\tb", {0: "a       b"}, (0, 9)),
    (b"\x1b[1;78H\t\tx", {0: " " * 79 + "x"}, (0, 79)),
    (b"ab\rx", {0: "xb"}, (0, 1)),
    (b"ab\nx", {0: "ab", 1: "  x"}, (1, 3)),
    (b"ab\x1bEx", {0: "ab", 1: "x"}, (1, 1)),
    (b"ab\x1bDx", {0: "ab", 1: "  x"}, (1, 3)),
    (b"\x1b[5;5H\x1b[2A\x1b[B\x1b[3C\x1b[Dx", {3: "      x"}, (3, 7)),
    (b"\x1b[5;5H\x1b[0Ax", {3: "    x"}, (3, 5)),
    (b"abc\x1b[9Gx", {0: "abc     x"}, (0, 9)),
    (b"abc\x1b[4dx", {0: "abc", 3: "   x"}, (3, 4)),
    (b"abcdef\x1b[1;3H\x1b[K", {0: "ab"}, (0, 2)),
    (b"abcdef\x1b[1;3H\x1b[1K", {0: "   def"}, (0, 2)),
    (b"abcdef\x1b[1;3H\x1b[2K", {}, (0, 2)),
    (b"ab\ncd\nef\x1b[2;3H\x1b[J", {0: "ab", 1: "  "}, (1, 2)),
    (b"ab\ncd\x1b[2;3H\x1b[1J", {1: "   d"}, (1, 2)),
    (b"ab\ncd\x1b[2J", {}, (1, 4)),
    (b"abcdef\x1b[1;3H\x1b[2@", {0: "ab  cdef"}, (0, 2)),
    (b"abcdef\x1b[1;3H\x1b[2P", {0: "abef"}, (0, 2)),
    (b"abcdef\x1b[1;3H\x1b[2X", {0: "ab  ef"}, (0, 2)),
    (b"a\r\nb\r\nc\x1b[2;1H\x1b[L", {0: "a", 2: "b", 3: "c"}, (1, 0)),
    (b"a\r\nb\r\nc\x1b[2;1H\x1b[M", {0: "a", 1: "c"}, (1, 0)),
    (b"a\x1b[24;1Hz\n", {22: "z"}, (23, 1)),
    (b"a\x1b[24;1Hz\x1b[H\x1bM", {1: "a"}, (0, 0)),
    (b"a\x1b[2;3rb\x1b[3;1Hc\n\rd", {0: "b", 1: "c", 2: "d"}, (2, 1)),
    (b"\x1b[2;3r\x1b[2;1Hx\x1b[2;1H\x1bM", {2: "x"}, (1, 0)),
    (b"a\x1b[2;1Hb\x1b[3;1Hc\x1b[2T", {2: "a", 3: "b", 4: "c"}, (2, 1)),
    (b"a\x1b[2;1Hb\x1b[3;1Hc\x1b[1;2r\x1b[3;2H\x1b[T", {1: "a", 2: "c"}, (2, 1)),
    (b"a\x1b[2;1Hb\x1b[3;1Hc\x1b[2S", {0: "c"}, (2, 1)),
    (b"a\x1b[2;1Hb\x1b[3;1Hc\x1b[2;3r\x1b[2;1H\x1b[S", {0: "a", 1: "c"}, (1, 0)),
    (b"a\x1b[2;1Hb\x1b[1;2r\x1b[9T", {}, (0, 0)),
    (b"\x1b[5;5H\x1b7\x1b[H\x1b8x", {4: "    x"}, (4, 5)),
    (b"x" * 80, {0: "x" * 80}, (0, 79)),
    (b"x" * 81, {0: "x" * 80, 1: "x"}, (1, 1)),
    (b"x" * 80 + b"\ry", {0: "y" + "x" * 79}, (0, 1)),
    (b"x" * 80 + b"\by", {0: "x" * 78 + "yx"}, (0, 79)),
    (b"\x1b[?7l" + b"x" * 80 + b"yz", {0: "x" * 79 + "z"}, (0, 79)),
    (b"\x1b(B\x1b)0\x1b[m\x0e\x0f\x1b[?7h\x1b[?1h\x1b=\x1b>\x1b[?25l\x07\0\x7fa", {0: "a"}, (0, 1)),
    (b"\x1b]0;title\x07a\x1b]2;x\x1b\\b\x1b]Rc", {0: "abc"}, (0, 3)),
    ("a\u00e9b".encode(), {0: "a?b"}, (0, 3)),
    (b"\x1b[1;60H*\x1b[13b", {0: " " * 59 + "*" * 14}, (0, 73)),
    (b"ab\x1b[mx\x1b[2;2H\x1b[2b", {0: "abx", 1: " xx"}, (1, 3)),
    (b"\x1b[3b", {}, (0, 0)),
    (b"\x1b[1;79Hx\x1b[3b", {0: " " * 78 + "xx", 1: "xx"}, (1, 2)),
    (b"abc\x1b[1;2H\x1b[4hxy\x1b[4lz", {0: "axyz" + "c"}, (0, 4)),
    (b"abc\x1b[1;2H\x1b[4hx\x1b[2b\x1b[4l", {0: "axxxbc"}, (0, 4)),
    (b"x" * 80 + b"\x1b[1;79H\x1b[4hyz\x1b[4l", {0: "x" * 78 + "yz"}, (0, 79)),
    (b"\x1b[1;20Ha\x1b[Zb\x1b[2Zc", {0: " " * 8 + "c       b  a"}, (0, 9)),
    (b"a\x1b[2Ib\x1b[99Ic", {0: "a" + " " * 15 + "b" + " " * 62 + "c"}, (0, 79)),
    (b"\x1b[3g\x1b[1;4H\x1bH\r\ta\tb", {0: "   a" + " " * 75 + "b"}, (0, 79)),
    (b"\x1b[1;9H\x1b[g\r\ta", {0: " " * 16 + "a"}, (0, 17)),
    (b"abc\x1b[2`x\x1b[2ay\x1b[ez", {0: "axc y", 1: " " * 5 + "z"}, (1, 6)),
    (b"abc\x1b[2Ex\x1b[Fy", {0: "abc", 1: "y", 2: "x"}, (1, 1)),
    (b"\x1b[5;5Habc\x1b[2;9r\x1b[4h\x1b)0\x0e\x1bcqx", {0: "qx"}, (0, 2)),
    (b"ab\x1b[4h\x1b(0\x1b[!p\rqx", {0: "qx"}, (0, 2)),
    (b"ab\x1b[s\x1b[5;5Hc\x1b[ud", {0: "abd", 4: "    c"}, (0, 3)),
    (b"shell\x1b[?1049h\x1b[Hgame\x1b[?1049l$", {0: "shell$"}, (0, 6)),
    (b"shell\x1b[?47h\x1b[2;1Hgame", {1: "game"}, (1, 4)),
    (b"\x1b[22;0;0t\x1b[2 q\x1b[>4;1m\x1bktitle\x1b\\\x1b]P0112233\x1b%Ga", {0: "a"}, (0, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("data", "rows", "cursor"), DRAWN)
def test_sequence_draws_as_on_a_vt100(data: bytes, rows: dict[int, str], cursor: tuple[int, int]) -> None:
    screen = shown(data)
    expected = [rows.get(row, "").ljust(COLS) for row in range(ROWS)]
    assert screen.picture() == expected
    assert (screen.row, screen.col) == cursor
    assert screen.spot == cursor[0] * COLS + cursor[1]


def test_standout_is_kept_by_spot_and_moves_with_its_row() -> None:
    screen = shown(b"\x1b[2;3Ha\x1b[0;1;7mB\x1b[mc\x1b[3;1H\x1b[7mXY\x1b[27mz")
    assert screen.bright == {83, 160, 161}
    screen.feed(b"\x1b[2;1H\x1b[L")
    assert screen.bright == {163, 240, 241}
    screen.feed(b"\x1b[4;1H\x1b[P\x1b[3;1H\x1b[K")
    assert screen.bright == {240}


def test_color_number_seven_is_not_standout() -> None:
    assert shown(b"\x1b[38;5;7mx\x1b[31;1my").bright == set()


@pytest.mark.parametrize("data", [b"\x1b[5q", b"\x1bZ", b"\x1b[3", b"\x1b#8", b"\xff", b"\x1b[<1z"])
def test_unknown_sequence_is_counted_and_skipped(data: bytes) -> None:
    screen = shown(data + b"\x1b[2;2Hx")
    assert screen.strange >= 1
    assert screen.cells[81:82] == b"x"


def test_known_sequences_are_not_strange() -> None:
    assert all(shown(data).strange == 0 for data, _, _ in DRAWN if data.isascii())


# ---- the books: changes, clears, row 0


def test_changes_are_told_once_and_only_if_they_last() -> None:
    screen = shown(b"\x1b[2;1Hab\x1b[4;1Hc")
    assert screen.take_changes() == [80, 81, 240]
    assert screen.take_changes() == []
    screen.feed(b"\x1b[2;1H*\ba\x1b[2;2HB")
    assert screen.take_changes() == [81]
    screen.feed(b"\x1b[2;2Hxxxx\x1b[2;1Hx\x1b[2;3Hx\x1b[2;4Hxxx\x1b[24;1Hx")
    assert screen.take_changes() == [80, 81, 82, 83, 84, 85]
    screen.resize(ROWS, COLS - 1)
    assert screen.take_changes() == [80, 81, 82, 83, 84, 237, 1817]


def test_changes_in_standout_and_in_the_last_column_are_told() -> None:
    screen = shown(b"\x1b[7m\x1b[3;1Habcd\x1b[3;1Hx\x1b[m\x1b[5;79Habc\x1b[23;79Hab")
    assert screen.take_changes() == [160, 161, 162, 163, 398, 399, 400, 1838, 1839]


def test_first_and_last_row_are_no_part_of_the_map() -> None:
    assert shown(b"x\x1b[1;80Hxy\x1b[22;80Hz\x1b[23;80Hzx\x1b[24;1Hx").take_changes() == [80, 1759, 1839]


@pytest.mark.parametrize(
    ("data", "written"),
    [(b"\x1b[24;1Hx", True), (b"\x1b[24;1H\x1b[K", True), (b"\x1b[23;80Hxy", True), (b"\x1b[J", True),
     (b"\x1b[24;80Hx", True), (b"\x1b[23;79Hx", False), (b"\x1b[23;1H\x1b[K", False), (b"x", False),
     (b"\x1b[24;5H", False)],
)  # fmt: skip
def test_status_row_counts_as_written_until_the_next_take(data: bytes, written: bool) -> None:
    screen = shown(b"\x1b[24;1Hx\x1b[H")
    assert screen.status_written
    screen.take_changes()
    assert not screen.status_written
    screen.feed(data)
    assert screen.status_written == written


def test_a_snapshot_shows_each_change_of_the_cells() -> None:
    screen = shown(b"ab\x1b[3;1Hc")
    for data in (b"\x1b[3;1Hd", b"\x1b[3;2Hee", b"\x1b[1;2Hx", b"\x1b[1;1H\x1b[K", b"\x1b[2J", b"\x1b[7mx"):
        before = screen.snapshot()
        assert screen.snapshot() is before
        screen.feed(data)
        assert before != screen.snapshot() == bytes(screen.cells)
    screen.cells[5] = ord("y")
    assert screen.snapshot()[5] == ord("y")


@pytest.mark.parametrize("clear", [b"\x1b[H\x1b[J", b"\x1bc"])
def test_after_a_clear_all_that_is_drawn_again_is_a_change(clear: bytes) -> None:
    screen = shown(b"\x1b[2;1Hab\x1b[4;1Hc")
    screen.take_changes()
    screen.feed(clear + b"\x1b[2;1Ha")
    assert screen.take_changes() == [80, 81, 240]
    screen.feed(b"\x1b[2;1Ha")
    assert screen.take_changes() == []


@pytest.mark.parametrize(
    ("data", "again"),
    [(b"\x1b[H\x1b[J", [80]), (b"\x1b[2J", [80]), (b"x\x1b[J", []), (b"\x1b[H\x1b[K", []), (b"\x1b[1J", [])],
)
def test_only_a_clear_of_the_whole_screen_shows_what_is_drawn_again(data: bytes, again: list[int]) -> None:
    screen = shown(b"\x1b[2;1Ha\x1b[H")
    screen.take_changes()
    screen.feed(data + b"\x1b[2;1Ha")
    assert screen.take_changes() == again


COMPLAINT = b"\x1b[10;5H@\b\x1b[HYou hit\x1b[10;5H\x1b[HIllegal command ';'\x1b[10;5H"
KEPT: list[tuple[str, list[bytes], list[list[str]]]] = [
    ("complaint over it", [COMPLAINT, b""], [["You hit", "Illegal command ';'"], []]),
    ("once", [b"one\x1b[5;5H\x1b[H\x1b[5;5H\x1b[Hone\x1b[5;5H"], [["one"]]),
    (
        "again when drawn anew",
        [b"one\x1b[5;5H", b"\x1b[H\x1b[K\x1b[5;5H\x1b[Hone\x1b[5;5H"],
        [["one"], ["one"]],
    ),
    ("cursor stays", [b"Read what? \rThis scroll", b"\x1b[5;5H"], [[], ["This scroll"]]),
    ("over its end", [b"x" * 85], [["x" * 80]]),
]
"""What is drawn in steps, and the lines that are kept after each."""


@pytest.mark.parametrize(("drawn", "kept"), [case[1:] for case in KEPT], ids=[case[0] for case in KEPT])
def test_lines_are_kept_once_they_are_whole(drawn: list[bytes], kept: list[list[str]]) -> None:
    screen = Screen()
    for data, lines in zip(drawn, kept, strict=True):
        screen.feed(data)
        assert screen.take_lines() == lines


def test_row_that_scrolls_into_row_0_is_no_line() -> None:
    screen = shown(b"\x1b[2;1Hstone\x1b[24;1H\n")
    assert (screen.text(0), screen.take_lines()) == ("stone", [])


@pytest.mark.parametrize(
    "leave", [b"\x1b[K", b"\x1b[J", b"\x1b[2J", b"\x1b[2K", b"\n", b"\x1b[B", b"\x1b[5d", b"\x1bE"]
)
def test_line_is_kept_when_left_or_cleared(leave: bytes) -> None:
    assert shown(b"You hit\x1b[H" + leave).take_lines() == ["You hit"]


@pytest.mark.parametrize(
    ("data", "drawn", "top"),
    [(b"\x1b[H", False, False), (b"\x1b[3;3Hx", True, False), (b"x", True, True), (b"\x1b[K", True, True)],
)  # fmt: skip
def test_writing_is_noticed_even_if_nothing_changes(data: bytes, drawn: bool, top: bool) -> None:
    screen = shown(b"x\x1b[3;3Hx\x1b[H")
    screen.drawn = screen.top_written = False
    screen.feed(data)
    assert (screen.drawn, screen.top_written) == (drawn, top)


NUMBER = st.integers(0, 90).map(lambda n: str(n).encode())
TEXT = st.binary(min_size=1, max_size=90).map(lambda raw: bytes(32 + byte % 95 for byte in raw))
# a count of 0 means 1; pyte takes it as 0 for some sequences
COUNTED = st.builds(lambda n, final: b"\x1b[%d" % n + final, st.integers(1, 90), st.sampled_from(
    [b"A", b"B", b"C", b"D", b"E", b"F", b"G", b"a", b"e", b"d", b"L", b"M", b"P", b"@", b"X"]))  # fmt: skip
PLACED = st.builds(lambda r, c: b"\x1b[%b;%bH" % (r, c), NUMBER, NUMBER)
MARGINS = st.builds(lambda a, size: b"\x1b[%d;%dr" % (a, min(a + size, ROWS)),
                    st.integers(1, 23), st.integers(1, 23))  # fmt: skip
FIXED = st.sampled_from([
    b"\x1b[H", b"\x1b[J", b"\x1b[1J", b"\x1b[2J", b"\x1b[K", b"\x1b[1K", b"\x1b[2K", b"\x1b[m",
    b"\x1b[7m", b"\x1b[0;1;7m", b"\x1b[27m", b"\x1b7", b"\x1b8", b"\x1bM", b"\x1bD", b"\x1bE", b"\b",
    b"\b\b\b", b"\t", b"\r", b"\n", b"\x0f", b"\x0e", b"\x07", b"\x1b(B", b"\x1b)0", b"\x1b=",
    b"\x1b>", b"\x1b(0", b"\x1b)B", b"\x1b[4h", b"\x1b[4l", b"\x1bH", b"\x1b[g", b"\x1b[3m", b"\x1b[23m",
    b"\x1b[?7h", b"\x1b[?1h", b"\x1b[?1l", b"\x1b[r", b"\x1b[A", b"\x1b[B", b"\x1b[C",
])  # fmt: skip
STREAM = st.lists(TEXT | COUNTED | PLACED | MARGINS | FIXED, max_size=40).map(b"".join)
PIECES = st.sampled_from([b"\x1b", b"[", b"]", b"?", b";", b"1", b"24", b"H", b"(", b"\x07", b"R", b"\b"])
GARBAGE = st.lists(PIECES | st.binary(max_size=4) | FIXED | TEXT, max_size=30).map(b"".join)


@given(STREAM)
@settings(max_examples=75, deadline=None)
@example(b"\x1b[7;60H\x1b7\x1b[8;23r\x1b8\r\x1b[1B\x1bM")
def test_supported_sequences_give_what_pyte_gives(data: bytes) -> None:
    screen, oracle = shown(data), Oracle()
    oracle.feed(data)
    assert state(screen) == oracle.state()
    assert screen.strange == 0


@given(STREAM | GARBAGE, st.lists(st.integers(0, 400), max_size=20))
@settings(max_examples=75, deadline=None)
@example(b"\x1b[" + b"1" * 40 + b"H\x1b]" + b"t" * 300 + b"\x07x", [])
@example(b"\x1b]0;a\x1b\\b\x1b[1\x1b[2;2Hc", [7])
def test_chunks_never_matter_and_garbage_never_raises(data: bytes, cuts: list[int]) -> None:
    whole, bytewise, chunked = shown(data), Screen(), Screen()
    for byte in data:
        bytewise.feed(bytes([byte]))
    places = sorted({0, *(cut for cut in cuts if cut < len(data)), len(data)})
    for start, end in pairwise(places):
        chunked.feed(data[start:end])
    for other in (bytewise, chunked):
        assert state(other) == state(whole)
        assert other.take_changes() == whole_changes(data)
        assert other.take_lines() == shown(data).take_lines()
        assert other.strange == whole.strange
        assert (other.drawn, other.top_written) == (whole.drawn, whole.top_written)
        assert other.snapshot() == whole.snapshot()
        if other.top is not None:
            assert other.top.rstrip() == bytes(whole.cells[:COLS]).rstrip()
    assert len(whole.cells) == SIZE
    assert all(0 <= spot < SIZE for spot in whole.bright)


def whole_changes(data: bytes) -> list[int]:
    return shown(data).take_changes()


@pytest.mark.parametrize("name", A_SIXTH)
def test_recording_gives_what_pyte_gives(name: str) -> None:
    """The whole game: the pictures are compared at a dozen places and at the end."""
    data = game_output(name)
    screen, oracle = Screen(), Oracle()
    size = len(data) // 12 + 1
    for start in range(0, len(data), size):
        screen.feed(data[start : start + size])
        oracle.feed(data[start : start + size])
        assert state(screen) == oracle.state()
    assert screen.strange == 0


@pytest.mark.parametrize("name", [*OURS, *(name for name in NAMES if name.endswith(("7105", "7002")))])
def test_recording_byte_by_byte_gives_the_same(name: str) -> None:
    data = game_output(name)[:30_000]
    whole, bytewise = shown(data), Screen()
    for byte in data:
        bytewise.feed(bytes([byte]))
    assert state(bytewise) == state(whole)
    assert bytewise.take_lines() == whole.take_lines()
    assert bytewise.take_changes() == whole.take_changes()


def test_three_times_as_fast_as_pyte() -> None:
    data = [event.data for event in events(OURS[0]) if not event.keys]
    assert _seconds(Screen, data[:3000], 3) * 3 < _seconds(_plain_pyte, data[:3000], 1)


def _plain_pyte() -> pyte.ByteStream:
    return pyte.ByteStream(pyte.Screen(COLS, ROWS))


def _seconds(make: Any, data: list[bytes], rounds: int) -> float:
    best = float("inf")
    for _ in range(rounds):
        screen = make()
        start = time.process_time()
        for chunk in data:
            screen.feed(chunk)
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.parametrize(
    ("drawn", "beyond"),
    [(b"\x1b[24;80H", False), (b"\x1b[25;1H", True), (b"\x1b[1;81H", True), (b"\x1b[99;99f", True)],
)
def test_a_game_that_takes_another_size_for_granted_is_noticed(drawn: bytes, beyond: bool) -> None:
    screen = Screen()
    screen.feed(drawn + b"x\x1b[2;2H")
    assert screen.beyond is beyond
