"""What a terminal does to its cells: the cursor, scrolling, erasing, inserting, tabs."""

from __future__ import annotations

from rogomatic.agent.kernels.level_grid import COLS, ROWS
from rogomatic.agent.screen.screen_cells import ScreenCells, unless_drawn

_TAB: int = 8


class ScreenMotions(ScreenCells):
    """A terminal without its language.

    row, col, spot  the cursor
    clears  clears of the complete screen so far
    beyond  whether the cursor was sent to a place outside, so that the game takes another size for granted

    Operations take two numbers.
    """

    __slots__ = ("_bottom", "_tabs", "_top", "_wraps", "beyond", "clears", "col", "row")

    def __init__(self, rows: int = ROWS, cols: int = COLS) -> None:
        super().__init__(rows, cols)
        self.row = self.col = self.clears = 0
        self.beyond = False
        self._top, self._bottom = 0, rows - 1  # scroll region, both rows included
        self._wraps = True
        self._tabs: set[int] = set(range(_TAB, cols, _TAB))

    @property
    def symbol(self) -> int:
        """The character under the cursor."""
        if not self.row:
            self._lay()
        return self._cells[self.row * self.cols + self.col]

    @property
    def spot(self) -> int:
        """The cursor as row * cols + column."""
        return self.row * self.cols + self.col

    def resize(self, rows: int, cols: int) -> None:
        """Take another size.  The upper left stays; rows scroll out only to keep the cursor on the screen."""
        first = max(self.row - rows + 1, 0)
        self._reshape(rows, cols, first)
        self.row, self.col = self.row - first, min(self.col, cols - 1)
        self._top, self._bottom = 0, rows - 1
        self._tabs = set(range(_TAB, cols, _TAB))

    def _write(self, text: bytes) -> None:
        """Put characters at the cursor; behind the last column wait, and wrap with the next one."""
        cols = self.cols
        while text:
            if self._wrap:
                self._wrap, self.col = False, 0
                self._index()
            piece = text[: cols - self.col]
            self._set(self.row * cols + self.col, piece)
            text = text[len(piece) :]
            self.col += len(piece)
            if self.col == cols:
                self.col, self._wrap = cols - 1, self._wraps
                if not self._wraps:
                    text = text[-1:]

    def _set(self, spot: int, piece: bytes) -> None:
        """Set cells of one row as they are written now."""
        self._replace(spot, piece)

    def _scroll(self, top: int, by: int) -> None:
        """Move the rows from `top` to the bottom of the scroll region."""
        if top == 0 and self._top_changed:
            self._keep_top()
        self._slide(top * self.cols, (self._bottom + 1) * self.cols, by * self.cols)
        self._top_changed = self._top_changed and not self.row  # what came into row 0 was not written there

    def _place(self, a: int, b: int) -> None:
        self.row, self.col = a, b
        self._wrap = False

    def _place_beyond(self, a: int, b: int) -> None:
        self.beyond = True
        self._place(a, b)

    def _left(self, a: int, _b: int = 0) -> None:
        self._place(self.row, max(self.col - a, 0))

    def _right(self, a: int, _b: int) -> None:
        self._place(self.row, min(self.col + a, self.cols - 1))

    def _down(self, a: int, _b: int) -> None:
        """Go down, or up if `a` is negative; the scroll region holds a cursor that is inside it."""
        highest = self._top if self.row >= self._top else 0
        lowest = self._bottom if self.row <= self._bottom else self.rows - 1
        self._place(min(max(self.row + a, highest), lowest), self.col)

    def _down_to_margin(self, a: int, b: int) -> None:
        """Go down, or up, to the first column."""
        self._down(a, b)
        self.col = 0

    def _go(self, a: int, b: int) -> None:
        """Go to row a, column b; -1 stands for where the cursor is."""
        self._place(self.row if a < 0 else a, self.col if b < 0 else b)

    def _to_tab(self, a: int, _b: int) -> None:
        """Go to the tab stop `a` stops further on, or back if `a` is negative."""
        last = self.cols - 1
        if a >= 0:
            stops = [*sorted(stop for stop in self._tabs if stop > self.col), last]
        else:
            stops = [*sorted((stop for stop in self._tabs if stop < self.col), reverse=True), 0]
        self._place(self.row, min(stops[min(abs(a), len(stops)) - 1], last))

    def _set_tab(self, _a: int, _b: int) -> None:
        self._tabs.add(self.col)

    def _clear_tabs(self, a: int, _b: int) -> None:
        """Remove the tab stop at the cursor (0), or all (3)."""
        if a == 3:
            self._tabs.clear()
        elif a == 0:
            self._tabs.discard(self.col)

    def _index(self, _a: int = 0, _b: int = 0) -> None:
        self._wrap = False
        if self.row == self._bottom:
            self._scroll(self._top, -1)
        elif self.row < self.rows - 1:
            self.row += 1
        if self.row and self._top_changed:
            self._keep_top()

    def _next_line(self, _a: int, _b: int) -> None:
        self.col = 0
        self._index()

    def _reverse_index(self, _a: int, _b: int) -> None:
        self._wrap = False
        if self.row == self._top:
            self._scroll(self._top, 1)
        elif self.row > 0:
            self.row -= 1

    def _clear_line(self, a: int, _b: int) -> None:
        """Erase the row from the cursor on (0), up to the cursor (1) or all of it (2)."""
        start, end = self.row * self.cols, (self.row + 1) * self.cols
        whole = a == 2 or (a == 0 and self.col == 0)
        if self.row == 0 and self._top_changed and whole:
            self._keep_top()
        self._blank(start if a else self.spot, self.spot + 1 if a == 1 else end)
        if self.row == 0 and whole:
            self.top = self._laid = b""

    def _clear_screen(self, a: int, _b: int) -> None:
        """Erase the screen from the cursor on (0), up to the cursor (1) or all of it (2)."""
        spot, size = self.spot, len(self._cells)
        if a == 2 or (a == 0 and spot == 0):
            if self._top_changed:
                self._keep_top()
            self.clears += 1
            self.touched = (1 << self.rows) - 1
            self._lay()
            self._seen = unless_drawn(bytes(self._cells), self._seen)
        self._blank(0 if a else spot, spot + 1 if a == 1 else size)
        if a == 2 or (a == 0 and spot == 0):
            self.top = self._laid = b""

    def _erase(self, a: int, _b: int) -> None:
        self._blank(self.spot, min(self.spot + a, (self.row + 1) * self.cols))

    def _insert(self, a: int, _b: int) -> None:
        """Insert blanks at the cursor; delete characters if `a` is negative."""
        self._slide(self.spot, (self.row + 1) * self.cols, a)

    def _insert_rows(self, a: int, _b: int) -> None:
        """Insert blank rows at the cursor; delete rows if `a` is negative."""
        if self._top <= self.row <= self._bottom:
            self._place(self.row, 0)
            self._scroll(self.row, a)

    def _scroll_region(self, a: int, _b: int) -> None:
        """Move the rows of the scroll region down, up if `a` is negative; the cursor stays."""
        self._wrap = False
        self._scroll(self._top, a)

    def _margins(self, a: int, b: int) -> None:
        if a < b:
            self._top, self._bottom = a, b
            self._place(0, 0)
