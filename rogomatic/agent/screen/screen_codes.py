"""The codes of a terminal, which are control sequences or character sets."""

from __future__ import annotations

import re
from typing import Final

from rogue.shared.cell_widths import cells_of

# Everything but printable runs.  A broken sequence is a token; the limits keep none waiting forever.
TOKENS: Final = re.compile(
    rb"((?=[\x00-\x1f\x7f-\xff])(?:"  # first, so that printable characters are passed over at once
    rb"\x1b\[[\x20-\x3f]{0,31}[\x40-\x7e]?"  # ESC [ numbers final
    rb"|\x1b\](?:R|P[0-9A-Fa-f]{7})|\x1b[]PX^_k][^\x07\x1b]{0,2047}\x07?"  # palette; strings, as titles
    rb"|\x1b[\x20-\x2f]{0,3}[\x30-\x7e]?"  # ESC x, ESC ( x
    rb"|\x08+|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"  # UTF-8
    rb"|[\x00-\x1f\x7f-\xff]))"
)
HALF: Final = re.compile(
    rb"\x1b(?:\[[\x20-\x3f]{0,31}|(?:\](?!R|P[0-9A-Fa-f]{7})|[PX^_k])[^\x07\x1b]{0,2047}|[\x20-\x2f]{0,3})?\Z"
)
HALF_CHARACTER: Final = re.compile(rb"(?:[\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})\Z")
CSI: Final = re.compile(rb"\x1b\[(\??)([0-9;:]*)([\x20-\x2f]?[\x40-\x7e])")
QUIET: Final = re.compile(  # known sequences without effect here
    rb"\x1b[=>\\<]|\x1b\[>[0-9;]*[a-z]|\x1b%[@G8]|\x1b\](?:R|P[0-9A-Fa-f]{7})|\x1b[]k][^\x07]*\x07?|[\0\x07\x7f]",
    re.DOTALL,
)

# Bits of a character's attributes.
REVERSE: Final = 1
ITALIC: Final = 2  # shown by some terminals for standout
FONT: Final = 4  # bytes are characters of the PC font
_LOOKS: Final = {  # number: bits that it clears, bits that it sets
    0: (REVERSE | ITALIC | FONT, 0), 7: (0, REVERSE), 27: (REVERSE, 0), 3: (0, ITALIC), 23: (ITALIC, 0),
    10: (FONT, 0), 11: (0, FONT), 12: (0, FONT),
}  # fmt: skip
_COLORS: Final = (38, 48, 58)
_COLOR_SIZES: Final = {5: 2, 2: 4}  # numbers after one of these
_ENOUGH: Final = 9999  # larger counts have the same effect


def index_of(number: int, size: int) -> int:
    """Return the index, from 0 to `size` - 1, of the row or column that a sequence calls `number`."""
    return min(max(number, 1), size) - 1


def numbers_of(text: bytes) -> list[int]:
    """Return the numbers of a control sequence.  A missing number counts as 0.

    Of a number with parts separated by colons, only the first part is returned.  But if the parts specify a
    color, 39 is returned, because 39 is a number that has no effect on the terminal here.

    >>> numbers_of(b"1;;4:3"), numbers_of(b"38:5:7;7")
    ([1, 0, 4], [39, 7])
    """
    found: list[int] = []
    for one in text.split(b";"):
        first, colon, _ = one.partition(b":")
        number = min(int(first or 0), _ENOUGH)
        found.append(39 if colon and number in _COLORS else number)
    return found


def attributes_of(numbers: list[int]) -> tuple[int, int]:
    """Return what the numbers of an "ESC [ numbers m" sequence do, as two bit masks.

    The first holds the attributes that keep their state, and the second holds the attributes to set.  The
    numbers that follow 38, 48, or 58 define a color, so they are skipped.

    >>> attributes_of([0, 1, 7]) == (~7, REVERSE), attributes_of([38, 5, 7, 3]) == (-1, ITALIC)
    (True, True)
    """
    keep, bits, at = -1, 0, 0
    while at < len(numbers):
        number = numbers[at]
        if number in _COLORS:
            at += _COLOR_SIZES.get(numbers[at + 1], 1) if at + 1 < len(numbers) else 0
        elif number in _LOOKS:
            cleared, added = _LOOKS[number]
            keep, bits = keep & ~cleared, bits & ~cleared | added
        at += 1
    return keep, bits


UNKNOWN: Final = "?"  # stands for a character without a meaning
_ACROSS: Final = "-"
_UPRIGHT: Final = "|"
_CROSS: Final = "+"

# Line drawing, the letters of DEC special graphics, and the symbols of Rogues for the PC.
_SAME: Final = (
    ("─━┄┅┈┉╌╍═╴╶╸╺╼╾⎺⎻⎼⎽", _ACROSS),
    ("│┃┆┇┊┋╎╏║╵╷╹╻╽╿", _UPRIGHT),
    ("".join(map(chr, (*range(0x250C, 0x251C), *range(0x2552, 0x255E), *range(0x256D, 0x2571)))), _ACROSS),
    ("".join(map(chr, (*range(0x251C, 0x252C), *range(0x255E, 0x2564)))), _UPRIGHT),  # ├ ┤
    ("".join(map(chr, (*range(0x252C, 0x253C), *range(0x2564, 0x256A)))), _ACROSS),  # ┬ ┴
    ("".join(map(chr, (*range(0x253C, 0x254C), *range(0x256A, 0x256D)))), _CROSS),  # ┼: a door
    ("\N{LIGHT SHADE}▒▓█", "#"),
    ("·•∙⋅", "."),
    ("☺☻", "@"), ("≡", "%"), ("♦", "^"), ("♣", ":"), ("♪♫", "?"), ("¡", "!"), ("○◦", "="),
    ("τ", "/"), ("↑", ")"), ("◘", "]"), ("☼", "*"), ("♀", ","),
    ("\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}", "'"),
    ("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}", '"'),
    ("\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}", "-"),
    ("\N{NO-BREAK SPACE}", " "),
)  # fmt: skip
_MEANINGS: Final = {ord(sign): meaning for signs, meaning in _SAME for sign in signs}
# Characters shown for the bytes 0x60 to 0x7e in DEC special graphics; "_" shows a blank.
_GRAPHICS: Final = "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·"
SPECIAL_GRAPHICS: Final = bytes.maketrans(
    bytes(range(0x5F, 0x7F)), b" " + "".join(_MEANINGS.get(ord(sign), UNKNOWN) for sign in _GRAPHICS).encode()
)


def meaning_of(character: str) -> tuple[int, int]:
    """Return the ASCII code that replaces a character, and the character's width: 0, 1, or 2 cells.

    >>> [(chr(code), cells) for code, cells in map(meaning_of, "─│┌╬é中")]
    [('-', 1), ('|', 1), ('-', 1), ('+', 1), ('?', 1), ('?', 2)]
    """
    return ord(_MEANINGS.get(ord(character), UNKNOWN)), cells_of(character)


def in_pc_font(byte: int) -> int:
    """Return the ASCII code that replaces a byte of code page 437.

    >>> bytes(map(in_pc_font, b"\\xc4\\xb3\\xda\\xce@"))
    b'-|-+@'
    """
    if byte < 0x80:
        return byte
    return ord(_MEANINGS.get(ord(bytes((byte,)).decode("cp437")), UNKNOWN))
