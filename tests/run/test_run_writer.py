"""Runs on disk: what was kept comes back, alone or merged with other runs."""

from __future__ import annotations

import itertools
import re
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage import run_file as record_module
from rogomatic.run.storage.run_file import (
    FORM,
    OLDEST,
    BatchSession,
    Manifest,
    Merged,
    RunFileError,
    RunWriter,
    merge,
    read_run,
    rows_digest,
    sessions_of,
    write_run,
)
from tests.run.rows import CRASHED, MANIFEST, ROW, STUCK


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a run?#.db"


def test_rows_come_back_as_they_were_in_order_of_seeds(path: Path) -> None:
    with RunWriter(path, MANIFEST) as record:
        for row in (CRASHED, ROW, STUCK):
            record.add(row)
    assert read_run(path) == (MANIFEST, [ROW, STUCK, CRASHED])


def test_a_closed_run_is_one_plain_file(path: Path) -> None:
    with RunWriter(path, MANIFEST) as record:
        record.add(ROW)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_run_can_be_read_while_it_grows(path: Path) -> None:
    with RunWriter(path, MANIFEST) as record:
        record.add(ROW)
        assert read_run(path)[1] == [ROW]
        record.add(STUCK)
        assert read_run(path)[1] == [ROW, STUCK]


def test_a_file_that_is_there_is_not_overwritten(path: Path) -> None:
    path.write_text("precious")
    with pytest.raises(RunFileError, match="already exists and is not overwritten"):
        RunWriter(path, MANIFEST)
    assert path.read_text() == "precious"


def test_a_run_that_was_left_goes_on(path: Path) -> None:
    with RunWriter(path, MANIFEST) as record:
        record.add(ROW)
    larger = replace(MANIFEST, games=9, created="later")
    with RunWriter(path, larger, resume=True) as record:
        assert record.seeds == {1}
        record.add(STUCK)
    assert read_run(path) == (replace(MANIFEST, games=9), [ROW, STUCK])
    with RunWriter(path, MANIFEST, resume=True) as record:
        assert record.seeds == {1, 2}
    assert read_run(path)[0].games == 9, "who asks for fewer takes nothing back"


def test_a_run_does_not_go_on_in_another_way(path: Path) -> None:
    RunWriter(path, MANIFEST).close()
    with pytest.raises(RunFileError, match="made with a different set of knobs; choose another file"):
        RunWriter(path, replace(MANIFEST, knobs="{'x': 1}"), resume=True)
    assert read_run(path) == (MANIFEST, [])


def test_a_row_that_cannot_be_kept_is_said(path: Path) -> None:
    with RunWriter(path, MANIFEST) as record:
        record.add(ROW)
        with pytest.raises(
            RunFileError, match=r"cannot be written: UNIQUE .* The finished games are saved; --resume"
        ):
            record.add(ROW)  # the same seed twice


def test_a_file_that_takes_no_game_promises_none(path: Path) -> None:
    record = RunWriter(path, MANIFEST)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE game")
    with pytest.raises(RunFileError, match=r"cannot be written: no such table: game\.$"), record:
        record.add(ROW)
    assert not path.exists()


