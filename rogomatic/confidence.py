"""How sure a number is: standard errors, and intervals that hold 95 per cent."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np

SIGMAS: Final = 1.959964  # of the normal law, beyond which 2.5 per cent lie on either side


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of one or more values and its standard error, 0 for a single one.

    >>> mean_and_error([1, 3, 5, 7]), mean_and_error([2])
    ((4.0, 1.2909944487358056), (2.0, 0.0))
    """
    count = len(values)
    mean = sum(values) / count
    squares = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(squares / max(count - 1, 1) / count)


RESAMPLES: Final = 4000
MANY: Final = 10_000  # values, from where on the normal law says the same of a mean
TAILS_PCT: Final = (2.5, 97.5)
_DICE_SEED: Final = 1984  # the interval of a file is the same each time it is asked for

Interval = tuple[float, float]


def dice() -> np.random.Generator:
    """Return fresh dice that always fall alike."""
    import numpy as np

    return np.random.default_rng(_DICE_SEED)


def tails(resampled: np.ndarray) -> Interval:
    """Return the bounds between which 95 per cent of some numbers lie."""
    import numpy as np

    low, high = np.percentile(resampled, TAILS_PCT).tolist()
    return low, high


def quantile_interval(values: Sequence[int], pct: float) -> Interval:
    """Return the interval of a percentile of one or more values, found as numpy.percentile does it.

    As if the values were drawn again with replacement, RESAMPLES times; but only the two neighbours are drawn
    between which the percentile lies: the places of order statistics follow beta laws.  So the time hardly
    depends on the number of values.
    """
    import numpy as np

    ordered, rng, count = np.sort(np.asarray(values)), dice(), len(values)
    place = (count - 1) * pct / 100
    below = int(place)
    lower = rng.beta(below + 1, count - below, RESAMPLES)
    drawn = ordered[_index(lower, count)].astype(float)
    if place > below:
        upper = lower + (1 - lower) * rng.beta(1, count - below - 1, RESAMPLES)
        drawn += (place - below) * (ordered[_index(upper, count)] - drawn)
    return tails(drawn)


def mean_interval(values: Sequence[int]) -> Interval:
    """Return the interval of the mean of one or more values, drawn again with replacement."""
    import numpy as np

    array, count = np.asarray(values, dtype=float), len(values)
    if count > MANY:
        mean, error = float(array.mean()), float(array.std(ddof=1)) / count**0.5
        return mean - SIGMAS * error, mean + SIGMAS * error
    rng = dice()
    return tails(np.array([array[rng.integers(count, size=count)].mean() for _ in range(RESAMPLES)]))


def _index(shares: np.ndarray, count: int) -> np.ndarray:
    """Return which of `count` ordered values each share of them falls on."""
    import numpy as np

    places: np.ndarray = np.minimum((shares * count).astype(int), count - 1)
    return places
