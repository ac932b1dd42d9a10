"""A filter that makes a game draw its walls with the lines of a terminal, as some Rogues do."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rogomatic.agent.screen.screen_codes import TOKENS
from rogomatic.agent.screen.vt100 import ROWS, Screen


class Lines(NamedTuple):
    """How a wall is drawn: what is sent once, before and behind each run, and for each kind of cell."""

    first: bytes
    begin: bytes
    end: bytes
    across: bytes
    upright: bytes


FORMS: Final = {
    "shift": Lines(b"\x1b(B\x1b)0", b"\x0e", b"\x0f", b"q", b"x"),
    "designated": Lines(b"", b"\x1b(0", b"\x1b(B", b"q", b"x"),
    "utf-8": Lines(b"", b"", b"", "\u2500".encode(), "\u2502".encode()),
    "double": Lines(b"", b"", b"", "\u2550".encode(), "\u2551".encode()),
    "pc": Lines(b"", b"\x1b[11m", b"\x1b[10m", b"\xc4", b"\xb3"),
}
_WALLS: Final = re.compile(rb"[-|]+")


class LineDrawing:
    """Passes on what a game draws, walls as lines.  Row 0 and the status row stay as they are."""

    def __init__(self, form: str) -> None:
        self._lines = FORMS[form]
        self._first = self._lines.first
        self._screen = Screen()

    def drawn(self, data: bytes) -> bytes:
        """Return what is sent in place of `data`, which does not end within a sequence."""
        found, self._first = [self._first] if data else [], b"" if data else self._first
        for piece in TOKENS.split(data):
            is_map = 0 < self._screen.row < ROWS - 1 and piece[:1].isascii() and piece[:1] >= b" "
            self._screen.feed(piece)
            found.append(_WALLS.sub(self._wall, piece) if is_map else piece)
        return b"".join(found)

    def _wall(self, match: re.Match[bytes]) -> bytes:
        lines = self._lines
        cells = match[0].replace(b"-", b"\0").replace(b"|", lines.upright).replace(b"\0", lines.across)
        return lines.begin + cells + lines.end
