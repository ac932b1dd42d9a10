"""Runs on disk: what was kept comes back, and nothing else is touched."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from rogomatic.run.record import FORM, Record, RunFileError, read_run
from tests.run.rows import CRASHED, MANIFEST, ROW, STUCK


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a run?#.db"


def test_rows_come_back_as_they_were_in_order_of_seeds(path: Path) -> None:
    with Record(path, MANIFEST) as record:
        assert list(record.keep([CRASHED, ROW, STUCK])) == [CRASHED, ROW, STUCK]
    assert read_run(path) == (MANIFEST, [ROW, STUCK, CRASHED])


def test_a_closed_run_is_one_plain_file(path: Path) -> None:
    with Record(path, MANIFEST) as record:
        record.add(ROW)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_run_can_be_read_while_it_grows(path: Path) -> None:
    with Record(path, MANIFEST) as record:
        record.add(ROW)
        assert read_run(path)[1] == [ROW]
        record.add(STUCK)
        assert read_run(path)[1] == [ROW, STUCK]


def test_a_file_that_is_there_is_not_overwritten(path: Path) -> None:
    path.write_text("precious")
    with pytest.raises(RunFileError, match="is there already and is not overwritten"):
        Record(path, MANIFEST)
    assert path.read_text() == "precious"


def test_a_run_that_was_left_goes_on(path: Path) -> None:
    with Record(path, MANIFEST) as record:
        record.add(ROW)
    larger = replace(MANIFEST, games=9, created="later")
    with Record(path, larger, resume=True) as record:
        assert record.seeds == {1}
        record.add(STUCK)
    assert read_run(path) == (larger, [ROW, STUCK])


def test_a_run_does_not_go_on_in_another_way(path: Path) -> None:
    Record(path, MANIFEST).close()
    with pytest.raises(RunFileError, match="made with another"):
        Record(path, replace(MANIFEST, knobs="{'x': 1}"), resume=True)
    assert read_run(path) == (MANIFEST, [])


def test_a_row_that_cannot_be_kept_is_said(path: Path) -> None:
    with Record(path, MANIFEST) as record:
        record.add(ROW)
        with pytest.raises(RunFileError, match="cannot be used as a run"):
            record.add(ROW)  # the same seed twice


def foreign_database(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE game (x)")


def newer_run(path: Path) -> None:
    Record(path, MANIFEST).close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {FORM + 1}")


def run_without_manifest(path: Path) -> None:
    Record(path, MANIFEST).close()
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM manifest")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: None, "There is no file"),
        (lambda path: path.write_text("a letter, not a run, and long enough" * 9), "cannot be used"),
        (lambda path: path.write_bytes(b""), "is not a run of rogomatic"),
        (foreign_database, "is not a run of rogomatic"),
        (newer_run, f"has form {FORM + 1}"),
        (run_without_manifest, "cannot be used as a run"),
        (lambda path: path.mkdir(), "There is no file"),
    ],
)
def test_what_is_no_run_is_refused_and_left_alone(path, make, sentence) -> None:  # type: ignore[no-untyped-def]
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(RunFileError, match=sentence):
        read_run(path)
    assert (path.read_bytes() if path.is_file() else None) == before


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="cannot be used as a run"):
        Record(tmp_path / "no" / "such" / "run.db", MANIFEST)
