"""Characters beyond ASCII: which cells they take, and what they mean on the map of a Rogue."""

from __future__ import annotations

from typing import Final

from wcwidth import wcwidth

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
# What the bytes from 0x60 to 0x7e show in DEC special graphics; "_" shows a blank.
_GRAPHICS: Final = "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·"
SPECIAL_GRAPHICS: Final = bytes.maketrans(
    bytes(range(0x5F, 0x7F)),
    b" " + "".join(_MEANINGS.get(ord(sign), UNKNOWN) for sign in _GRAPHICS).encode(),
)


def meaning_of(character: str) -> tuple[int, int]:
    """Return the ASCII code that stands for a character, and how many cells it takes: 0, 1 or 2.

    >>> [(chr(code), cells) for code, cells in map(meaning_of, "─│┌╬é中")]
    [('-', 1), ('|', 1), ('-', 1), ('+', 1), ('?', 1), ('?', 2)]
    """
    return ord(_MEANINGS.get(ord(character), UNKNOWN)), max(wcwidth(character), 0)


def in_pc_font(byte: int) -> int:
    """Return the ASCII code that stands for a byte of the character set of the PC (code page 437).

    >>> bytes(map(in_pc_font, b"\\xc4\\xb3\\xda\\xce@"))
    b'-|-+@'
    """
    if byte < 0x80:
        return byte
    return ord(_MEANINGS.get(ord(bytes((byte,)).decode("cp437")), UNKNOWN))
