"""Estimates from counted cases and a first guess that weighs as much as so many cases.

All of them go over to what was observed as the cases grow in number, and give the guess without any.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import erfc, fsum, log, sqrt
from typing import Final

from rogomatic.memory.long_term_memory import Table

_LEAST: Final = 0.02  # nothing is certain, as the chance of a case that was counted
_DIE_MEAN: Final = 4.5  # of the eight-sided die that hit points are made of, per level
_DIE_VARIANCE: Final = 5.25
_BLUR: Final = 6.0  # variance of what one blow does, as it is only known on average
_MOST_LEVEL: Final = 30


def chance(shift: int) -> float:
    """Return the chance of so many twentieths, within what counts as possible."""
    return min(max(shift / 20, _LEAST), 1 - _LEAST)


def mean_key(table: Table[int]) -> float:
    """Return the mean of a table's keys, weighed by its cases; 0 if it is empty."""
    cases = sum(map(sum, table.values()))
    return sum(key * sum(row) for key, row in table.items()) / cases if cases else 0.0


def fit_shift(cases: Table[int], guess: int, weight: float, expected: float | None = None) -> int:
    """Return the shift t that explains best how often something hit: with chance (base + t) / 20.

    cases     base -> (hits, misses)
    guess     the shift without any cases, which weighs as `weight` cases at their mean base
    expected  the chance that the guess gives there, if it is not (base + guess) / 20

    >>> fit_shift({0: (50, 150)}, 12, 10), fit_shift({}, 12, 10)
    (5, 12)
    """
    if not cases:
        return guess
    base = round(mean_key(cases))
    prior = chance(base + guess) if expected is None else min(max(expected, _LEAST), 1 - _LEAST)

    def likelihood(shift: int) -> float:
        held = [
            weight * prior * log(chance(base + shift)),
            weight * (1 - prior) * log(1 - chance(base + shift)),
        ]
        for at, (hits, misses) in cases.items():
            one = chance(at + shift)
            held += [hits * log(one), misses * log(1 - one)]
        return fsum(held)

    return max(range(guess - 25, guess + 26), key=lambda shift: (likelihood(shift), -abs(shift - guess)))


def fit_level(felled: Table[int], spared: Table[int], guess: int, weight: float) -> int:
    """Return the level whose hit points, that many eight-sided dice, fit the harm that was done best.

    felled  harm halfway through the last blow -> kills     spared  harm survived -> fights

    >>> fit_level({27: (20,), 30: (20,)}, {}, 2, 4), fit_level({}, {40: (9,)}, 2, 4)
    (6, 8)
    """
    if not felled and not spared:
        return guess

    def likelihood(level: int) -> float:
        mean, spread = _DIE_MEAN * level, sqrt(_DIE_VARIANCE * level + _BLUR)
        start = (_DIE_MEAN * guess - mean) / spread
        held = [-weight * (start * start / 2 + log(spread))]
        for harm, (kills,) in felled.items():
            off = (harm - mean) / spread
            held.append(-kills * (off * off / 2 + log(spread)))
        for harm, (fights,) in spared.items():
            held.append(fights * log(max(erfc((harm - mean) / spread / sqrt(2)) / 2, 1e-6)))
        return fsum(held)

    return max(range(1, _MOST_LEVEL + 1), key=lambda level: (likelihood(level), -abs(level - guess)))


def fit_harm(wounds: Table[int], guess: Sequence[float], weight: float) -> tuple[float, ...]:
    """Return the chances of 0, 1, 2, ... hit points: what was counted and the guess, which weighs as
    `weight` hits.

    >>> fit_harm({2: (3,)}, (0.0, 1.0), 1)
    (0.0, 0.25, 0.75)
    """
    cases = sum(row[0] for row in wounds.values())
    most = max([len(guess) - 1, *wounds])
    return tuple(
        (weight * (guess[points] if points < len(guess) else 0.0) + wounds.get(points, (0,))[0])
        / (weight + cases)
        for points in range(most + 1)
    )


def worst_of(chances: Sequence[float], least: float) -> int:
    """Return the most points that are taken, or exceeded, with a chance of at least `least`.

    >>> worst_of((0.0, 0.5, 0.47, 0.02, 0.01), 0.05), worst_of((0.0, 1.0), 0.05)
    (2, 1)
    """
    beyond = 0.0
    for points in range(len(chances) - 1, 0, -1):
        beyond += chances[points]
        if beyond >= least:
            return points
    return 0


def fit_mean(cases: Table[int], guess: float, weight: float) -> float:
    """Return the mean of a table's keys, and of the guess, which weighs as `weight` cases."""
    counted = sum(row[0] for row in cases.values())
    return (weight * guess + sum(key * row[0] for key, row in cases.items())) / (weight + counted)


def mix(parts: Iterable[tuple[float, Sequence[float]]]) -> tuple[float, ...]:
    """Return a mixture of distributions, each with its weight; () of none.

    >>> mix([(1, (1.0,)), (3, (0.0, 1.0))])
    (0.25, 0.75)
    """
    known = [(weight, spread) for weight, spread in parts if weight > 0]
    whole = fsum(weight for weight, _ in known)
    most = max((len(spread) for _, spread in known), default=0)
    return tuple(
        fsum(weight * spread[value] for weight, spread in known if value < len(spread)) / whole
        for value in range(most)
    )


def surprise(cases: Mapping[int, tuple[int, ...]], chance_at: Mapping[int, float]) -> tuple[float, float]:
    """Return how far hits are from what was expected: as a share of the cases, and in standard errors."""
    hits = fsum(row[0] for row in cases.values())
    count = fsum(map(sum, cases.values()))
    expected = fsum(sum(row) * chance_at[at] for at, row in cases.items())
    spread = sqrt(fsum(sum(row) * chance_at[at] * (1 - chance_at[at]) for at, row in cases.items()))
    if not count:
        return 0.0, 0.0
    return (hits - expected) / count, (hits - expected) / max(spread, 0.5)
