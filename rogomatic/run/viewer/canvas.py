"""A frame as cells, and the least text that turns the last frame into this one."""

from __future__ import annotations

import curses
import re
from collections.abc import Iterator, Mapping
from typing import Final

from rogomatic.run.viewer.panel_base import Line, Style

PLAIN: Final = "\x1b[m"
#               without  8          256 colours
_TABLE: Final = {
    Style.PLAIN:  ("",    "",        ""),
    Style.DIM:    ("",    "2",       "38;5;244"),
    Style.STRONG: ("1",   "1",       "1"),
    Style.TITLE:  ("7",   "7",       "7"),
    Style.DANGER: ("1",   "1;31",    "1;38;5;160"),
    Style.GOLD:   ("",    "33",      "38;5;136"),
    Style.PATH:   ("4",   "4;36",    "4;38;5;32"),
    Style.GOAL:   ("7",   "7;36",    "7;38;5;32"),
    Style.BRIGHT: ("7",   "7",       "7"),
    Style.FOE:    ("1",   "1;31",    "1;38;5;160"),
    Style.HERO:   ("1",   "1",       "1"),
    Style.HINT:   ("4",   "7;35",    "7;38;5;133"),
    Style.WALL:   ("",    "2",       "38;5;243"),
    Style.THING:  ("",    "36",      "38;5;32"),
    Style.STAIRS: ("",    "32",      "38;5;28"),
    Style.TRAP:   ("",    "35",      "38;5;133"),
}  # fmt: skip

Palette = tuple[str, ...]
"""Look -> the sequence that begins it, whatever came before."""
# What differs in a row, with short gaps: to jump over one costs more than to write it again.
_PARTS: Final = re.compile(rb"[^\0]+(?:\0{1,6}[^\0]+)*")
_SAME: Final = re.compile(rb"(.)\1*", re.DOTALL)  # cells of one look in a row
_BLANK: Final = b" "


def palette_of(colours: int) -> Palette:
    """Return the sequences for a terminal with so many colours.

    >>> palette_of(0)[Style.DANGER], palette_of(8)[Style.DANGER]
    ('\\x1b[m\\x1b[1m', '\\x1b[m\\x1b[1;31m')
    """
    column = 2 if colours >= 256 else 1 if colours >= 8 else 0
    codes = (_TABLE[look][column] for look in Style)
    return tuple(f"{PLAIN}\x1b[{code}m" if code else PLAIN for code in codes)


def colours_of(environment: Mapping[str, str], output: int) -> int:
    """Return how many colours the terminal on this descriptor has; 0 under NO_COLOR, or if unknown."""
    if environment.get("NO_COLOR"):
        return 0
    try:
        curses.setupterm(environment.get("TERM", ""), output)
        return max(curses.tigetnum("colors"), 0)
    except curses.error:
        return 0


class Canvas:
    """Cells of a window: a character and a look each, `spot` = row * width + column.

    Coloured are the symbols of the map as on the game's own terminal, danger, and the way.  What matters
    differs without colour, too.  The colours of the large table are neither light nor dark, so that they can
    be read on any ground.

    Hot: drawn up to 30 times a second beside a bot that plays on, so rows are compared as numbers.
    """

    __slots__ = ("height", "looks", "text", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.text = bytearray(_BLANK * (width * height))
        self.looks = bytearray(width * height)

    def put(self, row: int, col: int, line: Line, width: int) -> None:
        """Write a line from a place on, `width` columns wide, blanks behind it; what does not fit is cut."""
        if not (0 <= row < self.height and 0 <= col < self.width):
            return
        start = row * self.width + col
        end = start + min(width, self.width - col)
        for text, look in line:
            piece = text.encode("ascii", "replace")[: end - start]
            self.text[start : start + len(piece)] = piece
            self.looks[start : start + len(piece)] = bytes((look,)) * len(piece)
            start += len(piece)
        self.text[start:end] = _BLANK * (end - start)
        self.looks[start:end] = bytes(end - start)

    def mark(self, row: int, col: int, look: Style, symbol: str = "") -> None:
        """Give a cell a look, and a symbol if there is one."""
        spot = row * self.width + col
        self.looks[spot] = look
        if symbol:
            self.text[spot] = ord(symbol)

    def rows(self) -> list[str]:
        """Return the text, row by row, without looks or blanks at the end."""
        size = self.width
        return [self.text[at : at + size].decode("ascii").rstrip() for at in range(0, len(self.text), size)]


def changes(now: Canvas, before: Canvas | None, palette: Palette) -> str:
    """Return what makes a window that shows `before` (None: nothing at all) show `now`; "" for nothing.

    The corner at the bottom right is never written: terminals scroll there.
    """
    out: list[str] = []
    old = before or Canvas(now.width, now.height)
    for row in range(now.height):
        start = row * now.width
        end = start + now.width - (row == now.height - 1)
        for first, last in _differing(now, old, start, end):
            out.append(f"\x1b[{row + 1};{first - start + 1}H")
            for part in _SAME.finditer(now.looks, first, last):
                out.append(palette[now.looks[part.start()]])
                out.append(now.text[part.start() : part.end()].decode("ascii"))
    return "".join([*out, PLAIN]) if out else ""


def _differing(now: Canvas, old: Canvas, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a row, as spots, that differ in text or look."""
    text, looks = now.text[start:end], now.looks[start:end]
    old_text, old_looks = old.text[start:end], old.looks[start:end]
    if text == old_text and looks == old_looks:
        return
    differs = _number(text) ^ _number(old_text) | _number(looks) ^ _number(old_looks)
    for part in _PARTS.finditer(differs.to_bytes(end - start, "big")):
        yield start + part.start(), start + part.end()


def _number(cells: bytearray) -> int:
    return int.from_bytes(cells, "big")
