"""Confidence intervals of 95 %, with standard errors."""

from __future__ import annotations

from collections.abc import Sequence
from math import lgamma, log, log1p, sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np

SIGMAS: Final = 1.959964  # quantile of the normal distribution with 2.5 % on either side
RESAMPLES: Final = 4000
MANY: Final = 10_000  # number of values from which a mean is normally distributed
TAIL: Final = 0.025
TAILS_PCT: Final = (100 * TAIL, 100 * (1 - TAIL))
_CELLS: Final = 1 << 19  # values drawn at once: 4 megabytes
_DICE_SEED: Final = 1984  # fixed, so that the interval of a file is always the same
_STUDENT: Final = (12.7062, 4.3027, 3.1824)  # with one, two and three degrees of freedom
_FAR: Final = 12  # standard deviations beyond which the chance is 0


def mean_and_error(values: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean of values, and the standard error of the mean.  The error of one value is None.

    >>> mean_and_error([1, 3, 5, 7]), mean_and_error([2])
    ((4.0, 1.2909944487358056), (2.0, None))
    """
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return mean, None
    squares = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(squares / (count - 1) / count)


def with_error(mean: float, error: float | None, mark: str = "\u00b1") -> str:
    """Return a mean as a rounded number, followed by its rounded standard error if that is not None.

    >>> with_error(12.4, 3.6, "+-"), with_error(-0.3, None)
    ('12 +- 4', '0')
    """
    return str(round(mean)) if error is None else f"{round(mean)} {mark} {round(error)}"


Interval = tuple[float, float]


def dice() -> np.random.Generator:
    """Return a random generator with a fixed seed."""
    import numpy as np

    return np.random.default_rng(_DICE_SEED)


def tails(resampled: np.ndarray) -> Interval:
    """Return the bounds of the central 95 % of the given numbers."""
    import numpy as np

    low, high = np.percentile(resampled, TAILS_PCT).tolist()
    return low, high


def student_sigmas(freedom: float) -> float:
    """Return the half-width of a 95 % interval, in standard errors (Student's t).

    freedom  degrees of freedom, at least 1

    If `freedom` is at least 3, the result comes from a series in 1 / freedom and is accurate to 0.002.  If
    `freedom` is 1 or 2, the result is exact to four decimals.  If `freedom` lies between 1 and 2 or between 2
    and 3, the result is interpolated and up to 7 % too large.

    >>> [round(student_sigmas(freedom), 2) for freedom in (1, 2, 3, 10, 1e9)]
    [12.71, 4.3, 3.18, 2.23, 1.96]
    """
    if freedom < len(_STUDENT):
        below = max(int(freedom), 1)
        part = max(freedom, 1) - below
        return 1 / ((1 - part) / _STUDENT[below - 1] + part / _STUDENT[below])
    z = SIGMAS
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92_160,
    )
    return sum(term / freedom**power for power, term in enumerate(terms))


def share_interval(share: float, cases: float) -> Interval:
    """Return the 95 % interval of a share that was observed in `cases` cases (Wilson's interval).

    >>> [round(bound, 2) for bound in share_interval(0.5, 10)], share_interval(1, 3)[1]
    ([0.24, 0.76], 1)
    """
    extra = SIGMAS**2 / cases
    middle = (share + extra / 2) / (1 + extra)
    reach = SIGMAS * sqrt(share * (1 - share) / cases + extra / cases / 4) / (1 + extra)
    return min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach))  # rounding aside


def quantile_interval(values: Sequence[int], pct: float) -> Interval | None:
    """Return the 95 % interval of a percentile, or None if there are too few values.

    Both bounds of the interval are taken from `values`.  This method makes no assumption about the
    distribution, and covers the true percentile with a probability of at least 95 %.  An interval for the
    median takes at least 6 values, and one for the 90th percentile at least 36.

    >>> quantile_interval([1, 2, 3, 4, 5], 50), quantile_interval([6, 5, 4, 3, 2, 1], 50)
    (None, (1.0, 6.0))
    """
    import numpy as np

    places = _order_places(len(values), pct / 100)
    if places is None:
        return None
    low, high = np.partition(np.asarray(values), places)[list(places)].tolist()
    return float(low), float(high)


def _order_places(count: int, share: float) -> tuple[int, int] | None:
    """Return the indexes of the two sorted values that bound a quantile, or None for too few values."""
    import numpy as np

    mean, reach = count * share, _FAR * sqrt(count * share * (1 - share))
    first, last = max(0, int(mean - reach) - 1), min(count, int(mean + reach) + 2)
    log_first = (
        lgamma(count + 1) - lgamma(first + 1) - lgamma(count - first + 1)
        + first * log(share) + (count - first) * log1p(-share)
    )  # fmt: skip
    below = np.arange(first, last)
    steps = np.log((count - below) / (below + 1) * share / (1 - share))
    chances = np.cumsum(np.exp(log_first + np.concatenate(([0.0], np.cumsum(steps)))))
    low = first + int(np.searchsorted(chances, TAIL, "right")) - 1
    high = first + int(np.searchsorted(chances, 1 - TAIL, "left"))
    return (low, high) if 0 <= low < high < count else None


def mean_interval(values: Sequence[int]) -> Interval:
    """Return the 95 % interval of the mean of n >= 2 scores.  Raises ValueError for fewer scores.

    If n is at most `MANY`, the interval is found by the bootstrap.  For few values the bootstrap interval is
    too narrow, so it is widened by the factor t / 1.96 * sqrt(n / (n - 1)), where t is the quantile of
    Student's distribution.  If n is above `MANY`, the interval is that of the normal distribution.  The lower
    bound is at least min(0, lowest score).

    >>> mean_interval([3, 4000])[0]
    0.0
    """
    import numpy as np

    array, count = np.asarray(values, dtype=float), len(values)
    if count < 2:
        raise ValueError("a mean of fewer than two values has no interval")
    mean, least = float(array.mean()), min(0.0, float(array.min()))
    if count > MANY:
        error = float(array.std(ddof=1)) / count**0.5
        return max(least, mean - SIGMAS * error), mean + SIGMAS * error
    rng, means = dice(), np.empty(RESAMPLES)
    together = max(1, _CELLS // count)
    for first in range(0, RESAMPLES, together):
        some = means[first : first + together]
        some[:] = array[rng.integers(count, size=(len(some), count))].mean(axis=1)
    drawn = tails(means)
    low, high = widened(mean, drawn, student_sigmas(count - 1) / SIGMAS * sqrt(count / (count - 1)))
    return max(least, low), high


def widened(estimate: float, drawn: Interval, factor: float) -> Interval:
    """Return a wider copy of the interval `drawn`.

    Each bound is moved so that its distance from `estimate` is `factor` times as large as before.
    """
    low, high = drawn
    return estimate - factor * (estimate - low), estimate + factor * (high - estimate)
