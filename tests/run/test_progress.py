"""Progress of a batch: true, at a human pace, and only where it is wanted."""

from __future__ import annotations

import os
import sys
import termios
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from rogomatic.run.reports import progress
from rogomatic.run.reports.progress import RowListener, Standing, changing_line, progress_line, with_progress
from rogomatic.run.runner.game_loop import Row
from tests.run.rows import ROW, STUCK
from tests.support.forked_program import OnTerminal

ROOT = Path(__file__).resolve().parents[2]
QUICK_SECONDS = progress.QUICK_SECONDS


@pytest.fixture(autouse=True)
def usual_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell of progress after as long as for everybody, unlike in the other tests."""
    monkeypatch.setattr(progress, "QUICK_SECONDS", QUICK_SECONDS)


class Clock:
    """A clock that somebody else moves."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def played(games: int, done: RowListener) -> Iterator[Row]:
    """Yield the rows of some games that take no time."""
    for _ in range(games):
        done(ROW)
        yield ROW


def test_a_standing_tells_rate_time_left_median_and_the_last_ends() -> None:
    clock = Clock()
    standing = Standing(100, clock)
    for number, score in enumerate((50, 10, 40, 20)):
        clock.seconds += 0.5
        standing.add(replace(ROW, killer=f"foe {number}", score=score))
    assert (standing.rate(), standing.left(), standing.median()) == (2.0, 48.0, 30.0)
    assert standing.details() == "2.0/s, 0:48 left, median 30, last: foe 1 3, foe 2 3, foe 3 3"
    standing.add(replace(STUCK, score=90))
    assert standing.median() == 40.0
    assert standing.details().endswith("foe 3 3, stuck 3")


def test_a_slow_batch_counts_by_the_minute() -> None:
    clock = Clock()
    standing = Standing(3, clock)
    clock.seconds += 40
    standing.add(ROW)
    assert standing.details().startswith("1.5/min, 1:20 left")


def test_a_batch_that_is_over_tells_how_long_it_took() -> None:
    clock = Clock()
    standing = Standing(2, clock)
    clock.seconds += 60
    for _ in range(2):
        standing.add(ROW)
    assert standing.details() == "2.0/min, in 1:00, median 100, last: bat 3, bat 3"


@pytest.mark.parametrize("games", [1, 2, 300])
def test_a_file_or_a_pipe_gets_one_line_at_the_end(
    games: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "QUICK_SECONDS", 0.0)
    for _ in with_progress(partial(played, games), 300):
        assert capsys.readouterr().err == ""
    assert capsys.readouterr().err.startswith(f"{games}/300  ")


def test_the_line_comes_also_when_a_batch_is_interrupted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "QUICK_SECONDS", 0.0)

    def interrupted() -> None:
        with progress_line(3) as draw:
            draw(1, "1 of 3 games")
            draw(2, "2 of 3 games")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert capsys.readouterr().err == "2 of 3 games\n"


def test_a_file_or_a_pipe_gets_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every half minute, and after five minutes when a tenth of the time has passed again."""
    clock = Clock()
    monkeypatch.setattr(time, "monotonic", clock)
    told: list[int] = []
    with progress_line(2000) as draw:
        for second in range(1, 1000):
            clock.seconds += 1
            draw(second, f"{second} s")
            told += [second] * bool(capsys.readouterr().err)
    assert told[:4] == [30, 60, 90, 120]
    assert 20 <= len(told) < 1000 / 30
    assert capsys.readouterr().err == "999 s\n"


@pytest.mark.slow
def test_keys_typed_during_a_batch_are_not_shown() -> None:
    def main() -> None:
        with changing_line(2) as draw:
            draw(1, "one of two")
            print(f"asks={sys.stdin.readline().strip()}.", flush=True)
        print(f"echo={bool(termios.tcgetattr(0)[3] & termios.ECHO)}.", flush=True)

    child = OnTerminal(["rogomatic"], {**os.environ, "TERM": "xterm"}, main=main, encoding="utf-8")
    child.expect("one of two")
    child.sendline("typed")
    child.expect_exact("asks=typed.")
    assert "typed" not in str(child.before)
    child.expect_exact("echo=True.")
    assert child.wait() == 0


def test_a_quick_batch_leaves_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_line(3) as draw:
        draw(3, "3 of 3 games")
    assert capsys.readouterr().err == ""


SCRIPTS = sorted(
    path for path in ROOT.joinpath("scripts").rglob("*") if path.is_file() and path.suffix != ".md"
)


def test_no_script_draws_progress_by_itself() -> None:
    assert len(SCRIPTS) > 20
    drawn = [path.name for path in SCRIPTS if path.suffix in ("", ".py") and b'"\\r{' in path.read_bytes()]
    assert drawn == []


@pytest.mark.parametrize(("total", "shown"), [(5, False), (0, True)])
def test_nothing_unwanted_is_shown(total: int, shown: bool, capsys: pytest.CaptureFixture[str]) -> None:
    assert list(with_progress(partial(played, 1), total, shown=shown)) == [ROW]
    assert capsys.readouterr() == ("", "")


def test_a_row_is_kept_before_it_is_told() -> None:
    order: list[str] = []

    def keep(_row: Row) -> None:
        order.append("kept")

    rows = list(
        with_progress(lambda done: (done(ROW), order.append("told"), iter([ROW]))[-1], 1, keep, shown=False)
    )
    assert rows == [ROW]
    assert order == ["kept", "told"]
