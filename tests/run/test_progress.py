"""Progress of a batch: true, at a human pace, and only where it is wanted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rogomatic.run.reports.progress import Standing, plain, progress, with_progress
from rogomatic.run.runner.game_loop import Row
from tests.run.rows import ROW, STUCK


class Clock:
    """A clock that somebody else moves."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


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


def test_plain_lines_come_soon_and_then_ever_more_seldom() -> None:
    clock, said = Clock(), []
    note = plain(Standing(400, clock), lambda line: said.append((clock.seconds - 100, line)), clock)
    for _ in range(400):
        clock.seconds += 1
        note(ROW)
    assert [seconds for seconds, _ in said] == [5, 15, 35, 75, 135, 195, 255, 315, 375]
    assert said[0][1] == "5 of 400 games, 1.0/s, 6:35 left, median 100, last: bat 3, bat 3, bat 3"


@pytest.mark.parametrize(("total", "shown"), [(5, False), (0, True)])
def test_nothing_is_shown_that_nobody_wants(
    total: int, shown: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress(total, shown) as note:
        note(ROW)
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
