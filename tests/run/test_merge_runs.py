"""Runs put together: nothing is lost or invented, in any order; what does not belong together is refused."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_file import (
    BatchSession,
    Manifest,
    Merged,
    RunFileError,
    merge,
    read_run,
    sessions_of,
    write_run,
)
from tests.run.rows import CRASHED, MANIFEST, ROW, STUCK

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
    with pytest.raises(RunFileError, match=r"The game of seed 1 is another in .*b\.db than in .*a\.db"):
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
    with pytest.raises(RunFileError, match="is there already and is not overwritten"):
        merge([run], run)
    assert read_run(run) == (MANIFEST, [ROW])
