"""A short text that the terminal draws over a game's screen until the next key."""

from __future__ import annotations

from typing import Final

from rogue.state.grid import COLS

GOES_ON: Final = b" space goes on"
BELL: Final = b"\x07"


class ScreenHint:
    """A short text that the terminal draws over the game's screen."""

    def __init__(self) -> None:
        """Begin without a text."""
        self._at: tuple[int, int] | None = None
        self._length = 0

    def show(self, row: int, col: int, text: bytes = GOES_ON) -> bytes:
        """Return the bytes that draw `text`.

        If there is no room for it, return the byte that rings the bell.  Rows and columns are counted from 0.
        """
        if col + len(text) > COLS:
            return BELL
        self._at, self._length = (row, col), len(text)
        return _drawn(row, col, b"\x1b[1m" + text + b"\x1b[m")

    def count(self, count: int, message: str) -> bytes:
        """Return the bytes that draw `count` at the right end of row 0.

        Return b"" if the count is 0 or if `message`, the text in row 0, leaves no room.
        """
        text = b"count %d" % count
        col = COLS - 1 - len(text)
        return self.show(0, col, text) if count and len(message.rstrip()) < col else b""

    def erase(self) -> bytes:
        """Return the bytes that erase the text, or b"" if no text is shown."""
        if self._at is None:
            return b""
        row, col = self._at
        self._at = None
        return _drawn(row, col, b" " * self._length)


def _drawn(row: int, col: int, text: bytes) -> bytes:
    return b"\x1b7\x1b[%d;%dH\x1b[m%b\x1b8" % (row + 1, col + 1, text)
