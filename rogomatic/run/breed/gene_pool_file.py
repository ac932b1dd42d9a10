"""A pool kept in one SQLite file: the rules, the agent that plays, genotypes, games, re-tests."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple

from rogomatic.agent.knobs import from_record, to_record
from rogomatic.breeding.gene_pool import (
    Breed,
    Pool,
    Result,
    Rules,
    fault_of,
    fault_of_retests,
    fault_of_rules,
)
from rogomatic.breeding.genotypes import Genotype
from rogomatic.breeding.selection import Retest
from rogomatic.run.runner.game_loop import LOST
from rogomatic.run.storage.file_io import (
    check_intact,
    check_plain,
    columns_made_by,
    columns_of,
    open_database,
    typed,
)
from rogue.shared.base_error import RogomaticError

APPLICATION: Final = 0x47656E65  # "Gene" in the file's header marks a pool
FORM: Final = 1  # raised when the tables change
_TABLES: Final = """
CREATE TABLE note (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE genotype (number INTEGER PRIMARY KEY, generation INTEGER NOT NULL, made TEXT NOT NULL,
    parents TEXT NOT NULL, knobs TEXT NOT NULL);
CREATE TABLE starter (generation INTEGER NOT NULL, place INTEGER NOT NULL, genotype INTEGER NOT NULL,
    PRIMARY KEY (generation, place));
CREATE TABLE game (generation INTEGER NOT NULL, genotype INTEGER NOT NULL, seed INTEGER NOT NULL,
    score INTEGER NOT NULL, end_reason TEXT NOT NULL, cpu_seconds REAL NOT NULL,
    PRIMARY KEY (genotype, seed));
CREATE TABLE retest (number INTEGER PRIMARY KEY, genotype INTEGER NOT NULL, first_seed INTEGER NOT NULL,
    games INTEGER NOT NULL);
CREATE TABLE retest_game (retest INTEGER NOT NULL, genotype INTEGER NOT NULL, seed INTEGER NOT NULL,
    score INTEGER NOT NULL, end_reason TEXT NOT NULL, cpu_seconds REAL NOT NULL,
    PRIMARY KEY (retest, genotype, seed));
"""
_COUNTED: Final = f"WHERE end_reason NOT IN {LOST}"  # older versions kept games that a crash had taken


class PoolFileError(RogomaticError):
    """A file that cannot be read or written as a pool; the text is a sentence for the user."""


class PlayedGame(NamedTuple):
    """What is kept of one game."""

    genotype: int
    seed: int
    score: int
    end_reason: str
    cpu_seconds: float


class PoolFile:
    """A pool's file, open for adding.  Every game is kept at once; a second process is refused."""

    def __init__(self, path: Path, wanted: Mapping[str, Any] | None, agent: Mapping[str, str]) -> None:
        """Open the file of a pool, or make it.

        wanted  rules by name, for the rest the usual ones; None: open only, whatever the rules are
        agent   who plays, in whatever words; games of different agents cannot be compared

        Raises PoolFileError when there is none to open, when it was made by other rules or for
        another agent, is in use, or is no pool.
        """
        self._path = path
        self._stack = contextlib.ExitStack()
        if wanted is None and _is_new(path):
            raise PoolFileError(f"There is no pool {path}; with --games N one is made.")
        try:
            with _refusing(path):
                self._stack.enter_context(_alone(path))
                self._open(wanted or {}, dict(agent))
        except BaseException:
            self._stack.close()
            raise

    def _open(self, wanted: Mapping[str, Any], agent: dict[str, str]) -> None:
        is_new = _is_new(self._path)
        self._db = self._stack.enter_context(contextlib.closing(open_database(self._path, "rwc")))
        if not is_new:
            self._check_form()
        if is_new:
            self._make(Rules(**wanted), agent)
        self._check_agent(agent)
        kept = self._note("rules")
        rules = Rules(**{**kept, "bred": tuple(kept["bred"])})
        if fault := fault_of_rules(rules):
            raise ValueError(fault)
        other = [name for name, value in wanted.items() if getattr(rules, name) != value]
        if other:
            names = ", ".join(other)
            raise PoolFileError(f"{self._path} was made with other rules ({names}); leave them out.")
        self.pool = self._read(rules)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")

    def _check_form(self) -> None:
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (form,) = self._db.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise PoolFileError(f"{self._path} is not a pool of rogomatic.")
        if form != FORM:
            raise PoolFileError(f"{self._path} has form {form}; this version reads form {FORM}.")
        check_plain(self._db)
        check_intact(self._db)
        if columns_made_by(_TABLES) != columns_of(self._db):
            raise ValueError("its tables are others")

    def _make(self, rules: Rules, agent: dict[str, str]) -> None:
        with self._db:
            self._db.execute("BEGIN")
            for statement in filter(str.strip, _TABLES.split(";")):
                self._db.execute(statement)
            for name, value in (("rules", rules._asdict()), ("agent", agent)):
                self._db.execute("INSERT INTO note VALUES (?, ?)", (name, json.dumps(value)))
            self._db.execute(f"PRAGMA application_id = {APPLICATION}")
            self._db.execute(f"PRAGMA user_version = {FORM}")

    def _note(self, name: str) -> dict[str, Any]:
        (text,) = self._db.execute("SELECT value FROM note WHERE name = ?", (name,)).fetchone()
        return dict(json.loads(text))

    def _check_agent(self, agent: dict[str, str]) -> None:
        kept = self._note("agent")
        other = [name for name in {**kept, **agent} if kept.get(name) != agent.get(name)]
        if other:
            raise PoolFileError(
                f"{self._path} was made for another agent or game ({', '.join(other)}); its games "
                "cannot be compared with new ones. Choose another file."
            )

    def _read(self, rules: Rules) -> Pool:
        """Read the pool.  Raises ValueError or TypeError for one that nobody can have bred."""
        pool = Pool(rules)
        genotypes = self._db.execute("SELECT number, generation, made, parents, knobs FROM genotype")
        for number, generation, made, parents, knobs in typed(genotypes, (int, int, str, str, str)):
            descent = tuple(json.loads(parents))
            pool.genotypes[number] = Genotype(
                number, generation, made, descent, from_record(json.loads(knobs))
            )
        starters = self._db.execute("SELECT generation, genotype FROM starter ORDER BY generation, place")
        for generation, number in typed(starters, (int, int)):
            pool.starters[generation] = (*pool.starters.get(generation, ()), number)
        games = self._db.execute(
            f"SELECT generation, genotype, seed, score FROM game {_COUNTED} ORDER BY seed, genotype"
        )
        pool.results += [Result(*row) for row in typed(games, (int, int, int, int))]
        if fault := fault_of(pool):
            raise ValueError(fault)
        return pool

    def add_generation(self, breed: Breed) -> None:
        """Keep a new generation, all of it or nothing."""
        with _refusing(self._path), self._db:
            for one in breed.born:
                texts = json.dumps(one.parents), json.dumps(to_record(one.knobs))
                row = (one.number, one.generation, one.made, *texts)
                self._db.execute("INSERT INTO genotype VALUES (?, ?, ?, ?, ?)", row)
            places = [(breed.generation, place, number) for place, number in enumerate(breed.starters)]
            self._db.executemany("INSERT INTO starter VALUES (?, ?, ?)", places)
        self.pool.add(breed)

    def add_game(self, generation: int, played: PlayedGame) -> None:
        """Keep one game of a race."""
        with _refusing(self._path), self._db:
            self._db.execute("REPLACE INTO game VALUES (?, ?, ?, ?, ?, ?)", (generation, *played))
        self.pool.results.append(Result(generation, played.genotype, played.seed, played.score))

    def add_retest(self, retest: Retest) -> None:
        """Keep that a re-test begins."""
        with _refusing(self._path), self._db:
            self._db.execute("INSERT INTO retest VALUES (?, ?, ?, ?)", retest)

    def add_retest_game(self, retest: Retest, played: PlayedGame) -> None:
        """Keep one game of a re-test."""
        with _refusing(self._path), self._db:
            self._db.execute("REPLACE INTO retest_game VALUES (?, ?, ?, ?, ?, ?)", (retest.number, *played))

    def retests(self) -> list[Retest]:
        """Return the re-tests, the oldest first."""
        with _refusing(self._path):
            rows = self._db.execute("SELECT number, genotype, first_seed, games FROM retest ORDER BY number")
            found = [Retest(*row) for row in typed(rows, (int, int, int, int))]
            if fault := fault_of_retests(found, self.pool):
                raise ValueError(fault)
            return found

    def retest_scores(self, retest: Retest) -> dict[tuple[int, int], int]:
        """Return (genotype, seed) -> score of a re-test's games so far."""
        line = f"SELECT genotype, seed, score FROM retest_game {_COUNTED} AND retest = ?"
        with _refusing(self._path):
            rows = list(typed(self._db.execute(line, (retest.number,)), (int, int, int)))
        return {(genotype, seed): score for genotype, seed, score in rows}

    def ends(self) -> dict[str, int]:
        """Return how often games of races ended in which way."""
        with _refusing(self._path):
            rows = self._db.execute(f"SELECT end_reason, count(*) FROM game {_COUNTED} GROUP BY 1 ORDER BY 1")
            return dict(typed(rows, (str, int)))

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of all games."""
        line = "SELECT (SELECT total(cpu_seconds) FROM game) + (SELECT total(cpu_seconds) FROM retest_game)"
        with _refusing(self._path):
            (seconds,) = self._db.execute(line).fetchone()
        return float(seconds)

    def close(self) -> None:
        """Close the file so that it is one plain file again, and let others in."""
        with contextlib.suppress(sqlite3.OperationalError):  # somebody else is reading it
            self._db.execute("PRAGMA journal_mode = DELETE")
        self._stack.close()

    def __enter__(self) -> PoolFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _is_new(path: Path) -> bool:
    """Whether nothing is there, or a file that was only begun."""
    return not path.exists() or (path.is_file() and not path.stat().st_size)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold a lock beside the file, which ends with this process however it ends.

    The lock file is taken away again while it is held; whoever has opened it meanwhile sees that.
    """
    beside = path.with_name(path.name + ".lock")
    while True:
        number = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(number), os.stat(beside)):
                    break
        except BlockingIOError:
            os.close(number)
            raise PoolFileError(f"{path} is in use by another evolution.") from None
        os.close(number)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        os.close(number)


@contextlib.contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite and of the disk about a file into a refusal."""
    try:
        yield
    except sqlite3.Error as error:
        raise PoolFileError(f"{path} cannot be used as a pool: {error}.") from None
    except OSError as error:
        raise PoolFileError(f"{path} cannot be used as a pool: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise PoolFileError(f"{path} cannot be used as a pool, it is damaged: {error}.") from None
