"""The file of a run: an SQLite database of the run's settings, with a row for each game."""

from __future__ import annotations

import contextlib
import hashlib
import heapq
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING, astuple, dataclass, fields, replace
from itertools import groupby, islice
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from rogomatic.run.runner.game_loop import BY_MACHINE, Row
from rogomatic.run.storage.databases import (
    FileForm,
    begin_writing,
    check_plain,
    end_writing,
    header_of_file,
    open_database,
    refusing,
    typed,
)
from rogue.shared.errors import RogomaticError
from rogue.shared.files import lock_file

APPLICATION: Final = 0x526F676F  # "Rogo" in the file's header marks a run file
FORM: Final = 6  # raised when the tables change
OLDEST: Final = 2  # that is still read, with defaults for its missing columns

# Fields that may differ on another machine: times, paths in a traceback, compressed bytes.
_NOT_DIGESTED: Final = ("cpu_seconds", "seconds", "waited", "error", "journal")
_SIZE: Final = ("first_seed", "games", "shard", "created")
_WORDS: Final = {
    "knobs": "set of knobs", "memory_digest": "memory", "limits": "set of limits",
    "rules": "file of `--rules`", "without": "`--without`",
}  # fmt: skip
DEEPEST: Final = 999  # upper bound of a level; no Rogue has three digits
_KINDS: Final[dict[str, type]] = {"int": int, "float": float, "str": str, "End": str, "bytes": bytes}
_TYPES: Final = {"int": "INTEGER", "float": "REAL", "str": "TEXT", "End": "TEXT", "bytes": "BLOB"}

Record = TypeVar("Record")


class RunFileError(RogomaticError):
    """Exception for an unusable run file.  Its text is a sentence for the user."""


class OtherRunError(RunFileError):
    """Exception for a valid run file that has unexpected settings or an earlier form."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The settings of a run, sufficient to repeat it."""

    version: str  # of this project
    commit: str  # "" when not known
    game: str  # the command of a foreign game, "" for our own
    edition: str
    options: str
    knobs: str  # as text
    memory_digest: str
    first_seed: int
    games: int  # number of games requested
    limits: str
    created: str  # ISO 8601, UTC
    shard: str = ""  # "i/n" for every n-th seed from the i-th on
    rules: str = ""  # a file of own rules: its name, with a digest
    without: str = ""  # rules of the ladder left out

    def differs_in(self, other: Manifest) -> list[str]:
        """Return the names of the settings in which two runs differ.

        Only settings that must agree for two runs to share a file are compared.
        """
        names = [field.name for field in fields(self) if field.name not in _SIZE]
        return [_WORDS.get(name, name) for name in names if getattr(self, name) != getattr(other, name)]


@dataclass(frozen=True, slots=True)
class BatchSession:
    """One session of a run.

    The time at which a session ended is the time at which its last game ended.
    """

    started: str  # ISO 8601, UTC
    engine: str
    jobs: int  # games played at the same time; 0: as many as the cluster can
    games: int = 0
    seconds: float = 0.0  # by the clock


TABLES: Final[dict[str, type]] = {"manifest": Manifest, "game": Row, "session": BatchSession}


def _script() -> str:
    tables = []
    for table, kind in TABLES.items():
        columns = [f'"{field.name}" {_TYPES[str(field.type)]} NOT NULL' for field in fields(kind)]
        tables.append(f"CREATE TABLE {table} ({', '.join(columns)}{', PRIMARY KEY (seed)' * (kind is Row)})")
    return ";".join(tables)


FILE: Final = FileForm(APPLICATION, FORM, _script())


def make_tables(db: sqlite3.Connection, manifest: Manifest) -> None:
    """Make the tables of a run in an empty file, in one transaction."""
    with db:
        db.execute("BEGIN")
        FILE.make(db)
        insert(db, "manifest", manifest)


def insert(db: sqlite3.Connection, table: str, value: Manifest | Row | BatchSession) -> None:
    """Add a row to a table, inside the caller's transaction."""
    values = astuple(value)
    db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)


def read_run(path: Path) -> tuple[Manifest, list[Row]]:
    """Return a run's manifest, and its rows in the order of their seeds.  The file may be in use.

    Raises RunFileError if the file is missing or is not a run.  Use `rows_of` if the rows may not fit into
    memory.
    """
    return manifest_of(path), list(rows_of(path))


def manifest_of(path: Path) -> Manifest:
    """Return the manifest of a run.  Raises RunFileError as `read_run` does."""
    manifests = list(islice(_read(path, "manifest", Manifest), 2))
    if len(manifests) != 1:
        raise RunFileError(f"{path} cannot be used as a run: it must have one set of settings.")
    return manifests[0]


def rows_of(path: Path) -> Iterator[Row]:
    """Yield a run's rows one by one in the order of their seeds.  Raises RunFileError as `read_run` does."""
    return _read(path, "game", Row, "ORDER BY seed")


def sessions_of(path: Path) -> list[BatchSession]:
    """Return the sessions of a run.  Return [] if the run file has a form that does not record sessions."""
    return list(_read(path, "session", BatchSession))


