"""The renderer: old cells and new cells become bytes."""

from __future__ import annotations

import re
from typing import Final

from rogue.state.grid import BOTTOM_ROW, COLS, ROWS, SIZE, TOP_ROW
from rogue.state.level import PlayerMap
from rogue.tables.glyphs import PLAYER

CLEAR: Final = b"\x1b[H\x1b[J"
CLEAR_REST: Final = b"\x1b[K"
STANDOUT: Final = b"\x1b[7m"
PLAIN: Final = b"\x1b[m"
MOVE: Final = tuple(b"\x1b[%d;%dH" % (spot // COLS + 1, spot % COLS + 1) for spot in range(SIZE))
STATUS_SPOT: Final = (ROWS - 1) * COLS
WIDEST: Final = COLS - 1  # the last column stays free: some terminals wrap behind it

_BLANK_ROW: Final = b" " * COLS
_BLANK: Final = b" " * SIZE
_INK: Final = re.compile(rb"[^ ]+(?: {1,5}[^ ]+)*")
_NOWHERE: Final = -1


class Renderer:
    """The cells that the terminal shows, and the bytes that were not sent to it yet."""

    __slots__ = ("_at", "_bright", "_cuts", "_hero", "_out", "cells", "pauses")

    def __init__(self) -> None:
        self.cells = bytearray(_BLANK)
        self._bright: set[int] = set()
        self._hero = 0  # where the `@` stands on the terminal, 0 for nowhere
        self._out = bytearray()
        self._at = _NOWHERE  # where the cursor stands
        self._cuts: list[int] = []  # in what is gathered
        self.pauses: tuple[int, ...] = ()  # in what was taken last

    def take(self) -> bytes:
        """Return the bytes gathered since the last call."""
        out = bytes(self._out)
        self._out.clear()
        self.pauses = ()
        if self._cuts:
            self.pauses = tuple([place for place in self._cuts if place < len(out)])
            self._cuts.clear()
        return out

    def cut(self) -> None:
        """Mark that what was drawn so far should be seen for a moment before the rest is."""
        end = len(self._out)
        if end and (not self._cuts or self._cuts[-1] < end):
            self._cuts.append(end)

    def picture(self) -> list[str]:
        """Return the 24 rows of 80 characters as they stand now."""
        text = self.cells.decode("ascii")
        return [text[start : start + COLS] for start in range(0, SIZE, COLS)]

    # -- single things

    def cursor(self, spot: int) -> None:
        """Put the cursor on a spot."""
        if spot != self._at:
            self._out += MOVE[spot]
            self._at = spot

    @property
    def at(self) -> int:
        """The spot of the cursor, -1 while it is not known."""
        return self._at

    def row(self, row: int, text: str, start: int = 0) -> None:
        """Write `text` from column `start` of a row and clear what was behind it.

        All of it is sent, changed or not: a reader of the line waits for it.
        """
        spot = row * COLS + start
        data = _printable(text)[: WIDEST - start]
        end, stop = spot + len(data), (row + 1) * COLS
        self.cursor(spot)
        self._out += data
        if self.cells[end:stop].strip():
            self._out += CLEAR_REST
        self.cells[spot:stop] = data.ljust(stop - spot)
        self._at = end

    def write(self, spot: int, text: str, *, bright: bool = False) -> None:
        """Write `text` over the cells from `spot` on."""
        data = _printable(text)[: WIDEST - spot % COLS]
        self.cursor(spot)
        self._out += STANDOUT + data + PLAIN if bright else data
        self.cells[spot : spot + len(data)] = data
        self._at = spot + len(data)

    def erase_back(self) -> None:
        """Take back the character before the cursor."""
        spot = self._at - 1
        self._out += b"\b \b"
        self.cells[spot] = 0x20
        self._at = spot

    def clear_row(self, row: int) -> None:
        """Blank a row that shows anything."""
        start = row * COLS
        if self.cells[start : start + COLS] != _BLANK_ROW:
            self._out += MOVE[start] + CLEAR_REST
            self._at = start
            self.cells[start : start + COLS] = _BLANK_ROW

    def clear(self) -> None:
        """Blank the whole screen."""
        self._out += CLEAR
        self._at = 0
        self._hero = 0
        self._bright.clear()
        self.cells[:] = _BLANK

    # -- the map

    def map_changes(self, canvas: PlayerMap, hero: int) -> None:
        """Draw what changed on the canvas, and the `@` on `hero`.  Takes the canvas's marks."""
        spots = canvas.dirty
        if hero != self._hero:
            spots.add(hero)
            if self._hero:
                spots.add(self._hero)
            self._hero = hero
        if not spots:
            return
        if canvas.bright or self._bright:
            self._bright_changes(canvas, hero)
            return
        cells, shown, out, at = canvas.cells, self.cells, self._out, self._at
        for spot in sorted(spots) if len(spots) > 1 else spots:
            symbol = PLAYER if spot == hero else cells[spot]
            if shown[spot] != symbol:
                shown[spot] = symbol
                if spot != at:
                    out += MOVE[spot]
                out.append(symbol)
                at = spot + 1 if spot % COLS != WIDEST else _NOWHERE
        self._at = at
        spots.clear()

    def _bright_changes(self, canvas: PlayerMap, hero: int) -> None:
        for spot in sorted(canvas.dirty):
            symbol = PLAYER if spot == hero else canvas.cells[spot]
            bright = spot in canvas.bright and spot != hero
            if self.cells[spot] == symbol and bright == (spot in self._bright):
                continue
            self.cursor(spot)
            self._out += b"\x1b[7m%c\x1b[m" % symbol if bright else b"%c" % symbol
            self.cells[spot] = symbol
            self._at = spot + 1 if spot % COLS != WIDEST else _NOWHERE
            if bright:
                self._bright.add(spot)
            else:
                self._bright.discard(spot)
        canvas.dirty.clear()

    def whole_map(self, canvas: PlayerMap, hero: int) -> None:
        """Clear the screen and draw the whole canvas, top to bottom.  Takes the canvas's marks."""
        self.clear()
        cells, out, top = canvas.cells, self._out, TOP_ROW * COLS
        for row in range(TOP_ROW, BOTTOM_ROW + 1):
            start = row * COLS
            for ink in _INK.finditer(cells, start, start + COLS):
                out += MOVE[ink.start()] + ink.group()
                self._at = _NOWHERE
        self.cells[top:STATUS_SPOT] = cells[top:STATUS_SPOT]
        canvas.cleared = False
        canvas.dirty.clear()
        canvas.dirty.update(canvas.bright)
        self.map_changes(canvas, hero)

    def repeat(self) -> None:
        """Clear the screen and draw all that stands on it again, row 0 and the last row at the end."""
        cells, bright = bytes(self.cells), sorted(self._bright)
        hero = self._hero
        self.clear()
        for row in (*range(TOP_ROW, BOTTOM_ROW + 1), 0, ROWS - 1):
            start = row * COLS
            for ink in _INK.finditer(cells, start, start + COLS):
                self._out += MOVE[ink.start()] + ink.group()
                self._at = _NOWHERE
        for spot in bright:
            self.write(spot, chr(cells[spot]), bright=True)
        self.cells[:] = cells
        self._bright.update(bright)
        self._hero = hero

    def snapshot(self) -> bytes:
        """Return the bytes that bring another terminal to this screen; nothing changes."""
        cells, out = self.cells, bytearray(CLEAR)
        for row in range(ROWS):
            start = row * COLS
            for ink in _INK.finditer(cells, start, start + COLS):
                out += MOVE[ink.start()] + ink.group()
        for spot in sorted(self._bright):
            out += MOVE[spot] + STANDOUT + cells[spot : spot + 1] + PLAIN
        return bytes(out + MOVE[max(self._at, 0)])

    def restore(self, canvas: PlayerMap, hero: int, rows: range) -> None:
        """Bring rows of the map back that something was written over."""
        for row in rows:
            if TOP_ROW <= row <= BOTTOM_ROW:
                canvas.dirty.update(range(row * COLS, (row + 1) * COLS))
            else:
                self.clear_row(row)
        self._bright.difference_update(canvas.dirty)
        self._hero = 0
        self.map_changes(canvas, hero)


def _printable(text: str) -> bytes:
    """Return `text` in the characters that every terminal of the time shows."""
    data = text.encode("ascii", "replace")
    return data if text.isprintable() else _UNPRINTABLE.sub(b"?", data)


_UNPRINTABLE: Final = re.compile(rb"[^ -~]")
