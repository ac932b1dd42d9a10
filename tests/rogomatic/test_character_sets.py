"""Line drawing, characters beyond ASCII, and how many cells they take."""

from __future__ import annotations

import pytest

from rogomatic.agent.screen.vt100 import COLS, Screen

BOX = ["-----", "|.@.|", "-----"]
BOXES = {
    "first set": b"\x1b(0lqqqk\x1b(B\r\n\x1b(0x\x1b(B.@.\x1b(0x\x1b(B\r\n\x1b(0mqqqj\x1b(B",
    "second set": b"\x1b)0\x0elqqqk\x0f\r\n\x0ex\x0f.@.\x0ex\x0f\r\n\x0emqqqj\x0f",
    "third set": b"\x1b*0\x1bnlqqqk\x0f\r\n\x1bNx.@.\x1bNx\r\n\x1bnmqqqj",
    "fourth set": b"\x1b+0\x1bolqqqk\x0f\r\n\x1bOx.@.\x1bOx\r\n\x1bomqqqj",
    "repeated": b"\x1b(0lq\x1b[2bk\x1b(B\r\n\x1b(0x\x1b(B.@.\x1b(0x\x1b(B\r\n\x1b(0mq\x1b[2bj",
    "single": "┌───┐\r\n│.@.│\r\n└───┘".encode(),
    "heavy": "┏━━━┓\r\n┃.@.┃\r\n┗━━━┛".encode(),
    "double": "╔═══╗\r\n║.@.║\r\n╚═══╝".encode(),
    "round": "╭───╮\r\n│·☺·│\r\n╰───╯".encode(),
    "PC": b"\x1b[11m\xda\xc4\xc4\xc4\xbf\x1b[10m\r\n\x1b[11m\xb3\x1b[10m.@.\x1b[11m\xb3\x1b[m\r\n"
    b"\x1b[0;11m\xc0\xc4\xc4\xc4\xd9\x1b[m",
    "PC as UTF-8": b"\x1b[11m" + "ÚÄÄÄ¿\r\n³.@.³\r\nÀÄÄÄÙ".encode(),
}


def bytewise(data: bytes) -> Screen:
    screen = Screen()
    for byte in data:
        screen.feed(bytes((byte,)))
    return screen


def shown(data: bytes) -> Screen:
    screen = Screen()
    screen.feed(data)
    return screen


@pytest.mark.parametrize("form", BOXES)
def test_a_room_of_lines_is_a_room(form: str) -> None:
    for screen in (shown(BOXES[form]), bytewise(BOXES[form])):
        assert [screen.text(row) for row in range(3)] == BOX
        assert screen.strange == 0


@pytest.mark.parametrize("signs", ["├┼┤", "╠╬╣", "┠╂┨", "╞╪╡"])
def test_a_cross_is_a_door_in_a_wall(signs: str) -> None:
    assert shown(signs.encode()).text(0) == "|+|"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\x1b(0q\x1b7\x1b(Bq\x1b8q", "--"),  # the sets are kept with the cursor
        (b"\x1b)0\x0e\x1b7\x0fqq\x1b8xx", "||"),
        (b"\x1b7\x1b(0q\x1b8q", "q"),
        (b"\x1b)0q\x0eq\x0fq", "q-q"),
        (b"\x1b(0q\x1bcq", "q"),
        (b"\x1b(0q\x1b[!p\rq", "q"),
        (b"\x0eq", "q"),  # a set that was never named is ASCII
        (b"\x1b(Aq\x1b(0\x1b(Kq", "qq"),
        (b"\x1b(0_a~\x1b(B|", " #.|"),
        (b"\x1b(0qq\x1b[1;2H\x1b[Kx", "-|"),
        (b"\x1b[2;1H\x1b(0\x1b[1;1Hq\x1b[Kx\x1b[1;2Hq", "--"),
    ],
)
def test_a_set_lasts_until_another_is_named(data: bytes, text: str) -> None:
    assert shown(data).text(0) == bytewise(data).text(0) == text


WIDE = [
    ("中文|", "????|", 5),
    ("a\N{COMBINING ACUTE ACCENT}b", "ab", 2),
    ("é\N{ZERO WIDTH SPACE}|", "?|", 2),
    ("\N{FULLWIDTH LATIN CAPITAL LETTER A}|", "??|", 3),
    ("\N{PILE OF POO}|", "??|", 3),
    ("中\x1b[2b|", "??????|", 7),
    ("\x1b[4h中\r文\x1b[4l", "????", 2),
    ("\x1b[1;79H中", " " * 78 + "??", 79),
    ("\N{LEFT SINGLE QUOTATION MARK}\N{NO-BREAK SPACE}\N{EN DASH}", "' -", 3),
]


@pytest.mark.parametrize(("text", "row", "col"), WIDE)
def test_a_character_takes_the_cells_that_it_takes_on_a_terminal(text: str, row: str, col: int) -> None:
    for screen in (shown(text.encode()), bytewise(text.encode())):
        assert (screen.text(0), screen.col) == (row, col)


def test_a_wide_character_goes_to_the_next_row_where_one_cell_is_left() -> None:
    screen = shown("\x1b[1;80H中".encode())
    assert (screen.text(0), screen.text(1), screen.spot) == ("", "??", COLS + 2)


@pytest.mark.parametrize(("data", "row"), [
    (b"caf\xe9|", "caf?|"), (b"\xff\xfe|", "??|"), (b"\x80\x9b|", "|"), (b"\xe4\xb8|", "?|"),
    (b"\xed\xa0\x80|", "?|"), (b"\xc3\xe9\x1b[mx", "??x"),
])  # fmt: skip
def test_bytes_that_are_no_characters_take_a_cell_each_from_c0_on(data: bytes, row: str) -> None:
    assert shown(data).text(0) == bytewise(data).text(0) == row


@pytest.mark.parametrize("begin", [b"\x1b[7m", b"\x1b[3m", b"\x1b[0;1;7m"])
@pytest.mark.parametrize("end", [b"\x1b[m", b"\x1b[23;27m"])
def test_standout_is_reverse_or_italics(begin: bytes, end: bytes) -> None:
    assert shown(b"a" + begin + b"bc" + end + b"d").bright == {1, 2}


@pytest.mark.parametrize("color", [b"38;5;7", b"48;5;3", b"38;2;7;3;7", b"58;5;7", b"38:5:7", b"38:2::7:3:7"])
def test_numbers_of_colors_are_not_standout(color: bytes) -> None:
    assert shown(b"\x1b[" + color + b"mx").bright == set()
    assert shown(b"\x1b[" + color + b";7mx").bright == {0}


def test_a_screen_of_another_size_wraps_and_scrolls_at_its_own_edges() -> None:
    screen = Screen(3, 10)
    screen.feed(b"0123456789ab\x1b[99;99Hz\r\nend")
    assert screen.picture() == ["ab        ", "         z", "end       "]
    screen.resize(2, 4)
    assert screen.picture() == ["    ", "end "]
    screen.resize(4, 12)
    screen.feed(b"\x1b[4;12Hx")
    assert screen.picture()[1::2] == ["end         ", " " * 11 + "x"]
