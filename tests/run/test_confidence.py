"""Intervals: as plain drawing again finds them, and as often right as they promise."""

from __future__ import annotations

import numpy as np
import pytest

from rogomatic import confidence
from rogomatic.confidence import mean_interval, quantile_interval


def drawn_again(values: list[int], pct: float) -> tuple[float, float]:
    """Find the interval of a percentile the plain way."""
    rng = np.random.default_rng(5)
    picks = np.array(values)[rng.integers(len(values), size=(20_000, len(values)))]
    low, high = np.percentile(np.percentile(picks, pct, axis=1), [2.5, 97.5])
    return low, high


@pytest.mark.parametrize("count", [2, 3, 40])
@pytest.mark.parametrize("pct", [10, 50, 90])
def test_a_percentile_has_the_interval_that_plain_drawing_finds(count: int, pct: float) -> None:
    values = [number * number % 997 for number in range(count)]
    span = max(values) - min(values)
    assert quantile_interval(values, pct) == pytest.approx(drawn_again(values, pct), abs=0.05 * span)


def test_one_value_is_its_own_interval() -> None:
    assert quantile_interval([7], 90) == (7, 7)
    assert mean_interval([7]) == (7, 7)


def test_an_interval_is_the_same_each_time() -> None:
    values = list(range(0, 300, 7))
    assert quantile_interval(values, 25) == quantile_interval(values, 25)
    assert mean_interval(values) == mean_interval(values)


def test_the_interval_of_the_median_holds_the_truth_about_19_times_in_20() -> None:
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(200):
        low, high = quantile_interval(rng.exponential(1000, size=60).astype(int).tolist(), 50)
        held += low <= 1000 * np.log(2) <= high
    assert 180 <= held <= 199  # 190 expected, plus and minus three standard deviations


def test_a_mean_of_many_values_has_the_interval_that_drawing_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(3).exponential(1000, size=2000).astype(int).tolist()
    drawn = mean_interval(values)
    monkeypatch.setattr(confidence, "MANY", 1000)
    assert mean_interval(values) == pytest.approx(drawn, rel=0.01)


def test_a_million_values_take_no_time_to_speak_of() -> None:
    low, high = quantile_interval(range(1_000_000), 50)
    assert 498_000 < low < 499_999.5 < high < 502_000
