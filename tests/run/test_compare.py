"""Two runs compared: pairs by seed, intervals that hold the truth, verdicts that respect them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from rogomatic import cli
from rogomatic.run.compare import NothingToCompare, compare
from rogomatic.run.game import Row
from rogomatic.run.record import Record
from tests.run.rows import MANIFEST, ROW


def rows_of(scores: dict[int, int]) -> list[Row]:
    return [replace(ROW, seed=seed, score=score) for seed, score in scores.items()]


def test_only_shared_seeds_count() -> None:
    found = compare(rows_of({1: 10, 2: 20, 3: 999}), rows_of({2: 30, 1: 10, 4: 5}))
    assert found.games == 2
    assert found.mean[1] == 5.0
    assert found.better == 0.75  # one better, one equal


def test_the_same_run_twice_shows_no_difference() -> None:
    run = rows_of({seed: seed * 7 % 100 for seed in range(50)})
    found = compare(run, run)
    assert (found.median, found.mean, found.better) == ((0, 0, 0), (0, 0, 0), 0.5)
    assert found.verdict().startswith("No difference is shown")


@pytest.mark.parametrize(("gain", "word"), [(80, "better"), (-80, "worse")])
def test_a_real_difference_is_said(gain: int, word: str) -> None:
    dice = random.Random(5)
    first = {seed: dice.randrange(1000) for seed in range(400)}
    second = {seed: score + gain + dice.randrange(-100, 101) for seed, score in first.items()}
    found = compare(rows_of(first), rows_of(second))
    low, _, high = found.mean
    assert low < gain < high
    assert f"is {word}" in found.verdict()


def test_the_interval_misses_no_difference_about_one_time_in_twenty() -> None:
    missed = 0
    for seed in range(60):
        dice = random.Random(seed)
        first = rows_of({game: dice.randrange(1000) for game in range(80)})
        second = rows_of({game: dice.randrange(1000) for game in range(80)})
        low, _, high = compare(first, second).mean
        missed += not low <= 0 <= high
    assert missed <= 9  # 3 expected; 9 is beyond three standard deviations


def test_runs_without_a_shared_seed_are_refused() -> None:
    with pytest.raises(NothingToCompare):
        compare(rows_of({1: 1}), rows_of({2: 2}))


def test_the_command_prints_the_verdict_and_refuses_what_is_no_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / "a.db", tmp_path / "b.db"]
    for path, gain in zip(paths, (0, 50), strict=True):
        with Record(path, MANIFEST) as record:
            for row in rows_of({seed: seed + gain for seed in range(30)}):
                record.add(row)
    assert cli.main(["compare", *map(str, paths)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("30 seeds played by both runs")
    assert "The second run is better: +50 gold a game" in shown
    assert cli.main(["compare", str(paths[0]), str(tmp_path / "none.db")]) == 1
    assert "There is no file" in capsys.readouterr().err
