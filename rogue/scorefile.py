"""The score list on disk.

Owns   the file's form (JSON with a version), its lock, writing it in one piece, and what is done
       about a damaged one.
Leaves the rows and their order (play.scores), where the file lies (rogue.cli).
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple

from rogue.play.scores import ScoreRow, insert_row

FORMAT: Final = "rogue scores"
VERSION: Final = 1
KEPT: Final = 100
LOCK_SECONDS: Final = 0.2  # the end of a game must not wait for long

_WORDS: Final = ("name", "how", "killer", "time")
_NUMBERS: Final = ("score", "level", "seed")


class ScoresUnreadable(Exception):
    """The file is there but is no score list; the text says why."""


class Added(NamedTuple):
    """The list after a game, and a sentence about anything that went wrong, "" if nothing did."""

    rows: list[ScoreRow]
    trouble: str


def read_scores(path: Path) -> list[ScoreRow]:
    """Return the rows, best first; none if there is no file.  Raises ScoresUnreadable."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise ScoresUnreadable(f"{path}: {_reason(error)}") from error
    try:
        return _rows_of(json.loads(text))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ScoresUnreadable(f"{path} is not a score list: {error}") from error


def add_score(path: Path, row: ScoreRow, lock: Path | None = None) -> Added:
    """Enter a game and write the list; a score of zero is not entered (END-5).

    Never raises for what is on the disk: a damaged file is set aside under another name, and a list
    that cannot be written is still returned.
    """
    trouble = ""
    rows: list[ScoreRow] = []
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _locked(lock or path.with_name(path.name + ".lock")):
            try:
                rows = read_scores(path)
            except ScoresUnreadable as error:
                trouble = f"{error}\n{_set_aside(path)}"
            if row.score > 0:
                rows = insert_row(rows, row)[:KEPT]
                _write(path, rows)
    except OSError as error:
        rows = rows if row in rows or row.score <= 0 else insert_row(rows, row)
        trouble = f"The score could not be kept in {path}: {_reason(error)}"
    return Added(rows, trouble)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _rows_of(data: Any) -> list[ScoreRow]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError("it is something else")
    if data.get("version") != VERSION:
        raise ValueError(f"its version is {data.get('version')!r}, this program reads {VERSION}")
    rows = [_row_of(entry) for entry in data["rows"]]
    return sorted(rows, key=lambda row: -row.score)


def _row_of(entry: dict[str, Any]) -> ScoreRow:
    row = ScoreRow(**entry)
    if not all(isinstance(getattr(row, name), str) for name in _WORDS):
        raise TypeError("a word is missing")
    if not all(type(getattr(row, name)) is int for name in _NUMBERS):
        raise TypeError("a number is missing")
    return row


def _write(path: Path, rows: list[ScoreRow]) -> None:
    """Write the file so that a reader sees the old list or the new one, never a half."""
    data = {"format": FORMAT, "version": VERSION, "rows": [asdict(row) for row in rows]}
    handle, name = tempfile.mkstemp(prefix=path.name, suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=1)
            file.write("\n")
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _set_aside(path: Path) -> str:
    """Give a damaged file another name; return a sentence about it."""
    for number in range(1, 1000):
        other = path.with_name(f"{path.name}.damaged-{number}")
        if not other.exists():
            path.rename(other)
            return f"It was renamed to {other.name}, and a new list was begun."
    raise OSError(f"too many damaged lists beside {path}")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock file; OSError when another program keeps it for too long."""
    try:
        import fcntl
    except ImportError:  # a system without such locks: the file is still written in one piece
        yield
        return
    with path.open("a") as file:
        give_up = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.01)
        yield