def rows_digest(rows: Iterable[Row]) -> str:
    """Return a digest of rows that are in the order of their seeds.  The same games give the same digest.

    Times, tracebacks, and compressed journals are left out.
    """
    names = [field.name for field in fields(Row) if field.name not in _NOT_DIGESTED]
    digest = hashlib.blake2b(digest_size=16)
    for row in rows:
        digest.update(repr([getattr(row, name) for name in names]).encode())
    return digest.hexdigest()


def check_form(db: sqlite3.Connection, path: Path, oldest: int = OLDEST) -> int:
    """Return the form of a run file.

    Raises RunFileError if the file is not a run, has a later form, or has a form earlier than `oldest`.
    """
    application, form = header_of_file(db)
    if application != APPLICATION:
        raise RunFileError(f"{path} is not a run of rogomatic.")
    if form > FORM:
        raise RunFileError(f"{path} has form {form}, from a later version; this version reads form {FORM}.")
    if form < oldest:
        raise OtherRunError(f"{path} has form {form}, from an earlier version; this needs form {oldest}.")
    check_plain(db)
    return form


def check_to_go_on(db: sqlite3.Connection, path: Path) -> None:
    """Raise RunFileError, sqlite3.Error, or ValueError if no row can be added to the file."""
    check_form(db, path, oldest=FORM)
    FILE.check(db)
    for table, kind in TABLES.items():
        for _ in _values_of(db, table, kind, ""):
            pass


def _read(path: Path, table: str, kind: type[Record], order: str = "") -> Iterator[Record]:
    if path.is_dir():
        raise RunFileError(f"{path} is a folder, not a run: a run is a file written by `batch --out`.")
    if not path.is_file():
        missing = f"There is no file {path}."
        raise RunFileError(f"{path} is not a regular file." if path.exists() else missing)
    with refusing(path, "run", RunFileError):
        db = open_database(path, "ro")
        with contextlib.closing(db):
            form = check_form(db, path)
            if table == "session" and form < 3:
                return
            yield from _values_of(db, table, kind, order)


