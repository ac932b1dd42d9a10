"""The terminal that the agent reads: bytes go in, 24 rows of 80 characters come out."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from rogomatic.agent.kernels import read_stream
from rogomatic.agent.kernels.level_grid import COLS, MAP_END, ROWS, SIZE, Square
from rogomatic.agent.screen.screen_cells import ScreenCells, reshaped
from rogomatic.agent.screen.screen_codes import (
    CSI,
    FONT,
    HALF,
    HALF_CHARACTER,
    ITALIC,
    QUIET,
    REVERSE,
    SPECIAL_GRAPHICS,
    TOKENS,
    UNKNOWN,
    attributes_of,
    in_pc_font,
    index_of,
    meaning_of,
    numbers_of,
)

__all__ = ("COLS", "ROWS", "SIZE", "Screen")

_ASCII_SETS: Final = b"BBBB"  # no set draws lines
_WIDE: Final = b"\xff"  # as the last character: a wide one
_LINES: Final = b"02"  # the sets that draw lines
_STANDOUT: Final = REVERSE | ITALIC


class Screen(ScreenCells):
    """Terminal, by default of 24 rows and 80 columns.

    strange  number of sequences and characters that were not understood

    The cells hold ASCII only.  Line-drawing characters become walls (screen_codes).  Any other non-ASCII
    character without a known meaning becomes a "?" in each of its cells.  `feed` never raises.  The result
    does not depend on where the bytes are divided into chunks.
    """

    __slots__ = (
        "_half", "_inserts", "_look", "_main", "_saved", "_sets", "_shift", "_single", "_usual", "strange",
    )  # fmt: skip

    def __init__(self, rows: int = ROWS, cols: int = COLS) -> None:
        super().__init__(rows, cols)
        self.strange = 0
        self._half = b""
        self._main: tuple[int, bytes, frozenset[int]] | None = None  # the hidden main screen
        self._saved = (0, 0, 0, _ASCII_SETS, 0)
        self._begin()

    def feed(self, data: bytes) -> None:
        """Process bytes from the game.

        If the last sequence is incomplete, it is stored until the next call.
        """
        if self._half:
            data, self._half = self._half + data, b""
        read_stream(self, data, TOKENS, self.rows, self.cols)

    def without_half(self, data: bytes) -> bytes:
        """Store an incomplete sequence or character at the end of `data`.  Return the rest of `data`."""
        escape = data.rfind(b"\x1b")
        # After `ESC [`, the usual start, a letter at the end shows that the sequence is complete.
        if 0 <= escape < len(data) - 2 and 0x80 > data[-1] >= 0x40 and data[escape + 1] == 0x5B:
            return data
        if escape >= 0 and HALF.match(data, escape):
            self._half = data[escape:]
            return data[:escape]
        if data[-1:] >= b"\x80" and (found := HALF_CHARACTER.search(data, max(len(data) - 3, 0))):
            self._half = found[0]
            return data[: found.start()]
        return data

    def put(self, text: bytes) -> None:
        """Write printable characters at the cursor."""
        if self._wrap:
            self._write_slowly(text)
        else:
            self.put_at(self.spot, text)

    def go_to(self, spot: Square) -> None:
        """Move the cursor to a spot."""
        self.spot = spot
        self._wrap = False
        if self._top_changed and spot >= self.cols:
            self._keep_top()

    def put_at(self, spot: Square, text: bytes) -> None:
        """Write printable characters at a spot, to which the cursor moves first."""
        cols = self.cols
        if self.is_careful or self.bright or spot % cols + len(text) >= cols:
            self.go_to(spot)
            self._write_slowly(text)
        elif spot < cols:
            self.put_on_top(spot, text)
        else:
            self._put_below(spot, text)

    def _put_below(self, spot: Square, text: bytes) -> None:
        """Write characters below row 0."""
        if self._top_changed:
            self._keep_top()
        end = spot + len(text)
        self.area[spot:end] = text
        for there in range(spot, end if end < MAP_END else MAP_END):
            self.noted.add(there)
        if end > (ROWS - 1) * self.cols:
            self.status_written = True
        self.spot, self._printed, self._picture = end, text, None
        self._wrap = False
        self.drawn = True

    def _write_slowly(self, text: bytes) -> None:
        """Write printable characters at the cursor, in any mode and across the end of a row."""
        self._printed = text
        self._write(self._drawn_as(text) if self.is_careful else text)

    def obey(self, token: bytes) -> None:
        """Execute a token: a control sequence, a control character, or a non-ASCII character."""
        act, a, b = _step(token) if self._usual else self._step_here(token)
        if act is not None:
            act(self, a, b)
        if self._top_changed and self.spot >= self.cols:
            self._keep_top()

    def _step_here(self, token: bytes) -> _Step:
        """Read a token on a screen that has an unusual size or uses the PC font."""
        if self._look & FONT and token[0] >= 0x80:
            self._write_in_font(token)
            return None, 0, 0
        return _sized_step(token, self.rows, self.cols)

    @property
    def is_complete(self) -> bool:
        """Whether the bytes fed so far end with a complete sequence or character."""
        return not self._half

    def _write(self, text: bytes) -> None:
        """Write characters at the cursor.  A character after the last column goes to the next row."""
        cols = self.cols
        while text:
            if self._wrap:
                self._next_line(0, 0)
            spot = self.spot
            piece = text[: cols - spot % cols]
            self._set(spot, piece)
            text = text[len(piece) :]
            self.spot = spot + len(piece)
            if self.spot % cols == 0:
                self.spot, self._wrap = self.spot - 1, self._wraps
                if not self._wraps:
                    text = text[-1:]

    def _begin(self) -> None:
        self._look = 0  # attributes for writing: REVERSE, ITALIC, FONT
        self._sets = _ASCII_SETS  # the four character sets, as they are named in `ESC ( x`
        self._shift = 0  # which of them is in use
        self._single = -1  # the same for the next character only
        self._inserts = False
        self._note_modes()

    def resize(self, rows: int, cols: int) -> None:
        """Change the size.  Drop rows at the top only if the cursor would otherwise be below the screen."""
        super().resize(rows, cols)
        self._note_modes()

    def _drawn_as(self, text: bytes) -> bytes:
        """Return the characters that the current character sets show for `text`."""
        first, rest = text[:1], text[1:]
        if self._single >= 0:
            first = self._in_set(first, self._single)
            self._single = -1
            self._note_modes()
        else:
            first = self._in_set(first, self._shift)
        return first + self._in_set(rest, self._shift)

    def _in_set(self, text: bytes, number: int) -> bytes:
        return text.translate(SPECIAL_GRAPHICS) if self._sets[number] in _LINES else text

    def _set(self, spot: Square, piece: bytes) -> None:
        if self._inserts:
            self._slide(spot, (self.row + 1) * self.cols, len(piece))
        self._replace(spot, piece)
        if self._look & _STANDOUT:
            self.bright.update(range(spot, spot + len(piece)))

    def _note_modes(self) -> None:
        """Record whether tokens can be read by the common `_step` instead of `_step_here`.

        Also record whether `put` may write to the cells directly.  Call this after a change of modes or size.
        """
        lines = self._sets[self._shift] in _LINES or self._single >= 0
        self._usual = (self.rows, self.cols) == (ROWS, COLS) and not self._look & FONT
        self.is_careful = lines or self._inserts or self._look & _STANDOUT != 0

    def _write_character(self, a: int, b: int) -> None:
        """Write a non-ASCII character, which is shown as the ASCII code `a`, into `b` cells."""
        if b == 0:
            return
        self._single = -1
        self.strange += a == ord(UNKNOWN)
        if b == 1:
            self._printed = bytes((a,))
            self._write(self._printed)
        else:
            self._printed = _WIDE
            self._write_wide()

    def _write_wide(self) -> None:
        """Write a character that takes two cells."""
        if self.col == self.cols - 1 and not self._wrap:
            if self._wraps:
                self._wrap = True
            else:
                self._left(1)
        self._write(UNKNOWN.encode() * 2)

    def _write_in_font(self, token: bytes) -> None:
        """Write bytes of code page 437.

        The token may also be a UTF-8 character whose code is such a byte, because curses may send it so.
        """
        if len(token) == 2 and token[0] in b"\xc2\xc3":
            token = token.decode().encode("latin-1")
        for byte in token:
            self._write_character(in_pc_font(byte), 1)

    def _designate(self, a: int, b: int) -> None:
        """Use the character set `b` in the slot `a`, which is one of four slots."""
        sets = bytearray(self._sets)
        sets[a] = b
        self._sets = bytes(sets)
        self._note_modes()

    def _shift_to(self, a: int, _b: int) -> None:
        self._shift = a
        self._note_modes()

    def _shift_once(self, a: int, _b: int) -> None:
        self._single = a
        self._note_modes()

    def _attributes(self, a: int, b: int) -> None:
        """Change the attributes of the characters written from now on.

        First drop the attributes that are not in the mask `a`, then add those in the mask `b`.
        """
        self._look = self._look & a | b
        self._note_modes()

    def _insert_mode(self, a: int, _b: int) -> None:
        self._inserts = a == 1
        self._note_modes()

    def _repeat(self, a: int, _b: int) -> None:
        """Print the last printed character `a` more times."""
        last = self._printed[-1:]
        count = min(a, len(self.area))
        if last == _WIDE:
            for _ in range(count):
                self._write_wide()
        elif last:
            self.put(last * count)

    def _wrap_mode(self, a: int, _b: int) -> None:
        self._wraps = a == 1
        self._wrap = self._wrap and self._wraps

    def _save(self, _a: int = 0, _b: int = 0) -> None:
        self._saved = (self.row, self.col, self._look, self._sets, self._shift)

    def _restore(self, _a: int = 0, _b: int = 0) -> None:
        row, col, self._look, self._sets, self._shift = self._saved
        self._place(min(row, self.rows - 1), min(col, self.cols - 1))
        self._note_modes()

    def _reset(self, a: int, _b: int) -> None:
        """Reset all modes.  Clear the screen if `a` is 1."""
        self._begin()
        self._saved = (0, 0, 0, _ASCII_SETS, 0)
        self._wraps, self._top, self._bottom = True, 0, self.rows - 1
        if a:
            self._main = None
            self._clear_screen(2, 0)
            self._place(0, 0)
            self._reset_tabs()

    def _alternate(self, a: int, b: int) -> None:
        """Switch to the alternate screen if `a` is 1, or back to the main screen if `a` is 0.

        If `b` is 1, also save the cursor before the switch to the alternate screen, or restore it after the
        switch back.
        """
        if a == 1 and self._main is None:
            if b:
                self._save()
            self._lay()
            self._main = (self.cols, bytes(self.area), frozenset(self.bright))
            self._clear_screen(2, 0)
        elif a == 0 and self._main is not None:
            width, cells, lit = self._main
            self._main = None
            if self._top_changed:
                self._keep_top()
            self._replace(0, reshaped(cells, width, self.rows, self.cols))
            self.bright.update(lit if width == self.cols else ())
            self._top_changed = False
            if b:
                self._restore()

    def _skip(self, _a: int, _b: int) -> None:
        self.strange += 1


_Act = Callable[[Screen, int, int], None]
_Step = tuple[_Act | None, int, int]

_PLAIN: Final[dict[bytes, tuple[_Act, int]]] = {
    **dict.fromkeys((b"\n", b"\x0b", b"\x0c", b"\x1bD"), (Screen._index, 0)),
    b"\t": (Screen._to_tab, 1), b"\x1b7": (Screen._save, 0), b"\x1b8": (Screen._restore, 0),
    b"\x1bE": (Screen._next_line, 0), b"\x1bM": (Screen._reverse_index, 0), b"\x1bH": (Screen._set_tab, 0),
    b"\x1bc": (Screen._reset, 1), b"\x0f": (Screen._shift_to, 0), b"\x0e": (Screen._shift_to, 1),
    b"\x1bn": (Screen._shift_to, 2), b"\x1bo": (Screen._shift_to, 3),
    b"\x1bN": (Screen._shift_once, 2), b"\x1bO": (Screen._shift_once, 3),
}  # fmt: skip
_COUNTED: Final[dict[bytes, tuple[_Act, int]]] = {  # final: operation and sign of its count
    b"A": (Screen._down, -1), b"B": (Screen._down, 1), b"e": (Screen._down, 1),
    b"C": (Screen._right, 1), b"D": (Screen._left, 1), b"a": (Screen._right, 1),
    b"E": (Screen._down_to_margin, 1), b"F": (Screen._down_to_margin, -1),
    b"@": (Screen._insert, 1), b"P": (Screen._insert, -1), b"X": (Screen._erase, 1),
    b"L": (Screen._insert_rows, 1), b"M": (Screen._insert_rows, -1),
    b"S": (Screen._scroll_region, -1), b"T": (Screen._scroll_region, 1),
    b"I": (Screen._to_tab, 1), b"Z": (Screen._to_tab, -1), b"b": (Screen._repeat, 1),
}  # fmt: skip
_SETS: Final = b"()*+"  # after Escape: which of the four sets is designated


@lru_cache(maxsize=8192)
def _step(token: bytes) -> _Step:
    return _sized_step(token, ROWS, COLS)


def _sized_step(token: bytes, rows: int, cols: int) -> _Step:
    """Return a token's meaning as (operation, a, b).  The operation is None if the token has no effect."""
    if token[0] == 8:
        return Screen._left, len(token), 0
    if token == b"\r":
        return Screen._go, -1, 0
    if token in _PLAIN:
        act, a = _PLAIN[token]
        return act, a, 0
    if token[0] >= 0x80:
        return _character(token)
    if len(token) == 3 and token[0] == 0x1B and token[1] in _SETS:
        return Screen._designate, _SETS.index(token[1]), token[2]
    if found := CSI.fullmatch(token):
        return _csi(found[1] + found[3], numbers_of(found[2]), rows, cols)
    return None if QUIET.fullmatch(token) else Screen._skip, 0, 0


