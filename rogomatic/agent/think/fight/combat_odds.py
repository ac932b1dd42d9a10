"""Combat odds: the chance to die in a duel, with the duel's expected cost."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import (
    fsum,  # rounds alike in every Python, as `sum` of fractions does not
    sqrt,
)
from typing import Final, final

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import KEY_OF, Square
from rogomatic.agent.editions import FISTS, Dice
from rogomatic.agent.kernels import add_spreads, held_fight, survival_by_blow, survival_by_hit, tail_of
from rogomatic.agent.monster_manual import Attack, DamageDistribution, Kind
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.agent.think.items.item_value import is_fainting, is_missile, ready_missile

Spread = tuple[float, ...]
"""Chances of the values 0, 1, 2, ...; in a capped list, the last entry includes all greater values."""

CAP: Final = 160  # damage beyond this is death in any case


@lru_cache(maxsize=512)
def dice(count: int, sides: int) -> Spread:
    """Return the distribution of a throw of dice.

    >>> dice(2, 2)
    (0.0, 0.0, 0.25, 0.5, 0.25)
    """
    total: Spread = (1.0,)
    for _ in range(count):
        total = add(total, (0.0,) + (1 / sides,) * sides)
    return total


def add(a: Spread, b: Spread) -> Spread:
    """Return the distribution of the sum of two values.  Sums above CAP count as CAP."""
    return add_spreads(a, b, CAP)


def shift(spread: Spread, plus: int) -> Spread:
    """Return the distribution of a value plus a constant.  A sum below 0 counts as 0 (CMB-4)."""
    if plus >= 0:
        return (0.0,) * plus + spread
    return (fsum(spread[: 1 - plus]), *spread[1 - plus :])


def mean(spread: Spread) -> float:
    """Return the mean of a distribution."""
    return fsum(value * share for value, share in enumerate(spread))


_PER_HIT: Final = 2.5  # mean turns that a hit freezes: two or three (CHK-30)
_LONGEST: Final = 12.0  # mean turns at the point where hits and turns balance


def frozen_risk(helpless: int, alert: int) -> float:
    """Return the chance (0 to 1) that a hero that has just been frozen never strikes again.

    helpless  the foe's chance to hit a hero that cannot move, in twentieths
    alert     the foe's chance to hit in the turn in which the hero can move again, in twentieths (CMB-9)

    The number of helpless turns left is a random walk: each turn subtracts one, and each hit adds two or
    three.  If the foe's chance to hit is above 8 / 20, this number usually grows without end.

    >>> [round(frozen_risk(helpless, helpless - 4), 2) for helpless in (8, 9, 10, 11, 13)]
    [0.0, 0.26, 0.45, 0.6, 0.8]
    """
    if helpless <= 0:
        return 0.0
    if helpless >= 20:
        return 1.0
    hit = helpless / 20
    less = min(sqrt(1 + 2 * (1 - hit) / hit) - 1, 1.0)  # chance that the remaining turns ever fall by one
    freed = (less + less * less) / 2  # chance to get from two or three turns down by that many
    again = min(max(alert, 0), 20) / 20
    return 1 - freed * (1 - again) / (1 - again * freed)


def frozen_turns(helpless: int) -> int:
    """Return the expected number of turns that a freeze lasts, given that the hero survives it.

    >>> [frozen_turns(helpless) for helpless in (2, 5, 8, 11)]
    [3, 7, 12, 7]
    """
    drift = abs(1 - _PER_HIT * min(max(helpless, 0), 20) / 20)
    return round(min(_PER_HIT / drift, _LONGEST)) if drift else round(_LONGEST)


def freeze_risk(curve: Sequence[float], chance: int, risk: float) -> float:
    """Return the chance (0 to 1) that a fight to the end kills the hero by freezing it.

    The foe is one whose hits freeze the hero.

    curve   the chance that the foe still stands, for each round in which it can strike
    chance  the foe's chance to hit, in twentieths
    risk    the chance that a hit, and so a freeze, leads to the hero's death

    >>> round(freeze_risk((0.4, 0.16, 0.06), 6, 0.45), 3)
    0.082
    """
    hit, alive = min(max(chance, 0), 20) / 20 * risk, 1.0
    for stands in curve:
        alive *= 1 - stands * hit
    return 1 - alive


_ROUNDS: Final = 45
_CERTAIN: Final = 1e-4
_STRONGER: Final = (16, 18, 19, 21, 22, 31)  # strengths at which the damage bonus grows by one
_TO_DAMAGE: Final = tuple([bisect_right(_STRONGER, strength) for strength in range(_STRONGER[-1] + 1)])
_GRIPS: Final = 24  # maximum counted hits of a holding foe
_STRAIGHT_BLOWS: Final = 25  # percent of a confused hero's blows; stumbling seldom costs a turn (MOV-2)
# Usable turns of a fainting hero in percent: one turn in five brings 4 to 11 helpless ones (FOO-3).
_AWAKE_PCT: Final = 40
_STRAIGHT_THROWS: Final = 80  # percent of a confused hero's throws (STK-2)


def strength_to_hit(strength: int) -> int:
    """Return the bonus to hit for a strength (STR-3)."""
    if strength < 7:
        return strength - 7
    return 0 if strength < 17 else 1 if strength < 21 else 2 if strength < 31 else 3


def strength_to_damage(strength: int) -> int:
    """Return the bonus to damage for a strength (STR-4)."""
    if strength < 7:
        return strength - 7
    return _TO_DAMAGE[min(strength, _STRONGER[-1])]


@lru_cache(maxsize=2048)
def a_round(attacks: tuple[Attack, ...], chance: int) -> Spread:
    """Return the distribution of one round's damage.  Each attack hits with a chance of `chance` / 20."""
    hit = min(max(chance, 0), 20) / 20
    total: Spread = (1.0,)
    for attack in attacks:
        harm = attack.chances if isinstance(attack, DamageDistribution) else dice(*attack)
        blow = [hit * share for share in harm]
        blow[0] += 1 - hit
        total = add(total, tuple(blow))
    return total


