"""Which games a report shows, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rogomatic.run.reports.notable_games import notable
from rogomatic.run.runner.game_loop import Row
from tests.run.rows import ROW, STUCK


def row(seed: int, **fields: Any) -> Row:
    return replace(ROW, seed=seed, **fields)


def test_the_best_and_the_strangest_games_are_shown_once_with_all_reasons() -> None:
    rows = [
        row(1, score=10, turns=50), row(2, score=900, turns=9000, deepest=9), row(3, score=300, turns=400),
        row(4, score=5, turns=20, killer="emu"), replace(STUCK, seed=5, turns=700),
        *[row(seed) for seed in range(6, 12)],
    ]  # fmt: skip
    assert [(one.row.seed, one.why) for one in notable(rows, 5)] == [
        (2, "the best score, went deepest, the longest game"),
        (5, "a game that failed"),
        (4, "the rarest end, died soonest"),
        (3, "the most gold per turn"),
        (6, "number 3 by score"),
    ]


def test_no_more_games_are_shown_than_asked_for_or_than_there_are() -> None:
    assert notable([row(1), row(2)], 0) == []
    assert len(notable([row(1), row(2)], 8)) == 2
