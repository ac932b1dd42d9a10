"""The renderer: turns changes of the screen into bytes for a terminal."""

from __future__ import annotations

import re
from typing import Final

from rogue.state.grid import BOTTOM_ROW, COLS, ROWS, SIZE, TOP_ROW
from rogue.state.level import PlayerMap
from rogue.tables.glyphs import PLAYER

OPENING: Final = b"\x1b(B\x1b)0\x1b[1;24r\x1b[m\x0f\x1b[?7h\x1b[?1h\x1b="
"""Bytes that a program gets before the first screen (HANDSHAKE.md)."""
CLEAR: Final = b"\x1b[H\x1b[J"
CLEAR_REST: Final = b"\x1b[K"
STANDOUT: Final = b"\x1b[7m"
PLAIN: Final = b"\x1b[m"
MOVE: Final = tuple(b"\x1b[%d;%dH" % (spot // COLS + 1, spot % COLS + 1) for spot in range(SIZE))
STATUS_SPOT: Final = (ROWS - 1) * COLS
WIDEST: Final = COLS - 1  # the last column stays blank, because some terminals wrap after it

BLANK_ROW: Final = b" " * COLS
_BLANK: Final = b" " * SIZE
_INK: Final = re.compile(rb"[^ ]+(?: {1,5}[^ ]+)*")
_SYMBOL: Final = tuple([bytes([code]) for code in range(256)])
_NOWHERE: Final = -1
_BEHIND: Final = tuple([spot + 1 if spot % COLS != WIDEST else _NOWHERE for spot in range(SIZE)])
"""Spot of a symbol -> spot of the cursor after it, or -1 if the spot is unknown."""
_PRINTABLE: Final = bytes([code if 0x20 <= code < 0x7F else ord("?") for code in range(256)])
"""Code of a character -> itself if it is printable, otherwise "?"."""


class Renderer:
    """The cells that the terminal shows, and the bytes not sent yet."""

    __slots__ = ("_bright", "_cells", "_cuts", "_laid", "_out", "at", "hero", "pauses", "top")

    def __init__(self) -> None:
        self._cells = bytearray(_BLANK)
        # The text of row 0 without trailing blanks, and its text in the cells; None if only the cells are
        # current.  Most messages are erased before the cells are read.
        self.top: bytes | None = b""
        self._laid: bytes | None = b""
        self._bright: set[int] = set()
        self.hero = 0  # spot of the `@` on the terminal, 0 for none
        self._out: list[bytes] = []
        self.at = _NOWHERE  # spot of the cursor, or -1 if the spot is unknown
        self._cuts: list[int] = []  # offsets in the pending bytes
        self.pauses: tuple[int, ...] = ()  # offsets in the bytes taken last

    def take(self) -> bytes:
        """Return the bytes collected since the last call."""
        out = b"".join(self._out)
        self._out.clear()
        self.pauses = ()
        if self._cuts:
            self.pauses = tuple([place for place in self._cuts if place < len(out)])
            self._cuts.clear()
        return out

    def cut(self) -> None:
        """Mark a pause in the output at this place, so that a person can see the screen for a moment."""
        end = sum(map(len, self._out))
        if end and (not self._cuts or self._cuts[-1] < end):
            self._cuts.append(end)

    @property
    def cells(self) -> bytearray:
        """The terminal's 1,920 characters, row by row."""
        top = self.top
        if top is not None and top != self._laid:
            self._cells[:COLS] = top.ljust(COLS)
        self.top = self._laid = None
        return self._cells

    def picture(self) -> list[str]:
        """Return the screen as 24 rows of 80 characters."""
        text = self.cells.decode("ascii")
        return [text[start : start + COLS] for start in range(0, SIZE, COLS)]

    def cursor(self, spot: int) -> None:
        """Move the cursor to a spot."""
        if spot != self.at:
            self._out.append(MOVE[spot])
            self.at = spot

    def row(self, row: int, text: str, start: int = 0) -> None:
        """Write `text` from column `start` of a row, and clear the rest of the row.

        The whole text is sent, even if it is unchanged: some programs read the row and wait for its full
        text to arrive.
        """
        spot, out = row * COLS + start, self._out
        data = text.encode("ascii", "replace").translate(_PRINTABLE)
        if len(data) > WIDEST - start:
            data = data[: WIDEST - start]
        end, top = spot + len(data), self.top
        if spot != self.at:
            out.append(MOVE[spot])
        out.append(data)
        self.at = end
        if not spot and top is not None:
            if end < len(top) and top[end:].strip():
                out.append(CLEAR_REST)
            self.top = data
            return
        cells, stop = self._cells if row else self.cells, (row + 1) * COLS
        if cells[end:stop].strip():
            out.append(CLEAR_REST)
        cells[spot:stop] = data.ljust(stop - spot)

    def write(self, spot: int, text: str, *, bright: bool = False) -> None:
        """Write `text` over the cells from `spot` on."""
        data = text.encode("ascii", "replace").translate(_PRINTABLE)[: WIDEST - spot % COLS]
        self.cursor(spot)
        self._out.append(STANDOUT + data + PLAIN if bright else data)
        self.cells[spot : spot + len(data)] = data
        self.at = spot + len(data)

    def erase_back(self) -> None:
        """Erase the character before the cursor."""
        spot = self.at - 1
        self._out.append(b"\b \b")
        self.cells[spot] = 0x20
        self.at = spot

    def clear_row(self, row: int) -> None:
        """Clear a row unless it is blank."""
        if not row and self.top == b"":
            return
        start = row * COLS
        if row or self.top is None:
            cells = self._cells if row else self.cells
            is_blank = cells[start : start + COLS] == BLANK_ROW
            if not is_blank:
                cells[start : start + COLS] = BLANK_ROW
            if not row:
                self._laid = b""
        else:
            is_blank = not self.top.strip()
        if not row:
            self.top = b""
        if not is_blank:
            self._out.append(MOVE[start])
            self._out.append(CLEAR_REST)
            self.at = start

    def clear(self) -> None:
        """Clear the whole screen."""
        self._out.append(CLEAR)
        self.at = 0
        self.hero = 0
        self._bright.clear()
        self._cells[:] = _BLANK
        self.top = self._laid = b""

    def map_changes(self, canvas: PlayerMap, hero: int) -> None:
        """Draw the changed squares of the map, and draw the `@` at the spot `hero`.

        Then clear the map's record of changes.
        """
        spots = canvas.dirty
        if hero != self.hero:
            spots.add(hero)
            if self.hero:
                spots.add(self.hero)
            self.hero = hero
        if canvas.bright or self._bright:
            self._bright_changes(canvas, hero)
            return
        cells, shown, out, at = canvas.cells, self._cells, self._out, self.at
        for spot in sorted(spots) if len(spots) > 1 else spots:
            symbol = PLAYER if spot == hero else cells[spot]
            if shown[spot] != symbol:
                shown[spot] = symbol
                if spot != at:
                    out.append(MOVE[spot])
                out.append(_SYMBOL[symbol])
                at = _BEHIND[spot]
        self.at = at
        spots.clear()

    def _bright_changes(self, canvas: PlayerMap, hero: int) -> None:
        for spot in sorted(canvas.dirty):
            symbol = PLAYER if spot == hero else canvas.cells[spot]
            bright = spot in canvas.bright and spot != hero
            if self._cells[spot] == symbol and bright == (spot in self._bright):
                continue
            self.cursor(spot)
            self._out.append(STANDOUT + _SYMBOL[symbol] + PLAIN if bright else _SYMBOL[symbol])
            self._cells[spot] = symbol
            self.at = _BEHIND[spot]
            if bright:
                self._bright.add(spot)
            else:
                self._bright.discard(spot)
        canvas.dirty.clear()

    def whole_map(self, canvas: PlayerMap, hero: int) -> None:
        """Clear the screen and draw the whole map, top to bottom.  Clears the map's record of changes."""
        self.clear()
        cells, out, top = canvas.cells, self._out, TOP_ROW * COLS
        for row in range(TOP_ROW, BOTTOM_ROW + 1):
            start = row * COLS
            for ink in _INK.finditer(cells, start, start + COLS):
                out.append(MOVE[ink.start()] + ink.group())
                self.at = _NOWHERE
        self._cells[top:STATUS_SPOT] = cells[top:STATUS_SPOT]
        canvas.cleared = False
        canvas.dirty.clear()
        canvas.dirty.update(canvas.bright)
        self.map_changes(canvas, hero)

    def repeat(self) -> None:
        """Clear the screen and redraw everything on it, first the map, then row 0 and the last row."""
        cells, bright = bytes(self.cells), sorted(self._bright)
        hero = self.hero
        self.clear()
        for row in (*range(TOP_ROW, BOTTOM_ROW + 1), 0, ROWS - 1):
            start = row * COLS
            for ink in _INK.finditer(cells, start, start + COLS):
                self._out.append(MOVE[ink.start()] + ink.group())
                self.at = _NOWHERE
        for spot in bright:
            self.write(spot, chr(cells[spot]), bright=True)
        self.cells[:] = cells
        self._bright.update(bright)
        self.hero = hero

    def snapshot(self) -> bytes:
        """Return the bytes that draw this screen on another terminal, without changing this screen."""
        cells, out = self.cells, bytearray(CLEAR)
        for row in range(ROWS):
            start = row * COLS
            for ink in _INK.finditer(cells, start, start + COLS):
                out += MOVE[ink.start()] + ink.group()
        for spot in sorted(self._bright):
            out += MOVE[spot] + STANDOUT + cells[spot : spot + 1] + PLAIN
        return bytes(out + MOVE[max(self.at, 0)])

    def restore(self, canvas: PlayerMap, hero: int, rows: range) -> None:
        """Redraw rows that something covered.  Rows outside the map become blank."""
        for row in rows:
            if TOP_ROW <= row <= BOTTOM_ROW:
                canvas.dirty.update(range(row * COLS, (row + 1) * COLS))
            else:
                self.clear_row(row)
        self._bright.difference_update(canvas.dirty)
        self.hero = 0
        self.map_changes(canvas, hero)
