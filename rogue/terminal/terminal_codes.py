"""Colors for an interactive terminal, added to the game's plain bytes."""

from __future__ import annotations

import re
from typing import Final

from rogue.tables import glyphs

Kind = str
"""A class of symbols that share a color."""

KINDS: Final[dict[int, Kind]] = {
    **dict.fromkeys(range(ord("A"), ord("Z") + 1), "monster"),
    **dict.fromkeys((glyphs.WALL_H, glyphs.WALL_V, glyphs.DOOR, glyphs.PASSAGE), "wall"),
    **dict.fromkeys(
        (
            *(glyphs.POTION, glyphs.SCROLL, glyphs.FOOD, glyphs.WEAPON),
            *(glyphs.ARMOR, glyphs.RING, glyphs.STICK),
        ),
        "thing",
    ),
    glyphs.GOLD: "gold",
    glyphs.AMULET: "gold",
    glyphs.STAIRS: "stairs",
    glyphs.TRAP: "trap",
    glyphs.PLAYER: "hero",
}
"""Symbol -> kind; floor and other symbols keep the terminal's default color."""

EIGHT: Final[dict[Kind, bytes]] = {
    "hero": b"1", "monster": b"31", "gold": b"33", "stairs": b"32", "thing": b"36", "trap": b"35",
    "wall": b"2",
}  # fmt: skip
MANY: Final[dict[Kind, bytes]] = {
    "hero": b"1", "monster": b"38;5;160", "gold": b"38;5;136", "stairs": b"38;5;28",
    "thing": b"38;5;32", "trap": b"38;5;133", "wall": b"38;5;243",
}  # fmt: skip
"""Kind -> its color sequence, for terminals with 8 or with 256 colors."""

FIRST_ROW, LAST_ROW = 2, 23  # rows of the map, counted from 1 as on terminals
PLAIN: Final = b"\x1b[m"
_TOKEN: Final = re.compile(rb"\x1b\[(\d*)(?:;\d*)*([@-~])|[^\x1b]+|\x1b")


def sequences(colours: int) -> dict[Kind, bytes]:
    """Return the table for a terminal with `colours` colors, empty if it has too few.

    >>> sequences(2), sequences(256) == MANY
    ({}, True)
    """
    return MANY if colours >= 256 else EIGHT if colours >= 8 else {}


class Colorizer:
    """A terminal's colors and cursor row.

    The game does not depend on it, and programs that play never see colors.  Few things are colored: dangers,
    valuables, and the way down; walls are dim.  The colors of the large table are neither light nor dark, so
    that they are readable on any background.
    """

    __slots__ = ("_codes", "_row", "_standout", "_table")

    def __init__(self, colours: int) -> None:
        table = sequences(colours)
        self._table = {symbol: table[kind] for symbol, kind in KINDS.items()} if table else {}
        self._codes = re.compile(
            b"|".join(
                b"[%s]+" % re.escape(bytes(s for s, code in self._table.items() if code == wanted))
                for wanted in sorted(set(self._table.values()))
            )
            or rb"(?!)"
        )
        self._row = 1
        self._standout = False

    def paint(self, data: bytes, *, covered: bool) -> bytes:
        """Return the game's bytes with colors.  `covered` says that the map is not on the screen."""
        out = bytearray()
        for token in _TOKEN.finditer(data):
            text, final = token.group(), token.group(2)
            if final is not None:
                self._follow(token.group(1), final)
                out += text
            elif FIRST_ROW <= self._row <= LAST_ROW and not (covered or self._standout):
                out += self._codes.sub(self._coloured, text)
            else:
                out += text
        return bytes(out)

    def _follow(self, number: bytes, final: bytes) -> None:
        if final == b"H":
            self._row = int(number or 1)
        elif final == b"m":
            self._standout = number == b"7"

    def _coloured(self, found: re.Match[bytes]) -> bytes:
        run = found.group()
        return b"\x1b[" + self._table[run[0]] + b"m" + run + PLAIN