@final
class Onslaught:
    """Damage by rounds of attacks.  Each attack hits with a chance of `chance` / 20.  Results are cached.

    mean  mean damage of one round, in hit points
    """

    __slots__ = ("_after", "_round", "mean")

    def __init__(self, attacks: tuple[Attack, ...], chance: int) -> None:
        self._round = a_round(attacks, chance)
        self._after: list[Spread] = [(1.0,)]
        self.mean = mean(self._round)

    def after(self, count: int) -> Spread:
        """Return the distribution of damage after `count` rounds."""
        while len(self._after) <= count:
            self._after.append(add(self._after[-1], self._round))
        return self._after[max(count, 0)]

    def deadly(self, count: int, hp: int) -> float:
        """Return the chance (0 to 1) that `count` rounds do at least `hp` points of damage."""
        if count * (len(self._round) - 1) < hp:
            return 0.0
        harm = self.after(count)
        if hp >= len(harm):
            return 0.0
        return tail_of(harm, hp)


@lru_cache(maxsize=1024)
def onslaught(attacks: tuple[Attack, ...], chance: int) -> Onslaught:
    """Return the Onslaught of these attacks, cached."""
    return Onslaught(attacks, chance)


@lru_cache(maxsize=4096)
def survival(level: int, wounds: int, chance: int, weapon: Dice, plus: int) -> Spread:
    """Return the chances that the foe still stands after 0, 1, 2, ... blows of the hero.

    >>> [round(share, 3) for share in survival(1, 0, 20, (1, 8), 0)[:3]]
    [1.0, 0.438, 0.109]
    """
    hit = min(max(chance, 0), 20) / 20
    return survival_by_blow(_survival_by_hit(level, wounds, weapon, plus), hit, _ROUNDS, _CERTAIN)


@lru_cache(maxsize=2048)
def _survival_by_hit(level: int, wounds: int, weapon: Dice, plus: int) -> Spread:
    """Return the chances that the foe still stands after 0, 1, 2, ... hits of the hero."""
    health = dice(level, 8)[wounds + 1 :]
    weight = fsum(health)
    if weight < 1e-9:
        health, weight = (0.5, 0.5), 1.0
    left = tuple(share / weight for share in health)  # index i: i + 1 hit points left
    harm = shift(dice(*weapon), plus)
    return survival_by_hit(left, harm, CAP, _ROUNDS, _CERTAIN)


def to_hit(beliefs: Beliefs, foe: Kind, letter: str = "") -> int:
    """Return the hero's chance to hit with an item, in twentieths.

    The letter "" means the missile for the launcher in hand, or the weapon in hand if there is no such
    missile.
    """
    hit, _, _ = armed(beliefs, letter or ready_missile(beliefs))
    return hit_with(beliefs, foe, hit)


def hit_with(beliefs: Beliefs, foe: Kind, bonus: int) -> int:
    """Return the hero's chance to hit with a weapon that has this bonus to hit, in twentieths."""
    return beliefs.me.level + foe.armor + bonus + strength_to_hit(beliefs.me.strength)


def be_hit(beliefs: Beliefs, foe: Kind) -> int:
    """Return the chance that an attack by the foe hits the hero, in twentieths."""
    return foe.level + foe.edge + 10 - beliefs.me.armor + beliefs.off_guard


