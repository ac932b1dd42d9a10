"""The C bot's copy of the screen: the sequences of SCREEN.md 16, and not one more."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Final

ROWS, COLS = 24, 80
_IGNORED: Final = (b"[?7h", b"[?1h\x1b=", b"[?1l\x1b>", b"(B\x1b)0", b"7", b"8")
_COUNTED: Final = {"A": -80, "B": 80, "C": 1, "D": -1}


class OutOfStepError(AssertionError):
    """The game did something after which the C bot would wait for ever, or misread what follows."""


class Display:
    """The bot's copy of the screen.  `take` reads one piece of the stream."""

    def __init__(self, source: Callable[[], int]) -> None:
        self.cells = bytearray(b" " * ROWS * COLS)
        self.spot = 0
        self.clears = 0
        self.status_written = False
        self._source = source
        self._pushed: deque[int] = deque()
        self._region = (0, ROWS - 1)
        self.bright = False

    def row(self, number: int) -> str:
        """A row as it stands, without the blanks at its end."""
        return self.cells[number * COLS : (number + 1) * COLS].decode("ascii").rstrip()

    @property
    def on_hero(self) -> bool:
        return self.cells[self.spot] == ord("@")

    def _next(self) -> int:
        return self._pushed.popleft() if self._pushed else self._source()

    def take(self) -> str:
        """Read a character, which is returned and not yet shown, or carry out a sequence: ""."""
        byte = self._next()
        if 0x20 <= byte < 0x7F:
            return chr(byte)
        if byte == 0x1B:
            self._escape()
        elif byte == 0x08:
            self._go(self.spot - 1, same_row=True)
        elif byte == 0x09:
            self._go(self.spot - self.spot % 8 + 8, same_row=True)
        elif byte == 0x0A:
            self._line_feed()
        elif byte == 0x0D:
            self.spot -= self.spot % COLS
        elif byte == 0x0C:
            self._clear()
        elif byte != 0x0F:
            raise OutOfStepError(f"byte {byte:#x} is none that the bot knows")
        return ""

    def show(self, char: str) -> None:
        """Write a character at the cursor."""
        row, col = divmod(self.spot, COLS)
        if col == COLS - 1:
            raise OutOfStepError(f"text in the last column of row {row}")
        if row == ROWS - 1:
            self.status_written = True
        self.cells[self.spot] = ord(char)
        self.spot += 1

    def _escape(self) -> None:
        read = bytearray()
        while True:
            read.append(self._next())
            text = bytes(read)
            if text in _IGNORED:
                return
            if text == b"M":
                self._scroll(-1)
                return
            if any(known.startswith(text) for known in _IGNORED):
                continue
            if not text.startswith(b"["):
                raise OutOfStepError(f"ESC {text!r} is no sequence that the bot knows")
            if len(text) > 1 and 0x40 <= text[-1] <= 0x7E:
                self._control(text[1:-1].decode("ascii"), chr(text[-1]))
                return

    def _control(self, numbers: str, final: str) -> None:
        if final == "H" and not numbers:
            self._home()
        elif final == "H" and re.fullmatch(r"[0-9]+;[0-9]+", numbers):
            row, col = map(int, numbers.split(";"))
            if not (1 <= row <= ROWS and 1 <= col <= COLS):
                raise OutOfStepError(f"the cursor is sent to {row};{col}")
            self.spot = (row - 1) * COLS + col - 1
        elif final in "BCD" and numbers.isdecimal():
            self._go(self.spot + _COUNTED[final] * int(numbers), same_row=final in "CD")
        elif final == "A" and (not numbers or numbers.isdecimal()):
            self._go(self.spot - COLS * int(numbers or 1))
        elif final == "K" and numbers in ("", "1"):
            start = self.spot - self.spot % COLS if numbers else self.spot
            end = self.spot + 1 if numbers else (self.spot // COLS + 1) * COLS
            self.cells[start:end] = b" " * (end - start)
        elif final == "m" and re.fullmatch(r"[0-9]*|[0-9]+;[0-9]+;[0-9]+", numbers):
            self.bright = numbers == "7" or (self.bright and numbers != "")
            if ";" in numbers:
                self._next()
        elif final == "r" and re.fullmatch(r"[0-9]+;[0-9]+", numbers):
            top, bottom = map(int, numbers.split(";"))
            self._region = (top - 1, bottom - 1)
        else:
            raise OutOfStepError(f"ESC [ {numbers} {final} is no sequence that the bot knows")

    def _home(self) -> None:
        """A bare ESC [ H is acted on when three more bytes have come: it may begin a clear."""
        following = bytes(self._next() for _ in range(3))
        if following == b"\x1b[J":
            self._clear()
        else:
            self.spot = 0
            self._pushed.extendleft(reversed(following))

    def _clear(self) -> None:
        self.cells[:] = b" " * ROWS * COLS
        self.spot = 0
        self.clears += 1

    def _go(self, spot: int, *, same_row: bool = False) -> None:
        if not 0 <= spot < ROWS * COLS or (same_row and spot // COLS != self.spot // COLS):
            raise OutOfStepError("the cursor leaves the screen")
        self.spot = spot

    def _line_feed(self) -> None:
        if self.spot // COLS == self._region[1]:
            self._scroll(1)
        else:
            self._go(self.spot + COLS)

    def _scroll(self, rows: int) -> None:
        top, bottom = self._region[0] * COLS, (self._region[1] + 1) * COLS
        area, blank = self.cells[top:bottom], b" " * COLS
        self.cells[top:bottom] = area[COLS:] + blank if rows > 0 else blank + area[:-COLS]
