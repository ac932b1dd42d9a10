"""The file of a run: one SQLite database with how the run was made and a row per game."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, astuple, dataclass, fields
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.databases import check_intact, check_plain, columns_of, open_database, typed
from rogue.shared.errors import RogomaticError

APPLICATION: Final = 0x526F676F  # "Rogo" in the file's header marks a run file
FORM: Final = 5  # raised when the tables change
OLDEST: Final = 2  # that is still read; what it lacks has its default

# What the same game may have otherwise on another machine: times, paths in a traceback, compressed bytes.
_NOT_DIGESTED: Final = ("cpu_seconds", "seconds", "waited", "error", "journal")
_SIZE: Final = ("first_seed", "games", "shard", "created")
_WORDS: Final = {"knobs": "set of knobs", "memory_digest": "memory", "limits": "set of limits"}
DEEPEST: Final = 999  # level; that of no Rogue has three digits
_KINDS: Final[dict[str, type]] = {"int": int, "float": float, "str": str, "End": str, "bytes": bytes}
_TYPES: Final = {"int": "INTEGER", "float": "REAL", "str": "TEXT", "End": "TEXT", "bytes": "BLOB"}

Kind = TypeVar("Kind")


class RunFileError(RogomaticError):
    """A file that cannot be read or written as a run; the text is a sentence for the user."""


class OtherRunError(RunFileError):
    """A run that is whole, but was made in another way, or is of an earlier form."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The settings of a run, with which it can be repeated."""

    version: str  # of this project
    commit: str  # "" when not known
    game: str  # the command of a foreign game, "" for our own
    edition: str
    options: str
    knobs: str  # as text
    memory_digest: str
    first_seed: int
    games: int  # how many were asked for
    limits: str
    created: str  # ISO 8601, UTC
    shard: str = ""  # "i/n" when these are every n-th of the seeds, from the i-th on

    def differs_in(self, other: Manifest) -> list[str]:
        """Return what keeps games of both out of one file, by name; which seeds they are does not."""
        names = [field.name for field in fields(self) if field.name not in _SIZE]
        return [_WORDS.get(name, name) for name in names if getattr(self, name) != getattr(other, name)]


@dataclass(frozen=True, slots=True)
class BatchSession:
    """One session of work on a run, from its start to its last game so far."""

    started: str  # ISO 8601, UTC
    engine: str
    jobs: int  # games in play at once; 0 is as many as the cluster can
    games: int = 0
    seconds: float = 0.0  # by the clock


TABLES: Final[dict[str, type]] = {"manifest": Manifest, "game": Row, "session": BatchSession}


def make_tables(db: sqlite3.Connection, manifest: Manifest) -> None:
    """Make the tables of a run in an empty file, in one transaction: there is never a part of them."""
    with db:
        db.execute("BEGIN")
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {FORM}")
        for table, kind in TABLES.items():
            db.execute(f"CREATE TABLE {table} ({_columns(kind)}{', PRIMARY KEY (seed)' * (kind is Row)})")
        insert(db, "manifest", manifest)


def insert(db: sqlite3.Connection, table: str, value: Manifest | Row | BatchSession) -> None:
    """Add a row to a table, inside the transaction of the caller."""
    values = astuple(value)
    db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)


def read_run(path: Path) -> tuple[Manifest, list[Row]]:
    """Return a run's manifest and its rows in the order of their seeds; write nothing.

    Raises RunFileError when there is no such file or it is something else.  A run that is still growing
    can be read.  For more rows than fit into memory there is `rows_of`.
    """
    return manifest_of(path), list(rows_of(path))


def manifest_of(path: Path) -> Manifest:
    """Return how a run was made.  Raises RunFileError as read_run does."""
    manifests = list(islice(_read(path, "manifest", Manifest), 2))
    if len(manifests) != 1:
        raise RunFileError(f"{path} cannot be used as a run: it does not say how it was made.")
    return manifests[0]