def survival_curve(beliefs: Beliefs, foe: Foe, letter: str = "") -> Spread:
    """Return the chances that a foe survives 0, 1, 2, ... blows or throws.  `letter` is as for `to_hit`."""
    letter = letter or ready_missile(beliefs)
    hit, weapon, plus = armed(beliefs, letter)
    chance = max(hit_with(beliefs, foe.kind, hit), 1)
    if beliefs.is_confused:
        thing = beliefs.pack.get(letter)
        straight = _STRAIGHT_THROWS if thing is not None and is_missile(thing) else _STRAIGHT_BLOWS
        chance = max(min(chance, 20) * straight // 100, 1)
    if is_fainting(beliefs):
        chance = max(min(chance, 20) * _AWAKE_PCT // 100, 1)
    return survival(foe.kind.level, min(foe.wounds, foe.kind.level * 8), chance, weapon, plus)


def outlives(foe: Foe, harm: int) -> float:
    """Return the chance that a foe survives the loss of `harm` hit points.

    >>> from rogomatic.agent.monster_manual import KINDS
    >>> centaur = Foe("C", 0, KINDS["centaur"])
    >>> [round(outlives(centaur, harm), 2) for harm in (3, 18, 32)]
    [1.0, 0.46, 0.0]
    """
    health = dice(foe.kind.level, 8)[foe.wounds + 1 :]
    weight = fsum(health)
    return fsum(health[harm:]) / weight if weight > 0 else 0.5


def duel(beliefs: Beliefs, foe: Foe, letter: str = "", free: int = 0) -> tuple[float, float, float]:
    """Return (chance to die, expected loss in hit points, expected blows) of a fight to the death.

    letter  an item to throw or a blade, as for `to_hit`
    free    number of extra blows that the hero has before the foe can strike.  If it is -1, the foe strikes
            once before the hero's first blow

    Each attack hits with a chance of (attacker's level + defender's armor class + bonus) / 20 (CMB-2).  If
    `free` is 0, the hero strikes first, so a foe that dies at the n-th blow has struck n - 1 times.  A foe
    has the hit points of its kind minus the damage that it is known to have taken.  Under these assumptions,
    the result is exact.
    """
    curve, kind = survival_curve(beliefs, foe, letter), foe.kind
    chance, hp = be_hit(beliefs, kind), max(beliefs.me.hp, 1)
    slow = foe.slowed or foe.confused or beliefs.me.red_hands
    risk, loss = _exchange(curve, free, kind.attacks, chance, hp, slow)
    if kind.special == "hold" and free < len(curve):
        held, harm = _squeezed(curve[max(free, 0) :], chance, hp, beliefs.me.grip)
        risk, loss = max(risk, held), max(loss, harm)
    elif kind.special == "freeze":
        rounds = curve[1 + free :] if free >= 0 else (1.0, *curve[1:])
        touch = touch_risk(beliefs, foe)
        risk = max(risk, freeze_risk(rounds, chance // (2 if slow else 1), touch))
    return risk, loss, fsum(curve[:-1])


@lru_cache(maxsize=4096)
def _exchange(
    curve: Spread, free: int, attacks: tuple[Attack, ...], chance: int, hp: int, slowed: bool
) -> tuple[float, float]:
    """Return (chance to die, expected loss in hit points) of a duel.  `curve` is the foe's survival curve."""
    risk = loss = 0.0
    foe = onslaught(attacks, chance)
    usual = foe.mean / 2 if slowed else foe.mean
    later = curve[1 + free :] if free >= 0 else (1.0,) * -free + curve[1:]
    for count, alive in enumerate(later, start=1):
        ends = alive - (later[count] if count < len(later) else 0.0)
        risk += ends * foe.deadly((count + 1) // 2 if slowed else count, hp)
        loss += alive * usual
    return risk, loss


def touches(beliefs: Beliefs, spot: Square, other: int) -> bool:
    """Return whether two squares are adjacent, with no corner that prevents blows between them."""
    step = other - spot
    if step not in KEY_OF:
        return False
    level = beliefs.level
    row, col = other // COLS, other % COLS
    here_row, here_col = spot // COLS, spot % COLS
    if row == here_row or col == here_col:
        return True
    return level.is_walkable(here_row * COLS + col) and level.is_walkable(row * COLS + here_col)


def touch_risk(beliefs: Beliefs, foe: Foe, others: Iterable[Foe] = ()) -> float:
    """Return the chance (0 to 1) that a freezing hit by `foe` leads to death while `others` strike too."""
    if foe.kind.special != "freeze":
        return 0.0
    alert = be_hit(beliefs, foe.kind) - beliefs.off_guard
    helpless = alert + beliefs.facts_of_edition.off_guard_bonus
    lives = 1 - frozen_risk(helpless, alert)
    turns = frozen_turns(helpless)
    for one in others:
        chance = be_hit(beliefs, one.kind) - beliefs.off_guard + beliefs.facts_of_edition.off_guard_bonus
        lives *= 1 - onslaught(one.kind.attacks, chance).deadly(turns, max(beliefs.me.hp, 1))
    return 1 - lives


def hold_risk(beliefs: Beliefs, foe: Foe, hp: int | None = None) -> float:
    """Return the chance (0 to 1) that a foe whose hits hold the hero kills it in a fight.

    Return 0 for other foes.

    hp  hit points of the hero at the start; None: its present hit points
    """
    if foe.kind.special != "hold":
        return 0.0
    points = max(beliefs.me.hp if hp is None else hp, 1)
    return _squeezed(survival_curve(beliefs, foe), be_hit(beliefs, foe.kind), points, beliefs.me.grip)[0]


def is_hold_risky(beliefs: Beliefs, foe: Foe, pct: float) -> bool:
    """Return whether `hold_risk` is above `pct` percent, which takes less time to compute."""
    if foe.kind.special != "hold":
        return False
    curve, chance, hp = survival_curve(beliefs, foe), be_hit(beliefs, foe.kind), max(beliefs.me.hp, 1)
    return 100 * _squeezed(curve, chance, hp, beliefs.me.grip, pct / 100)[0] > pct


@lru_cache(maxsize=1024)
def _squeezed(curve: Spread, chance: int, hp: int, grip: int, bound: float = -1.0) -> tuple[float, float]:
    """Return (chance to die, hit points lost) in a fight with a foe that holds the hero in place.

    The foe has already hit the hero `grip` times (SPC-12).

    bound  as for the kernel `held_fight`
    """
    hit = min(max(chance, 0), 20) / 20
    return held_fight(curve, hit, hp, grip, _GRIPS, _CERTAIN, bound)


def armed(beliefs: Beliefs, letter: str) -> tuple[int, Dice, int]:
    """Return (bonus to hit, dice, bonus to damage) of an item.  The letter "" means the weapon in hand."""
    strong = strength_to_damage(beliefs.me.strength)
    thing = beliefs.pack.get(letter) if letter else None
    hit, blow, damage = _in_hand(beliefs) if thing is None else _thrown(beliefs, thing)
    return hit, blow, damage + strong


def as_blows(beliefs: Beliefs, foe: Foe, shots: int, letter: str) -> int:
    """Return how many blows with the weapon in hand do as much damage as `shots` throws of a missile.

    Without a missile (`letter` is ""), return `shots`.
    """
    if not letter or shots <= 0:
        return shots
    thrown, blow = _mean_harm(beliefs, foe, letter), _mean_harm(beliefs, foe, "")
    return int(shots * thrown / blow + 0.5) if blow > 0 else shots


def _mean_harm(beliefs: Beliefs, foe: Foe, letter: str) -> float:
    """Return the expected damage of a blow or a throw, which may also miss, in hit points."""
    _, (count, sides), plus = armed(beliefs, letter)
    return min(max(to_hit(beliefs, foe.kind, letter), 1), 20) / 20 * max(count * (sides + 1) / 2 + plus, 0.0)


def _in_hand(beliefs: Beliefs) -> tuple[int, Dice, int]:
    """Return (bonus to hit, dice, bonus to damage) of the weapon in hand, or of bare fists."""
    held = beliefs.wielded()
    if held is None:
        return 0, FISTS, 0
    arm = beliefs.facts_of_edition.weapons.get(held[1].name)
    return held[1].hit or 0, arm.wield if arm else (0, 0), held[1].damage or 0


def _thrown(beliefs: Beliefs, thing: Thing) -> tuple[int, Dice, int]:
    """Return (bonus to hit, dice, bonus to damage) of a thrown item.  A fitting launcher adds its bonuses."""
    arm = beliefs.facts_of_edition.weapons.get(thing.name)
    if arm is None:
        return 0, (0, 0), 0
    hit, damage = thing.hit or 0, thing.damage or 0
    if beliefs.throws_by_hand:
        held = beliefs.wielded()
        bow = held[1] if held is not None and held[1].name == arm.launcher else None
        return hit + ((bow.hit or 0) if bow else 0), arm.thrown, damage + ((bow.damage or 0) if bow else 0)
    if not arm.missile:
        return hit, arm.wield, damage
    if not arm.launcher:
        return hit, arm.thrown, damage
    bow = next((other for other in beliefs.pack.things() if other.name == arm.launcher), None)
    if bow is None:
        return hit, arm.wield, damage
    return hit + (bow.hit or 0), arm.thrown, damage + (bow.damage or 0)
