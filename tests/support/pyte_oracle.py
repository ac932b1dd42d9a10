"""pyte as the oracle of the agent's emulator."""

from __future__ import annotations

from typing import Any, Final

import pyte
from pyte.charsets import LAT1_MAP

from rogomatic.agent.screen.vt100 import COLS, ROWS


class Vt100(pyte.Screen):
    """pyte, corrected where it differs from a real vt100 (and from what curses expects of one).

    - A cursor that waits behind column 79 counts as standing on it for everything but writing;
      pyte keeps it at 80 through line feeds and erases nothing there.
    - ESC 8 brings back the row that was saved; pyte pulls it into the scroll region.  There is
      one place to save to; pyte has a stack.
    - Up and down stop at a margin only if they start inside it; pyte jumps to it from outside.
    - ESC [ r without numbers homes the cursor.
    - Erased cells are plain; pyte gives them the attributes of the cursor.
    - Deleting lines brings up blank ones too; pyte leaves a row as it was if the one to come was
      never written.  Characters pushed out at the right are gone; pyte keeps a column 80.
    """

    _kept: Any = None

    def _calm(self) -> None:
        self.cursor.x = min(self.cursor.x, self.columns - 1)

    def index(self) -> None:
        self._calm()
        if self.cursor.y > (self.margins.bottom if self.margins else self.lines - 1):
            self.cursor.y = min(self.cursor.y + 1, self.lines - 1)
        else:
            super().index()

    def reverse_index(self) -> None:
        self._calm()
        if self.cursor.y < (self.margins.top if self.margins else 0):
            self.cursor.y = max(self.cursor.y - 1, 0)
        else:
            super().reverse_index()

    def cursor_down(self, count: int | None = None) -> None:
        self._calm()
        bottom = self.margins.bottom if self.margins else self.lines - 1
        end = bottom if self.cursor.y <= bottom else self.lines - 1
        self.cursor.y = min(self.cursor.y + (count or 1), end)

    def cursor_up(self, count: int | None = None) -> None:
        self._calm()
        top = self.margins.top if self.margins else 0
        end = top if self.cursor.y >= top else 0
        self.cursor.y = max(self.cursor.y - (count or 1), end)

    def cursor_to_line(self, line: int | None = None) -> None:
        self._calm()
        super().cursor_to_line(line)

    def tab(self) -> None:
        self._calm()
        super().tab()

    def save_cursor(self) -> None:
        self._calm()
        self._kept = (self.cursor.y, self.cursor.x, self.cursor.attrs, self._sets())

    def restore_cursor(self) -> None:
        kept = self._kept or (0, 0, self.default_char, None)
        self.cursor.y, self.cursor.x, self.cursor.attrs, sets = kept
        self.charset, self.g0_charset, self.g1_charset = sets or (0, LAT1_MAP, LAT1_MAP)

    def _sets(self) -> tuple[int, str, str]:
        return self.charset, self.g0_charset, self.g1_charset

    def set_margins(self, top: int | None = None, bottom: int | None = None) -> None:
        super().set_margins(top or 1, bottom or self.lines)

    def _plainly(self, erase: Any, *args: Any) -> None:
        self._calm()
        attrs, self.cursor.attrs = self.cursor.attrs, self.default_char
        erase(*args)
        self.cursor.attrs = attrs

    def delete_lines(self, count: int | None = None) -> None:
        for row in range(self.lines):
            _ = self.buffer[row]  # looking at a row makes it
        super().delete_lines(count)

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        self._plainly(super().erase_in_line, how, private)

    def erase_in_display(self, how: int = 0, *args: Any, **kwargs: Any) -> None:
        self._plainly(super().erase_in_display, how)

    def erase_characters(self, count: int | None = None) -> None:
        self._plainly(super().erase_characters, count)

    def insert_characters(self, count: int | None = None) -> None:
        self._plainly(super().insert_characters, count)
        self.buffer[self.cursor.y].pop(self.columns, None)

    def delete_characters(self, count: int | None = None) -> None:
        self._plainly(super().delete_characters, count)


# What DEC special graphics show, as pyte draws them, and what that means in a Rogue.  The last five are signs
# of the Linux console, which a vt100 shows as they are.
_MEANT: Final = str.maketrans(
    "─│┌┐└┘├┤┬┴┼▒·\u23ba\u23bb\u23bc\u23bd\u00a0\u2192\u2190\u2191\u2193\u2588", "-|----||--+#.---- +,-.0"
)


class Oracle:
    """pyte with the face of our screen.  It takes ESC E for a bare line feed, so it gets CR LF.

    It draws lines only while it does not read UTF-8, and begins with lines in the second set.
    """

    def __init__(self) -> None:
        self.screen = Vt100(COLS, ROWS)
        self.screen.g1_charset = self.screen.g0_charset
        self.stream = pyte.ByteStream(self.screen)
        self.stream.feed(b"\x1b%@")

    def feed(self, data: bytes) -> None:
        self.stream.feed(data.replace(b"\x1bE", b"\r\n"))

    def state(self) -> tuple[list[str], tuple[int, int], set[int]]:
        cursor = self.screen.cursor
        bright = {
            row * COLS + col
            for row, line in self.screen.buffer.items()
            for col, cell in line.items()
            if cell.reverse or cell.italics
        }
        return [_meant(row) for row in self.screen.display], (cursor.y, min(cursor.x, COLS - 1)), bright


def _meant(row: str) -> str:
    """Return a row in ASCII; a line that means nothing in a Rogue is unknown."""
    return row.translate(_MEANT).encode("ascii", "replace").decode()
