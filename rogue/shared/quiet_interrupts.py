"""Quiet ends by interrupts while a program is loaded or leaves."""

import os
import signal
from collections.abc import Callable
from types import FrameType
from typing import Final

INTERRUPTED: Final = 130


def run_quietly(load: Callable[[], Callable[[], int]]) -> int:
    """Load a command line, run it, and return its exit code.

    An interrupt before and after the run ends the process at once with INTERRUPTED; during the run, the
    command line handles it.  A process that ignores interrupts, as behind `nohup`, goes on doing so.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        return load()()
    signal.signal(signal.SIGINT, _leave)
    run = load()
    try:
        signal.signal(signal.SIGINT, before)
        return run()
    except KeyboardInterrupt:  # before the command line could take it
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, _leave)


def _leave(_number: int, _frame: FrameType | None) -> None:
    """End the process: either nothing has been written yet, or everything."""
    os._exit(INTERRUPTED)
