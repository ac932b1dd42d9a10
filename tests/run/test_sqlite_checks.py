"""Kept runs and pools that somebody has tampered with: refused in a sentence, and left as they are."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from rogomatic.breeding.genotypes import BreedingError
from rogomatic.breeding.pool import BreedStep, PoolGame, next_step
from rogomatic.breeding.pool_file import PoolFile
from rogomatic.run.storage.run_file import RunFileError, RunWriter, merge, rows_of
from tests.run.command_line import rogomatic
from tests.run.rows import MANIFEST, ROW

AGENT = {"version": "1"}
NO_POOL = "its games do not fit its generations"
NO_RULES = "its rules are invalid"
ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    path = tmp_path / "run.db"
    with RunWriter(path, MANIFEST) as record:
        record.add(ROW)
    return path


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "pool.db"
    with PoolFile(path, {"population": 4}, AGENT) as file:
        step = next_step(file.pool, 1)
        assert isinstance(step, BreedStep)
        file.add_generation(step)
        file.add_game(PoolGame(1, 0, 1, 500, "finished", 0.25))
    return path


def tampered(path: Path, line: str) -> bytes:
    """Change a database with SQL; return what the file holds then."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(line)
    return path.read_bytes()


def test_who_reads_rolls_back_what_a_killed_process_left_half_written(run: Path) -> None:
    with contextlib.closing(sqlite3.connect(run)) as db:
        db.executescript("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN")
        for table in "abcdefgh":
            db.execute(f"CREATE TABLE {table} AS SELECT randomblob(9000)")
        journal = run.with_name(f"{run.name}-journal")
        killed = {run: run.read_bytes(), journal: journal.read_bytes()}
        db.rollback()
    for path, data in killed.items():
        path.write_bytes(data)
    assert list(rows_of(run)) == [ROW]
    assert not journal.exists()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"DROP TABLE manifest; CREATE VIEW manifest AS {ENDLESS} SELECT n FROM r", "more than tables"),
        ("CREATE TRIGGER t BEFORE INSERT ON session BEGIN DELETE FROM game; END", "more than tables"),
        ("PRAGMA writable_schema = 1; UPDATE game SET score = 'much'", "an invalid value"),
        ("UPDATE game SET turns = 9223372036854775807", "an invalid value"),
        ("UPDATE game SET deepest = 1000", "an impossible level"),
        ("ALTER TABLE game DROP COLUMN killer", "no column 'killer'"),
    ],
)
def test_a_run_with_what_no_batch_writes_is_refused_and_left_alone(run: Path, line: str, reason: str) -> None:
    before = tampered(run, line)
    with pytest.raises(RunFileError, match=reason):
        list(rows_of(run))
    with pytest.raises(RunFileError):
        RunWriter(run, MANIFEST, resume=True)
    assert run.read_bytes() == before


def test_the_deepest_level_that_is_believed(run: Path) -> None:
    tampered(run, "UPDATE game SET deepest = 999")
    assert [row.deepest for row in rows_of(run)] == [999]


def test_a_table_that_grew_is_read_but_not_gone_on_with(run: Path) -> None:
    before = tampered(run, "ALTER TABLE game ADD COLUMN other TEXT")
    assert list(rows_of(run)) == [ROW]
    with pytest.raises(RunFileError, match="it has different tables"):
        RunWriter(run, MANIFEST, resume=True)
    assert run.read_bytes() == before


