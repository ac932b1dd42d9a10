"""Two runs compared: pairs by seed, intervals that hold the truth, verdicts that respect them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from rogomatic.run.reports import comparison as compare_module
from rogomatic.run.reports.comparison import NothingToCompareError, compare
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_file import RunWriter
from tests.run.command_line import rogomatic
from tests.run.rows import MANIFEST, ROW


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw fewer samples for an interval: its ends shake by a tenth, which decides nothing here."""
    monkeypatch.setattr(compare_module, "RESAMPLES", 400)


def rows_of(scores: dict[int, int]) -> list[Row]:
    return [replace(ROW, seed=seed, score=score) for seed, score in scores.items()]


def test_games_on_the_same_seed_are_pairs() -> None:
    found = compare(rows_of({1: 10, 2: 20}), rows_of({2: 30, 1: 10}))
    assert (found.pairs, found.first, found.second) == (2, 0, 0)
    assert found.by_seed
    assert found.mean[1] == 5.0
    assert found.better[1] == 0.75  # one better, one equal


def test_games_on_other_seeds_count_too() -> None:
    found = compare(rows_of({1: 10, 2: 20, 3: 999}), rows_of({2: 30, 1: 10, 4: 5}))
    assert (found.pairs, found.first, found.second) == (2, 1, 1)
    assert found.mean[1] == pytest.approx((30 + 10 + 5 - 10 - 20 - 999) / 3)
    assert found.median[1] == 10 - 20


def test_runs_without_a_shared_seed_are_compared_at_random() -> None:
    found = compare(rows_of({1: 1, 2: 3, 3: 5}), rows_of({4: 2, 5: 4, 6: 5}))
    assert (found.pairs, found.by_seed) == (0, False)
    assert found.better[1] == pytest.approx((1 + 2 + 2.5) / 9)
    assert "drawn at random" in found.lines()[3]


def test_pairs_say_more_than_the_same_games_at_random() -> None:
    dice = random.Random(9)
    level = {seed: dice.randrange(1000) for seed in range(300)}
    harder = {seed: score + dice.randrange(40) for seed, score in level.items()}
    paired = compare(rows_of(level), rows_of(harder))
    unpaired = compare(rows_of(level), rows_of({seed + 1000: score for seed, score in harder.items()}))
    assert paired.mean[1] == pytest.approx(unpaired.mean[1])
    assert paired.verdict().startswith("The second run is better")
    assert unpaired.verdict().startswith("No difference is shown")
    assert paired.mean[2] - paired.mean[0] < (unpaired.mean[2] - unpaired.mean[0]) / 5


def test_the_same_run_twice_shows_no_difference() -> None:
    run = rows_of({seed: seed * 7 % 100 for seed in range(50)})
    found = compare(run, run)
    assert (found.median, found.mean, found.better[1]) == ((0, 0, 0), (0, 0, 0), 0.5)
    assert found.better[0] < 0.4
    assert found.better[2] > 0.6
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


@pytest.mark.parametrize("shared", [True, False])
def test_intervals_miss_no_difference_one_time_in_20(shared: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_module, "RESAMPLES", 200)
    monkeypatch.setattr(compare_module, "_MIN_SAMPLES", 200)
    missed, missed_chance = 0, 0
    for seed in range(40):
        dice = random.Random(seed)
        first = rows_of({game: dice.randrange(1000) for game in range(80)})
        second = rows_of({game + 500 * (not shared): dice.randrange(1000) for game in range(80)})
        found = compare(first, second)
        missed += not found.mean[0] <= 0 <= found.mean[2]
        missed_chance += not found.better[0] <= 0.5 <= found.better[2]
    assert max(missed, missed_chance) <= 6  # 2 expected; 6 is nearly three standard deviations


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("games", [2, 3, 10])
def test_few_equal_games_seldom_differ(shared: bool, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_module, "RESAMPLES", 100)
    monkeypatch.setattr(compare_module, "_MIN_SAMPLES", 100)
    wrong, wrong_chance, trials = 0, 0, 50
    for seed in range(trials):
        dice = random.Random(seed)
        first = rows_of({game: round(dice.lognormvariate(7, 1)) for game in range(games)})
        second = rows_of(
            {game + 500 * (not shared): round(dice.lognormvariate(7, 1)) for game in range(games)}
        )
        found = compare(first, second)
        wrong += not found.verdict().startswith("No difference is shown")
        wrong_chance += not found.better[0] <= 0.5 <= found.better[2]
    assert wrong <= 6  # of 50, 2.5 expected
    assert wrong_chance <= 6


