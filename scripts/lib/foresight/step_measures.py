"""Measures of foresight: bits a step and share right, beside the pursuit rule on the same steps.

The steps of a game are not independent of each other, so intervals come from drawing whole games again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log2
from typing import Final, NamedTuple

import numpy as np

from rogomatic.confidence import dice, tails
from rogomatic.predict.predictor import TENTHS
from rogomatic.predict.step_predictor import FEWEST_CASES, ErrorRate, KindSteps
from scripts.lib.foresight.step_log import GameSteps

RESAMPLES: Final = 2000
CERTAIN: Final = 0.8
MANY_STEPS: Final = 1000  # of a kind, from which it must not be foreseen worse
WORSE_BITS: Final = 0.05
_BIN_CASES: Final = 200
_OFF: Final = 0.03


class Scored(NamedTuple):
    """A step with its forecast.

    game   its number                        top         probability of the likeliest symbol
    rule, forecast   bits that the step cost     certainty   of the likeliest, 0 where too few cases are known
    rule_right, right   whether the likeliest symbol came     dissents  whether it was not the rule's
    """

    game: int
    name: str
    near: bool
    rule: float
    forecast: float
    rule_right: bool
    right: bool
    dissents: bool
    top: float
    certainty: float


class Difference(NamedTuple):
    """What the forecast saves against the rule: means of both, and the interval of the difference."""

    steps: int
    rule: float
    forecast: float
    low: float
    high: float


def score(games: Sequence[GameSteps], frozen: int = 0) -> list[Scored]:
    """Return every step with the forecast that was made before it was learned, game after game.

    frozen  learn from so many games only and return the steps of the others; 0: learn from all
    """
    overall: dict[str, ErrorRate] = {}
    kinds: dict[tuple[str, str], KindSteps] = {}
    found: list[Scored] = []
    for number, game in enumerate(games):
        for step in game.steps:
            kind = kinds.get((game.edition, step.name))
            if kind is None:
                errors = overall.setdefault(game.edition, ErrorRate())
                kind = kinds[game.edition, step.name] = KindSteps(errors, {}, {})
            if number >= frozen:
                found.append(_scored(number, kind, step))
            if not frozen or number < frozen:
                kind.observe(step.expected, step.last, step.step)
    return found


def _scored(number: int, kind: KindSteps, step: tuple[str, int, int, int, bool]) -> Scored:
    name, expected, last, came, near = step
    seen = kind.forecast(expected, last)
    return Scored(
        number, name, near,
        -log2(kind.rule(expected)[came]), -log2(seen.chances[came]),
        came == expected, came == seen.top, seen.top != expected, seen.chances[seen.top],
        seen.certainty if seen.cases >= FEWEST_CASES else 0.0,
    )  # fmt: skip


def difference(
    steps: Iterable[Scored], rule: Callable[[Scored], float], forecast: Callable[[Scored], float]
) -> Difference:
    """Return the mean difference of two figures of each step, resampled by game; all 0 of no steps."""
    sums: dict[int, list[float]] = {}
    for step in steps:
        row = sums.setdefault(step.game, [0.0, 0.0, 0.0])
        row[0] += 1
        row[1] += rule(step)
        row[2] += forecast(step)
    if not sums:
        return Difference(0, 0.0, 0.0, 0.0, 0.0)
    table = np.array([sums[game] for game in sorted(sums)])
    count, first, second = table.sum(axis=0).tolist()
    rng = dice()
    drawn = np.array([
        table[rng.integers(len(table), size=len(table))].sum(axis=0) for _ in range(RESAMPLES)
    ])  # fmt: skip
    low, high = tails((drawn[:, 2] - drawn[:, 1]) / drawn[:, 0])
    return Difference(int(count), first / count, second / count, low, high)


def in_bits(steps: Iterable[Scored]) -> Difference:
    """Return the difference in bits a step; below 0 the forecast is better."""
    return difference(steps, lambda one: one.rule, lambda one: one.forecast)


def in_shares(steps: Iterable[Scored]) -> Difference:
    """Return the difference of the share that was right; above 0 the forecast is better."""
    return difference(steps, lambda one: float(one.rule_right), lambda one: float(one.right))


class CalibrationBin(NamedTuple):
    """Forecasts whose probability lay in one tenth: how many, their mean, and the share that came."""

    steps: int
    mean: float
    came: float

    @property
    def off(self) -> bool:
        """Whether the share that came is not the predicted one, with enough cases to tell."""
        error = (self.mean * (1 - self.mean) / max(self.steps, 1)) ** 0.5
        return self.steps >= _BIN_CASES and abs(self.came - self.mean) > _OFF + 2 * error


def calibration(steps: Iterable[Scored]) -> list[CalibrationBin]:
    """Return the tenths of the probability of the likeliest symbol in which there are any cases."""
    rows = [[0, 0.0, 0] for _ in range(TENTHS)]
    for step in steps:
        row = rows[min(int(step.top * TENTHS), TENTHS - 1)]
        row[0] += 1
        row[1] += step.top
        row[2] += step.right
    return [
        CalibrationBin(int(count), predicted / count, came / count)
        for count, predicted, came in rows
        if count
    ]


class Dissent(NamedTuple):
    """Forecasts that differ from the rule: how many, and how often they and the rule were right."""

    steps: int
    right: int
    rule_right: int


def dissent(steps: Iterable[Scored], certain: float) -> Dissent:
    """Count the forecasts that differ from the rule with at least this certainty."""
    found = [one for one in steps if one.dissents and one.certainty >= certain]
    return Dissent(len(found), sum(one.right for one in found), sum(one.rule_right for one in found))


def sure_share(steps: Iterable[Scored], certain: float = CERTAIN) -> tuple[int, float]:
    """Return how many forecasts are as certain as this, and the share of them that came true."""
    found = [one.right for one in steps if one.certainty >= certain]
    return len(found), sum(found) / max(len(found), 1)


def worse_kinds(steps: Sequence[Scored]) -> list[str]:
    """Return the kinds with many steps whose forecasts are clearly worse than by the rule."""
    found: list[str] = []
    for name in sorted({one.name for one in steps}):
        figures = in_bits(one for one in steps if one.name == name)
        if figures.steps >= MANY_STEPS and figures.forecast - figures.rule > WORSE_BITS:
            found.append(name)
    return found
