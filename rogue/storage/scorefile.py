"""The score list on disk."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple

from rogue.shared.errors import RogueError, reason_of
from rogue.shared.files import READABLE, read_bounded, take_lock, write_atomically
from rogue.ui.end_screens import ScoreRow, insert_row

FORMAT: Final = "rogue scores"
SCORES_VERSION: Final = 1
KEPT: Final = 100
LOCK_SECONDS: Final = 15.0  # long enough for games that end together on a slow disk

NOT_KEPT: Final = "The file was not changed, and the score was not saved."

_WORDS: Final = ("name", "how", "killer", "time", "edition")
_NUMBERS: Final = ("score", "level", "seed")
_FLAGS: Final = ("amulet", "helped")
_NAMES: Final = {*_WORDS, *_NUMBERS, *_FLAGS}


class ScoreFileError(RogueError):
    """Exception for a score list that cannot be read, has another version, or is damaged."""


class ScoreFileDamagedError(ScoreFileError):
    """Exception for a readable file that is not a score list of any version."""


class Added(NamedTuple):
    """The result of adding a game: the score list, and an error message or ""."""

    rows: list[ScoreRow]
    trouble: str


def read_scores(path: Path) -> list[ScoreRow]:
    """Return the rows of a score list, best first, or [] if there is no file.  Raises ScoreFileError."""
    try:
        text = read_bounded(path).decode("utf-8")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ScoreFileError(f"{path}: {reason_of(error)}") from error
    except ValueError as error:
        raise ScoreFileDamagedError(f"{path} is not a score list: it is not text") from error
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ScoreFileDamagedError(f"{path} is not a score list: it is not JSON") from error
    try:
        return _rows_of(data, path)
    except (ValueError, TypeError) as error:
        raise ScoreFileDamagedError(f"{path} is not a score list: {error}") from error


def add_score(path: Path, row: ScoreRow, lock: Path | None = None, *, named: bool = False) -> Added:
    """Add a game to a score list if its score is above zero, and write the list (END-5).

    Disk errors are reported in the result, not raised.  A damaged list is renamed and a new list is started,
    unless the player chose the list's file (`named`); then the damaged list is left alone.  A list that
    cannot be read or has another version is always left alone.  If the list cannot be written, the result
    still contains the list with the new game.
    """
    trouble = ""
    rows: list[ScoreRow] = []
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _locked(lock or path.with_name(path.name + ".lock")):
            try:
                rows = read_scores(path)
            except ScoreFileError as error:
                if named or not isinstance(error, ScoreFileDamagedError):
                    return Added([row] if row.score > 0 else [], f"{error}\n{NOT_KEPT}")
                trouble = f"{error}\n{_set_aside(path)}"
            if row.score > 0:
                rows = insert_row(rows, row)[:KEPT]
                _write(path, rows)
    except OSError as error:
        rows = rows if row in rows or row.score <= 0 else insert_row(rows, row)
        trouble = f"The score could not be saved in {path}: {reason_of(error)}"
    return Added(rows, trouble)


def _rows_of(data: Any, path: Path) -> list[ScoreRow]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError("it is something else")
    version = data.get("version")
    if version != SCORES_VERSION:
        raise ScoreFileError(
            f"{path} is a score list of version {version!r}, and this program reads {SCORES_VERSION}"
        )
    if not isinstance(data.get("rows"), list):
        raise TypeError("its rows are missing")
    rows = [_row_of(entry) for entry in data["rows"]]
    return sorted(rows, key=lambda row: -row.score)


def _row_of(entry: dict[str, Any]) -> ScoreRow:
    if not isinstance(entry, dict) or not set(entry) <= _NAMES:
        raise TypeError("a row is not a score")
    try:
        row = ScoreRow(**entry)
    except TypeError:
        raise TypeError("a row lacks a part") from None
    if not all(isinstance(getattr(row, name), str) for name in _WORDS):
        raise TypeError("a row lacks a text")
    if not all(type(getattr(row, name)) is int for name in _NUMBERS):
        raise TypeError("a number is missing")
    if not all(isinstance(getattr(row, name), bool) for name in _FLAGS):
        raise TypeError("a row lacks true or false")
    return row


def _write(path: Path, rows: list[ScoreRow]) -> None:
    data = {"format": FORMAT, "version": SCORES_VERSION, "rows": [asdict(row) for row in rows]}
    write_atomically(path, (json.dumps(data, indent=1) + "\n").encode(), _mode(path))


def _mode(path: Path) -> int:
    """Return the permissions of the list.  A new list can be read by all users."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return READABLE


def _set_aside(path: Path) -> str:
    """Rename a damaged list.  Return a sentence with its new name."""
    for number in range(1, 1000):
        other = path.with_name(f"{path.name}.damaged-{number}")
        if not other.exists():
            path.rename(other)
            return f"It was renamed to {other.name}, and a new list was started."
    raise OSError(f"too many damaged lists beside {path}")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file.  Raises OSError if another program holds this lock for LOCK_SECONDS."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW  # another person may have made it
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError:
        descriptor = os.open(path, flags | os.O_CREAT, READABLE)
    with os.fdopen(descriptor, "rb") as file:
        if not take_lock(file.fileno(), LOCK_SECONDS):
            raise BlockingIOError(errno.EWOULDBLOCK, "another program holds its lock", str(path))
        yield
