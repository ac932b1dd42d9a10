"""The rounds of a fight in plain Python."""

from __future__ import annotations

from math import fsum  # rounds alike in every Python, as `sum` of fractions does not

Spread = tuple[float, ...]


def add_spreads(a: Spread, b: Spread, cap: int) -> Spread:
    """Return the distribution of a sum; what is over the cap counts as the cap."""
    if len(a) == 1:
        return b
    size = len(a) + len(b) - 1
    total = [0.0] * size
    # Each entry sums up its parts by rising entries of `a`, whichever side is gone through.
    short, row = (list(enumerate(a)), b) if len(a) < len(b) else (list(enumerate(b))[::-1], a)
    for start, share in short:
        if share:
            end = start + len(row)
            total[start:end] = [old + share * more for old, more in zip(total[start:end], row, strict=True)]
    if size > cap + 1:
        total[cap:] = [_over(a, b, cap)]
    return tuple(total)


def _over(a: Spread, b: Spread, cap: int) -> float:
    """Return the chance that a sum is the cap or more."""
    found = 0.0
    for start in range(max(cap - len(b) + 1, 0), len(a)):
        share = a[start]
        if share:
            for other in b[max(cap - start, 0) :]:
                found += share * other
    return found


def tail_of(spread: Spread, first: int) -> float:
    """Return the chance of the values from the first on."""
    return fsum(spread[first:])


def survival_by_blow(
    left: Spread, harm: Spread, hit: float, cap: int, most: int, least: float
) -> tuple[float, ...]:
    """Return the chances that a foe still stands after 0, 1, 2, ... blows.

    left  chances of 1, 2, 3, ... hit points     harm   damage of a hit     hit  chance that a blow hits
    cap   damage that is always deadly           most   entries at most
    least chance below which the curve ends
    """
    # stands[m]: chance that the foe stands after m hits
    stands = [1.0]
    damage: Spread = (1.0,)
    while stands[-1] > least and len(stands) < most:
        damage = add_spreads(damage, harm, cap)
        stands.append(_exceeds(left, damage))
    curve = [1.0]
    hits = [1.0]  # distribution of hits among the blows so far
    while curve[-1] > least and len(curve) < most:
        nexts = [0.0] * (len(hits) + 1)
        for count, share in enumerate(hits):
            nexts[count] += share * (1 - hit)
            nexts[count + 1] += share * hit
        hits = nexts[: len(stands)]
        curve.append(fsum(share * stands[count] for count, share in enumerate(hits)))
    return tuple(curve)


def _exceeds(left: Spread, damage: Spread) -> float:
    """Return the chance that hit points (index + 1) are more than the damage."""
    below = 0.0
    stands_after = 0.0
    for points, share in enumerate(left, start=1):
        if points - 1 < len(damage):
            below += damage[points - 1]
        stands_after += share * below
    return stands_after


def held_fight(curve: Spread, hit: float, hp: int, grip: int, most: int, least: float) -> tuple[float, float]:
    """Return (chance to die, expected loss) of a fight with a foe that holds.

    Each of its hits tightens the grip by one and costs one hit point, each miss costs as many as the grip
    (SPC-12).

    curve  chance that it still stands after 0, 1, 2, ... blows     hit    chance that a blow of it hits
    hp     hit points of the hero     grip   its hits so far        most   hits that are counted
    least  chance that it still stands below which it counts as dead
    """
    # per grip: the chance of each number of hit points lost, the dead left out
    now: dict[tuple[int, int], float] = {(min(grip, most), 0): 1.0}
    dead = die = loss = 0.0
    for count, alive in enumerate(curve[1:], start=1):
        later: dict[tuple[int, int], float] = {}
        for (tight, lost), share in now.items():
            for part, grips, more in ((hit, min(tight + 1, most), 1), (1 - hit, tight, tight)):
                if lost + more >= hp:
                    dead += share * part
                else:
                    key = (grips, lost + more)
                    later[key] = later.get(key, 0.0) + share * part
        now = later
        ends = alive - (curve[count + 1] if count + 1 < len(curve) else 0.0)
        die += ends * dead
        loss += ends * (dead * hp + fsum(lost * share for (_, lost), share in now.items()))
        if alive < least:
            break
    return die, loss


def strike_down(left: list[float], curve: Spread, harms: list[tuple[Spread, Spread]]) -> list[float]:
    """Return the spread of hit points when a foe is dead.

    left   before      curve  chance that the foe still stands after 0, 1, 2, ... blows
    harms  for each round the harm to those left when the foe falls, and to all; () for none
    """
    done = [(1 - curve[0]) * part for part in left]  # it fell to the shots
    left = [curve[0] * part for part in left]
    for blow, (others, everybody) in enumerate(harms):
        stands = curve[blow]
        after = curve[blow + 1] if blow + 1 < len(curve) else 0.0
        falls = (stands - after) / stands  # the chance that this blow kills it
        done = _sums(done, _struck(left, falls, others))
        left = _struck(left, 1 - falls, everybody)
    return _sums(done, left)


def _struck(left: list[float], part: float, harm: Spread) -> list[float]:
    """Return the spread of hit points of a part of the heroes after one round."""
    return after_harm(left, part, harm) if harm else [part * share for share in left]


def after_harm(left: list[float], part: float, harm: Spread) -> list[float]:
    """Return the spread of hit points of a part of the heroes after some harm, both in cells."""
    left = [part * share for share in left]
    size = len(left)
    found = [harm[0] * part for part in left]
    for lost in range(1, len(harm)):
        share = harm[lost]
        if share and lost < size:
            found[: size - lost] = [old + share * part for old, part in zip(found, left[lost:], strict=False)]
    found[0] += fsum(left) - fsum(found)
    return found


def _sums(one: list[float], other: list[float]) -> list[float]:
    """Return the sums of two lists of the same length, entry by entry."""
    return [old + new for old, new in zip(one, other, strict=True)]