def test_pairs_that_all_agree_are_no_certainty() -> None:
    found = compare(rows_of({1: 10, 2: 20, 3: 30}), rows_of({1: 11, 2: 25, 3: 31}))
    low, chance, high = found.better
    assert (chance, high) == (1.0, 1.0)
    assert low < 0.5
    apart = compare(rows_of({1: 10, 2: 20, 3: 30}), rows_of({11: 110, 12: 250, 13: 310}))
    assert apart.better[1:] == (1.0, 1.0)
    assert apart.better[0] < 0.75


@pytest.mark.parametrize(("ties", "wins"), [(0.97, 0.03), (0.9, 0.06), (0.5, 0.25)])
def test_pairs_of_ties_are_no_certainty(ties: float, wins: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_module, "RESAMPLES", 200)
    monkeypatch.setattr(compare_module, "_MIN_SAMPLES", 200)
    held = 0
    for seed in range(60):
        dice = random.Random(seed)
        gains = dice.choices((0, 1, -1), (ties, wins, 1 - ties - wins), k=30)
        low, _, high = compare(
            rows_of(dict.fromkeys(range(30), 5)), rows_of({game: 5 + gain for game, gain in enumerate(gains)})
        ).better
        held += low <= ties / 2 + wins <= high
    assert held >= 55  # of 60, 57 or more expected


def test_single_games_are_no_certainty() -> None:
    low, gain, high = compare(rows_of({1: 10, 2: 900}), rows_of({1: 10, 3: 950})).mean
    assert gain == 25
    assert low < -200
    assert high > 250


def test_a_single_game_beside_many_pairs_hardly_widens_the_interval() -> None:
    dice = random.Random(2)
    first = {seed: dice.randrange(1000) for seed in range(200)}
    second = {seed: score + dice.randrange(40) for seed, score in first.items()}
    pairs = compare(rows_of(first), rows_of(second)).mean
    more = compare(rows_of(first), rows_of({**second, 999: 500})).mean
    assert more[2] - more[0] < 2.5 * (pairs[2] - pairs[0])


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ({}, {1: 1, 2: 2}, "The first run has no games."),
        ({1: 1, 2: 2}, {}, "The second run has no games."),
        ({1: 1, 2: 2}, {1: 1}, "The second run has one game; a comparison needs two or more."),
    ],
)
def test_a_run_without_games_is_refused(first: dict[int, int], second: dict[int, int], sentence: str) -> None:
    with pytest.raises(NothingToCompareError, match=sentence):
        compare(rows_of(first), rows_of(second))


def test_the_command_prints_the_verdict_and_refuses_what_is_no_run(tmp_path: Path) -> None:
    paths = [tmp_path / "a.db", tmp_path / "b.db"]
    for path, gain in zip(paths, (0, 50), strict=True):
        with RunWriter(path, replace(MANIFEST, knobs=f"gain {gain}", created=f"day {gain}")) as record:
            for row in rows_of({seed: seed + gain for seed in range(30)}):
                record.add(row)
    shown = rogomatic(["compare", *map(str, paths)]).out
    assert shown.startswith("the runs differ in: set of knobs\n30 seeds played by both runs;")
    assert "The second run is better: +50 gold a game" in shown
    found = json.loads(rogomatic(["compare", *map(str, paths), "--json"]).out)
    assert (found["pairs"], found["differs_in"]) == (30, ["set of knobs"])
    assert found["mean"] == pytest.approx([50, 50, 50])
    assert "There is no file" in rogomatic(["compare", str(paths[0]), str(tmp_path / "none.db")], 1).err