def _character(token: bytes) -> _Step:
    """Read a non-ASCII character or an invalid byte.  An invalid byte takes a cell if it is at least 0xC0."""
    try:
        code, cells = meaning_of(token.decode())
    except UnicodeDecodeError:
        code, cells = ord(UNKNOWN), int(token[0] >= 0xC0)
    return Screen._write_character, code, cells


def _csi(final: bytes, numbers: list[int], rows: int, cols: int) -> _Step:
    """Read the sequence `ESC [ numbers final`.  A missing number is 0.  A repeat count of 0 is read as 1."""
    if final in (b"h", b"l", b"?h", b"?l"):
        return _mode(final, numbers)
    a, b = numbers[0], numbers[1] if len(numbers) > 1 else 0
    if final in _COUNTED:
        act, sign = _COUNTED[final]
        return act, max(a, 1) * sign, 0
    if final in (b"H", b"f"):
        place = Screen._place if a <= rows and b <= cols else Screen._place_beyond
        return place, index_of(a, rows), index_of(b, cols)
    if final in (b"G", b"`"):
        return Screen._go, -1, index_of(a, cols)
    if final == b"d":
        return Screen._go, index_of(a, rows), -1
    if final in (b"J", b"K"):
        clear: _Act = Screen._clear_screen if final == b"J" else Screen._clear_line
        return (clear, a, 0) if a <= 2 else (None, 0, 0)
    if final == b"r":
        return Screen._margins, index_of(a, rows), index_of(b or rows, rows)
    if final == b"m":
        return Screen._attributes, *attributes_of(numbers)
    return _seldom(final, a)


def _mode(final: bytes, numbers: list[int]) -> _Step:
    """Read the sequence `ESC [ numbers h`, which sets modes, or `ESC [ numbers l`, which resets them."""
    on = int(final.endswith(b"h"))
    if not final.startswith(b"?"):
        return (Screen._insert_mode, on, 0) if 4 in numbers else (None, 0, 0)
    if 7 in numbers:
        return Screen._wrap_mode, on, 0
    if 1049 in numbers:
        return Screen._alternate, on, 1
    return (Screen._alternate, on, 0) if 47 in numbers or 1047 in numbers else (None, 0, 0)


def _seldom(final: bytes, a: int) -> _Step:
    """Read a sequence that few programs send."""
    if final == b"g":
        return Screen._clear_tabs, a, 0
    if final in (b"s", b"u"):
        return (Screen._save if final == b"s" else Screen._restore), 0, 0
    if final == b"!p":
        return Screen._reset, 0, 0
    return None if final in (b"t", b"n", b"c", b" q") else Screen._skip, 0, 0
