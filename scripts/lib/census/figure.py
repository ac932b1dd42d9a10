"""A figure: what the rules state, what was counted, and whether the two agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf, nan, sqrt
from typing import Final, TypeVar

ERRORS: Final = 3.0
"""Standard errors that a count may be off."""
SLACK: Final = 0.01
"""Or this part of the stated figure: where the rules round it, or leave out a rare effect."""
_NOTHING: Final = 1e-9

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Figure:
    """One stated figure beside one count.  Without a standard error it must be met exactly."""

    rule: str
    what: str
    expected: float
    measured: float  # nan when nothing was counted
    error: float  # standard error of `measured`
    count: int  # sample size
    depth: int | None = None

    @property
    def key(self) -> tuple[str, str, int | None]:
        """What figures are sorted and matched by."""
        return self.rule, self.what, self.depth

    @property
    def sigma(self) -> float:
        """The distance from the stated figure in standard errors."""
        off = self.measured - self.expected
        if abs(off) <= _NOTHING:
            return 0.0
        return off / self.error if self.error else inf if off > 0 else -inf

    def fits(self, errors: float = ERRORS) -> bool:
        """Return whether the count is within so many standard errors, or within 1 % where dice decide."""
        off = abs(self.measured - self.expected)
        if not self.error:
            return off <= _NOTHING
        return off <= max(errors * self.error, SLACK * abs(self.expected))


def share(rule: str, what: str, chance: float, seen: Iterable[bool], depth: int | None = None) -> Figure:
    """Compare the share of true values with a chance; 0 and 1 must be met exactly.

    The error is the binomial one plus, in quadrature, one count: rare things come in whole numbers.
    """
    values = list(seen)
    return _share(rule, what, chance, sum(values), len(values), depth)


def shares(
    rule: str, what: str, chances: Mapping[K, float], seen: Iterable[object], depth: int | None = None
) -> list[Figure]:
    """Compare the shares of several values, a figure each, and one for all values without a chance."""
    values = list(seen)
    rows = [
        _share(rule, f"{what}: {value}", chance, values.count(value), len(values), depth)
        for value, chance in chances.items()
    ]
    others = sum(value not in chances for value in values)
    return [*rows, _share(rule, f"{what}: any other", 0.0, others, len(values), depth)]


def _share(rule: str, what: str, chance: float, hits: int, tries: int, depth: int | None) -> Figure:
    if not tries:
        return Figure(rule, what, chance, nan, 0.0, 0, depth)
    variance = chance * (1 - chance) / tries
    error = sqrt(variance + tries**-2) if variance else 0.0
    return Figure(rule, what, chance, hits / tries, error, tries, depth)


def mean(
    rule: str,
    what: str,
    expected: float,
    counted: Iterable[float],
    depth: int | None = None,
    *,
    spread: float | None = None,
) -> Figure:
    """Compare the mean of counts with a figure.

    The error comes from `spread`, the standard deviation of one count, or else from the counts' own.
    """
    values = list(counted)
    size = len(values)
    if not size:
        return Figure(rule, what, expected, nan, 0.0, 0, depth)
    middle = sum(values) / size
    if spread is None:
        spread = sqrt(sum((value - middle) ** 2 for value in values) / max(1, size - 1))
    return Figure(rule, what, expected, middle, spread / sqrt(size), size, depth)
