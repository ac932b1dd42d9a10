"""The terminal as the agent sees it: bytes in, 24 rows of 80 characters out."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from rogomatic.control_sequences import CSI, HALF, QUIET, TOKENS, index_of, reverse_of
from rogomatic.screen_cells import ALL_ROWS, COLS, ROWS, SIZE, ScreenCells, unless_drawn

__all__ = ("COLS", "ROWS", "SIZE", "Screen")

_COMPILED: Final = not __file__.endswith(".py")
if _COMPILED:
    from rogomatic import native, native_map

_CLEAR_REST: Final = b"\x1b[K"
_FEW: Final = 4  # cells that are set one by one sooner than together
_LAST: Final = COLS - 1
_ENOUGH: Final = 255  # a count beyond this does no more than this one


class Screen(ScreenCells):
    """A terminal of 24 rows and 80 columns.

    row, col, spot  the cursor
    clears  clears of the complete screen so far; strange: sequences not understood
    beyond  whether the cursor was sent to a place outside, so that the game takes another size for granted

    The alphabet is ASCII; a character beyond it takes one cell and shows as "?".  `feed` never raises, and
    the way the bytes are cut into chunks never matters.
    """

    __slots__ = (
        "_bottom", "_half", "_saved", "_standout", "_top", "_wraps", "beyond", "clears", "col", "row",
        "strange",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.row = self.col = self.clears = self.strange = 0
        self.beyond = False
        self._half = b""
        self._top, self._bottom = 0, ROWS - 1  # scroll region, both rows included
        self._wraps = True
        self._standout = False
        self._saved = (0, 0, False)

    @property
    def symbol(self) -> int:
        """The character under the cursor."""
        if not self.row:
            self._lay()
        return self._cells[self.row * COLS + self.col]

    @property
    def spot(self) -> int:
        """The cursor as row * 80 + column."""
        return self.row * COLS + self.col

    def feed(self, data: bytes) -> None:
        """Take bytes from the game.  A sequence cut off at the end waits for its rest."""
        if self._half:
            data, self._half = self._half + data, b""
        escape: int = native_map.last_escape(data) if _COMPILED else data.rfind(b"\x1b")
        # Behind `ESC [`, which nearly all begin with, a letter at the end shows that it is whole.
        is_whole = 0 <= escape < len(data) - 2 and data[-1] >= 0x40 and data[escape + 1] == 0x5B
        if escape >= 0 and not is_whole and HALF.match(data, escape):
            self._half = data[escape:]
            data = data[:escape]
        if _COMPILED:
            self._feed_natively(data)
            return
        parts = [*TOKENS.split(data), b""]
        for text, token in zip(parts[::2], parts[1::2], strict=True):
            if text:
                self._put(text)
            if token == _CLEAR_REST:
                self._clear_rest()
            elif token:
                self._obey(token)

    def _feed_natively(self, data: bytes) -> None:
        """Take bytes without half a sequence at the end, as compiled code does it best."""
        at, size = 0, len(data)
        while at < size:
            end, row, col = native.piece(data, at, ROWS, COLS)
            if row == native.TEXT:
                self._put(data[at:end])
            elif row == native.CLEAR:
                self._clear_rest()
            elif row != native.OTHER:
                self.row, self.col = row, col
                self._wrap = False
                if row and self._top_changed:
                    self._keep_top()
            else:
                found = TOKENS.match(data, at)
                assert found is not None  # whatever is not printable begins a token
                end = found.end()
                self._obey(found[0])
            at = end

    def _put(self, text: bytes) -> None:
        """Write printable characters at the cursor."""
        size = len(text)
        end = self.col + size
        if end >= COLS or self.bright or self._standout:
            self._write(text)
        elif self.row:
            cells, start = self._cells, self.row * COLS + self.col
            if size <= _FEW:
                for at in range(size):
                    cells[start + at] = text[at]
            else:
                cells[start : start + size] = text
            self.touched |= 1 << self.row
            self.col = end
            self.drawn = True
        elif self.col or self._wrap or self.top is None:
            self._write(text)
        else:
            self._begin_top(text)
            self.col = end

    def _clear_rest(self) -> None:
        """Erase the row from the cursor on, as most clearing of rows does."""
        if self.row or self.bright or self.top is None:
            self._clear_line(0, 0)
            return
        if not self.col and self._top_changed:
            self._keep_top()
        self._cut_top(self.col)

    def _obey(self, token: bytes) -> None:
        """Do what a control sequence says."""
        act, a, b = _step(token)
        if act is not None:
            act(self, a, b)
        if self.row and self._top_changed:
            self._keep_top()

    @property
    def is_complete(self) -> bool:
        """Whether no sequence was cut off at the end of what was fed last."""
        return not self._half

    def _write(self, text: bytes) -> None:
        """Put characters at the cursor; behind column 79 wait, and wrap with the next one."""
        while text:
            if self._wrap:
                self._wrap, self.col = False, 0
                self._index()
            piece = text[: COLS - self.col]
            spot = self.row * COLS + self.col
            self._replace(spot, piece)
            if self._standout:
                self.bright.update(range(spot, spot + len(piece)))
            text = text[len(piece) :]
            self.col += len(piece)
            if self.col == COLS:
                self.col, self._wrap = _LAST, self._wraps
                if not self._wraps:
                    text = text[-1:]

    def _scroll(self, top: int, by: int) -> None:
        """Move the rows from `top` to the bottom of the scroll region."""
        if top == 0 and self._top_changed:
            self._keep_top()
        self._slide(top * COLS, (self._bottom + 1) * COLS, by * COLS)
        self._top_changed = self._top_changed and not self.row  # what came into row 0 was not written there

    # Operations: each takes two numbers, brought inside the bounds of the screen before.
    def _place(self, a: int, b: int) -> None:
        self.row, self.col = a, b
        self._wrap = False

    def _place_beyond(self, a: int, b: int) -> None:
        self.beyond = True
        self._place(a, b)

    def _left(self, a: int, _b: int = 0) -> None:
        self._place(self.row, max(self.col - a, 0))

    def _right(self, a: int, _b: int) -> None:
        self._place(self.row, min(self.col + a, _LAST))

    def _down(self, a: int, _b: int) -> None:
        """Go down, or up if `a` is negative; the scroll region holds a cursor that is inside it."""
        highest = self._top if self.row >= self._top else 0
        lowest = self._bottom if self.row <= self._bottom else ROWS - 1
        self._place(min(max(self.row + a, highest), lowest), self.col)

    def _go(self, a: int, b: int) -> None:
        """Go to row a, column b; -1 stands for where the cursor is."""
        self._place(self.row if a < 0 else a, self.col if b < 0 else b)

    def _to_tab(self, _a: int, _b: int) -> None:
        self._place(self.row, min(self.col - self.col % 8 + 8, _LAST))

    def _index(self, _a: int = 0, _b: int = 0) -> None:
        self._wrap = False
        if self.row == self._bottom:
            self._scroll(self._top, -1)
        elif self.row < ROWS - 1:
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

    def _save(self, _a: int, _b: int) -> None:
        self._saved = (self.row, self.col, self._standout)

    def _restore(self, _a: int, _b: int) -> None:
        row, col, self._standout = self._saved
        self._place(row, col)

    def _clear_line(self, a: int, _b: int) -> None:
        """Erase the row from the cursor on (0), up to the cursor (1) or all of it (2)."""
        start, end = self.row * COLS, (self.row + 1) * COLS
        whole = a == 2 or (a == 0 and self.col == 0)
        if self.row == 0 and self._top_changed and whole:
            self._keep_top()
        self._blank(start if a else self.spot, self.spot + 1 if a == 1 else end)
        if self.row == 0 and whole:
            self.top = self._laid = b""

    def _clear_screen(self, a: int, _b: int) -> None:
        """Erase the screen from the cursor on (0), up to the cursor (1) or all of it (2)."""
        spot = self.spot
        if a == 2 or (a == 0 and spot == 0):
            if self._top_changed:
                self._keep_top()
            self.clears += 1
            self.touched = ALL_ROWS
            self._lay()
            self._seen = unless_drawn(bytes(self._cells), self._seen)
        self._blank(0 if a else spot, spot + 1 if a == 1 else SIZE)
        if a == 2 or (a == 0 and spot == 0):
            self.top = self._laid = b""

    def _erase(self, a: int, _b: int) -> None:
        self._blank(self.spot, min(self.spot + a, (self.row + 1) * COLS))

    def _insert(self, a: int, _b: int) -> None:
        """Insert blanks at the cursor; delete characters if `a` is negative."""
        self._slide(self.spot, (self.row + 1) * COLS, a)

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

    def _attributes(self, a: int, _b: int) -> None:
        self._standout = a == 1

    def _wrap_mode(self, a: int, _b: int) -> None:
        self._wraps = a == 1
        self._wrap = self._wrap and self._wraps

    def _skip(self, a: int, _b: int) -> None:
        """Count what is not understood; 1 is a character beyond ASCII."""
        self.strange += 1
        if a:
            self._write(b"?")


_Act = Callable[[Screen, int, int], None]
_Step = tuple[_Act | None, int, int]

_PLAIN: Final[dict[bytes, _Act]] = {
    **dict.fromkeys((b"\n", b"\x0b", b"\x0c", b"\x1bD"), Screen._index),
    b"\t": Screen._to_tab, b"\x1b7": Screen._save, b"\x1b8": Screen._restore,
    b"\x1bE": Screen._next_line, b"\x1bM": Screen._reverse_index,
}  # fmt: skip
_COUNTED: Final[dict[bytes, tuple[_Act, int]]] = {  # final: operation and sign of its count
    b"A": (Screen._down, -1), b"B": (Screen._down, 1),
    b"C": (Screen._right, 1), b"D": (Screen._left, 1),
    b"@": (Screen._insert, 1), b"P": (Screen._insert, -1), b"X": (Screen._erase, 1),
    b"L": (Screen._insert_rows, 1), b"M": (Screen._insert_rows, -1),
    b"S": (Screen._scroll_region, -1), b"T": (Screen._scroll_region, 1),
}  # fmt: skip


@lru_cache(maxsize=8192)
def _step(token: bytes) -> _Step:
    """Read a control sequence as (operation, a, b); the operation is None if there is none."""
    if token[0] == 8:
        return Screen._left, len(token), 0
    if token == b"\r":
        return Screen._go, -1, 0
    if token in _PLAIN:
        return _PLAIN[token], 0, 0
    if found := CSI.fullmatch(token):
        numbers = [min(int(number or 0), _ENOUGH) for number in found[2].split(b";")]
        return _csi(found[1] + found[3], numbers)
    if QUIET.fullmatch(token):
        return None, 0, 0
    return Screen._skip, int(token[0] >= 0xC0), 0


def _csi(final: bytes, numbers: list[int]) -> _Step:
    """Read `ESC [` numbers final.  A missing number counts as 0, and a count of 0 as 1."""
    if final in (b"?h", b"?l") and 7 in numbers:
        return Screen._wrap_mode, int(final == b"?h"), 0
    a, b = numbers[0], numbers[1] if len(numbers) > 1 else 0
    if final in _COUNTED:
        act, sign = _COUNTED[final]
        return act, max(a, 1) * sign, 0
    if final in (b"H", b"f"):
        place = Screen._place if a <= ROWS and b <= COLS else Screen._place_beyond
        return place, index_of(a, ROWS), index_of(b, COLS)
    if final == b"G":
        return Screen._go, -1, index_of(a, COLS)
    if final == b"d":
        return Screen._go, index_of(a, ROWS), -1
    if final in (b"J", b"K"):
        clear: _Act = Screen._clear_screen if final == b"J" else Screen._clear_line
        return (clear, a, 0) if a <= 2 else (None, 0, 0)
    if final == b"r":
        return Screen._margins, index_of(a, ROWS), index_of(b or ROWS, ROWS)
    if final == b"m":
        reverse = reverse_of(numbers)
        return (None, 0, 0) if reverse is None else (Screen._attributes, int(reverse), 0)
    return None if final in (b"h", b"l", b"?h", b"?l") else Screen._skip, 0, 0
