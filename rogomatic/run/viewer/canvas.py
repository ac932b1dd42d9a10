"""Windows as styled cells, with the terminal output that changes a window to its next frame."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence, Set
from enum import IntEnum
from functools import lru_cache
from typing import Final

from rogue.shared.cell_widths import cells_of
from rogue.shared.errors import printable_line

BLANK: Final[Line] = ()
_INDENT: Final = 2
BAR_COLUMNS: Final = 20  # at most
PLAIN: Final = "\x1b[m"
# Differing parts of a row, with short gaps: skipping a gap costs more than writing it again.
_PARTS: Final = re.compile(rb"[^\0]+(?:\0{1,6}[^\0]+)*")
SAME_LOOK: Final = re.compile(rb"(.)\1*", re.DOTALL)  # cells of one look in a row
_BLANK: Final = b" "
_SHOWN: Final = bytes(code if 0x20 <= code < 0x7F else ord("?") for code in range(256))


class Style(IntEnum):
    """The meaning of a piece of text.  How the text looks depends on the terminal."""

    PLAIN = 0
    DIM = 1  # less important
    STRONG = 2  # most important
    TITLE = 3
    DANGER = 4
    GOLD = 5
    PATH = 6  # squares of the present walk
    GOAL = 7  # goal of the walk
    BRIGHT = 8  # highlighted by the game itself
    FOE = 9  # on the map
    HERO = 10
    HINT = 11  # squares that may hide something
    WALL = 12  # walls, doors, and passages
    THING = 13
    STAIRS = 14
    TRAP = 15


Span = tuple[str, Style]
Line = tuple[Span, ...]


def line(*parts: str | Span) -> Line:
    """Return the line that consists of these pieces of text.  A piece without a style is plain.

    >>> line("hp ", ("3", Style.DANGER))
    (('hp ', <Style.PLAIN: 0>), ('3', <Style.DANGER: 4>))
    """
    return tuple((part, Style.PLAIN) if isinstance(part, str) else part for part in parts)


def text_of(a_line: Line) -> str:
    """Return the bare text of a line."""
    return "".join(text for text, _ in a_line)


def folded(text: str, width: int, look: Style = Style.PLAIN, indent: int = _INDENT) -> list[Line]:
    """Return the lines of a text that is folded at blanks to `width` columns.

    All lines except the first are indented.

    >>> [text_of(one) for one in folded("a door may be here", 9)]
    ['a door', '  may be', '  here']
    """
    return [((row, look),) for row in _wrapped(text, max(width, indent + 1), indent)]


@lru_cache(maxsize=1024)
def _wrapped(text: str, width: int, indent: int) -> tuple[str, ...]:
    """Fold a text.  The cache is for texts that were already folded for the last frame."""
    return tuple(textwrap.wrap(text, width, subsequent_indent=" " * indent))


def labelled(label: str, text: str, width: int, look: Style = Style.PLAIN) -> list[Line]:
    """Return a label and a text as lines of `width` columns.  All lines except the first are indented."""
    first, *rest = folded(f"{label} {text}", width) or [BLANK]
    shown = text_of(first)
    return [line((shown[: len(label)], Style.DIM), (shown[len(label) :], look)),
            *(line((text_of(one), look)) for one in rest)]  # fmt: skip


def columns(cells: Iterable[tuple[str, int]], look: Style = Style.PLAIN) -> Line:
    """Return a line that shows the (text, width) pairs `cells` as columns.

    A negative width aligns the text to the right.

    >>> text_of(columns([("hit", 5), ("3", -3)]))
    'hit    3'
    """
    parts = (f"{text[:size]:<{size}}" if size > 0 else f"{text[:-size]:>{-size}}" for text, size in cells)
    return line(("".join(parts), look))


TableForm = tuple[tuple[str, int], ...]
"""Columns of a table as (heading, width).  A negative width aligns the column to the right."""


def fitted(forms: Sequence[TableForm], width: int, grows: str, most: int) -> TableForm:
    """Return the first form that fits into `width`, or the last form if none fits.

    The column called `grows` is widened up to `most`.

    >>> fitted([(("foe", 12), ("die", -5)), (("foe", 8),)], 14, "foe", 10)
    (('foe', 10),)
    """
    form = next((one for one in forms if _width_of(one) <= width), forms[-1])
    spare = max(width - _width_of(form), 0)
    return tuple((name, min(size + spare, most) if name == grows else size) for name, size in form)


def _width_of(form: TableForm) -> int:
    return sum(abs(size) for _, size in form)


def shortened(text: str, width: int) -> str:
    """Return a text.  If it is longer than `width`, cut it at a blank, and add dots.

    >>> shortened("fight here, 12% to die", 15)
    'fight here, ...'
    """
    if len(text) <= width:
        return text
    head = text[: max(width - 3, 0)]
    return f"{head[: head.rfind(' ') + 1] or head}..."[:width]


def cut(lines: list[Line], height: int) -> list[Line]:
    """Return at most `height` lines.  If lines are left out, the last returned line says how many."""
    if len(lines) <= height or height < 1:
        return lines[: max(height, 0)]
    left = len(lines) - height + 1
    return [*lines[: height - 1], line((f"... {left} more", Style.DIM))]


def bar(share: float, room: int, look: Style = Style.STRONG) -> tuple[Span, Span]:
    """Return a bar of `room` columns.  `share`, from 0 to 1, is the filled part of the bar.

    >>> text_of(bar(0.25, 8))
    '##......'
    """
    full = min(max(round(room * share), 0), room)
    return ("#" * full, look), ("." * (room - full), Style.DIM)


#               without  8          256 colors
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
"""Look -> the control sequence that sets it, whichever look was set before."""


def palette_of(colors: int) -> Palette:
    """Return the control sequence of each style for a terminal with that number of colors.

    >>> palette_of(0)[Style.DANGER], palette_of(8)[Style.DANGER]
    ('\\x1b[m\\x1b[1m', '\\x1b[m\\x1b[1;31m')
    """
    column = 2 if colors >= 256 else 1 if colors >= 8 else 0
    codes = (_TABLE[look][column] for look in Style)
    return tuple(f"{PLAIN}\x1b[{code}m" if code else PLAIN for code in codes)


class Canvas:
    """Cells of a window, each with a character and a look.  The spot of a cell is row * width + column.

    Map symbols, danger, and the path have the colors of the game's own terminal.  Important things can also
    be told apart without color.  On terminals with 256 colors, only medium colors are used, because these
    are readable on any background.

    This is a hot path: a canvas is drawn up to 30 times per second.  So rows are compared as numbers.
    """

    __slots__ = ("height", "looks", "others", "text", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.others: dict[int, str] = {}  # non-ASCII characters by spot; "" after one that takes two cells
        self.text = bytearray(_BLANK * (width * height))
        self.looks = bytearray(width * height)

    def put(self, row: int, col: int, line: Line, width: int) -> None:
        """Write a line into `width` columns, and cut it or fill it up with blanks.

        Control characters become "?".
        """
        if not (0 <= row < self.height and 0 <= col < self.width):
            return
        start = row * self.width + col
        end = start + min(width, self.width - col)
        self._clear(start, end)
        for text, look in line:
            if not text.isascii():
                start = self._put_others(start, end, text, look)
                continue
            piece = text.encode("ascii")[: end - start].translate(_SHOWN)
            self.text[start : start + len(piece)] = piece
            self.looks[start : start + len(piece)] = bytes((look,)) * len(piece)
            start += len(piece)
        self.text[start:end] = _BLANK * (end - start)
        self.looks[start:end] = bytes(end - start)

    def _put_others(self, spot: int, end: int, text: str, look: Style) -> int:
        """Write a text that may contain letters of any script.  Return the spot after the text."""
        begin = spot
        for char in printable_line(text):
            cells = cells_of(char)
            if spot + cells > end:
                break
            if not cells and spot > begin:  # a combining mark on the previous letter
                head = spot - 1 - (self.others.get(spot - 1) == "")
                self.others[head] = self.others.get(head, chr(self.text[head])) + char
            for at in range(spot, spot + cells):
                self.text[at : at + 1], self.looks[at] = char.encode("ascii", "replace"), look
                if not char.isascii():
                    self.others[at] = char if at == spot else ""
            spot += cells
        return spot

    def _clear(self, start: int, end: int) -> None:
        """Make some cells free of non-ASCII characters.

        If a wide character is only partly in these cells, it is removed as a whole: its other half, outside
        these cells, becomes blank.
        """
        if not self.others:
            return
        for spot, half in ((start, start - 1), (end, end)):
            if self.others.get(spot) == "":
                self._blank(half)
        for spot in range(start, end):
            self.others.pop(spot, None)

    def _blank(self, spot: int) -> None:
        self.text[spot : spot + 1] = _BLANK
        self.others.pop(spot, None)

    def mark(self, row: int, col: int, look: Style, symbol: str = "") -> None:
        """Set the look of a cell.  Set the symbol of the cell, too, unless `symbol` is ""."""
        spot = row * self.width + col
        self.looks[spot] = look
        if symbol:
            self.put(row, col, ((symbol, look),), cells_of(symbol))

    def copy(self, other: Canvas, row: int, col: int, most: int) -> None:
        """Copy the first rows of another canvas, at most `most` of them, into this canvas.

        The top left corner of the copy is at (`row`, `col`).
        """
        size = min(other.width, self.width - col)
        for line in range(min(other.height, most)):
            at, start = line * other.width, (line + row) * self.width + col
            self._clear(start, start + size)
            self.text[start : start + size] = other.text[at : at + size]
            self.looks[start : start + size] = other.looks[at : at + size]
            self.others |= {start + spot - at: char for spot, char in other.others.items()
                            if at <= spot < at + size}  # fmt: skip
            if size < other.width and other.others.get(at + size) == "":
                self._blank(start + size - 1)

    def cells(self, first: int, last: int) -> str:
        """Return the text between two spots."""
        text = self.text[first:last].decode("ascii")
        if self.others:
            return "".join([self.others.get(spot, char) for spot, char in enumerate(text, first)])
        return text

    def rows(self) -> list[str]:
        """Return the text of each row, without looks and without blanks at the end."""
        size = self.width
        return [self.cells(at, at + size).rstrip() for at in range(0, len(self.text), size)]


def changes(now: Canvas, before: Canvas | None, palette: Palette) -> str:
    """Return the terminal output that changes a window from `before` to `now`.

    If `before` is None, the window is assumed to be blank so far.  The bottom right cell is never written,
    not even as part of a wide letter, because the terminal would scroll.
    """
    out: list[str] = []
    old = before or Canvas(now.width, now.height)
    others = {spot for spot, _ in now.others.items() ^ old.others.items()}
    corner = len(now.text) - 1
    cut = corner if now.others.get(corner) == "" else -1
    for row in range(now.height):
        start = row * now.width
        end = start + now.width - (row == now.height - 1)
        for first, last in _differing(now, old, start, end, others):
            out.append(f"\x1b[{row + 1};{first - start + 1}H")
            for part in SAME_LOOK.finditer(now.looks, first, last):
                out.append(palette[now.looks[part.start()]])
                shown = part.end() - (part.end() == cut)
                out.append(now.cells(part.start(), shown) + " " * (part.end() - shown))
    return "".join([*out, PLAIN]) if out else ""


def _differing(now: Canvas, old: Canvas, start: int, end: int, others: Set[int]) -> Iterator[tuple[int, int]]:
    """Yield the parts of a row that differ, as pairs of spots.  The spots in `others` count as different."""
    text, looks = now.text[start:end], now.looks[start:end]
    old_text, old_looks = old.text[start:end], old.looks[start:end]
    spots = [spot - start for spot in others if start <= spot < end]
    if text == old_text and looks == old_looks and not spots:
        return
    number = _number(text) ^ _number(old_text) | _number(looks) ^ _number(old_looks)
    differs = bytearray(number.to_bytes(end - start, "big"))
    for spot in spots:
        differs[spot] = 1
    for part in _PARTS.finditer(differs):
        first = start + part.start()
        yield first - (now.others.get(first) == ""), start + part.end()


def _number(cells: bytearray) -> int:
    return int.from_bytes(cells, "big")


def put_text(canvas: Canvas, text: str) -> None:
    """Write a text from the first row on.  Fold the text at blanks to the width of the canvas.

    >>> small = Canvas(9, 3)
    >>> put_text(small, "a door may be here")
    >>> small.rows()
    ['a door', 'may be', 'here']
    """
    for row, one in enumerate(folded(text, canvas.width, indent=0)):
        canvas.put(row, 0, one, canvas.width)
