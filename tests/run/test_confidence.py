"""Intervals are as often right as they promise, and there is none where too few values say nothing."""

from __future__ import annotations

import numpy as np
import pytest

from rogue.shared import confidence
from rogue.shared.confidence import mean_interval, quantile_interval, share_interval, student_sigmas

TRIALS = 300


def lognormal(rng: np.random.Generator, count: int) -> list[int]:
    """Return scores of a skewed law whose percentiles are known."""
    return [int(value) for value in 1000 * np.exp(rng.normal(size=count))]


@pytest.mark.parametrize(("pct", "sigmas"), [(10, -1.2816), (50, 0.0), (90, 1.2816)])
@pytest.mark.parametrize("count", [36, 60, 500])
def test_95_of_100_intervals_of_a_percentile_hold_it(pct: float, sigmas: float, count: int) -> None:
    rng, truth, held = np.random.default_rng(11), 1000 * np.exp(sigmas), 0
    for _ in range(TRIALS):
        bounds = quantile_interval(lognormal(rng, count), pct)
        assert bounds is not None
        held += bounds[0] <= truth <= bounds[1] + 1
    assert held >= 0.95 * TRIALS - 11  # 285 or more are expected; 11 is three standard deviations


@pytest.mark.parametrize(("pct", "fewest"), [(10, 36), (25, 13), (50, 6), (75, 13), (90, 36)])
def test_there_is_no_interval_that_not_even_all_of_the_values_make(pct: float, fewest: int) -> None:
    """Of 35 values the greatest is below the 90th percentile in more than 2.5 cases of 100."""
    assert quantile_interval(range(fewest - 1), pct) is None
    assert quantile_interval(range(fewest), pct) is not None
    assert quantile_interval([7], pct) is None


def test_the_places_are_those_of_the_binomial_law() -> None:
    assert quantile_interval(range(20), 50) == (5, 14)  # the 6th and the 15th, as in any table
    assert quantile_interval(range(100), 50) == (39, 60)
    assert quantile_interval(range(100), 90) == (83, 95)


@pytest.mark.parametrize("count", [2, 3, 5, 10, 20])
def test_few_values_have_a_wide_interval_of_the_mean(count: int) -> None:
    """Of skewed values a little too narrow, as everybody's; without widening half of two values miss it."""
    rng, truth, held = np.random.default_rng(3), 1000 * np.exp(0.5), 0
    for _ in range(TRIALS):
        low, high = mean_interval(lognormal(rng, count))
        held += low <= truth <= high
    assert held >= 0.85 * TRIALS


def test_an_interval_is_the_same_each_time() -> None:
    values = list(range(0, 300, 7))
    assert quantile_interval(values, 25) == quantile_interval(values, 25)
    assert mean_interval(values) == mean_interval(values)


def test_a_mean_of_many_values_has_the_interval_that_drawing_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(3).exponential(1000, size=2000).astype(int).tolist()
    drawn = mean_interval(values)
    monkeypatch.setattr(confidence, "MANY", 1000)
    assert mean_interval(values) == pytest.approx(drawn, rel=0.01)


def test_a_million_values_take_no_time_to_speak_of() -> None:
    assert quantile_interval(range(1_000_000), 50) == (499_019, 500_980)


def test_students_law_is_that_of_the_tables() -> None:
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 29: 2.045, 120: 1.980}
    for freedom, sigmas in table.items():
        assert student_sigmas(freedom) == pytest.approx(sigmas, abs=0.004)
    for between, sigmas in {1.5: 6.017, 2.5: 3.575}.items():
        assert sigmas <= student_sigmas(between) < 1.08 * sigmas
    many = [student_sigmas(freedom / 4) for freedom in range(4, 400)]
    assert many == sorted(many, reverse=True)


@pytest.mark.parametrize(("share", "cases"), [(0.0, 5), (1.0, 3), (0.5, 1), (0.02, 50)])
def test_the_interval_of_a_share_is_never_empty_and_stays_between_0_and_1(share: float, cases: int) -> None:
    low, high = share_interval(share, cases)
    assert 0 <= low <= share <= high <= 1
    assert high - low > 0.05
