"""What a terminal writes into its cells: character sets, widths, insertion, standout."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.kernels.level_grid import COLS, ROWS
from rogomatic.agent.screen.character_sets import SPECIAL_GRAPHICS, UNKNOWN, in_pc_font
from rogomatic.agent.screen.control_sequences import FONT, ITALIC, REVERSE
from rogomatic.agent.screen.screen_motions import ScreenMotions

ASCII_SETS: Final = b"BBBB"  # no set draws lines
WIDE: Final = b"\xff"  # stands, as the last character, for one that takes two cells
_LINES: Final = b"02"  # the sets that draw lines
_STANDOUT: Final = REVERSE | ITALIC


class ScreenCharacters(ScreenMotions):
    """A terminal with character sets.

    strange  sequences and characters not understood
    """

    __slots__ = (
        "_careful",
        "_inserts",
        "_look",
        "_printed",
        "_sets",
        "_shift",
        "_single",
        "_usual",
        "strange",
    )

    def __init__(self, rows: int = ROWS, cols: int = COLS) -> None:
        super().__init__(rows, cols)
        self.strange = 0
        self._printed = b""  # its last character is the last one that was printed
        self._begin()

    def _begin(self) -> None:
        """Set the modes that a terminal begins with."""
        self._look = 0  # of what is written: REVERSE, ITALIC, FONT
        self._sets = ASCII_SETS  # the four character sets, as they are named in `ESC ( x`
        self._shift = 0  # which of them is in use
        self._single = -1  # and for the next character alone
        self._inserts = False
        self._note_modes()

    def resize(self, rows: int, cols: int) -> None:
        """Take another size.  The upper left stays; rows scroll out only to keep the cursor on the screen."""
        super().resize(rows, cols)
        self._note_modes()

    def _drawn_as(self, text: bytes) -> bytes:
        """Return what characters show in the sets in use."""
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

    def _set(self, spot: int, piece: bytes) -> None:
        """Set cells of one row as they are written now."""
        if self._inserts:
            self._slide(spot, (self.row + 1) * self.cols, len(piece))
        self._replace(spot, piece)
        if self._look & _STANDOUT:
            self.bright.update(range(spot, spot + len(piece)))

    def _note_modes(self) -> None:
        """Note whether tokens mean the usual, and whether what is written is more than its cells."""
        lines = self._sets[self._shift] in _LINES or self._single >= 0
        self._usual = (self.rows, self.cols) == (ROWS, COLS) and not self._look & FONT
        self._careful = lines or self._inserts or self._look & _STANDOUT != 0

    def _write_character(self, a: int, b: int) -> None:
        """Write a character beyond ASCII, for which the ASCII code `a` stands, to `b` cells."""
        if b == 0:
            return
        self._single = -1
        self.strange += a == ord(UNKNOWN)
        if b == 1:
            self._printed = bytes((a,))
            self._write(self._printed)
        else:
            self._printed = WIDE
            self._write_wide()

    def _write_wide(self) -> None:
        """Write a character that takes two cells; in the last column it does not fit."""
        if self.col == self.cols - 1 and not self._wrap:
            if self._wraps:
                self._wrap = True
            else:
                self.col = max(self.col - 1, 0)
        self._write(UNKNOWN.encode() * 2)

    def _write_in_font(self, token: bytes) -> None:
        """Write bytes that stand for characters of the PC; curses may send each as UTF-8, too."""
        if len(token) == 2 and token[0] in b"\xc2\xc3":
            token = token.decode().encode("latin-1")
        for byte in token:
            self._write_character(in_pc_font(byte), 1)

    def _designate(self, a: int, b: int) -> None:
        """Make `b` the character set number `a`."""
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
        """Keep the bits `a` of the look of what is written, and set the bits `b`."""
        self._look = self._look & a | b
        self._note_modes()

    def _insert_mode(self, a: int, _b: int) -> None:
        self._inserts = a == 1
        self._note_modes()
