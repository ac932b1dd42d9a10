"""Freezing: what the touch of an ice monster leads to, which takes no hit points itself (SPC-4)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

_PER_HIT: Final = 2.5  # turns that a hit freezes for: two or three (CHK-30)
_LONGEST: Final = 12.0  # turns in the mean, where hits and turns keep each other in balance


def frozen_risk(helpless: int, alert: int) -> float:
    """Return the chance (0 to 1) that a hero that has just been frozen never strikes again.

    helpless  the freezer's chance in 20 to hit a hero that cannot move
    alert     the same in the turn in which the hero can move again, which makes it alert (CMB-9)

    The turns to go are a walk: each turn takes one, each hit adds two or three.  Where a hit has more than 8
    chances in 20 they grow without end more often than not.

    >>> [round(frozen_risk(helpless, helpless - 4), 2) for helpless in (8, 9, 10, 11, 13)]
    [0.0, 0.26, 0.45, 0.6, 0.8]
    """
    if helpless <= 0:
        return 0.0
    if helpless >= 20:
        return 1.0
    hit = helpless / 20
    less = min(sqrt(1 + 2 * (1 - hit) / hit) - 1, 1.0)  # chance that there will ever be one turn less to go
    freed = (less + less * less) / 2  # from two or three turns to go down to one
    again = min(max(alert, 0), 20) / 20
    return 1 - freed * (1 - again) / (1 - again * freed)


def frozen_turns(helpless: int) -> int:
    """Return how long a hero that has just been frozen will probably be so, if it stirs again: turns.

    >>> [frozen_turns(helpless) for helpless in (2, 5, 8, 11)]
    [3, 7, 12, 7]
    """
    drift = abs(1 - _PER_HIT * min(max(helpless, 0), 20) / 20)
    return round(min(_PER_HIT / drift, _LONGEST)) if drift else round(_LONGEST)


def freeze_risk(curve: Sequence[float], chance: int, risk: float) -> float:
    """Return the chance (0 to 1) to die in a fight to the end with a foe that freezes.

    curve   the chance that it still stands, in each round in which it can strike
    chance  its chance in 20 to hit     risk  the chance that a hit is the end

    >>> round(freeze_risk((0.4, 0.16, 0.06), 6, 0.45), 3)
    0.082
    """
    hit, alive = min(max(chance, 0), 20) / 20 * risk, 1.0
    for stands in curve:
        alive *= 1 - stands * hit
    return 1 - alive
