"""Screening finds the knobs that matter in scores whose truth is known."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest

from rogomatic.knobs import DEFAULT
from scripts.lib.learning.screening import Effect, effects, knobs_of, moved, signs

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


def test_knobs_are_moved_part_of_the_way_in_equal_ratios_the_more_the_more_is_to_be_gained() -> None:
    levels = {
        "rest_pct": (20, 40),
        "zap_pct": (1, 16),
        "scout_rest_pct": (0, 55),
        "dive_turn": (2_000, 60_000),
    }
    now = {name: getattr(DEFAULT, name) for name in levels}
    gains = {"rest_pct": -10.0, "zap_pct": 2.0, "scout_rest_pct": 4.0, "dive_turn": -1000.0}
    found = [Effect(name, gain, 30.0, gain) for name, gain in gains.items()]
    knobs = moved(levels, found, 0.05)
    assert knobs.rest_pct == round((now["rest_pct"] * 20) ** 0.5)
    assert knobs.zap_pct == round(now["zap_pct"] * (16 / now["zap_pct"]) ** 0.1)
    assert knobs.scout_rest_pct == round(0.8 * now["scout_rest_pct"] + 0.2 * 55)
    assert knobs.dive_turn == round(now["dive_turn"] * (2_000 / now["dive_turn"]) ** 0.6)
    assert moved(levels, found, 0.0) == moved(levels, [], 0.05) == DEFAULT
