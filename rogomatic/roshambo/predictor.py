"""What every predictor can be asked, and how sure it may be of itself."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, Protocol

from rogue.shared.confidence import SIGMAS

TENTHS: Final = 10


class Predictor(Protocol):
    """Predicts the next symbol of a row.

    A predictor sees a row of symbols 0, 1, 2, ...: those that it is given, and those that were to be
    predicted.  It draws no dice and knows no clock: the same symbols give the same answers.
    """

    def given(self, symbol: int) -> None:
        """Take in a symbol that is known and not to be predicted."""

    def observe(self, symbol: int) -> None:
        """Take in the symbol that was to be predicted, and learn from it."""

    def distribution(self) -> list[float]:
        """Return the probability of each symbol; all are above 0, and their sum is 1."""

    def top(self) -> int:
        """Return the likeliest symbol, the lowest among equals."""

    def certainty(self) -> float:
        """Return how far the likeliest symbol is to be trusted, 0 to 1: `TrackRecord.certainty` of it."""


def likeliest(distribution: Sequence[float]) -> int:
    """Return the likeliest symbol, the lowest among equals.

    >>> likeliest([0.2, 0.4, 0.4])
    1
    """
    best = 0
    for symbol in range(1, len(distribution)):
        if distribution[symbol] > distribution[best]:
            best = symbol
    return best


def wilson_low(hits: int, cases: int) -> float:
    """Return the lower end of the 95 per cent Wilson interval of a share, 0 without cases.

    >>> wilson_low(0, 0), round(wilson_low(16, 16), 3), round(wilson_low(8, 10), 3)
    (0.0, 0.806, 0.49)
    """
    if not cases:
        return 0.0
    share, square = hits / cases, SIGMAS * SIGMAS
    spread = SIGMAS * sqrt(share * (1 - share) / cases + square / (4 * cases * cases))
    return max((share + square / (2 * cases) - spread) / (1 + square / cases), 0.0)


class TrackRecord:
    """How often earlier predictions came true, by the tenth that their probability lay in.

    Predictions that agree with some rule and those that do not are counted by themselves.
    """

    def __init__(self) -> None:
        self._hits = [0] * (2 * TENTHS)
        self._cases = [0] * (2 * TENTHS)

    def note(self, probability: float, agrees: bool, came_true: bool, times: int = 1) -> None:
        """Count a prediction made with this probability, or so many alike."""
        place = _place(probability, agrees)
        self._cases[place] += times
        if came_true:
            self._hits[place] += times

    def certainty(self, probability: float, agrees: bool) -> float:
        """Return the lower end of the 95 per cent interval of the share that came true, 0 without cases."""
        place = _place(probability, agrees)
        return wilson_low(self._hits[place], self._cases[place])

    def rows(self) -> list[tuple[int, int]]:
        """Return (hits, cases) of each tenth, first of the dissenting predictions, then of the agreeing."""
        return list(zip(self._hits, self._cases, strict=True))


def _place(probability: float, agrees: bool) -> int:
    return min(int(probability * TENTHS), TENTHS - 1) + (TENTHS if agrees else 0)
