"""A run kept in one SQLite file: how it was made, and a row per game.

Owns   the file's form, refusing what is not such a file.
Leaves what a row means (run.game), what rows amount to (run.stats).
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Final

from rogomatic.run.game import Row

APPLICATION: Final = 0x526F676F  # "Rogo" in the file's header tells our files from others
FORM: Final = 2                  # raised when the tables change


class RunFileError(Exception):
    """A file that cannot be read or written as a run; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """How a run was made: all that is needed to make it again."""

    version: str        # of this project
    commit: str         # "" when not known
    game: str           # the command of a foreign game, "" for our own
    edition: str
    options: str
    knobs: str          # as text
    memory_digest: str
    first_seed: int
    games: int          # how many were asked for
    limits: str
    created: str        # ISO 8601, UTC

    def same_but_for_size(self, other: Manifest) -> bool:
        """Return whether games of both may stand in one file."""
        size = ("games", "created")
        names = [field.name for field in fields(self) if field.name not in size]
        return all(getattr(self, name) == getattr(other, name) for name in names)


_TYPES: Final = {"int": "INTEGER", "float": "REAL", "str": "TEXT", "End": "TEXT"}


def _columns(kind: type[Row] | type[Manifest]) -> str:
    return ", ".join(f'"{field.name}" {_TYPES[str(field.type)]} NOT NULL' for field in fields(kind))


def _marks(kind: type[Row] | type[Manifest]) -> str:
    return ", ".join("?" for _ in fields(kind))


class Record:
    """A run's file, open for adding rows.  One process writes; each row is kept at once."""

    def __init__(self, path: Path, manifest: Manifest, resume: bool = False) -> None:
        """Create the file; or, to resume, open it and check that it was made in the same way.

        Raises RunFileError when the file is there already, is no run, or was made otherwise.
        """
        self._path = path
        self.seeds: frozenset[int] = frozenset()  # those whose games are there already
        if resume and path.exists():
            kept, rows = read_run(path)
            if not kept.same_but_for_size(manifest):
                raise RunFileError(
                    f"{path} was made with another version, game, options, knobs, memory or "
                    "limits, or from another first seed; choose another file."
                )
            self.seeds = frozenset(row.seed for row in rows)
        elif path.exists():
            raise RunFileError(f"{path} is there already and is not overwritten.")
        with _refusing(path):
            self._db = sqlite3.connect(path)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            with self._db:
                if not self.seeds:
                    _make_tables(self._db)
                self._db.execute("DELETE FROM manifest")
                self._db.execute(f"INSERT INTO manifest VALUES ({_marks(Manifest)})", astuple(manifest))

    def add(self, row: Row) -> None:
        """Keep one row.  Raises RunFileError when the disk refuses."""
        with _refusing(self._path), self._db:
            self._db.execute(f"INSERT INTO game VALUES ({_marks(Row)})", astuple(row))

    def keep(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Pass rows on, each after it was kept."""
        for row in rows:
            self.add(row)
            yield row

    def close(self) -> None:
        """Close the file so that it is one plain file again, which can be copied."""
        with contextlib.suppress(sqlite3.OperationalError):  # somebody else is reading it
            self._db.execute("PRAGMA journal_mode = DELETE")
        self._db.close()

    def __enter__(self) -> Record:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def read_run(path: Path) -> tuple[Manifest, list[Row]]:
    """Return a run's manifest and its rows in the order of their seeds; write nothing.

    Raises RunFileError when there is no such file or it is something else.
    """
    if not path.is_file():
        raise RunFileError(f"There is no file {path}.")
    with _refusing(path):
        db = sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True)
        with contextlib.closing(db):
            (application,) = db.execute("PRAGMA application_id").fetchone()
            (form,) = db.execute("PRAGMA user_version").fetchone()
            if application != APPLICATION:
                raise RunFileError(f"{path} is not a run of rogomatic.")
            if form != FORM:
                raise RunFileError(f"{path} has form {form}; this version reads form {FORM}.")
            (manifest,) = [Manifest(*row) for row in db.execute("SELECT * FROM manifest")]
            rows = [Row(*row) for row in db.execute("SELECT * FROM game ORDER BY seed")]
    return manifest, rows


def _make_tables(db: sqlite3.Connection) -> None:
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {FORM}")
    db.execute(f"CREATE TABLE IF NOT EXISTS manifest ({_columns(Manifest)})")
    db.execute(f"CREATE TABLE IF NOT EXISTS game ({_columns(Row)}, PRIMARY KEY (seed))")


@contextlib.contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite about a file into a refusal."""
    try:
        yield
    except (sqlite3.Error, ValueError) as error:
        raise RunFileError(f"{path} cannot be used as a run: {error}.") from None
