"""Files of pools: one SQLite database with rules, players, genotypes, all games."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from rogomatic.agent.knobs import from_record, to_record
from rogomatic.breeding.genotypes import FIRST_RETEST_SEED, BreedingError, Genotype, Rules, are_sound
from rogomatic.breeding.pool import BreedStep, Pool, RaceResult, Retest, is_sound
from rogomatic.run.runner.game_loop import LOST
from rogomatic.run.storage.databases import (
    FileForm,
    begin_writing,
    end_writing,
    header_of_file,
    lock_file,
    open_database,
    refusing,
    typed,
)

_MAX_GAMES: Final = 1 << 24  # of a re-test
_PLAYED: Final = """genotype INTEGER NOT NULL, seed INTEGER NOT NULL, score INTEGER NOT NULL,
    end_reason TEXT NOT NULL, cpu_seconds REAL NOT NULL"""
_FILE: Final = FileForm(0x47656E65, 1, f"""
CREATE TABLE note (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE genotype (number INTEGER PRIMARY KEY, generation INTEGER NOT NULL, made TEXT NOT NULL,
    parents TEXT NOT NULL, knobs TEXT NOT NULL);
CREATE TABLE starter (generation INTEGER NOT NULL, place INTEGER NOT NULL, genotype INTEGER NOT NULL,
    PRIMARY KEY (generation, place));
CREATE TABLE game (generation INTEGER NOT NULL, {_PLAYED}, PRIMARY KEY (genotype, seed));
CREATE TABLE retest (number INTEGER PRIMARY KEY, genotype INTEGER NOT NULL, first_seed INTEGER NOT NULL,
    games INTEGER NOT NULL);
CREATE TABLE retest_game (retest INTEGER NOT NULL, {_PLAYED}, PRIMARY KEY (retest, genotype, seed));
""")  # fmt: skip
_COUNTED: Final = f"WHERE end_reason NOT IN {LOST}"  # older versions kept games that a crash had taken


class PoolGame(NamedTuple):
    """The record of one game in a pool."""

    genotype: int
    seed: int
    score: int
    end_reason: str
    cpu_seconds: float


class PoolFile:
    """File of a pool, open for adding by one process, which keeps every game at once."""

    def __init__(self, path: Path, wanted: Mapping[str, Any] | None, agent: Mapping[str, str]) -> None:
        """Open or make the file.  Raises BreedingError for a file that is in use or cannot be continued.

        wanted  rules by name for a new pool, which an old one must agree with; None opens an old one only
        agent   names and values that describe the players; games of others cannot be compared
        """
        if wanted is None and _is_new(path):
            raise BreedingError(f"There is no pool {path}; with --games N one is made.")
        self._path = path
        with contextlib.ExitStack() as stack, self._refusing():
            stack.callback(os.close, _locked(path))
            is_new = _is_new(path)
            self._db = stack.enter_context(contextlib.closing(open_database(path, "rwc")))
            if is_new:
                self._make(Rules(**wanted or {}), agent)
            else:
                self._check_form()
            self.pool = self._read(wanted or {}, agent)
            begin_writing(self._db)
            self._stack = stack.pop_all()

    def _refusing(self) -> contextlib.AbstractContextManager[None]:
        return refusing(self._path, "pool", BreedingError)

    def _make(self, rules: Rules, agent: Mapping[str, str]) -> None:
        with self._db:
            self._db.execute("BEGIN")
            _FILE.make(self._db)
            for name, value in (("rules", rules._asdict()), ("agent", dict(agent))):
                self._db.execute("INSERT INTO note VALUES (?, ?)", (name, json.dumps(value)))

    def _check_form(self) -> None:
        application, form = header_of_file(self._db)
        if application != _FILE.application:
            raise BreedingError(f"{self._path} is not a pool of rogomatic.")
        if form != _FILE.version:
            raise BreedingError(f"{self._path} has form {form}; this version reads form {_FILE.version}.")
        _FILE.check(self._db)

    def _read(self, wanted: Mapping[str, Any], agent: Mapping[str, str]) -> Pool:
        """Read the pool.  Raises BreedingError for other rules or players, ValueError for a damaged pool."""
        notes = {name: dict(json.loads(text)) for name, text in self._db.execute("SELECT * FROM note")}
        kept = notes["agent"]
        if other := [name for name in {**kept, **agent} if kept.get(name) != agent.get(name)]:
            raise BreedingError(
                f"{self._path} was made for another agent or game ({', '.join(other)}); its games "
                "cannot be compared with new ones. Choose another file."
            )
        pool = Pool(Rules(**{**notes["rules"], "bred": tuple(notes["rules"]["bred"])}))
        if not are_sound(pool.rules):
            raise ValueError("its rules are impossible")
        if other := [name for name, value in wanted.items() if getattr(pool.rules, name) != value]:
            names = ", ".join(other)
            raise BreedingError(f"{self._path} was made with other rules ({names}); leave them out.")
        genotypes = "number, generation, made, parents, knobs FROM genotype"
        for number, generation, made, parents, knobs in self._rows(genotypes, int, int, str, str, str):
            born = tuple(json.loads(parents)), from_record(json.loads(knobs))
            pool.genotypes[number] = Genotype(number, generation, made, *born)
        starters = "generation, genotype FROM starter ORDER BY generation, place"
        for generation, number in self._rows(starters, int, int):
            pool.starters[generation] = (*pool.starters.get(generation, ()), number)
        games = f"generation, genotype, seed, score FROM game {_COUNTED} ORDER BY seed, genotype"
        pool.results += [RaceResult(*row) for row in self._rows(games, int, int, int, int)]
        if not is_sound(pool):
            raise ValueError("no evolution makes such a pool")
        return pool

    def _rows(self, query: str, *kinds: type, of: tuple[int, ...] = ()) -> Iterator[tuple[Any, ...]]:
        return typed(self._db.execute(f"SELECT {query}", of), kinds)

    def add_generation(self, breed: BreedStep) -> None:
        """Keep a new generation, whole or not at all."""
        with self._refusing(), self._db:
            for one in breed.born:
                texts = json.dumps(one.parents), json.dumps(to_record(one.knobs))
                row = (one.number, one.generation, one.made, *texts)
                self._db.execute("INSERT INTO genotype VALUES (?, ?, ?, ?, ?)", row)
            places = [(breed.generation, place, number) for place, number in enumerate(breed.starters)]
            self._db.executemany("INSERT INTO starter VALUES (?, ?, ?)", places)
        self.pool.add(breed)

    def add_game(self, generation: int, played: PoolGame) -> None:
        """Keep one game of a race."""
        self._add("game", generation, *played)
        self.pool.results.append(RaceResult(generation, played.genotype, played.seed, played.score))

    def add_retest_game(self, retest: Retest, played: PoolGame) -> None:
        """Keep one game of a re-test."""
        self._add("retest_game", retest.number, *played)

    def _add(self, table: str, *row: Any) -> None:
        with self._refusing(), self._db:
            self._db.execute(f"REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)

    def due_retests(self, genotype: int, games: int) -> list[Retest]:
        """Return the re-tests to play: unfinished ones, then that of this genotype, made if it is new.

        An unfinished re-test is never dropped: it might have begun badly.
        """
        known = self.retests()
        wanted = next((one for one in known if (one.genotype, one.games) == (genotype, games)), None)
        due = [one for one in known if one != wanted and len(self.retest_scores(one)) < 2 * one.games]
        if wanted is None:
            first = max((one.seeds.stop for one in known), default=FIRST_RETEST_SEED)
            wanted = Retest(len(known) + 1, genotype, first, games)
            self._add("retest", *wanted)
        return [*due, wanted]

    def retests(self) -> list[Retest]:
        """Return the re-tests, the oldest first."""
        query = "number, genotype, first_seed, games FROM retest ORDER BY number"
        with self._refusing():
            found = [Retest(*row) for row in self._rows(query, int, int, int, int)]
            for place, one in enumerate(found, 1):
                is_right = one.genotype in self.pool.genotypes and 0 < one.games <= _MAX_GAMES
                if one.number != place or not is_right or one.first_seed < 0:
                    raise ValueError(f"re-test {one.number} is impossible")
            return found

    def retest_scores(self, retest: Retest) -> dict[tuple[int, int], int]:
        """Return (genotype, seed) -> score of a re-test's games so far."""
        query = f"genotype, seed, score FROM retest_game {_COUNTED} AND retest = ?"
        with self._refusing():
            rows = self._rows(query, int, int, int, of=(retest.number,))
            return {(genotype, seed): score for genotype, seed, score in rows}

    def ends(self) -> dict[str, int]:
        """Return the number of race games by end reason."""
        with self._refusing():
            return dict(self._rows(f"end_reason, count(*) FROM game {_COUNTED} GROUP BY 1", str, int))

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of all games."""
        query = "(SELECT total(cpu_seconds) FROM game) + (SELECT total(cpu_seconds) FROM retest_game)"
        with self._refusing():
            ((seconds,),) = self._rows(query, float)
            return float(seconds)

    def __enter__(self) -> PoolFile:
        return self

    def __exit__(self, *_: object) -> None:
        end_writing(self._db)
        self._stack.close()


def _is_new(path: Path) -> bool:
    """Return whether there is no file, or an empty one."""
    return not path.exists() or (path.is_file() and not path.stat().st_size)


def _locked(path: Path) -> int:
    """Lock a file, made if it is missing, for as long as it is open."""
    try:
        return lock_file(path, os.O_RDONLY | os.O_CREAT | os.O_NONBLOCK)
    except BlockingIOError:
        raise BreedingError(f"{path} is in use by another evolution.") from None
