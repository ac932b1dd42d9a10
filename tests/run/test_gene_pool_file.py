"""A pool's file: there and back, one writer, what is refused in which words."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from rogomatic.breeding.genotypes import BreedingError, EvolutionRules
from rogomatic.breeding.pool import BreedStep, Pool, PoolGame, next_step
from rogomatic.breeding.pool_file import PoolFile

AGENT = {"version": "1", "commit": "abc"}
WANTED = {"population": 4, "bred": ("rest_pct", "flee_pct")}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A pool of one generation with one game and one re-test of two games."""
    path = tmp_path / "pool.db"
    with PoolFile(path, WANTED, AGENT) as file:
        step = next_step(file.pool, 1)
        assert isinstance(step, BreedStep)
        file.add_generation(step)
        file.add_game(PoolGame(1, 0, 1, 500, "finished", 0.25))
    return path


def test_there_and_back(path: Path) -> None:
    with PoolFile(path, None, AGENT) as file:
        pool = file.pool
        assert pool.rules == EvolutionRules(population=4, bred=("rest_pct", "flee_pct"))
        again = Pool(pool.rules)
        step = next_step(again, 1)
        assert isinstance(step, BreedStep)
        again.add(step)
        assert (pool.genotypes, pool.starters) == (again.genotypes, again.starters)
        assert pool.games == [PoolGame(1, 0, 1, 500, "finished", 0.25)]


def test_it_is_one_plain_file_when_it_is_closed(path: Path) -> None:
    assert [one.name for one in path.parent.iterdir()] == ["pool.db"]


def test_the_same_rules_are_welcome_and_others_are_named(path: Path) -> None:
    with PoolFile(path, {"population": 4, "block": 20}, AGENT) as file:
        assert file.pool.rules.population == 4
    with pytest.raises(BreedingError, match=r"made with other rules \(population, seed\)"):
        PoolFile(path, {"population": 5, "seed": 7, "block": 20}, AGENT)


def test_games_of_another_agent_are_not_mixed_in(path: Path) -> None:
    with pytest.raises(BreedingError, match=r"a different agent or game \(commit\)"):
        PoolFile(path, None, {**AGENT, "commit": "def"})
    with pytest.raises(BreedingError, match=r"a different agent or game \(edition\)"):
        PoolFile(path, None, {**AGENT, "edition": "5.2"})


def test_two_at_once_are_refused_and_the_next_is_welcome(path: Path) -> None:
    with PoolFile(path, None, AGENT), pytest.raises(BreedingError, match="in use by another evolution"):
        PoolFile(path, None, AGENT)
    with PoolFile(path, None, AGENT) as file:
        assert len(file.pool.games) == 1


def test_a_pipe_and_a_folder_are_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (pipe, tmp_path):
        with pytest.raises(BreedingError, match="cannot be used as a pool"):
            PoolFile(place, {}, AGENT)


def test_what_is_no_pool_is_refused_and_left_alone(tmp_path: Path, path: Path) -> None:
    text, other, later, damaged = (tmp_path / name for name in ("text", "other.db", "later.db", "damaged.db"))
    text.write_text("no database, but long enough to be looked at" * 20)
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE game (seed)")
    later.write_bytes(path.read_bytes())
    damaged.write_bytes(path.read_bytes())
    with sqlite3.connect(later) as db:
        db.execute("PRAGMA user_version = 9")
    with sqlite3.connect(damaged) as db:
        db.execute("UPDATE genotype SET knobs = '{'")
    for file, why in (
        (text, "file is not a database"),
        (other, "is not a pool of rogomatic"),
        (later, "has form 9; this version reads form 2"),
        (damaged, "it is damaged"),
        (tmp_path / "absent.db", "There is no pool"),
        (tmp_path / "nowhere" / "new.db", "There is no pool"),
    ):
        before = file.read_bytes() if file.exists() else b""
        with pytest.raises(BreedingError, match=why):
            PoolFile(file, None, AGENT)
        assert (file.read_bytes() if file.exists() else b"") == before
    with pytest.raises(BreedingError, match="No such file or directory"):
        PoolFile(tmp_path / "nowhere" / "new.db", {}, AGENT)


def test_a_generation_is_kept_whole_or_not_at_all(path: Path) -> None:
    with PoolFile(path, None, AGENT) as file:
        twice = BreedStep(2, (0, 1), (file.pool.genotypes[1],))  # number 1 is there already
        with pytest.raises(BreedingError, match="UNIQUE"):
            file.add_generation(twice)
        assert list(file.pool.starters) == [1]
    with PoolFile(path, None, AGENT) as file:
        assert list(file.pool.starters) == [1]
