"""Screening of knobs: every game has each at one of two levels; all effects come out of the same games.

The games come in pairs in the same dungeon: where one has a knob low the other has it high.  So what a
dungeon is worth drops out, and with N games each effect has the error of a comparison of N/2 against N/2.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from rogomatic.knobs import DEFAULT, KNOBS, Knobs

_FARTHEST: Final = 0.6  # part of the way to a better level that a knob is moved at most

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


def moved(levels: Levels, found: Sequence[Effect], step: float) -> Knobs:
    """Return the defaults, each moved part of the way to its better level: what all are worth together is
    lost again at the levels themselves, where hardly any knob is at its best.

    step  part of the way for each gold of the gain to expect, _FARTHEST at most; in equal ratios, where all
          of the values are above 0
    """
    return replace(DEFAULT, **{one.name: _moved(levels[one.name], one, step) for one in found})


def _moved(both: tuple[int, int], found: Effect, step: float) -> int:
    now: int = getattr(DEFAULT, found.name)
    knob = KNOBS[found.name]
    end = both[found.gain > 0]
    part = min(step * abs(found.shrunk), _FARTHEST)
    there: float = now * (end / now) ** part if min(now, *both) > 0 else now + (end - now) * part
    return min(max(round(there), knob.least), knob.most)
