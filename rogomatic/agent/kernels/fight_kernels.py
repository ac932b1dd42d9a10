"""The rounds of a fight over arrays, with the results of plain_fights bit for bit."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from rogomatic.agent.kernels.plain_fights import Spread

_EPSILON: Final = 2.0**-52


def strike_down(left: list[float], curve: Spread, harms: list[tuple[Spread, Spread]]) -> list[float]:
    """Return the spread of hit points when a foe is dead (plain_fights)."""
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


def after_harm(left: list[float], part: float, harm: Spread) -> list[float]:
    """Return the spread of hit points of a part of the heroes after some harm (plain_fights)."""
    size: i64 = len(left)
    before = vec[float]([0.0] * size)
    for at in range(size):
        before[at] = left[at]
    return list(_struck(before, part, harm))


def _struck(left: vec[float], part: float, harm: Spread) -> vec[float]:
    """Return the spread of hit points of a part of the heroes after one round (plain_fights)."""
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


def survival_by_blow(
    left: Spread, harm: Spread, hit: float, cap: i64, most: i64, least: float
) -> tuple[float, ...]:
    """Return the chances that a foe still stands after 0, 1, 2, ... blows (plain_fights)."""
    health = _array(left, 0)
    harms = _array(harm, 0)
    # after so many hits
    stands = vec[float]([1.0])
    damage = harms
    now = 1.0
    while now > least and len(stands) < most:
        if len(stands) > 1 and len(damage) > 1:
            damage = _added(damage, harms, cap)
        below = 0.0
        now = 0.0
        for at in range(i64(len(health))):
            if at < len(damage):
                below += damage[at]
            now += health[at] * below
        stands = append(stands, now)
    curve = [1.0]
    hits = vec[float]([1.0])
    now = 1.0
    while now > least and len(curve) < most:
        size: i64 = len(hits)
        nexts = vec[float]([0.0] * min(size + 1, i64(len(stands))))
        for count in range(i64(len(nexts))):
            part = hits[count - 1] * hit if count else 0.0
            nexts[count] = part + hits[count] * (1.0 - hit) if count < size else part
        hits = nexts
        parts = vec[float]([0.0] * len(hits))
        for count in range(i64(len(hits))):
            parts[count] = hits[count] * stands[count]
        now = exact_sum(parts)
        curve.append(now)
    return tuple(curve)


def held_fight(curve: Spread, hit: float, hp: i64, grip: i64, most: i64, least: float) -> tuple[float, float]:
    """Return (chance to die, expected loss) of a fight with a foe that holds (plain_fights).

    The cases are kept in the order in which plain_fights finds them, on which sums depend.
    """
    rows: i64 = max(hp, 1)
    place = vec[i64]([i64(0)] * ((most + 1) * rows))  # where each grip and loss is, by rounds: see below
    found: i64 = 1
    keys = vec[i64]([min(grip, most) * rows])
    shares = vec[float]([1.0])
    dead = die = loss = 0.0
    for count in range(i64(1), i64(len(curve))):
        start = found  # what this round finds has its place counted from here
        later = vec[i64]()
        parts = vec[float]()
        for at in range(i64(len(keys))):
            tight: i64 = keys[at] // rows
            lost: i64 = keys[at] % rows
            for miss in range(i64(2)):
                part: float = shares[at] * (1.0 - hit if miss else hit)
                now: i64 = lost + (tight if miss else 1)
                if now >= hp:
                    dead += part
                    continue
                key: i64 = (tight if miss else min(tight + 1, most)) * rows + now
                if place[key] >= start:
                    parts[place[key] - start] += part
                else:
                    place[key] = found
                    found += 1
                    later = append(later, key)
                    parts = append(parts, part)
        keys, shares = later, parts
        alive: float = curve[count]
        ends: float = alive - (curve[count + 1] if count + 1 < len(curve) else 0.0)
        die += ends * dead
        lost_by = vec[float]([0.0] * len(keys))
        for at in range(i64(len(keys))):
            lost_by[at] = float(keys[at] % rows) * shares[at]
        loss += ends * (dead * float(hp) + exact_sum(lost_by))
        if alive < least:
            break
    return die, loss


def add_spreads(a: Spread, b: Spread, cap: i64) -> Spread:
    """Return the distribution of a sum; what is over the cap counts as the cap (plain_fights)."""
    if len(a) == 1:
        return b
    return tuple(list(_added(_array(a, 0), _array(b, 0), cap)))  # noqa: C414  (an array is no sequence)


def tail_of(spread: Spread, first: i64) -> float:
    """Return the chance of the values from the first on (plain_fights)."""
    return exact_sum(_array(spread, first))


def _array(spread: Spread, first: i64) -> vec[float]:
    """Return the entries from the first on as an array."""
    size: i64 = max(i64(len(spread)) - first, i64(0))
    found = vec[float]([0.0] * size)
    for at in range(size):
        found[at] = spread[first + at]
    return found


def _added(a: vec[float], b: vec[float], cap: i64) -> vec[float]:
    """Return the distribution of a sum; what is over the cap counts as the cap."""
    last: i64 = min(i64(len(a) + len(b)) - 2, cap)
    size: i64 = len(b)
    total = vec[float]([0.0] * (last + 1))
    for start in range(i64(len(a))):
        share = a[start]
        if share:
            inside: i64 = min(max(last - start, i64(0)), size)
            for at in range(inside):
                total[start + at] += share * b[at]
            for at in range(inside, size):
                total[last] += share * b[at]
    return total


def exact_sum(values: vec[float]) -> float:
    """Return the sum as `math.fsum` does: rounded once.

    What each step loses is summed up, too.  The error of that sum is bounded, and where the result is the
    same at both ends of it, nothing else is to be found out.
    """
    total = rest = lost = 0.0
    for value in values:
        before = total
        total = before + value
        part = total - before
        low = (before - (total - part)) + (value - part)
        rest += low
        lost += abs(low)
    error = lost * float(i64(len(values))) * _EPSILON
    least = total + (rest - error)
    return least if least == total + (rest + error) else _exact_sum(values)


def _exact_sum(values: vec[float]) -> float:
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
