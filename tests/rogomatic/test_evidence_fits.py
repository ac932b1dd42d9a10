"""Fits to evidence: the most likely figure, as it is found when every one is tried."""

from __future__ import annotations

from math import erfc, fsum, log, sqrt
from random import Random

from rogomatic.agent.memory.monster_estimates import chance, fit_level, fit_shift, mean_key

SEEDS = range(150)


def best_shift(cases: dict[int, tuple[int, int]], guess: int, weight: float, expected: float | None) -> int:
    """Return the most likely shift, of those that are as likely the one nearest to the guess."""
    base = round(mean_key(cases))
    prior = chance(base + guess) if expected is None else min(max(expected, 0.02), 0.98)

    def likelihood(shift: int) -> float:
        share = chance(base + shift)
        held = [weight * prior * log(share), weight * (1 - prior) * log(1 - share)]
        for at, (hits, misses) in cases.items():
            share = chance(at + shift)
            held += [hits * log(share), misses * log(1 - share)]
        return fsum(held)

    return max(range(guess - 25, guess + 26), key=lambda shift: (likelihood(shift), -abs(shift - guess)))


def best_level(
    felled: dict[int, tuple[int]], spared: dict[int, tuple[int]], guess: int, weight: float
) -> int:
    """Return the most likely level, of those that are as likely the one nearest to the guess."""

    def likelihood(level: int) -> float:
        mean, spread = 4.5 * level, sqrt(5.25 * level + 6.0)
        start = (4.5 * guess - mean) / spread
        held = [-weight * (start * start / 2 + log(spread))]
        for harm, (kills,) in felled.items():
            off = (harm - mean) / spread
            held.append(-kills * (off * off / 2 + log(spread)))
        for harm, (fights,) in spared.items():
            held.append(fights * log(max(erfc((harm - mean) / spread / sqrt(2)) / 2, 1e-6)))
        return fsum(held)

    return max(range(1, 31), key=lambda level: (likelihood(level), -abs(level - guess)))


def test_a_shift_is_the_most_likely_one() -> None:
    for seed in SEEDS:
        dice = Random(seed)
        cases = {
            dice.randrange(-40, 60): (dice.randrange(9), dice.randrange(1, 9))
            for _ in range(dice.randrange(1, 7))
        }
        guess, weight, expected = (
            dice.randrange(-60, 80), dice.choice((0.3, 4.0, 40.0)), dice.choice((None, dice.random()))
        )  # fmt: skip
        assert fit_shift(cases, guess, weight, expected) == best_shift(cases, guess, weight, expected)


def test_a_level_is_the_most_likely_one() -> None:
    for seed in SEEDS:
        dice = Random(seed)
        felled, spared = (
            {dice.randrange(1, 200): (dice.randrange(1, 9),) for _ in range(dice.randrange(7))} for _ in "ab"
        )
        guess, weight = dice.randrange(33), dice.choice((0.3, 4.0, 12.0))
        known = best_level(felled, spared, guess, weight) if felled or spared else guess
        assert fit_level(felled, spared, guess, weight) == known


def test_few_kills_leave_a_sure_guess() -> None:
    assert fit_level({9: (1,)}, {}, 12, 500.0) == 12
