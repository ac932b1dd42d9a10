"""Databases that any program may have put there: opened by exact name, checked before use."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

MAX_INT: Final = 1 << 62  # no number in a file of ours is larger
_CURSOR: Final = re.compile(r"[^\n\t\x20-\x7e\xa0-\U0010ffff]")


def open_database(path: Path, mode: Literal["ro", "rw", "rwc"] = "rw") -> sqlite3.Connection:
    """Open the file of exactly this name for reading (ro), writing (rw), or creation (rwc).

    SQLite takes a bare name such as `file:a.db` or `:memory:` for something else.  What a killed process left
    half written is rolled back, though the file is opened for reading.  Raises sqlite3.Error.
    """
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
    if mode == "ro" and _is_half_written(db):
        with contextlib.closing(open_database(path)) as writer:
            writer.execute("PRAGMA user_version")
    return db


def _is_half_written(db: sqlite3.Connection) -> bool:
    """Return whether a killed process left a transaction that only a writer may roll back."""
    try:
        db.execute("PRAGMA user_version")
    except sqlite3.DatabaseError as error:
        return error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK
    return False


def check_plain(db: sqlite3.Connection) -> None:
    """Raise ValueError for a database with more than plain tables.

    A view may have endless rows, and a trigger writes without being asked.
    """
    line = "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
    found = db.execute(line).fetchone()
    if found is not None:
        raise ValueError("it holds more than tables")


def check_intact(db: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError for a damaged database, before anything is written to it."""
    (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError("database disk image is malformed")


def columns_of(db: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the names of the columns of every table, in their order."""
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    line = "SELECT name FROM pragma_table_info(?) ORDER BY cid"
    return {table: [name for (name,) in db.execute(line, (table,))] for table in tables}


def columns_made_by(script: str) -> dict[str, list[str]]:
    """Return the columns, as `columns_of` does, of the tables that a script in SQL makes."""
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(script)
        return columns_of(fresh)


def typed(rows: Iterable[tuple[Any, ...]], kinds: tuple[type, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield rows whose values are of these kinds; in texts, what would move a cursor becomes "?".

    Raises ValueError at another row, and at a number that nobody can have counted to.
    """
    texts = [place for place, kind in enumerate(kinds) if kind is str]
    numbers = [place for place, kind in enumerate(kinds) if kind in (int, float)]
    for row in rows:
        if tuple(map(type, row)) != kinds or not all(-MAX_INT <= row[place] <= MAX_INT for place in numbers):
            raise ValueError("it holds a value of another kind")
        if all(row[place].isprintable() for place in texts):
            yield row
        else:
            yield tuple(_CURSOR.sub("?", one) if type(one) is str else one for one in row)
