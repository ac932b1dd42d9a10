"""How far a mean may be off."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

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
