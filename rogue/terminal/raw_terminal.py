"""A person's terminal in raw mode."""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import time
from contextlib import ExitStack, suppress
from typing import Final

from rogue.shared.program_start import stop_process_group
from rogue.terminal.signals import END_SIGNALS, blocking_signals, do_nothing, handling_signals, leave_once
from rogue.terminal.window import ENTER, LEAVE, window_size
from rogue.terminal.window_title import UNNAMED, WindowTitle
from rogue.ui.keyboard import Keyboard

SUSPEND: Final = "\x1a"
INTERRUPT: Final = "\x03"
_SIGNALS: Final = (signal.SIGWINCH, signal.SIGINT, signal.SIGTSTP, signal.SIGCONT)
_MOST_BYTES: Final = 4096  # of input taken at once


class RawTerminal:
    """A person's terminal in raw mode.

    Use it in a with block; when the block ends, the terminal is restored.  Raw mode is provided by the
    library blessed.  The library's queries to the terminal are turned off, because they would delay the start
    by ten seconds on a terminal that does not answer.
    """

    def __init__(self, title: WindowTitle = UNNAMED) -> None:
        from blessed import Terminal

        self._terminal = Terminal(force_styling=None)
        self._title = title
        self._keyboard = Keyboard()
        self._undo = ExitStack()

    def __enter__(self) -> RawTerminal:
        with blocking_signals(_SIGNALS), ExitStack() as undo:
            self._signals = undo.enter_context(handling_signals(dict.fromkeys(_SIGNALS, do_nothing)))
            undo.enter_context(self._terminal.raw())
            self.write(ENTER + self._title.begin())
            undo.callback(lambda: self.write(self._title.end() + LEAVE))
            self._undo = undo.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        # The terminal may be gone.
        with blocking_signals(_SIGNALS), suppress(OSError, termios.error):
            self._undo.close()

    def take_again(self) -> None:
        """Set up the terminal again after another program suspended this program."""
        self.__exit__()
        self.__enter__()

    def suspend(self) -> None:
        """Suspend the program until the shell continues it."""
        self.__exit__()
        stop_process_group()
        self.__enter__()

    @property
    def size(self) -> os.terminal_size:
        """The numbers of columns and lines of the window."""
        return window_size(_descriptor(sys.__stdout__))

    @staticmethod
    def write(data: bytes) -> None:
        """Write all bytes to stdout."""
        out = sys.__stdout__
        assert out is not None
        out.flush()
        while data:
            data = data[os.write(out.fileno(), data) :]

    def forget_typed(self) -> None:
        """Discard keys that were typed but not yet read."""
        self._keyboard = Keyboard()
        with suppress(termios.error):  # the terminal may be gone
            termios.tcflush(_descriptor(sys.__stdin__), termios.TCIFLUSH)

    def pause(self, seconds: float) -> None:
        """Wait for some seconds, or less if a key or a signal arrives."""
        select.select([_descriptor(sys.__stdin__), self._signals], [], [], seconds)

    def wait(self, seconds: float | None = None) -> tuple[bytes, list[str] | None]:
        """Wait for signals or keys, at most `seconds` seconds.  Return the signals' numbers and the keys.

        If `seconds` is None, wait without limit.  At the end of input, None is returned instead of keys.
        SIGINT and SIGTSTP also yield the keys control-C and control-Z.  Raises SystemExit after a signal of
        END_SIGNALS.
        """
        descriptor = _descriptor(sys.__stdin__)
        late = self._keyboard.deadline
        rest = None if late is None else max(late - time.monotonic(), 0.0)
        is_key_due = rest is not None and (seconds is None or rest <= seconds)
        ready, _, _ = select.select([descriptor, self._signals], [], [], rest if is_key_due else seconds)
        if not ready:
            return b"", self._keyboard.flush() if is_key_due else []
        arrived = os.read(self._signals, 512) if self._signals in ready else b""
        for number in END_SIGNALS:
            if number in arrived:  # Python dropped the exception of the handler, as in a destructor
                leave_once(number, None)
        keys = [INTERRUPT] * (signal.SIGINT in arrived) + [SUSPEND] * (signal.SIGTSTP in arrived)
        if descriptor in ready:
            data = b""
            with suppress(OSError):  # the terminal is gone
                data = os.read(descriptor, _MOST_BYTES)
            if not data:
                return arrived, None
            keys += self._keyboard.feed(data, time.monotonic())
        return arrived, keys


def _descriptor(stream: object) -> int:
    assert stream is not None
    return int(stream.fileno())  # type: ignore[attr-defined]
