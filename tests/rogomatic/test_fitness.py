"""Worths and races on made-up games whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from rogomatic.breeding.estimates import GainEstimate, Trial, Worths, worths_of
from rogomatic.breeding.genotypes import REFERENCE, EvolutionRules
from rogomatic.breeding.pool import heat, still_racing

pytestmark = pytest.mark.slow


CHANCE = 800.0  # standard deviation of a game, as of real ones


def played(
    gains: list[float], seeds: int, dice: np.random.Generator, first: int = 0, only: set[int] | None = None
) -> list[Trial]:
    """Return games of genotypes with these gains over number 0 on the same seeds, with the luck of each."""
    trials = []
    for seed in range(first, first + seeds):
        luck = dice.gamma(1.0, 500.0)
        for number, gain in enumerate(gains):
            if only is None or number in only:
                trials.append(Trial(number, seed, 600.0 + luck + gain + dice.normal(0, CHANCE)))
    return trials


def strangers(count: int, dice: np.random.Generator) -> dict[int, list[float]]:
    """Return genes that have nothing to do with one another."""
    return {number: [0.0] * 30 if not number else dice.normal(0, 0.1, 30).tolist() for number in range(count)}


def test_the_luck_of_a_seed_drops_out() -> None:
    dice = np.random.default_rng(9)
    genes = strangers(5, dice)
    trials = played([0.0, 90.0, 0.0, 0.0, 0.0], 30, dice)
    trials = [trial for trial in trials if (trial.genotype, trial.seed) != (1, 3)]  # not all play all
    lucky = [trial._replace(score=trial.score + 1000 * (trial.seed % 7)) for trial in trials]
    before, after = worths_of(trials, genes).estimates, worths_of(lucky, genes).estimates
    for number in range(5):
        assert after[number] == pytest.approx(before[number], abs=0.01)
    assert [before[number].games for number in range(5)] == [30, 29, 30, 30, 30]
    assert (before[REFERENCE].gain, before[REFERENCE].error) == (0.0, 0.0)


def test_the_better_one_is_found() -> None:
    dice = np.random.default_rng(1)
    gains = [0.0, -100.0, 50.0, 400.0, -300.0, 0.0]
    worths = worths_of(played(gains, 300, dice), strangers(6, dice))
    assert worths.by_cautious()[0] == worths.by_gain()[0] == 3
    assert worths.chance_better(3, REFERENCE) > 0.99
    assert worths.chance_better(4, REFERENCE) < 0.01
    assert worths.chance_better(3, 4) == pytest.approx(1 - worths.chance_better(4, 3))


def test_the_lucky_one_is_not_preferred() -> None:
    """Twenty genotypes of no worth at all play ten games, the best of whose means looks great."""
    dice = np.random.default_rng(2)
    gains = [0.0, 150.0] + [0.0] * 20
    trials = played(gains, 400, dice, only={0, 1}) + played(gains, 10, dice, first=400)
    lucky = max(range(2, 22), key=lambda one: sum(trial.score for trial in trials if trial.genotype == one))
    raw = np.mean([trial.score for trial in trials if trial.genotype == lucky])
    assert raw - np.mean([trial.score for trial in trials if trial.genotype == 0]) > 300
    worths = worths_of(trials, strangers(22, dice))
    assert worths.by_cautious()[0] == 1
    assert worths.estimates[lucky].gain < worths.estimates[1].gain


def test_among_equals_nobody_stands_out() -> None:
    dice = np.random.default_rng(3)
    shown = 0
    for _ in range(30):
        worths = worths_of(played([0.0] * 12, 40, dice), strangers(12, dice))
        best = worths.by_cautious()[0]
        shown += worths.chance_better(best, REFERENCE) > 0.975
    assert shown <= 3


def test_errors_are_as_stated() -> None:
    """Of gains that lie as the model assumes, about 95 in 100 are within two errors."""
    dice = np.random.default_rng(4)
    inside = count = 0
    for _ in range(25):
        gains = [0.0, *dice.normal(0, 120, 11)]
        worths = worths_of(played(gains, 60, dice), strangers(12, dice))
        for number in range(1, 12):
            estimate = worths.estimates[number]
            inside += abs(estimate.gain - gains[number]) < 2 * estimate.error
            count += 1
    assert 0.88 <= inside / count <= 0.99


def test_relatives_speak_for_each_other() -> None:
    """The gain is linear in one gene: who carries most of it is found with ten games each."""
    dice = np.random.default_rng(5)
    genes = {number: [number / 20] for number in range(20)}
    gains = [40.0 * number for number in range(20)]
    worths = worths_of(played(gains, 10, dice), genes)
    assert set(worths.by_gain()[:3]) <= set(range(15, 20))
    assert worths.estimates[19].error < CHANCE / np.sqrt(10)


def race(
    gains: list[float], rules: EvolutionRules, dice: np.random.Generator
) -> tuple[list[int], list[Trial]]:
    """Run a race of made-up games; return who is left and the games."""
    racing, seed = list(range(len(gains))), 0
    trials: list[Trial] = []
    genes = strangers(len(gains), dice)
    while count := heat(rules._replace(population=len(gains)), len(racing), len(trials)):
        trials += played(gains, count, dice, first=seed, only=set(racing))
        seed += count
        racing = still_racing(rules, racing, worths_of(trials, genes))
    return racing, trials


def test_a_race_spends_its_games_on_the_promising_ones() -> None:
    dice = np.random.default_rng(6)
    rules = EvolutionRules(block=20, effort=60, error_pct=10)
    racing, trials = race([0.0, 0.0, 600.0, -500.0, -500.0, -500.0, -500.0, -500.0], rules, dice)
    games = [sum(trial.genotype == number for trial in trials) for number in range(8)]
    assert REFERENCE in racing
    assert 2 in racing
    assert max(games[3:]) < games[2]
    assert 60 * 8 <= len(trials) < 60 * 8 + len(racing)


def test_the_best_drops_out_no_more_often_than_stated() -> None:
    dice = np.random.default_rng(7)
    rules = EvolutionRules(block=20, effort=60, error_pct=10)
    lost = 0
    for _ in range(40):
        gains = [0.0, *dice.normal(0, 150, 9)]
        racing, _ = race(gains, rules, dice)
        lost += int(np.argmax(gains)) not in racing
    assert lost <= 8  # three heats with a chance of 10 per cent each, at the very worst 12


def test_the_leader_and_the_reference_stay_and_the_error_is_the_edge() -> None:
    covariance = np.diag([0.0, 1.0, 1.0, 1.0])
    gains = (0.0, 10.0, 10.0 - 1.8, 10.0 - 1.9)  # the last two: better with chance 10.2 and 9.0 per cent
    estimates = {one: GainEstimate(5, gain, 1.0) for one, gain in enumerate(gains)}
    worths = Worths(estimates, {one: one for one in estimates}, covariance)
    assert still_racing(EvolutionRules(error_pct=10), [0, 1, 2, 3], worths) == [0, 1, 2]


@pytest.mark.parametrize(
    ("racing", "spent", "seeds"),
    [(4, 0, 20), (4, 160, 20), (4, 200, 10), (3, 200, 14), (4, 239, 1), (4, 240, 0), (1, 0, 0)],
)
def test_the_last_heat_spends_what_is_left(racing: int, spent: int, seeds: int) -> None:
    assert heat(EvolutionRules(block=20, effort=60, population=4), racing, spent) == seeds
