"""The cells of a terminal, with operations that write, move, or erase them."""

from __future__ import annotations

import re
from typing import Final

from rogomatic.agent.kernels.level_grid import COLS, MAP_END, MAP_START, ROWS, SIZE, Square
from rogomatic.agent.kernels.plain_kernels import StreamTarget

BLANKS: Final = b" " * SIZE
_IS_BLANK: Final = bytes([0xFF if cell == BLANKS[0] else 0 for cell in range(256)])
_UNEQUAL: Final = re.compile(rb"[^\0]+")
_TAB: Final = 8
_MAX_LINES: Final = 2000  # lines of row 0 waiting to be taken


class ScreenCells(StreamTarget):
    """Cells and cursor of a terminal, by default of 24 rows and 80 columns.

    Each operation takes two numbers, though some operations ignore one or both.  Messages come and go on row
    0, so its texts are recorded for `take_lines`.

    rows, cols   size of the screen
    spot         position of the cursor, as row * cols + column
    beyond       whether the game has sent the cursor off the screen, which means that the game assumes
                 another screen size
    bright       spots in standout
    drawn        whether a cell was written or erased since the owner last set `drawn` to False, even if its
                 character stayed the same
    top_written  the same as `drawn`, for row 0 only
    status_written  whether the status row or a later one was written to since the last `take_changes`
    top          the text of row 0 if it is kept here and perhaps not yet copied to the cells; None if only
                 the cells hold it.  The copy is delayed because most texts of row 0 are replaced before
                 anyone reads the cells
    """

    __slots__ = (
        "_blanks", "_bottom", "_is_redrawn", "_laid", "_lines", "_picture", "_printed", "_read", "_read_text",
        "_seen", "_tabs", "_top", "_top_changed", "_wrap", "_wraps", "beyond", "cols", "drawn", "rows",
        "spot", "status_written", "top", "top_written",
    )  # fmt: skip

    def __init__(self, rows: int = ROWS, cols: int = COLS) -> None:
        self.rows, self.cols = rows, cols
        self._blanks = BLANKS if (rows, cols) == (ROWS, COLS) else b" " * (rows * cols)
        self.area = bytearray(self._blanks)
        self.noted = set()
        self.is_careful = False
        self.top: bytes | None = b""
        self._read, self._read_text = b"", ""  # a `top`, and its text without trailing blanks
        self._laid: bytes | None = b""  # content of row 0 of the cells, if known; `top` may be newer
        self.bright = set()
        self.drawn = self.top_written = self.status_written = False
        self._is_redrawn = False  # whether the whole map was written to, which is not noted square by square
        self._picture: bytes | None = self._blanks  # the cells, unless they have been written to since
        self._printed = b""  # its last character is the last one that was printed
        self._seen = self._blanks  # cells at the last take; 0 = cleared away since
        self._lines: list[str] = []
        self._top_changed = False
        self._wrap = False  # column 79 was written: the next character goes to the next row
        self.spot: Square = 0
        self.beyond = False
        self._top, self._bottom = 0, rows - 1  # scroll region, both rows included
        self._wraps = True
        self._reset_tabs()

    @property
    def cells(self) -> bytearray:
        """The screen as ASCII bytes, at index row * cols + column.  The caller may change these bytes."""
        self._lay()
        self.top = self._laid = self._picture = None
        return self.area

    def snapshot(self) -> bytes:
        """Return a copy of the cells, the same object until one is written to."""
        picture = self._picture
        if picture is None:
            if self.top != self._laid:
                self._lay()
            picture = self._picture = bytes(self.area)
        return picture

    def take_changes(self) -> list[int]:
        """Return the spots of the map that changed since the last call, in rising order.

        If the whole screen was cleared in between, the result may include unchanged spots: it includes each
        spot that was not blank when the screen was cleared.
        """
        self.status_written = False
        if not self.noted and not self._is_redrawn:
            return []
        seen, cells = self._seen, self.snapshot()
        if self._is_redrawn:
            changes = _differences(cells, seen)
        else:
            changes = [spot for spot in sorted(self.noted) if cells[spot] != seen[spot]]
        self._seen, self._is_redrawn = cells, False
        self.noted.clear()
        return changes

    def settle(self, spot: Square, printed: bytes) -> None:
        """Take note of what `read_stream` has done without calls (see StreamTarget)."""
        if printed:
            self._printed, self._picture, self.drawn = printed, None, True
        if spot >= 0:
            self.spot, self._wrap = spot, False

    def leave_top(self) -> None:
        """Store a new text of row 0, because the cursor has left the row."""
        if self._top_changed:
            self._keep_top()

    def put_on_top(self, spot: Square, text: bytes) -> None:
        """Do the same as `put_at` for a text that fits on row 0, if the terminal is not careful."""
        before, col, end = self.top, spot, spot + len(text)
        if before is None:
            self._replace(spot, text)
            self.spot, self._printed = end, text
            return
        if col == len(before):  # the usual case
            is_new = not text.isspace()
            self.top = before + text
        else:
            is_new = before[col:end].ljust(len(text)) != text
            self.top = before[:col].ljust(col) + text + before[end:]
        if is_new:
            self._top_changed = True
        self.spot, self._printed, self._picture = end, text, None
        self._wrap = False
        self.drawn = self.top_written = True

    def clear_rest(self) -> None:
        """Erase the cursor's row from the cursor on."""
        before, col = self.top, self.spot
        if col >= self.cols or self.bright or before is None:
            self._clear_line(0, 0)
            return
        if not col:
            if self._top_changed:
                self._keep_top()
            self.top = b""
        elif col < len(before):
            if not before[col:].isspace():
                self._top_changed = True
            self.top = before[:col]
        self._wrap = False
        self._picture = None
        self.drawn = self.top_written = True

    def take_lines(self) -> list[str]:
        """Return the texts stored since the last call, and forget them.

        A new text of row 0 is stored each time the cursor leaves the row or the row is cleared.
        """
        lines, self._lines = self._lines, []
        return lines

    def text(self, row: int) -> str:
        """Return the text of a row without its trailing blanks."""
        top = self.top
        if not row and top is not None:
            if top != self._read:  # seldom: nearly every screen shows the same complaint
                self._read, self._read_text = top, top.decode("ascii").rstrip()
            return self._read_text
        start = row * self.cols
        return self.area[start : start + self.cols].decode("ascii").rstrip()

    def picture(self) -> list[str]:
        """Return the texts of all rows with their trailing blanks."""
        cells, cols = self.snapshot(), self.cols
        return [cells[start : start + cols].decode("ascii") for start in range(0, len(cells), cols)]

    def _lay(self) -> None:
        """Write `top` into the cells if row 0 does not hold it yet."""
        top = self.top
        if top is not None and top != self._laid:
            self.area[: self.cols] = top + self._blanks[: self.cols - len(top)]
            self._laid = top

    def _replace(self, spot: Square, piece: bytes) -> None:
        """Write `piece` at `spot`, without standout.  Record changes of row 0.  Cancel a pending wrap."""
        end, cols = spot + len(piece), self.cols
        if spot <= MAP_START and end >= MAP_END:
            self._is_redrawn = True
        else:
            self.noted.update(range(max(spot, MAP_START), min(end, MAP_END)))
        if end > (ROWS - 1) * cols:
            self.status_written = True
        self._picture = None
        self.drawn = True
        self._wrap = False
        if self.bright:
            self.bright.difference_update(range(spot, end))
        if spot < cols:
            self._lay()
            self.top = self._laid = None
            self.top_written = True
            if self.area[spot : min(end, cols)] != piece[: cols - spot]:
                self._top_changed = True
        self.area[spot:end] = piece

    def _blank(self, start: int, end: int) -> None:
        self._replace(start, self._blanks[: end - start])

    def _slide(self, start: int, end: int, by: int) -> None:
        """Move the cells from `start` to `end` - 1 by `by` spots, and fill the gap with blanks.

        Cells that leave this range are lost.
        """
        size = min(abs(by), end - start)
        self._lay()
        if by < 0:
            moved = bytes(self.area[start + size : end]) + self._blanks[:size]
        else:
            moved = self._blanks[:size] + bytes(self.area[start : end - size])
        lit = [spot + by for spot in self.bright if start <= spot < end]
        self._replace(start, moved)
        self.bright.update(spot for spot in lit if start <= spot < end)

    def _keep_top(self) -> None:
        """Store the text of row 0 for `take_lines`, before the row is left or cleared."""
        self._top_changed = False
        if line := self.text(0):
            self._lines.append(line)
            if len(self._lines) > _MAX_LINES:  # the game never waits for a key
                del self._lines[0]

    @property
    def symbol(self) -> int:
        """Character under the cursor, as an ASCII code."""
        if self.spot < self.cols:
            self._lay()
        return self.area[self.spot]

    @property
    def row(self) -> int:
        """Row of the cursor."""
        return self.spot // self.cols

    @property
    def col(self) -> int:
        """Column of the cursor."""
        return self.spot % self.cols

    def resize(self, rows: int, cols: int) -> None:
        """Change the size.  Drop rows at the top only if the cursor would otherwise be below the screen."""
        row, col = self.row, self.col
        first = max(row - rows + 1, 0)
        self._lay()
        lit = {divmod(spot, self.cols) for spot in self.bright}
        self.area = bytearray(reshaped(self.area, self.cols, rows, cols, first))
        self.bright = {
            (down - first) * cols + right for down, right in lit if 0 <= down - first < rows and right < cols
        }
        self.rows, self.cols = rows, cols
        self._blanks = self._seen = b" " * (rows * cols)
        self.top = self._laid = None
        self._wrap = self._top_changed = False
        self.drawn = self.top_written = self.status_written = True
        self._picture, self._is_redrawn = None, True
        self.spot = (row - first) * cols + min(col, cols - 1)
        self._top, self._bottom = 0, rows - 1
        self._reset_tabs()

    def _scroll(self, top: int, by: int) -> None:
        """Scroll the rows from `top` to the end of the scroll region.  A positive `by` moves them down."""
        if top == 0 and self._top_changed:
            self._keep_top()
        self._slide(top * self.cols, (self._bottom + 1) * self.cols, by * self.cols)
        self._top_changed = self._top_changed and not self.row  # row 0 changed without being written

    def _place(self, a: int, b: int) -> None:
        self.spot = a * self.cols + b
        self._wrap = False

    def _place_beyond(self, a: int, b: int) -> None:
        self.beyond = True
        self._place(a, b)

    def _left(self, a: int, _b: int = 0) -> None:
        self._place(self.row, max(self.col - a, 0))

    def _right(self, a: int, _b: int) -> None:
        self._place(self.row, min(self.col + a, self.cols - 1))

    def _down(self, a: int, _b: int) -> None:
        """Move the cursor down `a` rows within the scroll region, or up if `a` is negative."""
        highest = self._top if self.row >= self._top else 0
        lowest = self._bottom if self.row <= self._bottom else self.rows - 1
        self._place(min(max(self.row + a, highest), lowest), self.col)

    def _down_to_margin(self, a: int, b: int) -> None:
        """Move the cursor to the first column, and down `a` rows, or up if `a` is negative."""
        self._down(a, b)
        self._place(self.row, 0)

    def _go(self, a: int, b: int) -> None:
        """Move the cursor to row `a`, column `b`.  The number -1 leaves the row or column unchanged."""
        self._place(self.row if a < 0 else a, self.col if b < 0 else b)

    def _to_tab(self, a: int, _b: int) -> None:
        """Move the cursor forward by `a` tab stops, or back if `a` is negative."""
        last = self.cols - 1
        if a >= 0:
            stops = [*sorted(stop for stop in self._tabs if stop > self.col), last]
        else:
            stops = [*sorted((stop for stop in self._tabs if stop < self.col), reverse=True), 0]
        self._place(self.row, min(stops[min(abs(a), len(stops)) - 1], last))

    def _set_tab(self, _a: int, _b: int) -> None:
        self._tabs.add(self.col)

    def _reset_tabs(self) -> None:
        self._tabs = set(range(_TAB, self.cols, _TAB))

    def _clear_tabs(self, a: int, _b: int) -> None:
        """Remove the tab stop at the cursor if `a` is 0, or all tab stops if `a` is 3."""
        if a == 3:
            self._tabs.clear()
        elif a == 0:
            self._tabs.discard(self.col)

    def _index(self, _a: int = 0, _b: int = 0) -> None:
        self._wrap = False
        if self.row == self._bottom:
            self._scroll(self._top, -1)
        elif self.row < self.rows - 1:
            self.spot += self.cols
        if self.row and self._top_changed:
            self._keep_top()

    def _next_line(self, _a: int, _b: int) -> None:
        self._place(self.row, 0)
        self._index()

    def _reverse_index(self, _a: int, _b: int) -> None:
        self._wrap = False
        if self.row == self._top:
            self._scroll(self._top, 1)
        elif self.row > 0:
            self.spot -= self.cols

    def _clear_line(self, a: int, _b: int) -> None:
        """Erase part of the row.

        Erase from the cursor on if `a` is 0, up to the cursor if `a` is 1, or the whole row if `a` is 2.
        """
        start, end = self.row * self.cols, (self.row + 1) * self.cols
        whole = a == 2 or (a == 0 and self.col == 0)
        if self.row == 0 and self._top_changed and whole:
            self._keep_top()
        self._blank(start if a else self.spot, self.spot + 1 if a == 1 else end)
        if self.row == 0 and whole:
            self.top = self._laid = b""

    def _clear_screen(self, a: int, _b: int) -> None:
        """Erase part of the screen.

        Erase from the cursor on if `a` is 0, up to the cursor if `a` is 1, or the whole screen if `a` is 2.
        """
        spot, size = self.spot, len(self.area)
        if a == 2 or (a == 0 and spot == 0):
            if self._top_changed:
                self._keep_top()
            self._lay()
            # Per cell, its previous content if it is blank now, otherwise 0.
            blank = int.from_bytes(self.area.translate(_IS_BLANK), "little")
            self._seen = (int.from_bytes(self._seen, "little") & blank).to_bytes(size, "little")
        self._blank(0 if a else spot, spot + 1 if a == 1 else size)
        if a == 2 or (a == 0 and spot == 0):
            self.top = self._laid = b""

    def _erase(self, a: int, _b: int) -> None:
        self._blank(self.spot, min(self.spot + a, (self.row + 1) * self.cols))

    def _insert(self, a: int, _b: int) -> None:
        """Insert `a` blanks at the cursor, or delete -`a` characters if `a` is negative."""
        self._slide(self.spot, (self.row + 1) * self.cols, a)

    def _insert_rows(self, a: int, _b: int) -> None:
        """Insert `a` blank rows at the cursor, or delete -`a` rows if `a` is negative."""
        if self._top <= self.row <= self._bottom:
            self._place(self.row, 0)
            self._scroll(self.row, a)

    def _scroll_region(self, a: int, _b: int) -> None:
        """Move the rows of the scroll region down `a` rows, or up if `a` is negative."""
        self._wrap = False
        self._scroll(self._top, a)

    def _margins(self, a: int, b: int) -> None:
        if a < b:
            self._top, self._bottom = a, b
            self._place(0, 0)


def reshaped(cells: bytes | bytearray, width: int, rows: int, cols: int, first: int = 0) -> bytes:
    """Return the cells of a screen of `width` columns, with each row cut or padded to `cols` columns.

    The result has `rows` rows, which start at row `first` of the screen.  Missing cells are blanks.

    >>> reshaped(b"abcd", 2, 3, 1)
    b'ac '
    """
    found = [
        bytes(cells[start : start + min(width, cols)]) for start in range(first * width, len(cells), width)
    ]
    return b"".join(row.ljust(cols) for row in found[:rows]).ljust(rows * cols)


def _differences(one: bytes, other: bytes) -> list[int]:
    """Return the spots of the map at which two pictures of the same size differ."""
    one, other = one[MAP_START:MAP_END], other[MAP_START:MAP_END]
    unequal = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    runs = _UNEQUAL.finditer(unequal.to_bytes(len(one), "little"))
    return [MAP_START + at for run in runs for at in range(run.start(), run.end())]