def foreign_database(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE game (x)")


def newer_run(path: Path) -> None:
    RunWriter(path, MANIFEST).close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {FORM + 1}")


def much_older_run(path: Path) -> None:
    RunWriter(path, MANIFEST).close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {OLDEST - 1}")


def run_without_a_column(path: Path) -> None:
    RunWriter(path, MANIFEST).close()
    with sqlite3.connect(path) as db:
        db.execute("ALTER TABLE game DROP COLUMN score")


def run_without_manifest(path: Path) -> None:
    RunWriter(path, MANIFEST).close()
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM manifest")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: None, "There is no file"),
        (lambda path: path.write_text("a letter, not a run, and long enough" * 9), "cannot be used"),
        (lambda path: path.write_bytes(b""), "is not a run of rogomatic"),
        (foreign_database, "is not a run of rogomatic"),
        (newer_run, f"has form {FORM + 1}, from a later version"),
        (much_older_run, f"has form {OLDEST - 1}, from an earlier version"),
        (run_without_a_column, "it has no column 'score'"),
        (run_without_manifest, "cannot be used as a run"),
        (lambda path: path.mkdir(), "is a folder, not a run"),
    ],
)
def test_what_is_no_run_is_refused_and_left_alone(path, make, sentence) -> None:  # type: ignore[no-untyped-def]
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(RunFileError, match=sentence):
        read_run(path)
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"knobs": "k", "version": "9"}, "was made with a different version and a different set of knobs;"),
        ({"memory_digest": "x"}, "was made with a different memory;"),
        ({"without": "rest", "rules": "r"}, "a different file of `--rules` and a different `--without`;"),
        ({"first_seed": 7}, "begins with seed 1; choose another file"),
        ({"shard": "1/2"}, "was made without --shard, not with --shard 1/2; choose another file"),
    ],
)
def test_who_goes_on_in_another_way_is_told_how(path: Path, other: dict[str, Any], sentence: str) -> None:
    RunWriter(path, MANIFEST).close()
    with pytest.raises(RunFileError, match=re.escape(sentence)):
        RunWriter(path, replace(MANIFEST, **other), resume=True)
    assert read_run(path) == (MANIFEST, [])


def test_a_file_that_was_not_begun_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = RunWriter._begin

    def fail(self: RunWriter, *how: Any) -> None:
        begin(self, *how)
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(RunWriter, "_begin", fail)
    with pytest.raises(RunFileError, match="disk I/O error"):
        RunWriter(path, MANIFEST)
    assert list(path.parent.iterdir()) == []


def run_of_form_2(path: Path) -> None:
    """Make a file as the version before did: fewer columns, no sessions."""
    with RunWriter(path, MANIFEST) as record:
        record.add(ROW)
    with sqlite3.connect(path) as db:
        db.execute("ALTER TABLE game DROP COLUMN journal")
        db.execute("ALTER TABLE manifest DROP COLUMN shard")
        db.execute("DROP TABLE session")
        db.execute("PRAGMA user_version = 2")


def test_a_run_of_the_form_before_is_read_but_not_gone_on_with(path: Path) -> None:
    run_of_form_2(path)
    assert read_run(path) == (MANIFEST, [ROW])
    assert sessions_of(path) == []
    with pytest.raises(RunFileError, match="has form 2, from an earlier version; this needs form 6"):
        RunWriter(path, MANIFEST, resume=True)
    assert read_run(path) == (MANIFEST, [ROW])


def test_a_file_that_was_only_begun_is_gone_on_with(path: Path) -> None:
    path.touch()
    with RunWriter(path, MANIFEST, resume=True) as record:
        record.add(ROW)
    assert read_run(path) == (MANIFEST, [ROW])


def test_a_file_that_cannot_be_made_is_not_left_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(record_module, "make_tables", full)
    with pytest.raises(RunFileError, match="disk is full"):
        RunWriter(path, MANIFEST)
    assert not path.exists()


def test_a_new_file_without_a_game_is_not_left_behind_by_what_went_wrong(path: Path) -> None:
    with pytest.raises(ZeroDivisionError), RunWriter(path, MANIFEST):
        raise ZeroDivisionError
    assert not path.exists()
    with pytest.raises(RunFileError), RunWriter(path, MANIFEST) as record:
        list(map(record.add, (ROW, ROW)))
    with pytest.raises(ZeroDivisionError), RunWriter(path, MANIFEST, resume=True):
        raise ZeroDivisionError
    assert read_run(path)[1] == [ROW]


def test_the_times_somebody_worked_on_a_run_are_told(path: Path) -> None:
    begun = time.monotonic()
    for number, row in enumerate((ROW, STUCK)):
        manifest = replace(MANIFEST, created=f"day {number}")
        with RunWriter(path, manifest, resume=True, jobs=number + 1) as record:
            record.add(row)
    first, second = sessions_of(path)
    assert (first.started, first.jobs, first.games) == ("day 0", 1, 1)
    assert (second.started, second.jobs, second.games, second.engine) == ("day 1", 2, 1, "local")
    assert 0 < second.seconds <= time.monotonic() - begun + 0.001


