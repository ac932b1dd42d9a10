"""A dialogue on a line before or after a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from rogue.shared.errors import RogueError
from rogue.wire.lines import Line, LineKeys, gather

_RETURNS: Final = b"\r\n"
_ERASERS: Final = b"\b\x7f"
_CLEAR_LINE: Final = 0x15  # control-U
_GIVE_UP: Final = (0x03, 0x04)  # control-C and D
MAX_ANSWER: Final = 160


class GoneError(RogueError):
    """Exception for a client that has hung up."""


Taker = TypeVar("Taker")


class Dialogue(Generic[Taker]):
    """Questions and answers on one line; unread keys stay in `keys` for the game."""

    def __init__(self, line: Line, keys: LineKeys[Taker], spelt: Callable[[bytes], str]) -> None:
        """Prepare a dialogue; `spelt` decodes the bytes of an answer."""
        self.line = line
        self.keys = keys
        self._spelt = spelt

    def show(self, *rows: str) -> None:
        """Send rows of text as printable ASCII."""
        text = "".join([f"{plain(row)}\r\n" for row in rows])
        self.line.write(text.encode("ascii"))

    async def ask(self, question: str, *, echo: bool = True) -> str:
        """Ask for one line, and return it as stripped printable ASCII.  Raises GoneError.

        The raw port echoes nothing, since its clients are programs.
        """
        self.line.write(plain(question).encode("ascii"))
        is_raw = self.line.kind == "raw"
        echoes = echo and not is_raw
        answer = bytearray()
        while True:
            key = await self._key()
            if key in _RETURNS:
                self.line.write(b"\r\n")
                return plain(self._spelt(bytes(answer))).strip()
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
    """Return a text as printable ASCII, which is safe on any terminal (SRV-16).

    >>> plain("a\\x1b[2Jb\\u00e9")
    'a?[2Jb?'
    """
    return "".join([char if " " <= char <= "~" else "?" for char in text])
