"""Recordings of games that were cut off from outside: found again and kept as stopped ones."""

from __future__ import annotations

import contextlib
import fcntl
import re
import time
from pathlib import Path
from typing import Final, TextIO

PART: Final = ".part"  # behind the name of a recording whose game goes on
STOPPED: Final = "stopped"
_NAME: Final = re.compile(rf"[^-]+-seed-(\d+)\.cast{re.escape(PART)}")
_KEYS: Final = ', "i", '  # in the line of a recording that holds keys


def hold(file: TextIO) -> None:
    """Lock a recording for as long as this process writes it; on a disk without locks do nothing."""
    with contextlib.suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def stamp_of(seconds: float) -> str:
    """Return how the names of kept recordings begin; `seconds` since 1970."""
    return time.strftime("%Y%m%d-%H%M%S", time.localtime(seconds))


def adopt(folder: Path) -> None:
    """Keep, as stopped, what was recorded of games that no living process records any more.

    The system gives the lock back however a process ends, so a game that goes on elsewhere is left alone.
    A recording without a single key is left alone, too: its game may be just beginning.
    """
    for part in folder.glob(f"*{PART}"):
        found = _NAME.fullmatch(part.name)
        if found is None:
            continue
        with contextlib.suppress(OSError, ValueError), part.open(encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if any(_KEYS in line for line in file):
                stamp = stamp_of(part.stat().st_mtime)
                part.rename(folder / f"{stamp}-seed-{found[1]}-{STOPPED}.cast")
