"""Which games a report shows, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rogomatic.run.recordings.game_frames import NO_DANGER, Frame, FrameDanger
from rogomatic.run.reports.escapes import EscapeFinder
from rogomatic.run.reports.highlights import notable
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
        (5, "a game with trouble"),
        (4, "the rarest end, dead soonest"),
        (3, "the most gold per turn"),
        (6, "number 3 by score"),
    ]


def test_no_more_games_are_shown_than_asked_for_or_than_there_are() -> None:
    assert notable([row(1), row(2)], 0) == []
    assert len(notable([row(1), row(2)], 8)) == 2


def _frames(*hit_points: int) -> list[Frame]:
    """Return commands of a hero of 20 hit points against a troll."""
    danger = FrameDanger(40, "40% to die against a troll; the next turn may take 9 hit points")
    return [
        Frame(b"", turn, 7, hp, 20, True, "", "", (), danger) for turn, hp in enumerate(hit_points, start=100)
    ]


@pytest.mark.parametrize(
    ("hit_points", "found"),
    [
        ((20, 3, 2, 4, 11), (2, 102, 2)),  # the fewest, once half of all are back
        ((20, 3, 11, 1, 9), (1, 101, 3)),  # the second time the game ends before that
        ((20, 3, 11, 2, 20), (3, 103, 2)),
        ((20, 2, 11, 2, 20), (1, 101, 2)),  # the first of two alike
        ((20, 4, 20), None),  # a fifth is not near death
        ((20, 1, 9), None),
    ],
)
def test_the_closest_escape_is_one_that_was_survived(
    hit_points: tuple[int, ...], found: tuple[int, int, int] | None
) -> None:
    finder = EscapeFinder()
    for number, frame in enumerate(_frames(*hit_points)):
        finder.note(number, frame)
    escape = finder.closest
    assert (escape and (escape.frame, escape.turn, escape.hp)) == found
    if escape is not None:
        assert escape.words == f"{escape.hp} of 20 hit points left, 40% to die against a troll"


def test_hunger_is_no_escape() -> None:
    finder = EscapeFinder()
    for number, frame in enumerate(_frames(20, 2, 20)):
        finder.note(number, frame._replace(danger=NO_DANGER))
    assert finder.closest is None