def _values_of(db: sqlite3.Connection, table: str, kind: type[Record], order: str) -> Iterator[Record]:
    """Yield the rows of a table as objects of the class `kind`.

    Raises ValueError for a missing column without a default, or for an impossible value.
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
            raise ValueError("it contains a game on an impossible level")
        yield kind(**dict(zip(there, row, strict=True)))


class RunWriter:
    """A run file to which this process adds rows, while other processes may read it.

    seeds  seeds of the games that were in the file when it was opened, without the lost games

    Lost games are played again.  Added rows are in the file no matter how this process ends.
    """

    def __init__(
        self, path: Path, manifest: Manifest, resume: bool = False, engine: str = "local", jobs: int = 1
    ) -> None:
        """Create the file.  If `resume` is True and the file exists, open it and check its settings.

        Raises RunFileError if the file exists and `resume` is False, if the file is not a run, if its
        settings differ from `manifest`, or if another process is writing the file.
        """
        self._path = path
        self._started = time.monotonic()
        self.seeds: frozenset[int] = frozenset()
        self._lost: set[int] = set()  # seeds whose rows are replaced when played again
        fresh = self._is_bare = not (resume and path.exists())
        with refusing(path, "run", RunFileError):
            self._lock = _locked(path, fresh)
            self._db = open_database(path)
        try:
            with refusing(path, "run", RunFileError):
                self._begin(manifest, BatchSession(manifest.created, engine, jobs))
        except BaseException:
            self.close()
            if fresh:
                for beside in ("", "-wal", "-shm"):
                    path.with_name(path.name + beside).unlink(missing_ok=True)
            raise

    def _begin(self, manifest: Manifest, session: BatchSession) -> None:
        if _is_empty(self._db):
            make_tables(self._db, manifest)
        else:
            check_to_go_on(self._db, self._path)
            self._go_on(manifest)
        begin_writing(self._db)
        with self._db:
            insert(self._db, "session", session)
        (self._session,) = self._db.execute("SELECT max(rowid) FROM session").fetchone()

    def _go_on(self, manifest: Manifest) -> None:
        """Read the existing games, and record the new number of games wanted."""
        kept = manifest_of(self._path)
        if others := kept.differs_in(manifest):
            names = " and a different ".join(others)
            raise OtherRunError(f"{self._path} was made with a different {names}; choose another file.")
        if kept.shard != manifest.shard:
            made, wanted = (
                f"with --shard {one}" if one else "without --shard" for one in (kept.shard, manifest.shard)
            )
            raise OtherRunError(f"{self._path} was made {made}, not {wanted}; choose another file.")
        if kept.first_seed != manifest.first_seed:
            raise OtherRunError(f"{self._path} begins with seed {kept.first_seed}; choose another file.")
        seeds: set[int] = set()
        for row in rows_of(self._path):
            (self._lost if row.is_lost else seeds).add(row.seed)
        self.seeds = frozenset(seeds)
        with self._db:
            self._db.execute("UPDATE manifest SET games = ?", (max(kept.games, manifest.games),))

    def add(self, row: Row) -> None:
        """Add one row to the file.  Raises RunFileError if writing fails.  Earlier rows stay in the file."""
        seconds = round(time.monotonic() - self._started, 3)
        try:
            with self._db:
                if row.seed in self._lost:
                    self._db.execute("DELETE FROM game WHERE seed = ?", (row.seed,))
                insert(self._db, "game", row)
                so_far = "UPDATE session SET games = games + 1, seconds = ? WHERE rowid = ?"
                self._db.execute(so_far, (seconds, self._session))
            self._is_bare = False
            self._lost.discard(row.seed)
        except sqlite3.Error as error:
            kept = "" if self._is_bare else " The finished games are saved; --resume plays the rest."
            raise RunFileError(f"{self._path} cannot be written: {error}.{kept}") from None

    def close(self) -> None:
        """Close the file, and leave one plain file that can be copied."""
        self._close(is_kept=True)

    def _close(self, *, is_kept: bool) -> None:
        end_writing(self._db)
        self._db.close()
        if not is_kept:
            self._path.unlink(missing_ok=True)  # while the lock keeps others from opening it
        os.close(self._lock)  # last, because it would release the locks of SQLite

    def __enter__(self) -> RunWriter:
        return self

    def __exit__(self, kind: object, _error: object, _trace: object) -> None:
        self._close(is_kept=kind is None or not self._is_bare)


def write_run(path: Path, manifest: Manifest, rows: Iterable[Row], sessions: Iterable[BatchSession]) -> None:
    """Write a whole run to a new file.  On failure, raise RunFileError and leave no file."""
    with refusing(path, "run", RunFileError):
        os.close(_locked(path, fresh=True))
        try:
            with contextlib.closing(open_database(path)) as db:
                make_tables(db, manifest)
                with db:
                    for session in sessions:
                        insert(db, "session", session)
                    for row in rows:
                        insert(db, "game", row)
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def _locked(path: Path, fresh: bool) -> int:
    try:
        return lock_file(path, os.O_RDWR | (os.O_CREAT | os.O_EXCL if fresh else 0))
    except FileExistsError:
        raise RunFileError(f"{path} already exists and is not overwritten.") from None
    except BlockingIOError:
        raise RunFileError(f"{path} is being written by another batch.") from None


def _is_empty(db: sqlite3.Connection) -> bool:
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return tables == 0 and header_of_file(db)[0] == 0


class Merged(NamedTuple):
    """The numbers of games that a merge handled.

    games    games in the new file
    twice    duplicate games that were left out, because the same game was taken from another run
    missing  seeds between the first and the last for which no run has a game
    lost     games in the new file that were lost to crashes in every run that has them
    """

    games: int
    twice: int
    missing: int
    lost: int = 0


class _Of(NamedTuple):
    run: Path
    row: Row


def merge(runs: Sequence[Path], out: Path) -> Merged:
    """Write the games of all runs to a new file, which is the same for any order of `runs`.

    Raises RunFileError, and leaves no new file, if settings differ, if a seed has two different games, or if
    a file cannot be read or written.
    """
    manifest = _common([(run, manifest_of(run)) for run in runs])
    sessions = sorted({session for run in runs for session in sessions_of(run)}, key=repr)
    counts = {"games": 0, "read": 0, "lost": 0}
    games = heapq.merge(*map(_with_run, runs), key=lambda of: of.row.seed)

    def rows() -> Iterator[Row]:
        for _, alike in groupby(games, key=lambda of: of.row.seed):
            several = list(alike)
            counts["games"] += 1
            counts["read"] += len(several)
            row = _one_of(several)
            counts["lost"] += row.is_lost
            yield row

    write_run(out, manifest, rows(), sessions)
    games_in = counts["games"]
    return Merged(games_in, counts["read"] - games_in, manifest.games - games_in, counts["lost"])


def _with_run(run: Path) -> Iterator[_Of]:
    return (_Of(run, row) for row in rows_of(run))


def _common(made: Sequence[tuple[Path, Manifest]]) -> Manifest:
    """Return the manifest of the merged run, which extends from the first seed to the last."""
    first_run, first = made[0]
    for run, other in made[1:]:
        if others := first.differs_in(other):
            names = " and a different ".join(others)
            raise RunFileError(f"{run} was made with a different {names} than {first_run}.")
    begin = min(one.first_seed for _, one in made)
    end = max(one.first_seed + one.games for _, one in made)
    created = min(one.created for _, one in made)
    return replace(first, first_seed=begin, games=end - begin, created=created, shard="")


def _one_of(several: Sequence[_Of]) -> Row:
    """Return the best of the rows for one seed.

    This is preferably the row of a game that was not cut short by a crash or by a limit of the machine.

    Raises RunFileError if two games that were not cut short have different rows.
    """
    own = [of for of in several if of.row.end_reason not in BY_MACHINE and not of.row.is_lost]
    for of in own[1:]:
        if rows_digest([of.row]) != rows_digest([own[0].row]):
            raise RunFileError(f"The game of seed {of.row.seed} differs between {of.run} and {own[0].run}.")
    return min((of.row for of in own or several), key=lambda row: (row.is_lost, row.cpu_seconds, repr(row)))
