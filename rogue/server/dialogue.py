"""Talking to who is at the other end of a line, before and after a game: one question at a time."""

from __future__ import annotations

from typing import Final

from rogue.server.line_keys import gather, keys_of
from rogue.server.lines import Line
from rogue.shared.errors import RogueError
from rogue.ui.keystrokes import spelt

_RETURNS: Final = b"\r\n"
_ERASERS: Final = b"\b\x7f"
_CLEAR_LINE: Final = 0x15  # control-U
_GIVE_UP: Final = (0x03, 0x04)  # control-C and D
MAX_ANSWER: Final = 160


class GoneError(RogueError):
    """The player at the other end has gone."""


class Dialogue:
    """Questions and answers on one line; what is typed ahead of a game stays in `keys` for it."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.keys = keys_of(line)

    def show(self, *rows: str) -> None:
        """Send rows of text, in characters that no terminal takes for orders."""
        text = "".join([f"{plain(row)}\r\n" for row in rows])
        self.line.write(text.encode("ascii"))

    async def ask(self, question: str, *, echo: bool = True) -> str:
        """Ask for one line; return it in letters of the screen, without blanks around it.  Raises GoneError.

        The raw port echoes nothing: its clients are programs.
        """
        self.line.write(plain(question).encode("ascii"))
        is_raw = self.line.kind == "raw"
        echoes = echo and not is_raw
        answer = bytearray()
        while True:
            key = await self._key()
            if key in _RETURNS:
                self.line.write(b"\r\n")
                return plain(spelt(bytes(answer))).strip()
            if key in _GIVE_UP:
                raise GoneError
            if key in _ERASERS:
                if answer:
                    answer.pop()
                    self.line.write(b"\b \b" if echoes else b"")
            elif key == _CLEAR_LINE:
                self.line.write(b"\b \b" * len(answer) if echoes else b"")
                answer.clear()
            elif (0x20 <= key < 0x7F or (is_raw and key > 0x7F)) and len(answer) < MAX_ANSWER:
                answer.append(key)
                self.line.write(bytes([key]) if echoes else b"")

    async def _key(self) -> int:
        while (key := self.keys.pop()) is None:
            if self.line.gone:
                raise GoneError
            await gather(self.line, self.keys)
        return key


def plain(text: str) -> str:
    """Return a text as it may go to anybody's terminal: printable ASCII (SRV-16).

    >>> plain("a\\x1b[2Jb\\u00e9")
    'a?[2Jb?'
    """
    return "".join([char if " " <= char <= "~" else "?" for char in text])
