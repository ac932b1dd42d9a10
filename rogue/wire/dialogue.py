"""A dialogue on a line: questions, answers, messages in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from rogue.shared.cell_widths import cells_of
from rogue.shared.errors import RogueError, printable_line
from rogue.wire.gatekeeper import AnotherError, RefusedError
from rogue.wire.lines import Line, LineKeys, gather

_RETURNS: Final = b"\r\n"
_ERASERS: Final = b"\b\x7f"
_CLEAR_ROW: Final = b"\r\x1b[K"
_FIRST_OF_SEVERAL: Final = 0xC0  # bytes of a letter in UTF-8
_CLEAR_LINE: Final = 0x15  # control-U
_GIVE_UP: Final = (0x03, 0x04)  # control-C and D
MAX_ANSWER: Final = 160  # characters
_MOST_BYTES: Final = 4 * MAX_ANSWER
TRIES: Final = 5  # of a person, after which the line is cut


class GoneError(RogueError):
    """Exception for a client that closed the connection, or typed control-C or control-D."""


Taker = TypeVar("Taker")
Found = TypeVar("Found")


class Dialogue(Generic[Taker]):
    """Questions and answers on one line.  Keys that no question has read stay in `keys` for the game."""

    def __init__(
        self, line: Line, keys: LineKeys[Taker], spelt: Callable[[bytes], str],
        *, takes_utf8: bool = False, sends_lines: bool = False,
    ) -> None:  # fmt: skip
        """Prepare a dialogue.  `spelt` decodes the bytes of an answer.

        takes_utf8   whether the client reads and sends UTF-8; if not, all texts are converted by `plain`
        sends_lines  whether the client sends whole lines, as programs do; such a client echoes what is typed
                     by itself, so the dialogue does not echo it
        """
        self.line = line
        self.keys = keys
        self._spelt, self._safe = spelt, printable_line if takes_utf8 else plain
        self._takes_utf8 = takes_utf8
        self._sends_lines = sends_lines or line.kind == "raw"
        self._begun: tuple[str, bytearray, bool] | None = None  # the question, the answer so far, its echo

    def show(self, *rows: str) -> None:
        """Make rows of text safe for a terminal and send them.  An open question is drawn again below."""
        text = "".join([f"{self._safe(row)}\r\n" for row in rows]).encode()
        if self._begun is not None and not self._sends_lines:
            text = _CLEAR_ROW + text + self._row()
        self.line.write(text)

    def _row(self) -> bytes:
        """Return the bytes of the open question with the text typed so far."""
        question, answer, echoes = self._begun or ("", b"", False)
        return self._safe(question + self._spelt(bytes(answer)) * echoes).encode()

    async def ask(self, question: str, *, echo: bool = True) -> str:
        """Ask a question, and return the answer.  Raises GoneError.

        The answer is a line that is made safe for a terminal and has no blanks at its ends.  Typed characters
        are echoed unless `echo` is false or the client sends whole lines.
        """
        self.line.write(self._safe(question).encode())
        answer = bytearray()
        self._begun = (question, answer, echo)
        try:
            return await self._answer(answer, echoes=echo and not self._sends_lines)
        finally:
            self._begun = None

    async def retried(self, attempt: Callable[[], Awaitable[Found]]) -> Found:
        """Call `attempt` until it succeeds, and return its result.

        If it raises AnotherError, which asks for another attempt, it is called again, at most TRIES times in
        all.  After that, RefusedError is raised.
        """
        for _ in range(TRIES):
            try:
                return await attempt()
            except AnotherError as refusal:
                self.show(str(refusal))
        raise RefusedError("Too many tries; connect again.")

    async def _answer(self, answer: bytearray, *, echoes: bool) -> str:
        """Append the typed keys to `answer` until the Return key arrives.  Return the typed text."""
        while True:
            key = await self._key()
            if key in _RETURNS:
                if self._begun is None or self._begun[0] or not self._sends_lines:
                    self.line.write(b"\r\n")
                return self._safe(self._spelt(bytes(answer))).strip()
            if key in _GIVE_UP:
                raise GoneError
            if key in _ERASERS or key == _CLEAR_LINE:
                while answer:
                    self._erase(answer, echoes=echoes)
                    if key != _CLEAR_LINE:
                        break
            elif (byte := self._taken(key)) and _has_room(answer):
                answer.append(byte)
                self.line.write(self._shown(_last(answer)).encode() if echoes else b"")

    def _taken(self, key: int) -> int:
        """Return the byte that is added to the answer when a key is typed.

        This is the key itself, "?" if the key is forbidden in answers, or 0 if the key is to be ignored.
        """
        if key > 0x7F and not (self._sends_lines or self._takes_utf8):
            return ord("?") if key >= _FIRST_OF_SEVERAL else 0
        if 0 < key < 0x20 and self._sends_lines and self._begun is not None and self._begun[0]:
            return ord("?")  # in the answer to a question, such as a name
        return key if key >= 0x20 else 0

    def _shown(self, last: bytes) -> str:
        """Return the displayed form of a character, or "" while the character is incomplete."""
        return self._safe(last.decode("utf-8", "ignore"))

    def _erase(self, answer: bytearray, *, echoes: bool) -> None:
        """Erase the last character of the answer.

        If that character is a combining mark, draw the whole row again.
        """
        last = _last(answer)
        del answer[len(answer) - len(last) :]
        shown = self._shown(last)
        cells = sum(map(cells_of, shown))
        erased = b"\b \b" * cells if cells or not shown else _CLEAR_ROW + self._row()
        self.line.write(erased if echoes else b"")

    async def _key(self) -> int:
        while (key := self.keys.pop()) is None:
            if self.line.gone:
                raise GoneError
            await gather(self.line, self.keys)
        return key


def _last(answer: bytes | bytearray) -> bytes:
    """Return the bytes of the last UTF-8 character, which may be incomplete.

    >>> _last(b"abc"), _last("Zo\u00eb".encode()), _last(b"")
    (b'c', b'\xc3\xab', b'')
    """
    start = max(len(answer) - 1, 0)
    while start > max(len(answer) - 4, 0) and answer[start] & 0xC0 == 0x80:
        start -= 1
    return bytes(answer[start:])


def _has_room(answer: bytearray) -> bool:
    return len(answer) < _MOST_BYTES and len(answer.decode("utf-8", "ignore")) < MAX_ANSWER


def wide(text: str) -> str:
    """Return a text with a NUL after each two-cell character, so that it has one character per cell.

    >>> len(wide("ab")), len(wide("\u674e"))
    (2, 2)
    """
    return "".join([char + "\0" * (cells_of(char) - 1) for char in text])


def plain(text: str) -> str:
    """Return a text with "?" in place of each character that is not printable ASCII (SRV-16).

    >>> plain("a\\x1b[2Jb\\u00e9")
    'a?[2Jb?'
    """
    return "".join([char if " " <= char <= "~" else "?" for char in text])
