"""Spreads: distributions of whole numbers, such as throws of dice and the damage of several blows."""

from __future__ import annotations

from functools import lru_cache
from math import fsum  # rounds alike in every Python, as `sum` of fractions does not
from typing import Final

_COMPILED: Final = not __file__.endswith(".py")
if _COMPILED:
    from rogomatic.agent.kernels import native_fights

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
    """Return the distribution of a sum; what is over the cap counts as the cap.

    Hot in fights (scripts/bench), but its callers keep what they have worked out.
    """
    if len(a) == 1:
        return b
    if _COMPILED:
        return native_fights.add(a, b, CAP)
    size = len(a) + len(b) - 1
    total = [0.0] * size
    # Each entry sums up its parts by rising entries of `a`, whichever side is gone through.
    short, row = (list(enumerate(a)), b) if len(a) < len(b) else (list(enumerate(b))[::-1], a)
    for start, share in short:
        if share:
            end = start + len(row)
            total[start:end] = [old + share * more for old, more in zip(total[start:end], row, strict=True)]
    if size > CAP + 1:
        total[CAP:] = [_over(a, b)]
    return tuple(total)


def _over(a: Spread, b: Spread) -> float:
    """Return the chance that a sum is the cap or more."""
    found = 0.0
    for start in range(max(CAP - len(b) + 1, 0), len(a)):
        share = a[start]
        if share:
            for other in b[max(CAP - start, 0) :]:
                found += share * other
    return found


def shift(spread: Spread, plus: int) -> Spread:
    """Add a constant; nothing falls below 0 (CMB-4)."""
    if plus >= 0:
        return (0.0,) * plus + spread
    return (fsum(spread[: 1 - plus]), *spread[1 - plus :])


def mean(spread: Spread) -> float:
    """Return the mean value."""
    return fsum(value * share for value, share in enumerate(spread))
