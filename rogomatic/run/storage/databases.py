"""Untrusted database files, opened by exact name, checked before use."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from rogue.shared.errors import RogomaticError

MAX_INT: Final = 1 << 62  # upper bound of the numbers in our files
_CURSOR: Final = re.compile(r"[^\n\t\x20-\x7e\xa0-\U0010ffff]")


def open_database(path: Path, mode: Literal["ro", "rw", "rwc"] = "rw") -> sqlite3.Connection:
    """Open the file of exactly this name for reading (ro), writing (rw), or creation (rwc).

    A name such as `file:a.db` or `:memory:`, which is special in SQLite, is an ordinary file name here.
    If a killed process has left an incomplete transaction, the transaction is rolled back, even if the file
    is opened for reading.  Raises sqlite3.Error.
    """
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
    if mode == "ro" and _is_half_written(db):
        with contextlib.closing(open_database(path)) as writer:
            writer.execute("PRAGMA user_version")
    return db


def _is_half_written(db: sqlite3.Connection) -> bool:
    """Return whether a killed process left an incomplete transaction, which only a writer may roll back."""
    try:
        db.execute("PRAGMA user_version")
    except sqlite3.DatabaseError as error:
        return error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK
    return False


class FileForm(NamedTuple):
    """A kind of database file: the mark in its header, and the version and the SQL of its tables."""

    application: int
    version: int
    script: str

    def make(self, db: sqlite3.Connection) -> None:
        """Make the tables in an empty database, inside the caller's transaction."""
        for statement in filter(str.strip, self.script.split(";")):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {self.application}")
        db.execute(f"PRAGMA user_version = {self.version}")

    def check(self, db: sqlite3.Connection) -> None:
        """Raise ValueError or sqlite3.Error if the file is damaged or has wrong tables.

        Its tables must be those that the SQL in `script` creates.
        """
        check_plain(db)
        (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError("database disk image is malformed")
        with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
            fresh.executescript(self.script)
            if _columns_of(fresh) != _columns_of(db):
                raise ValueError("it has different tables")


def header_of_file(db: sqlite3.Connection) -> tuple[int, int]:
    """Return the `application_id` and the `user_version` in the header of a database file."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return application, version


def check_plain(db: sqlite3.Connection) -> None:
    """Raise ValueError if a database contains views, triggers, or virtual tables.

    A view may have endless rows, and a trigger may write unexpectedly.
    """
    line = "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
    if db.execute(line).fetchone() is not None:
        raise ValueError("it contains more than tables")


def _columns_of(db: sqlite3.Connection) -> dict[str, list[str]]:
    """Return a dictionary that maps each table's name to the list of its columns' names."""
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    line = "SELECT name FROM pragma_table_info(?) ORDER BY cid"
    return {table: [name for (name,) in db.execute(line, (table,))] for table in tables}


def begin_writing(db: sqlite3.Connection) -> None:
    """Switch to a mode in which other processes can read while this process adds rows."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")


def end_writing(db: sqlite3.Connection) -> None:
    """Make the database one plain file again.

    This fails silently if another process is reading the file or the disk is full.
    """
    with contextlib.suppress(sqlite3.Error):
        db.execute("PRAGMA journal_mode = DELETE")


@contextlib.contextmanager
def refusing(path: Path, what: str, error: type[RogomaticError]) -> Iterator[None]:
    """Catch the errors raised by SQLite, by the disk, or because of damaged rows.

    Raise `error` instead, with a sentence about the file.
    """
    try:
        yield
    except OSError as why:
        raise error(f"{path} cannot be used as a {what}: {why.strerror}.") from None
    except sqlite3.Error as why:
        raise error(f"{path} cannot be used as a {what}: {why}.") from None
    except (ValueError, KeyError, TypeError, RecursionError) as why:
        raise error(f"{path} cannot be used as a {what}; it is damaged: {why}.") from None


def typed(rows: Iterable[tuple[Any, ...]], kinds: tuple[type, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield all rows, after checking the types of their values.  Control characters in texts become "?".

    Raises ValueError if a value does not have the type in `kinds`, or if a number is beyond MAX_INT.
    """
    texts = [place for place, kind in enumerate(kinds) if kind is str]
    numbers = [place for place, kind in enumerate(kinds) if kind in (int, float)]
    for row in rows:
        if tuple(map(type, row)) != kinds or not all(-MAX_INT <= row[place] <= MAX_INT for place in numbers):
            raise ValueError("it contains an invalid value")
        if all(row[place].isprintable() for place in texts):
            yield row
        else:
            yield tuple(_CURSOR.sub("?", one) if type(one) is str else one for one in row)
