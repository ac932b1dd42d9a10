"""Files of pools, which are SQLite databases."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from rogomatic.agent.knobs import from_record, to_record
from rogomatic.breeding.genotypes import BreedingError, EvolutionRules, Genotype
from rogomatic.breeding.pool import BreedStep, Pool, PoolGame
from rogomatic.run.storage.databases import (
    FileForm,
    begin_writing,
    end_writing,
    header_of_file,
    open_database,
    refusing,
    typed,
)
from rogue.shared.files import lock_file

_FILE: Final = FileForm(0x47656E65, 2, """
CREATE TABLE note (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE genotype (number INTEGER PRIMARY KEY, generation INTEGER NOT NULL, made TEXT NOT NULL,
    parents TEXT NOT NULL, knobs TEXT NOT NULL);
CREATE TABLE starter (generation INTEGER NOT NULL, place INTEGER NOT NULL, genotype INTEGER NOT NULL,
    PRIMARY KEY (generation, place));
CREATE TABLE game (generation INTEGER NOT NULL, genotype INTEGER NOT NULL, seed INTEGER NOT NULL,
    score INTEGER NOT NULL, end_reason TEXT NOT NULL, cpu_seconds REAL NOT NULL,
    PRIMARY KEY (genotype, seed));
""")  # fmt: skip


class PoolFile:
    """The file of a pool.  Only one process can open it.  Each game is stored as soon as it is over.

    agent  properties of the agent that played the games: name -> value
    """

    def __init__(
        self, path: Path, wanted: Mapping[str, Any] | None = None, agent: Mapping[str, str] | None = None
    ) -> None:
        """Open or create the file.  Raises BreedingError if the file is in use or cannot be continued.

        wanted  name -> value of the rules for a new pool.  An existing pool must have the same rules.  None
                means that the pool must exist already
        agent   properties of the agent.  An existing pool must have the same properties.  None (for a report)
                means that the properties do not matter
        """
        if wanted is None and _is_new(path):
            raise BreedingError(f"There is no pool {path}; use --games N to create it.")
        self._path = path
        with contextlib.ExitStack() as stack, self._refusing():
            stack.callback(os.close, _locked(path))
            is_new = _is_new(path)
            self._db = stack.enter_context(contextlib.closing(open_database(path, "rwc")))
            if is_new:
                self._make(EvolutionRules(**wanted or {}), agent or {})
            else:
                self._check_form()
            self.pool = self._read(wanted or {}, agent)
            begin_writing(self._db)
            self._stack = stack.pop_all()

    def _refusing(self) -> contextlib.AbstractContextManager[None]:
        return refusing(self._path, "pool", BreedingError)

    def _make(self, rules: EvolutionRules, agent: Mapping[str, str]) -> None:
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

    def _read(self, wanted: Mapping[str, Any], agent: Mapping[str, str] | None) -> Pool:
        """Read the pool.

        Raises BreedingError if the pool has other rules or another agent, and ValueError if it is damaged.
        """
        notes = {name: dict(json.loads(text)) for name, text in self._db.execute("SELECT * FROM note")}
        kept: Mapping[str, str] = notes["agent"]
        self.agent = kept
        agent = kept if agent is None else agent
        if other := [name for name in {**kept, **agent} if kept.get(name) != agent.get(name)]:
            raise BreedingError(
                f"{self._path} was made with a different agent or game ({', '.join(other)}); its games "
                "cannot be compared with new ones. Choose another file."
            )
        pool = Pool(EvolutionRules(**{**notes["rules"], "bred": tuple(notes["rules"]["bred"])}))
        if not pool.rules.are_sound():
            raise ValueError("its rules are invalid")
        if other := [name for name, value in wanted.items() if getattr(pool.rules, name) != value]:
            names = ", ".join(other)
            raise BreedingError(f"{self._path} was made with other rules ({names}); leave out these options.")
        for number, generation, made, parents, knobs in self._rows("genotype", int, int, str, str, str):
            born = tuple(json.loads(parents)), from_record(json.loads(knobs))
            pool.genotypes[number] = Genotype(number, generation, made, *born)
        for generation, _, number in self._rows("starter ORDER BY generation, place", int, int, int):
            pool.starters[generation] = (*pool.starters.get(generation, ()), number)
        games = self._rows("game ORDER BY seed, genotype", int, int, int, int, str, float)
        pool.games += [PoolGame(*row) for row in games]
        if not pool.is_sound():
            raise ValueError("its games do not fit its generations")
        return pool

    def _rows(self, table: str, *kinds: type) -> Iterator[tuple[Any, ...]]:
        return typed(self._db.execute(f"SELECT * FROM {table}"), kinds)

    def add_generation(self, breed: BreedStep) -> None:
        """Store and add a new generation.  If storing fails, nothing is changed."""
        with self._refusing(), self._db:
            for one in breed.born:
                texts = json.dumps(one.parents), json.dumps(to_record(one.knobs))
                row = (one.number, one.generation, one.made, *texts)
                self._db.execute("INSERT INTO genotype VALUES (?, ?, ?, ?, ?)", row)
            places = [(breed.generation, place, number) for place, number in enumerate(breed.starters)]
            self._db.executemany("INSERT INTO starter VALUES (?, ?, ?)", places)
        self.pool.add(breed)

    def add_game(self, game: PoolGame) -> None:
        """Store and add a game."""
        with self._refusing(), self._db:
            self._db.execute("REPLACE INTO game VALUES (?, ?, ?, ?, ?, ?)", game)
        self.pool.games.append(game)

    def __enter__(self) -> PoolFile:
        return self

    def __exit__(self, *_: object) -> None:
        end_writing(self._db)
        self._stack.close()


def _is_new(path: Path) -> bool:
    return not path.exists() or (path.is_file() and not path.stat().st_size)


def _locked(path: Path) -> int:
    """Open a file, or create it, and lock it until it is closed.  Return its descriptor."""
    try:
        return lock_file(path, os.O_RDONLY | os.O_CREAT | os.O_NONBLOCK)
    except BlockingIOError:
        raise BreedingError(f"{path} is in use by another evolution.") from None
