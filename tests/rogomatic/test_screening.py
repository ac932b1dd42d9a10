"""Screening finds the knobs that matter, in each band of depths, in scores whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from rogomatic.agent.beliefs.knob_sets import knobs_at
from rogomatic.agent.editions import BANDS
from rogomatic.agent.knobs import DEFAULT
from rogomatic.run.storage.agent_files import shipped_memory
from scripts.lib.learning.arrivals import FIGURES, Arrival
from scripts.lib.learning.screening import (
    Effect,
    ScreenedGame,
    around,
    effects,
    knobs_of,
    moved,
    play_screened,
    signs,
)

pytestmark = pytest.mark.slow


LEVELS = {"rest_pct": (25, 60), "zap_pct": (4, 20), "leave_hp": (20, 120), "flee_pct": (1, 8)}


def test_games_of_a_pair_are_opposites_and_every_band_has_its_own_lots() -> None:
    high = np.array([signs(LEVELS, game) for game in range(400)])
    assert (high[::2] == -high[1::2]).all()
    assert all((high[:, 0] != high[:, band]).any() for band in (1, 2, 3))
    chosen = knobs_of(LEVELS, 7, "5.4")
    assert tuple(chosen) == BANDS
    for (first, knobs), lots in zip(chosen.items(), signs(LEVELS, 7), strict=True):
        now = knobs_at("5.4", first, DEFAULT)
        both = around(LEVELS, now)
        assert [getattr(knobs, name) for name in LEVELS] == [
            both[name][lot > 0] for name, lot in zip(LEVELS, lots, strict=True)
        ]
        others = knobs.values().keys() - LEVELS
        assert all(getattr(knobs, name) == getattr(now, name) for name in others)


def test_bands_above_the_least_depth_keep_what_they_play_by() -> None:
    chosen, all_bands = knobs_of(LEVELS, 7, "5.4", least=9), knobs_of(LEVELS, 7, "5.4")
    for first, knobs in chosen.items():
        assert knobs == (knobs_at("5.4", first, DEFAULT) if first < 9 else all_bands[first])
        assert (knobs == all_bands[first]) is (first >= 9)


def test_levels_keep_their_distance_from_the_knobs_of_an_edition() -> None:
    now = knobs_at("3.6", 1, DEFAULT)
    levels = {"full_depth": (11, 18), "help_pct": (43, 85), "flee_pct": (2, 10), "lean_turns": (0, 810)}
    both = around(levels, now)
    ratio = now.help_pct / DEFAULT.help_pct
    assert round(85 * ratio) == DEFAULT.help_pct
    assert both["help_pct"] == (round(43 * ratio), DEFAULT.help_pct + 1)
    assert both["full_depth"] == (20, 26)  # no deeper than the range
    assert both["lean_turns"] == (0, now.lean_turns + 810 - DEFAULT.lean_turns)


def a_game(number: int, truth: dict[int, dict[str, float]], dice: np.random.Generator) -> ScreenedGame:
    """Return a game in which each band adds its gold, and one hero in three ends in each."""
    score, arrivals = 0.0, {}
    purses: list[tuple[int, float, float]] = []
    for first, lots in zip(BANDS, signs(LEVELS, number), strict=True):
        things = dice.normal(5, 1)
        purses.append((first, score, things))
        gains = truth.get(first, {})
        score += 300 + dice.normal(0, 100) + sum(
            gains.get(name, 0.0) / 2 * lot for name, lot in zip(LEVELS, lots, strict=True)
        )  # fmt: skip
        if dice.random() < 1 / 3:
            break
    for first, purse, things in purses[1:]:
        figures = (things,) + (0.0,) * (len(FIGURES) - 1)
        arrivals[first] = Arrival(number, first, round(score) - round(purse), figures)
    return ScreenedGame(number, round(score), arrivals)


def test_no_effects_are_told_of_bands_above_the_least_depth() -> None:
    dice = np.random.default_rng(1)
    games = [a_game(number, {}, dice) for number in range(300)]
    assert tuple(effects(LEVELS, games)) == BANDS
    assert tuple(effects(LEVELS, games, least=9)) == BANDS[2:]


def test_true_gains_lie_within_the_stated_errors() -> None:
    truth = {1: {"rest_pct": 60.0}, 4: {"zap_pct": -60.0}}
    shares = {1: 1.0, 4: 2 / 3, 9: 4 / 9, 13: 8 / 27}
    missed = 0
    for trial in range(5):
        dice = np.random.default_rng(trial)
        found = effects(LEVELS, [a_game(number, truth, dice) for number in range(2000)])
        assert tuple(found) == BANDS
        for first, gains in found.items():
            for one in gains:
                expected = shares[first] * truth.get(first, {}).get(one.name, 0.0)
                missed += abs(one.gain - expected) > 1.96 * one.error
                assert abs(one.shrunk) <= abs(one.gain)
        assert max(found[1], key=lambda one: abs(one.gain)).name == "rest_pct"
        assert max(found[4], key=lambda one: abs(one.gain)).name == "zap_pct"
    assert 1 <= missed <= 12  # of 80, 4 expected


def test_a_band_that_few_heroes_come_to_is_left_out() -> None:
    dice = np.random.default_rng(1)
    games = [a_game(number, {}, dice)._replace(arrivals={}) for number in range(200)]
    assert tuple(effects(LEVELS, games)) == (1,)


def test_a_known_gain_does_not_say_how_far_the_others_are_shrunk() -> None:
    dice = np.random.default_rng(3)
    games = [a_game(number, {1: {"rest_pct": 400.0}}, dice) for number in range(2000)]
    free = {one.name: one for one in effects(LEVELS, games)[1]}
    judged = {one.name: one for one in effects(LEVELS, games, ["rest_pct"])[1]}
    assert all(judged[name].gain == free[name].gain for name in LEVELS)
    others = LEVELS.keys() - {"rest_pct"}
    assert all(abs(judged[name].shrunk) < abs(free[name].shrunk) / 2 for name in others)


def test_each_band_has_its_knobs_and_arrivals_are_noted() -> None:
    some = ((2, 2_861_009), (0, 334))  # short games
    games = [play_screened(LEVELS, number, first, shipped_memory(), "5.4") for number, first in some]
    assert games[0] == play_screened(LEVELS, 2, 2_861_009, shipped_memory(), "5.4")
    assert any(one.arrivals for one in games)
    for one in games:
        assert all(first <= arrival.depth for first, arrival in one.arrivals.items())
        assert all(len(arrival.figures) == len(FIGURES) for arrival in one.arrivals.values())
        assert list(one.arrivals) == sorted(one.arrivals)


def test_knobs_move_part_of_the_way_by_what_is_to_be_gained() -> None:
    levels = {
        "rest_pct": (20, 40),
        "zap_pct": (1, 16),
        "scout_rest_pct": (0, 55),
        "level_turns": (200, 3_000),
    }
    now = {name: getattr(DEFAULT, name) for name in levels}
    gains = {"rest_pct": -10.0, "zap_pct": 2.0, "scout_rest_pct": 4.0, "level_turns": -1000.0}
    found = [Effect(name, gain, 30.0, gain) for name, gain in gains.items()]
    knobs = moved(levels, found, 0.05)
    assert knobs.rest_pct == round((now["rest_pct"] * 20) ** 0.5)
    assert knobs.zap_pct == round(now["zap_pct"] * (16 / now["zap_pct"]) ** 0.1)
    assert knobs.scout_rest_pct == round(0.8 * now["scout_rest_pct"] + 0.2 * 55)
    assert knobs.level_turns == round(now["level_turns"] * (200 / now["level_turns"]) ** 0.6)
    assert moved(levels, found, 0.0) == moved(levels, [], 0.05) == DEFAULT
