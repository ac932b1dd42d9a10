"""Spreads: distributions of whole numbers, such as throws of dice and the damage of several blows."""

from __future__ import annotations

from functools import lru_cache
from math import fsum  # rounds alike in every Python, as `sum` of fractions does not
from typing import Final

from rogomatic.agent.kernels import add_spreads

Spread = tuple[float, ...]
"""Chances of the values 0, 1, 2, ...; the last entry stands for everything from there on if it was cut."""

CAP: Final = 160  # damage beyond this is death in any case


@lru_cache(maxsize=512)
def dice(count: int, sides: int) -> Spread:
    """Return the distribution of a throw of dice.

    >>> dice(2, 2)
    (0.0, 0.0, 0.25, 0.5, 0.25)
    """
    total: Spread = (1.0,)
    for _ in range(count):
        total = add(total, (0.0,) + (1 / sides,) * sides)
    return total


def add(a: Spread, b: Spread) -> Spread:
    """Return the distribution of a sum; what is over the cap counts as the cap."""
    return add_spreads(a, b, CAP)


def shift(spread: Spread, plus: int) -> Spread:
    """Add a constant; nothing falls below 0 (CMB-4)."""
    if plus >= 0:
        return (0.0,) * plus + spread
    return (fsum(spread[: 1 - plus]), *spread[1 - plus :])


def mean(spread: Spread) -> float:
    """Return the mean value."""
    return fsum(value * share for value, share in enumerate(spread))
