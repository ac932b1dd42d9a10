"""The reminder that space continues, shown after a key that --More-- ignores."""

from __future__ import annotations

from typing import Final

from rogue.state.grid import COLS

HINT: Final = b" space goes on"
BELL: Final = b"\x07"


class MoreHint:
    """The reminder on the screen, drawn without the game."""

    def __init__(self) -> None:
        """Begin without a reminder."""
        self._at: tuple[int, int] | None = None

    def show(self, row: int, col: int) -> bytes:
        """Return the bytes that draw it behind the cursor, from 0, or ring the bell without room."""
        if col + len(HINT) > COLS:
            return BELL
        self._at = (row, col)
        return _drawn(row, col, b"\x1b[1m" + HINT + b"\x1b[m")

    def erase(self) -> bytes:
        """Return the bytes that erase it, b"" if it is not there."""
        if self._at is None:
            return b""
        row, col = self._at
        self._at = None
        return _drawn(row, col, b" " * len(HINT))


def _drawn(row: int, col: int, text: bytes) -> bytes:
    return b"\x1b7\x1b[%d;%dH\x1b[m%b\x1b8" % (row + 1, col + 1, text)