def test_the_digest_is_of_the_games_and_not_of_the_machine() -> None:
    same = replace(CRASHED, cpu_seconds=9.0, error="another path", journal=b"packed otherwise")
    assert rows_digest([ROW, CRASHED]) == rows_digest([ROW, same])
    assert rows_digest([ROW, CRASHED]) != rows_digest([ROW, replace(same, score=1)])
    assert rows_digest([ROW, CRASHED]) != rows_digest([CRASHED, ROW])


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="cannot be used as a run"):
        RunWriter(tmp_path / "no" / "such" / "run.db", MANIFEST)


LOST = replace(ROW, end_reason="worker", score=0, error="The game was lost.")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "all.db"


def run_of(folder: Path, name: str, rows: Sequence[Row], manifest: Manifest = MANIFEST) -> Path:
    path = folder / f"{name}.db"
    write_run(path, manifest, rows, [BatchSession(f"day {name}", "local", 1, len(rows), 2.0)])
    return path


def test_the_games_of_all_runs_are_there_once_whatever_the_order(tmp_path: Path) -> None:
    slower = replace(ROW, cpu_seconds=9.0)
    runs = [
        run_of(tmp_path, name, rows)
        for name, rows in (("a", [ROW, CRASHED]), ("b", [STUCK]), ("c", [slower]))
    ]
    for number, order in enumerate(itertools.permutations(runs)):
        out = tmp_path / f"all{number}.db"
        assert merge(order, out) == Merged(games=3, twice=1, missing=0, lost=1)
        assert read_run(out) == (MANIFEST, [ROW, STUCK, CRASHED])
        assert [session.started for session in sessions_of(out)] == ["day a", "day b", "day c"]


def test_runs_from_different_seeds_make_one_from_the_first_to_the_last(tmp_path: Path, out: Path) -> None:
    late = replace(MANIFEST, first_seed=11, games=5, created="2025-12-31T00:00:00+00:00")
    runs = [run_of(tmp_path, "a", [ROW]), run_of(tmp_path, "b", [replace(ROW, seed=11)], late)]
    assert merge(runs, out) == Merged(games=2, twice=0, missing=13)
    assert read_run(out)[0] == replace(MANIFEST, games=15, created=late.created)


@pytest.mark.parametrize("turned", [False, True])
def test_a_game_that_a_machine_ended_gives_way(tmp_path: Path, out: Path, turned: bool) -> None:
    runs = [run_of(tmp_path, "a", [LOST]), run_of(tmp_path, "b", [ROW])]
    merge(runs[::-1] if turned else runs, out)
    assert read_run(out)[1] == [ROW]


def test_a_game_that_machines_ended_everywhere_is_kept_as_such(tmp_path: Path, out: Path) -> None:
    merge([run_of(tmp_path, "a", [LOST]), run_of(tmp_path, "b", [LOST])], out)
    assert read_run(out)[1] == [LOST]


def test_two_different_games_of_one_seed_are_refused(tmp_path: Path, out: Path) -> None:
    runs = [run_of(tmp_path, "a", [ROW]), run_of(tmp_path, "b", [replace(ROW, score=1)])]
    with pytest.raises(RunFileError, match=r"The game of seed 1 differs between .*b\.db and .*a\.db"):
        merge(runs, out)
    assert not out.exists()


def test_runs_that_were_made_in_different_ways_are_refused(tmp_path: Path, out: Path) -> None:
    other = replace(MANIFEST, edition="5.2", knobs="k")
    runs = [run_of(tmp_path, "a", [ROW]), run_of(tmp_path, "b", [STUCK], other)]
    sentence = r"b\.db was made with a different edition and a different set of knobs than .*a\.db"
    with pytest.raises(RunFileError, match=sentence):
        merge(runs, out)
    assert not out.exists()


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    run = run_of(tmp_path, "a", [ROW])
    with pytest.raises(RunFileError, match="already exists and is not overwritten"):
        merge([run], run)
    assert read_run(run) == (MANIFEST, [ROW])
