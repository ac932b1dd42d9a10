"""Screening finds the knobs that matter in scores whose truth is known."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest

from rogomatic.knobs import DEFAULT
from scripts.lib.learning.screening import Effect, effects, knobs_of, recommended, signs

pytestmark = pytest.mark.slow


LEVELS = {"rest_pct": (25, 60), "zap_pct": (4, 20), "leave_hp": (20, 120), "flee_pct": (1, 6)}


def test_games_of_a_pair_are_opposites_and_every_knob_is_high_in_half_of_them() -> None:
    high = np.array([signs(LEVELS, game) for game in range(400)])
    assert (high[::2] == -high[1::2]).all()
    knobs = knobs_of(LEVELS, 7)
    for (name, (low, most)), sign in zip(LEVELS.items(), signs(LEVELS, 7), strict=True):
        assert getattr(knobs, name) == (most if sign > 0 else low)
    others = asdict(knobs).keys() - LEVELS
    assert all(getattr(knobs, name) == getattr(DEFAULT, name) for name in others)


def test_true_gains_lie_within_the_errors_that_are_stated() -> None:
    truth = {"rest_pct": 120.0, "zap_pct": -60.0, "leave_hp": 0.0, "flee_pct": 0.0}
    missed = 0
    for trial in range(20):
        dice = np.random.default_rng(trial)
        dungeons = dice.gamma(1.0, 500, 1000)
        scores = [
            round(dungeons[game // 2] + dice.normal(0, 600) + sum(
                gain / 2 * sign for gain, sign in zip(truth.values(), signs(LEVELS, game), strict=True)
            )) for game in range(2000)
        ]  # fmt: skip
        found = effects(LEVELS, scores)
        missed += sum(abs(one.gain - truth[one.name]) > 1.96 * one.error for one in found)
        assert all(abs(one.shrunk) <= abs(one.gain) for one in found)
    assert 1 <= missed <= 11  # of 80, 4 expected


def test_recommended_are_the_better_levels_of_what_is_clear() -> None:
    found = [Effect("rest_pct", 90, 30, 60), Effect("zap_pct", -50, 30, -20), Effect("flee_pct", 20, 30, 5)]
    knobs = recommended(LEVELS, found, 1.0)
    assert (knobs.rest_pct, knobs.zap_pct, knobs.flee_pct) == (60, 4, DEFAULT.flee_pct)
