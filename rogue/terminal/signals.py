"""Temporary signal handlers, with a descriptor that reports the signals received."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Final

from rogue.shared.program_start import ignored

END_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGUSR1, signal.SIGQUIT)
"""Signals that ask a program to end (SCREEN.md 12.5)."""

Handler = Callable[[int, FrameType | None], object]


def do_nothing(_number: int, _frame: FrameType | None) -> None:
    """Do nothing, because the wake-up descriptor reports the signal."""


def ignore_end_signals() -> None:
    """Ignore all end signals from now on, because the program is already ending.

    Closing a window ends the input and sends several signals in any order.  They must not interrupt the
    program while it saves the game.
    """
    for number in END_SIGNALS:
        signal.signal(number, ignored)


def leave_once(number: int, _frame: FrameType | None) -> None:
    """Raise SystemExit for a signal.  Ignore later end signals, because closing a window may send several."""
    ignore_end_signals()
    raise SystemExit(128 + number)


@contextmanager
def blocking_signals(numbers: Iterable[int]) -> Iterator[None]:
    """Block signals during a with block."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def handling_signals(handlers: Mapping[signal.Signals, Handler]) -> Iterator[int]:
    """Install handlers.  Yield a descriptor from which the number of each received signal can be read.

    At the end of the with block, restore the old handlers.  If a signal was set to be ignored during the
    block, it stays ignored.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    old = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield reader
    finally:
        for number, handler in old.items():
            stays = signal.getsignal(number) in (ignored, signal.SIG_IGN)
            signal.signal(number, signal.SIG_IGN if stays else handler)
        signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)
