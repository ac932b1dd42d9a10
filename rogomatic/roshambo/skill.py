"""Skill: how often a player wins, as a beta distribution."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, fsum, lgamma, log
from typing import Final, NamedTuple

FADE: Final = 0.98  # a game, of the weight of those before it
_TINY: Final = 1e-300
_PRECISE: Final = 1e-14
_HALVINGS: Final = 60


class Skill(NamedTuple):
    """A beta distribution of a player's strength, uniform before any game."""

    wins: float = 1.0
    losses: float = 1.0

    def mean(self) -> float:
        """Return the expected strength, 0 to 1.

        >>> Skill(7, 3).mean()
        0.7
        """
        return self.wins / (self.wins + self.losses)

    def confidence(self) -> float:
        """Return how certain the strength is: 1 / variance.

        >>> round(Skill(7, 3).confidence(), 3)
        52.381
        """
        whole = self.wins + self.losses
        return whole * whole * (whole + 1) / (self.wins * self.losses)

    def below(self, strength: float) -> float:
        """Return the probability of a lower strength."""
        if not 0 < strength < 1:
            return 0.0 if strength <= 0 else 1.0
        a, b = self.wins, self.losses
        front = a * log(strength) + b * log(1 - strength) + lgamma(a + b) - lgamma(a) - lgamma(b)
        if strength < (a + 1) / (a + b + 2):
            return exp(front) * _continued(a, b, strength) / a
        return 1 - exp(front) * _continued(b, a, 1 - strength) / b

    def quantile(self, share: float) -> float:
        """Return the strength below which the true one lies with this probability."""
        least, most = 0.0, 1.0
        for _ in range(_HALVINGS):
            middle = (least + most) / 2
            least, most = (middle, most) if self.below(middle) < share else (least, middle)
        return (least + most) / 2


def skill_of(results: Iterable[float], fade: float = FADE) -> Skill:
    """Return the skill after results, the oldest first: 1 for a win, 0 a loss, 0.5 a draw.

    >>> skill_of([1] * 7 + [0] * 3, fade=1).mean() == 8 / 12
    True
    """
    newest_first = list(results)[::-1]
    weights = [fade**age for age in range(len(newest_first))]
    wins = fsum(weight * result for weight, result in zip(weights, newest_first, strict=True))
    return Skill(1 + wins, 1 + fsum(weights) - wins)


def _continued(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function (Lentz's method)."""
    value = above = 1.0
    below = 1 / _far(1 - (a + b) * x / (a + 1))
    value = below
    for step in range(1, 400):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for part in (even, odd):
            below = 1 / _far(1 + part * below)
            above = _far(1 + part / above)
            value *= below * above
        if abs(below * above - 1) < _PRECISE:
            break
    return value


def _far(value: float) -> float:
    """Return a value, or a tiny one in place of 0."""
    return value if abs(value) > _TINY else _TINY
