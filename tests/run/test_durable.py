"""Batches that are stopped, killed or out of disk: what is over is kept, and the rest is played later."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
from pathlib import Path

import pytest

from rogomatic.run.runner.batch import InMemory, run_batch
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_file import (
    RunFileError,
    RunWriter,
    read_run,
    rows_digest,
    rows_of,
    sessions_of,
)
from tests.run.fakes import FakeGame, FakePlayer
from tests.run.killed_batches import killings, start
from tests.run.rows import MANIFEST

GAMES = 30


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.db"


def undisturbed(games: int = GAMES) -> list[Row]:
    return list(run_batch(range(1, games + 1), InMemory(FakeGame), FakePlayer))


def test_a_batch_killed_again_and_again_has_the_same_rows_in_the_end(path: Path) -> None:
    before: set[int] = set()
    for killed in killings(path, GAMES, times=2, dice_seed=7):
        assert before | killed.printed <= killed.kept, "what was told is kept"
        before = killed.kept
    manifest, rows = read_run(path)
    assert [row.seed for row in rows] == list(range(1, GAMES + 1))
    assert manifest.games == GAMES
    assert rows_digest(rows) == rows_digest(undisturbed())
    assert sum(session.games for session in sessions_of(path)) == GAMES


def interrupted(path: Path, times: int) -> subprocess.Popen[str]:
    """Return a batch of slow games that was interrupted so often after its first row."""
    batch = start(0.5, "--games", "400", "--jobs", "2", "--out", str(path))
    assert batch.stdout is not None
    assert batch.stderr is not None
    for _ in range(2):
        batch.stdout.readline()  # the header and a row
    for number in range(times):
        os.killpg(batch.pid, signal.SIGINT)  # as a terminal does: every process gets it
        if number == 0:
            assert batch.stderr.readline() == (
                "rogomatic: interrupted: finishing the games in play; again to stop at once\n"
            )
    return batch


@pytest.mark.parametrize("times", [1, 2])
def test_one_interrupt_finishes_the_games_in_play_two_stop_at_once(path: Path, times: int) -> None:
    batch = interrupted(path, times)
    out, errors = batch.communicate(timeout=120)
    assert batch.returncode == 130
    assert errors.splitlines() == [
        f"rogomatic: {path} has the finished games; --resume plays the rest", "rogomatic: interrupted",
    ]  # fmt: skip
    rows = list(rows_of(path))
    told = re.search(r"^(\d+) games?, \1 finished", out, re.MULTILINE)
    assert told
    # The second interrupt may come between the keeping of a row and its telling.
    assert len(rows) - (times == 2) <= int(told[1]) <= len(rows)
    assert 1 <= len(rows) < 400
    # With one interrupt at least one more game was in play and is there, too.
    assert times == 2 or len(rows) >= 2
    assert [file.name for file in path.parent.iterdir()] == [path.name], "one plain file is left"


def test_a_disk_that_is_full_gets_a_sentence_and_costs_no_row(path: Path) -> None:
    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    batch = start(0.0, "--games", "2000", "--plain", "--out", str(path), preexec_fn=little_room)
    out, errors = batch.communicate(timeout=120)
    assert batch.returncode == 1
    assert "Traceback" not in errors
    (sentence,) = errors.splitlines()
    assert sentence.startswith(f"rogomatic: {path} cannot be written: ")
    assert sentence.endswith("--resume plays the rest.")
    rows = list(rows_of(path))
    assert len(rows) > 20
    assert f"{len(rows)} games, {len(rows)} finished" in out
    with RunWriter(path, read_run(path)[0], resume=True) as record:
        assert record.seeds == {row.seed for row in rows}


def test_two_batches_do_not_write_one_file(path: Path) -> None:
    with RunWriter(path, MANIFEST), pytest.raises(RunFileError, match="is being written by another batch"):
        RunWriter(path, MANIFEST, resume=True)
    with RunWriter(path, MANIFEST, resume=True) as record:
        assert record.seeds == frozenset()
