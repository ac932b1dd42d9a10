"""Journals of games that go on, or were cut off, as files."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from rogue.shared.files import PRIVATE, read_bounded
from rogue.shared.locks import take_lock

SUFFIX: Final = ".jsonl"
SYNC_SECONDS: Final = 1.0
KEPT: Final = 20  # journals of games that are over
TAIL: Final = 4096  # bytes that surely hold the last line of a game that is over
OVER: Final = (b'{"end": ', b'{"answer": "done", "text": ""}')  # ended, or saved and not yet ended


class JournalFile:
    """The journal of the game that is being played.

    A line is handed to the system as soon as it is known, so that a killed program loses nothing, and to the
    disk at most once in `SYNC_SECONDS`.
    """

    def __init__(self, path: Path) -> None:
        """Make a new file.  Raises OSError, FileExistsError for one that is there."""
        self.path = path
        self.trouble = ""  # why nothing is written any more, "" while all is well
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_CLOEXEC", 0)
        self._file = os.open(path, flags, PRIVATE)
        self._synced = time.monotonic()
        take_lock(self._file)

    def write(self, text: str) -> None:
        """Append text.  A disk that takes no more ends the journal, not the game."""
        if self.trouble:
            return
        try:
            data = text.encode("ascii")
            while data:
                data = data[os.write(self._file, data) :]
            if time.monotonic() - self._synced >= SYNC_SECONDS:
                self.sync()
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def sync(self) -> None:
        """Have the disk keep what was written.  Raises OSError."""
        os.fsync(self._file)
        self._synced = time.monotonic()

    def close(self) -> None:
        """Write nothing more; the lock is gone with it."""
        with suppress(OSError):
            os.close(self._file)


def new_journal(folder: Path, seed: int) -> JournalFile:
    """Make a journal with a name of its own in a folder, which is made if need be.  Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{seed}"
    for number in range(1, 100):
        with suppress(FileExistsError):
            return JournalFile(folder / f"{name}-{os.getpid()}-{number}{SUFFIX}")
    raise OSError(f"too many journals of this moment in {folder}")


def unfinished(folder: Path) -> list[Path]:
    """Return the journals of games that never ended and are not being played, the latest first."""
    return [path for path in _newest_first(folder) if not is_over(path) and not is_in_use(path)]


def prune(folder: Path) -> None:
    """Remove the oldest journals of games that are over, down to `KEPT`."""
    over = [path for path in _newest_first(folder) if is_over(path)]
    for path in over[KEPT:]:
        with suppress(OSError):
            path.unlink()


def latest(folder: Path) -> Path | None:
    """Return the journal that was written last, or None."""
    return next(iter(_newest_first(folder)), None)


def is_over(path: Path) -> bool:
    """Return whether a journal holds a game to its end, or of none at all."""
    try:
        with path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            size = file.tell()
            file.seek(max(0, size - TAIL))
            lines = file.read().splitlines()
    except OSError:
        return True
    return (size <= TAIL and len(lines) < 2) or lines[-1].startswith(OVER)


def is_in_use(path: Path) -> bool:
    """Return whether some program plays the game of a journal just now."""
    try:
        with path.open("rb") as file:
            return not take_lock(file.fileno())
    except OSError:
        return False


def claim(path: Path) -> bool:
    """Have the game of a journal to oneself until the program ends; return whether that was possible.

    Raises OSError for a journal that cannot be opened.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False  # another program has gone on with it
    if take_lock(descriptor) and path.exists() and os.path.samestat(os.fstat(descriptor), path.stat()):
        return True  # the descriptor stays open: the lock goes with it
    os.close(descriptor)
    return False


def complete_lines(path: Path) -> list[str]:
    """Return the lines of a journal; a last one that was cut off is left out.  Raises OSError."""
    text = read_bounded(path).decode("ascii", "replace")
    return text[: text.rfind("\n") + 1].splitlines()


def _newest_first(folder: Path) -> list[Path]:
    found = (path for path in folder.glob(f"*{SUFFIX}") if path.is_file())  # to open a pipe is to wait
    return sorted(found, key=_changed, reverse=True)


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
