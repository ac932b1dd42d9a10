"""The rounds of a fight over native arrays for the compiled build, bit for bit like plain loops."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

# Interpreted, native arrays are slower than lists; there the models that the docstrings name are used.
Spread = tuple[float, ...]


def strike_down(left: list[float], curve: Spread, harms: list[tuple[Spread, Spread]]) -> list[float]:
    """Return the spread of hit points when a foe is dead (combat_sim._strike_down).

    left   before      curve  the chance that the foe still stands after 0, 1, 2, ... blows
    harms  for each round what those take that are left when it falls, and what all take; () for nobody
    """
    size: i64 = len(left)
    now = vec[float]([0.0] * size)
    done = vec[float]([0.0] * size)
    first: float = curve[0]
    for at in range(size):
        part: float = left[at]
        done[at] = (1.0 - first) * part
        now[at] = first * part
    for blow in range(i64(len(harms))):
        stands: float = curve[blow]
        after: float = curve[blow + 1] if blow + 1 < len(curve) else 0.0
        falls = (stands - after) / stands
        others, everybody = harms[blow]
        fallen = _struck(now, falls, others)
        for at in range(size):
            done[at] += fallen[at]
        now = _struck(now, 1.0 - falls, everybody)
    found: list[float] = []
    for at in range(size):
        found.append(done[at] + now[at])
    return found


def _struck(left: vec[float], part: float, harm: Spread) -> vec[float]:
    """Return the spread of hit points of a part of the heroes after some harm (combat_sim._struck)."""
    size: i64 = len(left)
    before = vec[float]([0.0] * size)
    for at in range(size):
        before[at] = part * left[at]
    if not harm:
        return before
    found = vec[float]([0.0] * size)
    share: float = harm[0]
    for at in range(size):
        found[at] = share * before[at]
    for lost in range(i64(1), i64(len(harm))):
        share = harm[lost]
        if share:
            for at in range(size - lost):
                found[at] += share * before[at + lost]
    found[0] += exact_sum(before) - exact_sum(found)
    return found


def exact_sum(values: vec[float]) -> float:
    """Return the sum as `math.fsum` does: rounded once.

    The partial sums do not overlap, the least first (Shewchuk's algorithm), so that none of them is lost.
    """
    partials = vec[float]([0.0] * 40)
    count: i64 = 0
    for value in values:
        one: float = value
        kept: i64 = 0
        for at in range(count):
            other: float = partials[at]
            if abs(one) < abs(other):
                one, other = other, one
            total: float = one + other
            low: float = other - (total - one)
            if low:
                partials[kept] = low
                kept += 1
            one = total
        partials[kept] = one
        count = kept + 1
    if not count:
        return 0.0
    count -= 1
    high: float = partials[count]
    rest = 0.0
    while count > 0 and rest == 0.0:
        count -= 1
        other = partials[count]
        total = high + other
        rest = other - (total - high)
        high = total
    below = partials[count - 1] if count > 0 else 0.0
    if (rest < 0.0 and below < 0.0) or (rest > 0.0 and below > 0.0):
        # Halfway between two numbers: what is left over decides.
        twice = 2.0 * rest
        total = high + twice
        if total - high == twice:
            high = total
    return high
