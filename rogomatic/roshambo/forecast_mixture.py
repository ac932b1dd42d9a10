"""Forecasts of the next throw, given as log-odds, mixed with weights that are learned turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final

from rogomatic.roshambo.throws import THROWS

Odds = tuple[float, float, float]
NO_ODDS: Final[Odds] = (0.0, 0.0, 0.0)


def log_odds(rock: float, paper: float, scissors: float, turn: int = 0) -> Odds:
    """Return, for each of the three counts, log(count / geometric mean of the three counts).

    All counts are above 0.  The result for throw t is at index (t + `turn`) modulo 3, so `turn` rotates the
    results.

    >>> log_odds(1, 1, 1), [round(one, 2) for one in log_odds(4, 1, 1, turn=1)]
    ((0.0, 0.0, 0.0), [-0.46, 0.92, -0.46])
    """
    mean = log(rock * paper * scissors) / THROWS
    odds = (log(rock) - mean, log(paper) - mean, log(scissors) - mean)
    return odds if not turn else (odds[2], odds[0], odds[1]) if turn == 1 else (odds[1], odds[2], odds[0])


def best_answer(odds: Odds) -> int:
    """Return the throw with the greatest gain against chances or log-odds.

    If several are equally good, return the lowest.

    >>> best_answer((0.45, 0.15, 0.40)), best_answer((0.1, 0.2, 0.7))
    (0, 0)
    """
    rock, paper, scissors = odds
    gains = (scissors - paper, rock - scissors, paper - rock)
    return gains.index(max(gains))


class ForecastMixture:
    """The softmax of weighted log-odds.  Gradient descent on the log-loss adjusts the weights.

    weights  weight of each forecast, in the order of the forecasts
    rate     step size of the adjustment
    """

    def __init__(self, weights: Sequence[float], rate: float) -> None:
        self.weights = list(weights)
        self._rate = rate
        self._inputs: Sequence[Odds] = ()
        self._chances: Odds = NO_ODDS

    def mix(self, inputs: Sequence[Odds]) -> Odds:
        """Return the chance of each throw.  `inputs` are the log-odds of each forecast."""
        rock = paper = scissors = 0.0
        for weight, (first, second, third) in zip(self.weights, inputs, strict=True):
            rock += weight * first
            paper += weight * second
            scissors += weight * third
        most = max(rock, paper, scissors)
        likely = (exp(rock - most), exp(paper - most), exp(scissors - most))
        whole = sum(likely)
        self._inputs = inputs
        self._chances = (likely[0] / whole, likely[1] / whole, likely[2] / whole)
        return self._chances

    def learn(self, throw: int) -> None:
        """Adjust the weights to the throw that came after the last call of `mix`."""
        rock, paper, scissors = (
            self._rate * ((number == throw) - chance) for number, chance in enumerate(self._chances)
        )
        self.weights = [
            weight + rock * first + paper * second + scissors * third
            for weight, (first, second, third) in zip(self.weights, self._inputs, strict=True)
        ]

    def loudest(self, throw: int) -> int:
        """Return the index of the forecast that favored a throw most in the last call of `mix`."""
        shares = [weight * odds[throw] for weight, odds in zip(self.weights, self._inputs, strict=True)]
        return shares.index(max(shares))
