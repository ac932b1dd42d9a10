"""Screening of knobs: every game has each at one of two levels; all effects come out of the same games.

The games come in pairs in the same dungeon: where one has a knob low the other has it high.  So what a
dungeon is worth drops out, and with N games each effect has the error of a comparison of N/2 against N/2.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rogomatic.knobs import DEFAULT, Knobs

Levels = Mapping[str, tuple[int, int]]
"""The low and the high level of each knob."""


class Effect(NamedTuple):
    """What a knob's high level scores more than its low one, in gold a game.

    error   of `gain`, one standard deviation
    shrunk  the gain to expect, as most of a great one is luck where the gains of all knobs are like errors
    """

    name: str
    gain: float
    error: float
    shrunk: float


def signs(levels: Levels, game: int) -> list[int]:
    """Return 1 for each knob that a game has high and -1 for each that it has low.

    >>> some = {"rest_pct": (25, 60), "zap_pct": (4, 20)}
    >>> [a + b for a, b in zip(signs(some, 6), signs(some, 7))]
    [0, 0]
    """
    dice, turned = random.Random(game // 2), (1, -1)[game % 2]
    return [dice.choice((-1, 1)) * turned for _ in levels]


def knobs_of(levels: Levels, game: int) -> Knobs:
    """Return the knobs of a game."""
    chosen = zip(levels.items(), signs(levels, game), strict=True)
    return replace(DEFAULT, **{name: both[sign > 0] for (name, both), sign in chosen})


def effects(levels: Levels, scores: Sequence[int]) -> list[Effect]:
    """Return the effect of each knob, by least squares over the differences of the pairs.

    scores  of the games 0, 1, 2, ...; more of them than twice the knobs
    """
    import numpy as np

    pairs = len(scores) // 2
    gains = np.array([scores[2 * pair] - scores[2 * pair + 1] for pair in range(pairs)], float)
    design = np.array([signs(levels, 2 * pair) for pair in range(pairs)], float)
    inverse = np.linalg.inv(design.T @ design)
    found = inverse @ design.T @ gains
    rest = gains - design @ found
    errors = np.sqrt(np.diag(inverse) * float(rest @ rest) / (pairs - len(levels)))
    spread = max(float(np.mean(found**2 - errors**2)), 0.0)
    columns = [map(float, column) for column in (found, errors, found * spread / (spread + errors**2))]
    return [Effect(*one) for one in zip(levels, *columns, strict=True)]


def recommended(levels: Levels, found: Sequence[Effect], errors: float) -> Knobs:
    """Return the defaults, but the better level of each knob whose gain is at least so many errors."""
    better = {
        one.name: levels[one.name][one.gain > 0] for one in found if abs(one.gain) >= errors * one.error
    }
    return replace(DEFAULT, **better)
