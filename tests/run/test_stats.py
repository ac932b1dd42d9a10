"""Sums of games: the numbers, and the lines for a person."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace

from rogomatic.run.reports.stats import BANDS, RunTally, figures_of, spread_of, summary_of
from rogomatic.run.reports.stats_output import (
    killer_lines,
    line_of,
    lines_of,
    side_by_side,
    write_figures,
    write_rows,
)
from rogomatic.run.storage.run_file import BatchSession
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
    assert lines[-1].startswith("unknown   2 questions and pages")


def test_the_lines_tell_the_intervals_and_the_rates() -> None:
    session = BatchSession("day", "local", 2, games=2, seconds=4.0)
    rows = [replace(ROW, seed=seed, score=100 * seed) for seed in range(1, 11)]
    lines = list(lines_of(summary_of(rows, [session])))
    medians = slice(len("95% from") + 20, len("95% from") + 30)
    assert (lines[3][medians].strip(), lines[4][medians].strip()) == ("200.0", "900.0")
    low, high = (float(line.split()[-1]) for line in (lines[3], lines[4]))
    assert low < 550 < high
    assert lines[3].split()[2:] == ["200.0", f"{low:.1f}"], "ten games bound no other percentile"
    assert lines[-1] == "CPU time  5.0 s: 2.00 games, 600 commands a CPU second; 0.50 games a second"


def test_the_lines_tell_how_games_ended_and_how_deep_they_came() -> None:
    won = replace(ROW, seed=8, depth=1, deepest=26, how="won", killer="")
    lines = list(lines_of(summary_of([ROW, STUCK, won])))
    assert "how       killed 1, won 1" in lines
    assert next(line for line in lines if line.startswith("deepest")).split()[-1] == "26.0"


def test_killers_stand_by_depth_the_worst_first() -> None:
    deep = [replace(ROW, depth=depth, killer="troll") for depth in (12, 13, 40)]
    lines = list(killer_lines(summary_of([ROW, STUCK, *deep])))
    assert lines[0].split() == ["killed", "by,", "at", "depth", *BANDS, "all"]
    assert lines[1].split() == ["troll", ".", ".", ".", "1", "1", ".", ".", "1", "3"]
    assert lines[2].split() == ["bat", "1", *".......", "1"]
    assert max(map(len, lines)) <= 80


def test_seldom_killers_stand_together() -> None:
    rows = [replace(ROW, seed=seed, killer=f"foe {seed:02}") for seed in range(15)]
    lines = list(killer_lines(summary_of(rows)))
    assert len(lines) == 1 + 12 + 1
    assert lines[-1].split() == ["others", "3", *".......", "3"]
    assert list(killer_lines(summary_of([STUCK]))) == []


def test_several_runs_stand_side_by_side() -> None:
    better = replace(ROW, score=900, killer="troll")
    table = list(side_by_side({"a.db": summary_of([ROW]), "b.db": summary_of([better, STUCK])}))
    label = max(len(figure.name) for figure in figures_of(summary_of([ROW])))
    cells = {line[:label].strip(): line[label:].split() for line in table}
    assert table[0].split() == ["a.db", "b.db"]
    assert cells["games"] == ["1", "2"]
    assert cells["score max"] == ["100", "900"]
    assert cells["score median"] == ["100", "454"], "so few games have no interval"
    assert cells["how killed"] == ["1", "1"]
    assert cells["games per second"] == ["-", "-"]
    assert cells["killer troll"] == ["0", "1"]
    assert cells["end stuck"] == ["0", "1"]
    assert len({len(line) for line in table}) == 1


def test_figures_as_csv_come_back_as_they_were() -> None:
    out, summary = io.StringIO(), summary_of([ROW, STUCK])
    write_figures({'a "run", with a comma.db': summary}, out)
    header, *lines = csv.reader(out.getvalue().splitlines())
    assert header == ["run", "name", "value", "low", "high"]
    assert {line[0] for line in lines} == {'a "run", with a comma.db'}
    figures = {line[1]: line[2:] for line in lines}
    assert figures["games"] == ["2", "", ""]
    assert figures["score median"] == ["53.5", "", ""]
    assert figures["score mean"][0] == "53.5"
    assert float(figures["score mean"][1]) < 53.5 < float(figures["score mean"][2])
    assert figures["how killed"] == ["1", "", ""]
    assert figures["end stuck"] == ["1", "", ""]
    assert len(lines) == len(list(figures_of(summary)))


def test_no_figure_has_more_than_three_places_behind_the_point() -> None:
    scores = [1, 2, 3, 4, 10, 20, 2630]  # numpy has 1064.000000000001 for the 90th percentile
    summary = summary_of([replace(ROW, seed=score, score=score, cpu_seconds=0.1) for score in scores])
    out = io.StringIO()
    write_figures({"a.db": summary}, out)
    for text in (out.getvalue(), json.dumps(summary)):
        assert re.findall(r"\d\.\d{4,}", text) == []
    assert (summary["score"]["p90"], summary["score"]["mean"]) == (1064.0, 381.429)


def test_rows_as_csv_have_a_line_per_game() -> None:
    out = io.StringIO()
    limited = [replace(ROW, end_reason=end, how="lost", killer="") for end in ("commands", "turns", "closed")]
    write_rows({"a.db": [ROW, replace(STUCK, warning="two\nlines"), *limited]}, out)
    lines = list(csv.DictReader(io.StringIO(out.getvalue(), newline="")))
    assert [(line["end_reason"], line["how"]) for line in lines] == [
        ("finished", "killed"), ("stuck", ""), ("commands", ""), ("turns", ""), ("closed", ""),
    ]  # fmt: skip
    assert [(line["run"], line["seed"], line["killer"]) for line in lines[:2]] == [
        ("a.db", "1", "bat"), ("a.db", "2", ""),
    ]  # fmt: skip
    assert lines[1]["warning"] == "two\nlines"
    assert not {"trouble", "error", "journal"} & set(lines[0])


def test_a_tally_of_many_games_is_small() -> None:
    tally = RunTally()
    for seed in range(20_000):
        tally.add(replace(ROW, seed=seed, score=seed))
    held = sum(column.buffer_info()[1] * column.itemsize for column in tally.columns.values())
    assert held == 20_000 * 32
    assert tally.summary()["score"]["median"] == 9999.5


def test_no_games_are_said_in_one_line() -> None:
    assert list(lines_of(summary_of([]))) == ["0 games, 0 finished, 0 did not finish"]


def test_a_row_names_the_killer_or_how_else_it_ended() -> None:
    assert line_of(ROW).split() == ["1", "100", "3", "500", "bat"]
    assert line_of(STUCK).split()[-1] == "stuck"
    assert line_of(replace(ROW, how="quit", killer="")).split()[-1] == "quit"
    assert len({line_of(row).index("  ", 30) for row in (ROW, STUCK, CRASHED)}) == 1
