"""Files that anybody may have put there, databases too: read with care, and written in one step."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

from rogue.shared.base_error import RogomaticError
from rogue.shared.byte_order_mark import without_mark

LARGEST: Final = 64 << 20  # bytes; a memory, knobs and the like have far less
_CHUNK: Final = 1 << 20
MAX_INT: Final = 1 << 62  # no number in a file of ours is larger
_CURSOR: Final = re.compile(r"[^\n\t\x20-\x7e\xa0-\U0010ffff]")


def read_all(path: Path, most: int = LARGEST) -> bytes:
    """Return all that is in a file.  Raises OSError, with EFBIG for more than `most` bytes.

    A pipe that nobody writes to is empty, where an ordinary read would wait for ever.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        os.set_blocking(descriptor, True)
        data = bytearray()
        while piece := os.read(descriptor, _CHUNK):
            data += piece
            if len(data) > most:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    finally:
        os.close(descriptor)
    return bytes(data)


def read_text(path: Path, most: int = LARGEST) -> str:
    """Return a text file, without a byte order mark.

    Raises OSError as `read_all` does, also for UTF-16, and UnicodeDecodeError.
    """
    return without_mark(read_all(path, most)).decode("utf-8")


class NewFileError(RogomaticError):
    """Why a new file was not written, as a sentence for the user."""


def write_new(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a new file.

    Raises NewFileError when there is one already or the disk refuses; no part of it is left then.
    """
    try:
        file = path.open("xb")
        try:
            with file:
                file.writelines(pieces)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    except FileExistsError:
        raise NewFileError(f"{path} is there already and is not overwritten.") from None
    except OSError as error:
        raise NewFileError(f"{path} cannot be written: {error.strerror or error}.") from None


def write_text(path: Path, text: str, *, is_locked: bool = False) -> None:
    """Write a file of text, see `write_whole`.  Raises OSError."""
    write_whole(path, text.encode("utf-8"), is_locked=is_locked)


def write_whole(path: Path, data: bytes, *, is_locked: bool = False) -> None:
    """Write a file; a reader finds the old bytes or the new ones, also after a crash.  Raises OSError.

    is_locked  nobody else writes it meanwhile: what a killed process left beside it is written over
    """
    new = path.with_name(f".{path.name}.new" if is_locked else f".{path.name}.{os.getpid()}.new")
    try:
        new.unlink(missing_ok=True)  # of a killed process; a link that somebody put there is not followed
        with new.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def open_database(path: Path, mode: Literal["ro", "rw", "rwc"] = "rw") -> sqlite3.Connection:
    """Open exactly the file of this name: to read it (ro), to write it (rw), or made if it is missing (rwc).

    SQLite takes a bare name such as `file:a.db` or `:memory:` for something else.  Raises sqlite3.Error.
    """
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)


def check_plain(db: sqlite3.Connection) -> None:
    """Raise ValueError for a database with more than plain tables: a view may have rows without end, a
    trigger writes what nobody asked for.
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