def test_what_a_run_says_moves_no_cursor(run: Path) -> None:
    tampered(run, "UPDATE game SET killer = char(27) || '[2Jbat'; UPDATE manifest SET version = char(155)")
    out = rogomatic(["stats", str(run)]).out
    assert "?[2Jbat" in out
    assert "\x1b" not in out
    assert "\x9b" not in out


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"DROP TABLE starter; CREATE VIEW starter AS {ENDLESS} SELECT n FROM r", "more than tables"),
        ("ALTER TABLE game ADD COLUMN other TEXT", "it has different tables"),
        ("UPDATE game SET score = 'much'", "an invalid value"),
        ("UPDATE game SET score = -1", NO_POOL),
        ("UPDATE game SET generation = 7", NO_POOL),
        ("DELETE FROM genotype WHERE number = 2", NO_POOL),
        ("UPDATE starter SET generation = 2", NO_POOL),
        ("DELETE FROM starter WHERE place = 3", NO_POOL),
        ("UPDATE genotype SET parents = '[9]'", NO_POOL),
        (
            "UPDATE genotype SET knobs = replace(knobs, '_pct\": ', '_pct\": 99')",
            NO_POOL,
        ),
        (
            "UPDATE note SET value = replace(value, '4', '\"x\"') WHERE name = 'rules'",
            NO_RULES,
        ),
        ("UPDATE note SET value = replace(value, 'mean', 'glory')", NO_RULES),
        ("UPDATE note SET value = replace(value, 'flee_pct', 'charm')", NO_RULES),
        ("UPDATE note SET value = printf('%.*c', 100000, '[')", "damaged"),
    ],
)
def test_a_pool_that_nobody_bred_is_refused_and_left_alone(pool: Path, line: str, reason: str) -> None:
    before = tampered(pool, line)
    with pytest.raises(BreedingError, match=reason):
        PoolFile(pool, None, AGENT)
    assert pool.read_bytes() == before


def test_an_empty_file_is_no_pool_to_report_on(tmp_path: Path) -> None:
    path = tmp_path / "pool.db"
    path.touch()
    with pytest.raises(BreedingError, match="There is no pool"):
        PoolFile(path, None, AGENT)
    assert path.read_bytes() == b""


@pytest.mark.parametrize("spoil", [lambda data: data[:-4096], lambda data: data[:5000] + b"\xff" * 3000])
def test_a_damaged_run_is_not_gone_on_with(run: Path, spoil: Callable[[bytes], bytes]) -> None:
    run.write_bytes(spoil(run.read_bytes()))
    before = run.read_bytes()
    with pytest.raises(RunFileError, match="cannot be used as a run"):
        RunWriter(run, MANIFEST, resume=True)
    assert run.read_bytes() == before


# Each is a name of an ordinary file here, and something else to SQLite or to a shell.
NAMES = (
    "file:x.db", "file:gone.db?mode=memory", "file:///x.db", ":memory:", "file::memory:?cache=shared",
    "a?b#c%20d.db", "-x.db", " .db", "x.db?mode=ro&vfs=none", "bad\udcff.db",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_just_the_named_file_is_used(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    with RunWriter(path, MANIFEST) as record:
        record.add(ROW)
    with RunWriter(path, MANIFEST, resume=True) as again:
        assert again.seeds == {ROW.seed}
    assert list(rows_of(path)) == [ROW]
    merged = path.with_name(f"{path.name}.all")
    assert merge([path], merged).games == 1
    pool = path.with_name(f"{path.name}.pool")
    for wanted in ({"population": 4}, None):
        with PoolFile(pool, wanted, AGENT) as file:
            assert file.pool.rules.population == 4
    files = [found for found in Path().rglob("*") if found.is_file()]
    assert sorted(files) == sorted([path, merged, pool])
    assert all(found.read_bytes().startswith(b"SQLite format 3") for found in files)


@pytest.mark.parametrize(
    "words",
    [
        "batch --out",
        "merge a.db --out",
        "evolve --pool",
        "stats",
        "compare a.db",
        "report",
        "batch --memory",
        "batch --knobs",
        "batch --rules",
        "batch --keep-in",
        "watch --record",
        "coach",
        "explain",
        "review",
        "replay",
        "replay --out",
        "knobs show",
        "knobs diff default",
        "memory show",
        "memory diff own",
        "memory merge --out c.txt own",
        "memory export shipped --out",
    ],
)
def test_an_empty_name_is_wrong_usage(words: str) -> None:
    assert "the file name is empty" in rogomatic([*words.split(), ""], 2).err
