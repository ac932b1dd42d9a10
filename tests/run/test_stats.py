"""Sums of games: the numbers, and the lines for a person."""

from __future__ import annotations

from dataclasses import replace

from rogomatic.run.printing import line_of
from rogomatic.run.stats import spread_of, summary_of
from rogomatic.run.tables import lines_of
from tests.run.rows import CRASHED, ROW, STUCK


def test_a_spread_has_its_seven_numbers() -> None:
    assert spread_of(range(1, 12)) == {
        "p10": 2.0, "p25": 3.5, "median": 6.0, "p75": 8.5, "p90": 10.0, "mean": 6.0, "max": 11.0,
    }  # fmt: skip


def test_one_value_is_all_of_them() -> None:
    assert set(spread_of([7]).values()) == {7.0}


def test_no_values_give_no_numbers() -> None:
    assert set(spread_of([]).values()) == {None}


def test_unfinished_games_count_as_games_but_not_as_finished() -> None:
    other = replace(ROW, seed=4, killer="ant")
    third = replace(ROW, seed=5, killer="ant")
    summary = summary_of([ROW, STUCK, CRASHED, other, third])
    assert (summary["games"], summary["finished"]) == (5, 3)
    assert list(summary["killers"].items()) == [("ant", 2), ("bat", 1)]
    assert summary["end_reasons"] == {"finished": 3, "crashed": 1, "stuck": 1}
    assert summary["score"]["max"] == 100.0
    assert summary["cpu_seconds"] == 2.5


def test_the_lines_say_what_did_not_finish() -> None:
    lines = list(lines_of(summary_of([ROW, STUCK])))
    assert lines[0] == "2 games, 1 finished, 1 did not finish"
    assert lines[1].split() == ["p10", "p25", "median", "p75", "p90", "mean", "max"]
    assert lines[2].split() == ["score", *["16.3", "30.2", "53.5", "76.8", "90.7", "53.5", "100.0"]]
    assert "killers   bat 1" in lines
    assert "ends      finished 1, stuck 1" in lines


def test_no_games_are_said_in_one_line() -> None:
    assert list(lines_of(summary_of([]))) == ["0 games, 0 finished, 0 did not finish"]


def test_a_row_names_the_killer_or_how_else_it_ended() -> None:
    assert line_of(ROW).split() == ["1", "100", "3", "500", "bat"]
    assert line_of(STUCK).split()[-1] == "(stuck)"
    assert line_of(replace(ROW, how="quit", killer="")).split()[-1] == "(quit)"
    assert len({line_of(row).index("  ", 30) for row in (ROW, STUCK, CRASHED)}) == 1
