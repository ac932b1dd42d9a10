"""A dialogue on a line: questions, answers, what is told meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from rogue.shared.errors import RogueError
from rogue.wire.lines import Line, LineKeys, gather

_RETURNS: Final = b"\r\n"
_ERASERS: Final = b"\b\x7f"
_CLEAR_ROW: Final = b"\r\x1b[K"
_CLEAR_LINE: Final = 0x15  # control-U
_GIVE_UP: Final = (0x03, 0x04)  # control-C and D
MAX_ANSWER: Final = 160


class GoneError(RogueError):
    """Exception for a client that has hung up."""


Taker = TypeVar("Taker")


class Dialogue(Generic[Taker]):
    """Questions and answers on one line; unread keys stay in `keys` for the game."""

    def __init__(
        self, line: Line, keys: LineKeys[Taker], spelt: Callable[[bytes], str], *, sends_lines: bool = False
    ) -> None:
        """Prepare a dialogue; `spelt` decodes the bytes of an answer.

        sends_lines  whether the client shows what is typed by itself, as programs do
        """
        self.line = line
        self.keys = keys
        self._spelt = spelt
        self._sends_lines = sends_lines or line.kind == "raw"
        self._begun: tuple[str, bytearray, bool] | None = None  # the question, the answer so far, its echo

    def show(self, *rows: str) -> None:
        """Send rows of text as printable ASCII, above a question that is not answered yet."""
        text = "".join([f"{plain(row)}\r\n" for row in rows]).encode("ascii")
        if self._begun is not None and not self._sends_lines:
            question, answer, echoes = self._begun
            text = _CLEAR_ROW + text + plain(question).encode("ascii") + bytes(answer if echoes else b"")
        self.line.write(text)

    async def ask(self, question: str, *, echo: bool = True) -> str:
        """Ask for one line, and return it as stripped printable ASCII.  Raises GoneError.

        The raw port echoes nothing, since its clients are programs.
        """
        self.line.write(plain(question).encode("ascii"))
        answer = bytearray()
        self._begun = (question, answer, echo)
        try:
            return await self._answer(answer, echoes=echo and not self._sends_lines)
        finally:
            self._begun = None

    async def _answer(self, answer: bytearray, *, echoes: bool) -> str:
        """Return what is typed up to a return, kept in `answer` meanwhile."""
        while True:
            key = await self._key()
            if key in _RETURNS:
                if self._begun is None or self._begun[0] or not self._sends_lines:
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
            elif (0x20 <= key < 0x7F or (self._sends_lines and key > 0x7F)) and len(answer) < MAX_ANSWER:
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
