"""The terminal window: alternate screen, size, colors, suspending."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Mapping
from typing import Final

from rogue.state.grid import COLS, ROWS
from rogue.tables import glyphs
from rogue.ui.renderer import PLAIN

ENTER: Final = b"\x1b[?1049h\x1b[?1l\x1b=\x1b[?2004h\x1b[m\x1b[H\x1b[J"
"""Alternate screen, normal cursor keys, application keypad, pastes in brackets."""
CLICKS: Final = (b"\x1b[?1000l\x1b[?1006l", b"\x1b[?1006h\x1b[?1000h")
"""Sequences that turn mouse reports off and on."""
LEAVE: Final = CLICKS[False] + b"\x1b[?2004l\x1b[m\x1b>\x1b[24;1H\r\n\x1b[?1049l"
_MOST: Final = 1000  # maximum columns or lines taken from the environment
TOO_SMALL: Final = "Rogue needs a window of 24 lines and 80 columns.  Enlarge this one to continue."
_TOKEN: Final = re.compile(rb"\x1b\[(\d*)(?:;\d*)*([@-~])|[^\x1b]+|\x1b")


def window_size(descriptor: int, env: Mapping[str, str] = os.environ) -> os.terminal_size:
    """Return the columns and lines of the window on a descriptor.

    Serial lines and new pseudo-terminals report a size of 0, and files other than terminals report no size.
    In these cases COLUMNS and LINES are used, with 80 and 24 as their defaults.

    >>> window_size(-1, {"LINES": "50", "COLUMNS": "wide"}), window_size(-1, {"COLUMNS": "-1"})
    (os.terminal_size(columns=80, lines=50), os.terminal_size(columns=80, lines=24))
    """
    try:
        columns, lines = os.get_terminal_size(descriptor)
    except (OSError, ValueError):
        columns = lines = 0
    return os.terminal_size((columns or _number(env, "COLUMNS", COLS), lines or _number(env, "LINES", ROWS)))


def _number(env: Mapping[str, str], name: str, default: int) -> int:
    """Return a number of rows or columns from the environment, or `default` if it is missing or invalid."""
    text = env.get(name, "")
    return min(int(text), _MOST) or default if text.isascii() and text.isdigit() else default


def small_window(rows: int, cols: int) -> bytes:
    """Return the bytes that draw a notice in a window that is too small.

    Return b"" for a window of sufficient or unknown size.

    >>> small_window(24, 80), small_window(0, 0), small_window(10, 200) != b""
    (b'', b'', True)
    """
    if not (0 < rows < ROWS or 0 < cols < COLS):
        return b""
    lines = textwrap.wrap(TOO_SMALL, max(cols - 1, 1))[: max(rows, 1)]
    return b"\x1b[H\x1b[J" + "\r\n".join(lines).encode()


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


def sequences(colors: int) -> dict[Kind, bytes]:
    """Return the code of the color of each kind of thing on the map.

    `colors` is the number of colors that the terminal has; if it is too small, return {}.

    >>> sequences(2), sequences(256) == MANY
    ({}, True)
    """
    return MANY if colors >= 256 else EIGHT if colors >= 8 else {}


class Colorizer:
    """Adds colors to the bytes that draw a game.

    Colors do not influence the game.  If a program plays, the bytes stay without colors.  Only a few things
    are colored: dangers, valuables, and the way down.  Walls are dim.  The colors for terminals with 256
    colors are neither light nor dark, so that they are readable on any background.
    """

    __slots__ = ("_codes", "_row", "_standout", "_table")

    def __init__(self, colors: int) -> None:
        table = sequences(colors)
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
        """Return the game's bytes with colors added.

        If `covered` is true, a list or a text covers the map, and the bytes are returned unchanged.
        """
        out = bytearray()
        for token in _TOKEN.finditer(data):
            text, final = token.group(), token.group(2)
            if final is not None:
                self._follow(token.group(1), final)
                out += text
            elif FIRST_ROW <= self._row <= LAST_ROW and not (covered or self._standout):
                out += self._codes.sub(self._colored, text)
            else:
                out += text
        return bytes(out)

    def _follow(self, number: bytes, final: bytes) -> None:
        if final == b"H":
            self._row = int(number or 1)
        elif final == b"m":
            self._standout = number == b"7"

    def _colored(self, found: re.Match[bytes]) -> bytes:
        run = found.group()
        return b"\x1b[" + self._table[run[0]] + b"m" + run + PLAIN
