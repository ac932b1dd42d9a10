"""Estimates from counted cases, combined with a prior guess weighted as a number of cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import erfc, fsum, log, sqrt
from typing import Final

from rogomatic.agent.memory.long_term_memory import Table

_MIN_CHANCE: Final = 0.02  # minimum chance of any outcome, because nothing is certain
_DIE_MEAN: Final = 4.5  # of the eight-sided die of hit points per level
_DIE_VARIANCE: Final = 5.25
_BLUR: Final = 6.0  # variance of a blow's damage, because only its mean is known
_MAX_LEVEL: Final = 30
_ROUNDED: Final = 1e-9  # bound on the relative rounding error of a sum of some hundred terms
_SHIFTS: Final = 25  # maximum distance from the guess to search for a better shift


def chance(shift: int) -> float:
    """Return the chance for a number of twentieths, clamped to the possible range."""
    return min(max(shift / 20, _MIN_CHANCE), 1 - _MIN_CHANCE)


# Logarithms of the chances to hit and to miss, by twentieths; constant beyond the ends.
_LEAST: Final = -2 * _SHIFTS - 1
_MOST: Final = 20
_HIT_LOGS: Final = tuple([log(chance(shift)) for shift in range(_LEAST, _MOST - _LEAST)])
_MISS_LOGS: Final = tuple([log(1 - chance(shift)) for shift in range(_LEAST, _MOST - _LEAST)])


def mean_key(table: Table[int]) -> float:
    """Return the mean of a table's keys, weighted by cases, or 0 for an empty table."""
    cases = sum(map(sum, table.values()))
    return sum(key * sum(row) for key, row in table.items()) / cases if cases else 0.0


def fit_shift(cases: Table[int], guess: int, weight: float, expected: float | None = None) -> int:
    """Return the shift t that best explains the hits, with a chance of (base + t) / 20.

    cases     base -> (hits, misses)
    guess     the prior shift, weighted as `weight` cases at their mean base
    expected  the prior chance there, if it differs from (base + guess) / 20

    >>> fit_shift({0: (50, 150)}, 12, 10), fit_shift({}, 12, 10)
    (5, 12)
    """
    if not cases:
        return guess
    base = round(mean_key(cases))
    prior = chance(base + guess) if expected is None else min(max(expected, _MIN_CHANCE), 1 - _MIN_CHANCE)
    # log-likelihood of each kind of case, by shift
    parts = _by_shifts(base + guess, weight * prior, weight * (1 - prior))
    for at, (hits, misses) in cases.items():
        parts += _by_shifts(at + guess, hits, misses)
    likely = [fsum(part) for part in zip(*parts, strict=True)]
    best = 0
    for number in range(1, len(likely)):
        nearer = abs(number - _SHIFTS) < abs(best - _SHIFTS)
        if likely[number] > likely[best] or (likely[number] == likely[best] and nearer):
            best = number
    return guess - _SHIFTS + best


def _by_shifts(shift: int, hits: float, misses: float) -> list[list[float]]:
    """Return the log-likelihoods of hits and misses for each shift around the given one."""
    first = min(max(shift - _SHIFTS, _LEAST), _MOST) - _LEAST
    end = first + 2 * _SHIFTS + 1
    return [[hits * one for one in _HIT_LOGS[first:end]], [misses * one for one in _MISS_LOGS[first:end]]]


def fit_level(felled: Table[int], spared: Table[int], guess: int, weight: float) -> int:
    """Return the level whose hit points (that many eight-sided dice) best fit the damage dealt.

    felled  damage halfway through the last blow -> kills
    spared  damage survived -> fights

    >>> fit_level({27: (20,), 30: (20,)}, {}, 2, 4), fit_level({}, {40: (9,)}, 2, 4)
    (6, 8)
    """
    if not felled and not spared:
        return guess
    # The kills alone rule out most levels without a long sum.
    best = (float("-inf"), 0, 0)
    for bound, minus in sorted(_bounds(felled, guess, weight), reverse=True):
        if bound < best[0]:
            break
        likely = fsum(_of_kills(-minus, felled, guess, weight) + _of_fights(-minus, spared))
        best = max(best, (likely, -abs(-minus - guess), minus))
    return -best[2]


def _bounds(felled: Table[int], guess: int, weight: float) -> list[tuple[float, int]]:
    """Return an upper bound on each level's log-likelihood, with the negated level.

    Survived fights only lower the likelihood, so they are left out; the squares of kills follow from three
    sums.
    """
    kills = harms = squares = 0
    for harm, (many,) in felled.items():
        kills += many
        harms += many * harm
        squares += many * harm * harm
    found: list[tuple[float, int]] = []
    for level in range(1, _MAX_LEVEL + 1):
        mean, variance = _DIE_MEAN * level, _DIE_VARIANCE * level + _BLUR
        start = _DIE_MEAN * guess - mean
        off = squares - 2 * mean * harms + mean * mean * kills + weight * start * start
        sizes = squares + 2 * mean * harms + mean * mean * kills + weight * start * start
        wide = (kills + weight) * log(variance)
        found.append((-(off / variance + wide) / 2 + _ROUNDED * (sizes + wide + 1), -level))
    return found


def _of_kills(level: int, felled: Table[int], guess: int, weight: float) -> list[float]:
    """Return the terms of a level's log-likelihood from kills and the guess."""
    mean, spread = _DIE_MEAN * level, sqrt(_DIE_VARIANCE * level + _BLUR)
    wide = log(spread)
    start = (_DIE_MEAN * guess - mean) / spread
    held = [-weight * (start * start / 2 + wide)]
    for harm, (kills,) in felled.items():
        off = (harm - mean) / spread
        held.append(-kills * (off * off / 2 + wide))
    return held


def _of_fights(level: int, spared: Table[int]) -> list[float]:
    """Return the terms of a level's log-likelihood from survived fights, each at most 0."""
    mean, spread = _DIE_MEAN * level, sqrt(_DIE_VARIANCE * level + _BLUR)
    return [
        fights * log(max(erfc((harm - mean) / spread / sqrt(2)) / 2, 1e-6))
        for harm, (fights,) in spared.items()
    ]


def fit_harm(wounds: Table[int], guess: Sequence[float], weight: float) -> tuple[float, ...]:
    """Return the chances of 0, 1, 2, ... points of damage, from the counts and a guess worth `weight` hits.

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
    """Return the largest damage that is reached or exceeded with a chance of at least `least`.

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
    """Return the mean of a table's keys and the guess, which is weighted as `weight` cases."""
    counted = sum(row[0] for row in cases.values())
    return (weight * guess + sum(key * row[0] for key, row in cases.items())) / (weight + counted)


def mix(parts: Iterable[tuple[float, Sequence[float]]]) -> tuple[float, ...]:
    """Return the weighted mixture of distributions, () for none.

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
    """Return the deviation of hits from the expectation, as a share of cases and in standard errors."""
    hits = fsum(row[0] for row in cases.values())
    count = fsum(map(sum, cases.values()))
    expected = fsum(sum(row) * chance_at[at] for at, row in cases.items())
    spread = sqrt(fsum(sum(row) * chance_at[at] * (1 - chance_at[at]) for at, row in cases.items()))
    if not count:
        return 0.0, 0.0
    return (hits - expected) / count, (hits - expected) / max(spread, 0.5)
