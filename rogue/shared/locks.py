"""Locks of open files and folders, which the system releases when a process ends."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

LOCK_SECONDS: Final = 10.0


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, or go on without it after LOCK_SECONDS."""
    with ExitStack() as held:
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
            held.callback(os.close, descriptor)
            take_lock(descriptor, LOCK_SECONDS)
        yield


def take_lock(descriptor: int, seconds: float = 0.0) -> bool:
    """Take the lock of an open file or folder; return False when another program keeps it for that long.

    Where a system or a disk has no such locks, all goes on without: True.
    """
    try:
        import fcntl
    except ImportError:
        return True
    give_up = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= give_up:
                return False
            time.sleep(0.01)
        except OSError:
            return True
        else:
            return True
