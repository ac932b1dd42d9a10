"""What a part of a soak reports, and the time that nothing may exceed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple


class Report(NamedTuple):
    """What was done, as a sentence, and what went wrong: a line for each case, with what makes it again."""

    said: str
    wrong: list[str]


class TooLong(BaseException):
    """Something took more CPU time than it may; no `except Exception` swallows it."""


@contextmanager
def cpu_seconds(most: float) -> Iterator[None]:
    """Let a block use so many CPU seconds of this process.  Raises TooLong in its midst for more."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise TooLong(f"more than {most:g} CPU seconds")

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, most)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