def rows_of(path: Path) -> Iterator[Row]:
    """Yield a run's rows one by one in the order of their seeds.  Raises RunFileError as read_run does."""
    return _read(path, "game", Row, "ORDER BY seed")


def sessions_of(path: Path) -> list[BatchSession]:
    """Return when and how a run was worked on; nothing when its form does not have it."""
    return list(_read(path, "session", BatchSession))


def rows_digest(rows: Iterable[Row]) -> str:
    """Return a digest of rows in the order of their seeds; the same games have the same everywhere.

    Times, tracebacks and compressed journals do not count.
    """
    names = [field.name for field in fields(Row) if field.name not in _NOT_DIGESTED]
    digest = hashlib.blake2b(digest_size=16)
    for row in rows:
        digest.update(repr([getattr(row, name) for name in names]).encode())
    return digest.hexdigest()


def check_form(db: sqlite3.Connection, path: Path, oldest: int = OLDEST) -> int:
    """Return the form of a run's file.  Raises RunFileError when it is no run, or of another form."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    form: int = db.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION:
        raise RunFileError(f"{path} is not a run of rogomatic.")
    if form > FORM:
        raise RunFileError(f"{path} has form {form}, of a later version; this one knows form {FORM}.")
    if form < oldest:
        raise OtherRunError(f"{path} has form {form}, of an earlier version; this one needs form {oldest}.")
    check_plain(db)
    return form


def check_to_go_on(db: sqlite3.Connection, path: Path) -> None:
    """Raise RunFileError, sqlite3.Error or ValueError for a file to which no row can be added."""
    check_form(db, path, oldest=FORM)
    check_intact(db)
    if columns_of(db) != {table: [field.name for field in fields(kind)] for table, kind in TABLES.items()}:
        raise ValueError("its tables are others")
    for table, kind in TABLES.items():
        for _ in _values_of(db, table, kind, ""):
            pass


@contextlib.contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite and of the system about a file into a refusal."""
    try:
        yield
    except OSError as error:
        raise RunFileError(f"{path} cannot be used as a run: {error.strerror}.") from None
    except (sqlite3.Error, ValueError) as error:
        raise RunFileError(f"{path} cannot be used as a run: {error}.") from None


def _read(path: Path, table: str, kind: type[Kind], order: str = "") -> Iterator[Kind]:
    if path.is_dir():
        raise RunFileError(f"{path} is a folder, not a run: a run is one file, which batch --out makes.")
    if not path.is_file():
        raise RunFileError(f"There is no file {path}.")
    with refusing(path):
        db = open_database(path, "ro")
        with contextlib.closing(db):
            form = check_form(db, path)
            if table == "session" and form < 3:
                return
            yield from _values_of(db, table, kind, order)


def _values_of(db: sqlite3.Connection, table: str, kind: type[Kind], order: str) -> Iterator[Kind]:
    """Yield the rows of a table as values.

    Raises ValueError when it lacks a column that has no default, or when what stands in it cannot be.
    """
    names = [column[0] for column in db.execute(f"SELECT * FROM {table} LIMIT 0").description]
    wanted = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    lacking = [name for name, field in wanted.items() if field.default is MISSING and name not in names]
    if lacking:
        raise ValueError(f"it has no column {lacking[0]!r}")
    there = [name for name in wanted if name in names]
    kinds = tuple(_KINDS[str(wanted[name].type)] for name in there)
    deep = [place for place, name in enumerate(there) if name in ("depth", "deepest")]
    columns = ", ".join(f'"{name}"' for name in there)
    for row in typed(db.execute(f"SELECT {columns} FROM {table} {order}"), kinds):
        if any(row[place] > DEEPEST for place in deep):
            raise ValueError("it holds a game on a level that there is not")
        yield kind(**dict(zip(there, row, strict=True)))


def _columns(kind: type) -> str:
    return ", ".join(f'"{field.name}" {_TYPES[str(field.type)]} NOT NULL' for field in fields(kind))
