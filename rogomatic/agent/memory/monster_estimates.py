"""Estimates of a monster's figures, taken from the manual, then corrected by counted observations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import erfc, fsum, log, sqrt
from typing import Final

from rogomatic.agent.editions import Edition, edition_of, letters_of
from rogomatic.agent.memory.long_term_memory import EFFECTS, Memory, MonsterRecord, Table, total
from rogomatic.agent.monster_manual import (
    FLIES,
    GREEDY,
    KINDS,
    MANUALS_WORD,
    MEAN,
    STRANGER,
    WANDERS,
    Attack,
    DamageDistribution,
    Kind,
    stranger,
)
from rogomatic.agent.think.fight.combat_odds import Spread, a_round

_MIN_CHANCE: Final = 0.02  # minimum chance of any outcome, because nothing is certain
_DIE_MEAN: Final = 4.5  # of the eight-sided die of hit points per level
_DIE_VARIANCE: Final = 5.25
_BLUR: Final = 6.0  # variance of a blow's damage, because only its mean is known
_MAX_LEVEL: Final = 30
# (mean, spread, logarithm of the spread) of the damage at half of the last blow, by level.
_BY_LEVEL: Final = tuple([
    (_DIE_MEAN * level, sqrt(_DIE_VARIANCE * level + _BLUR), log(sqrt(_DIE_VARIANCE * level + _BLUR)))
    for level in range(_MAX_LEVEL + 1)
])  # fmt: skip
_SHIFTS: Final = 25  # maximum distance from the guess to search for a better shift


def chance(shift: int) -> float:
    """Return the chance `shift` / 20, limited to the range from 0.02 to 0.98."""
    return min(max(shift / 20, _MIN_CHANCE), 1 - _MIN_CHANCE)


# Logarithms of the chances to hit and to miss, by twentieths; constant beyond the ends.
_LEAST: Final = -2 * _SHIFTS - 1
_MOST: Final = 20
_HIT_LOGS: Final = tuple([log(chance(shift)) for shift in range(_LEAST, _MOST - _LEAST)])
_MISS_LOGS: Final = tuple([log(1 - chance(shift)) for shift in range(_LEAST, _MOST - _LEAST)])


def mean_key(table: Table[int]) -> float:
    """Return the mean of a table's keys, weighted by their cases.  Return 0 for an empty table."""
    cases = sum(map(sum, table.values()))
    return sum(key * sum(row) for key, row in table.items()) / cases if cases else 0.0


def fit_shift(cases: Table[int], guess: int, weight: float, expected: float | None = None) -> int:
    """Return the most likely shift t, given that the chance to hit is (base + t) / 20.

    cases     base -> (hits, misses)
    guess     the expected shift before any cases are seen.  The guess counts like `weight` cases
    expected  the chance to hit at the mean base of `cases`, as predicted by the guess.  If it is None,
              (mean base + guess) / 20 is used

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
    """Return the log-likelihoods of the hits and of the misses, for each shift around `shift`."""
    first = min(max(shift - _SHIFTS, _LEAST), _MOST) - _LEAST
    end = first + 2 * _SHIFTS + 1
    return [[hits * one for one in _HIT_LOGS[first:end]], [misses * one for one in _MISS_LOGS[first:end]]]


def fit_level(felled: Table[int], spared: Table[int], guess: int, weight: float) -> int:
    """Return the most likely level of a monster, given the damage it took.

    A monster has the hit points of one eight-sided die per level.  `guess` counts like `weight` kills.

    felled  damage in a fight that the monster did not survive -> number of such fights.  Of the last blow's
            damage, only half is counted
    spared  damage in a fight that the monster survived -> number of such fights

    >>> fit_level({27: (20,), 30: (20,)}, {}, 2, 4), fit_level({}, {40: (9,)}, 2, 4)
    (6, 8)
    """
    if not felled and not spared:
        return guess
    best = (float("-inf"), 0, 0)
    for level in range(1, _MAX_LEVEL + 1):
        likely = fsum(_of_kills(level, felled, guess, weight) + _of_fights(level, spared))
        best = max(best, (likely, -abs(level - guess), -level))
    return -best[2]


def _of_kills(level: int, felled: Table[int], guess: int, weight: float) -> list[float]:
    """Return the terms of a level's log-likelihood that come from kills and from `guess`."""
    mean, spread, wide = _BY_LEVEL[level]
    start = (_DIE_MEAN * guess - mean) / spread
    held = [-weight * (start * start / 2 + wide)]
    for harm, (kills,) in felled.items():
        off = (harm - mean) / spread
        held.append(-kills * (off * off / 2 + wide))
    return held


def _of_fights(level: int, spared: Table[int]) -> list[float]:
    """Return the terms of a level's log-likelihood that come from fights which the monster survived."""
    mean, spread, _ = _BY_LEVEL[level]
    return [
        fights * log(max(erfc((harm - mean) / spread / sqrt(2)) / 2, 1e-6))
        for harm, (fights,) in spared.items()
    ]


def fit_harm(wounds: Table[int], guess: Sequence[float], weight: float) -> tuple[float, ...]:
    """Return the chances that a hit does 0, 1, 2, ... points of damage.  `guess` counts like `weight` hits.

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
    """Return the largest damage d for which P(damage >= d) is at least `least`.

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
    """Return one mean over the keys of a table and `guess` together.

    Each key is weighted by its cases, and `guess` counts like `weight` cases.
    """
    counted = sum(row[0] for row in cases.values())
    return (weight * guess + sum(key * row[0] for key, row in cases.items())) / (weight + counted)


def mix(parts: Iterable[tuple[float, Sequence[float]]]) -> tuple[float, ...]:
    """Return the weighted mean of (weight, distribution) pairs.  Return () if there are none.

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
    """Return (hits - expected hits) as a share of all cases, and also as a number of standard errors."""
    hits = fsum(row[0] for row in cases.values())
    count = fsum(map(sum, cases.values()))
    expected = fsum(sum(row) * chance_at[at] for at, row in cases.items())
    spread = sqrt(fsum(sum(row) * chance_at[at] * (1 - chance_at[at]) for at, row in cases.items()))
    if not count:
        return 0.0, 0.0
    return (hits - expected) / count, (hits - expected) / max(spread, 0.5)


# Weight of a trusted manual, as a number of cases.
_BLOWS: Final = 40.0
_WOUNDS: Final = 20.0
_KILLS: Final = 12.0
_GAINS: Final = 6.0
_HABITS: Final = 16.0
_LITTLE: Final = 0.08  # share of these weights for a mere guess
_SOLID_BLOWS: Final = 12  # blows exchanged with a kind before it counts as evidence about others
_TRUSTED: Final = 0.7
_WRONG_SHARE: Final = 0.15  # error in the chance to hit from which the manual is wrong
_WRONG_RATIO: Final = 1.5  # ratio of damages from which the manual is wrong
_HARMLESS: Final = 1.0  # damage per hit below which a kind without attacks agrees with the manual
_CLEAR: Final = 3.0  # standard errors
_USUAL_GUARD: Final = 3
_SURE_SIGNS: Final = 2  # observations that establish an effect without prior knowledge
_OTHER_SIGNS: Final = 5  # observations that establish an effect against a trusted manual
_SIGN_SHARE: Final = 0.08  # share of hits with an effect that establishes it
_SILENT_HITS: Final = 40  # hits without the manual's effect that refute the manual
_SELDOM: Final = 0.02  # chance that a hit exceeds the worst case; a guess has a long tail
_MEAN_SHARE: Final = 0.35  # share of monsters awake at first that makes a kind mean
_FLIES_SHARE: Final = 0.5  # share of double steps that makes a kind fly
_SHOWN: Final = frozenset(("rust", "freeze", "steal", "steal gold", "weaken", "drain"))  # at once, by one hit
_NEAR_DEPTHS: Final = (0, 1, 2, 4, 8)


class Experience:
    """Source of estimates for monsters.  `manual` maps names to kinds; {} means that there is no manual.

    If a monster has no record, its estimate is the manual's figures, provided that the manual is trusted.
    The more evidence there is, the more the estimate follows the evidence, even against the manual.  A
    memory does not change within a game, so each kind is computed once.
    """

    def __init__(self, memory: Memory, manual: Mapping[str, Kind] = KINDS) -> None:
        self.memory = memory
        self._manual = manual
        self._kinds: dict[tuple[str, str], Kind] = {}
        self._guesses: dict[tuple[str, str, int], Kind] = {}
        self._others: dict[tuple[str, int], Kind] = {}
        self._peers: dict[tuple[str, str, Kind], Kind] = {}
        self._trust: dict[str, float] = {}

    def kind(self, edition: Edition, name: str, depth: int) -> Kind:
        """Return the estimated kind of a monster met at this depth.  The name "" means an unknown monster."""
        known = self._kinds.get((edition, name)) or self._guesses.get((edition, name, depth))
        if known is not None:
            return known
        book = self.memory.of(edition)
        record = book.of(name)
        if name and (record.signs or record.tables):
            usual = round(mean_key(record.depths)) or depth
            kind = _learned(record, *self._guess(edition, name, usual))
            self._kinds[edition, name] = kind
            return kind
        guess = self._guesses[edition, name, depth] = self._guess(edition, name, depth)[0]
        return guess

    def votes(self, version: str) -> dict[tuple[str, str], int]:
        """Return how many votes each (letter, monster name) has from messages and from the manual."""
        votes = {
            (key[0], key[2:]): row[0] for key, row in self.memory.of(edition_of(version)).letters.items()
        }
        for pair in letters_of(version).items():
            if pair[1] in self._manual:
                votes[pair] = votes.get(pair, 0) + MANUALS_WORD
        return votes

    def trust(self, edition: str) -> float:
        """Return (r + 2) / (n + 2), the trust in a manual right on r of n well-known kinds."""
        if edition not in self._trust:
            verdicts = [
                _agrees(record, self._manual[name])
                for name, record in self.memory.of(edition).monsters.items()
                if name in self._manual and total(record.table("blows")) >= _SOLID_BLOWS
            ]
            self._trust[edition] = (sum(verdicts) + 2) / (len(verdicts) + 2)
        return self._trust[edition]

    def _guess(self, edition: str, name: str, depth: int) -> tuple[Kind, float]:
        """Return (estimate, factor).  The estimate is made without the record of this kind.

        The factor, from 0 to 1, is to be multiplied with the weight that the estimate gets.
        """
        manual = self._manual.get(name)
        if manual is not None and self.trust(edition) >= _TRUSTED:
            return manual, 1.0
        if (edition, depth) not in self._others:
            self._others[edition, depth] = _usual(self._met_about(edition, depth), depth)
        return self._others[edition, depth]._replace(name=name or STRANGER.name), _LITTLE

    def _met_about(self, edition: str, depth: int) -> list[tuple[int, Kind]]:
        """Return (number met, estimated kind) for kinds met near a depth.  The manual is not used."""
        guess = stranger(depth)
        for reach in _NEAR_DEPTHS:
            met = []
            for name, record in sorted(self.memory.of(edition).monsters.items()):
                near = range(depth - reach, depth + reach + 1)
                often = sum([record.depths[at][0] for at in near if at in record.depths])
                if often and total(record.table("blows")) >= _SOLID_BLOWS:
                    if (edition, name, guess) not in self._peers:
                        self._peers[edition, name, guess] = _learned(record, guess, _LITTLE)
                    met.append((often, self._peers[edition, name, guess]))
            if met:
                return met
        return []


@lru_cache(maxsize=8)
def experience(memory: Memory) -> Experience:
    """Return an object that estimates the figures of monsters from a memory and the manual."""
    return Experience(memory)


def _learned(record: MonsterRecord, guess: Kind, part: float) -> Kind:
    """Return `guess` updated with a record.  The guess has `part` (0 to 1) of its usual weight."""
    blows, wounds = record.table("blows"), record.table("wounds")
    level = fit_level(record.table("felled"), record.table("spared"), guess.level, part * _KILLS)
    skill, attacks = _attack(blows, wounds, guess, part)
    return guess._replace(
        level=level,
        edge=skill - level,
        attacks=attacks,
        armor=fit_shift(record.table("aims"), guess.armor, part * _BLOWS),
        traits=_traits(record, guess.traits, part),
        exp=round(fit_mean(record.table("gains"), guess.exp, part * _GAINS)),
        special=_special(record, guess.special, part),
    )


def _attack(
    blows: Table[int], wounds: Table[int], guess: Kind, part: float
) -> tuple[int, tuple[Attack, ...]]:
    """Return the level that matches the monster's chance to hit, and its attacks combined into one attack."""
    if not blows and not wounds:
        return guess.level + guess.edge, guess.attacks
    guard = round(mean_key(blows)) if blows else _USUAL_GUARD
    expected, harm = _one_hit(guess, guard)
    by_base = {10 - key: (row[0], row[1]) for key, row in blows.items()}
    skill = fit_shift(by_base, guess.level + guess.edge, part * _BLOWS, expected)
    chances = fit_harm(wounds, harm, part * _WOUNDS)
    return skill, (_harm(chances),) if len(chances) > 1 else ()


def _harm(chances: Spread) -> DamageDistribution:
    return DamageDistribution(chances, worst_of(chances, _SELDOM))


def _one_hit(kind: Kind, guard: int) -> tuple[float, Spread]:
    """Return the chance that a round of attacks hits, and the distribution of the damage of a hit."""
    taken = a_round(kind.attacks, kind.level + kind.edge + 10 - guard)
    hits = 1 - taken[0]
    harm = (1.0,) if hits <= 0 else _harm_of(kind)
    if harm is not None:
        return _hit_chance(kind, guard), harm
    return hits, (0.0, *[share / hits for share in taken[1:]])


def _hit_chance(kind: Kind, guard: int) -> float:
    """Return the chance that at least one attack of a round hits."""
    shift = kind.level + kind.edge + 10 - guard
    hits = 1 - a_round(kind.attacks, shift)[0]
    return chance(shift) if hits <= 0 or _harm_of(kind) is not None else hits


def _harm_of(kind: Kind) -> Spread | None:
    """Return the damage distribution of the kind's hit.  Return None if it was not learned from games."""
    learned = (attack.chances for attack in kind.attacks if isinstance(attack, DamageDistribution))
    return next(learned, None)


def _traits(record: MonsterRecord, traits: int, part: float) -> int:
    """Return `traits`, with the MEAN and FLIES flags corrected to agree with the record's observations."""
    habits = (
        (MEAN, record.table("starts"), 1, _MEAN_SHARE),
        (FLIES, record.table("strides"), 2, _FLIES_SHARE),
    )
    for trait, table, sign, share in habits:
        if table and not (trait == MEAN and traits & GREEDY):  # a monster that guards gold also wakes at once
            seen = table.get(sign, (0,))[0] + part * _HABITS * bool(traits & trait)
            often = seen / (total(table) + part * _HABITS) >= share
            traits = traits | trait if often else traits & ~trait
    return traits


def _special(record: MonsterRecord, special: str, part: float) -> str:
    """Return the special effect of a monster's hits, or "" if no effect is known.

    An observed effect comes first.  Next comes `special`, if it is from the manual and is not refuted.
    """
    hits = total(record.signs)
    seen = {effect: record.signs.get(effect, (0,))[0] for effect in EFFECTS}
    best = max(EFFECTS, key=lambda effect: (seen[effect], effect == special))
    if best == special and seen[best]:
        return special
    if seen[best] >= (_SURE_SIGNS if part < 1 else _OTHER_SIGNS) and seen[best] >= _SIGN_SHARE * hits:
        return best
    if part < 1:
        return ""
    refuted = special in _SHOWN and not seen.get(special, 0) and hits >= _SILENT_HITS  # type: ignore[call-overload]
    return "" if refuted else special


def _usual(peers: list[tuple[int, Kind]], depth: int) -> Kind:
    """Return the estimate for an unknown kind at a depth.

    If `peers` (kinds met near that depth, each with the number met) is not empty, the estimate is their mean.
    """
    if not peers:
        return stranger(depth)
    whole = sum(weight for weight, _ in peers)
    level = round(sum(weight * kind.level for weight, kind in peers) / whole)
    skill = round(sum(weight * (kind.level + kind.edge) for weight, kind in peers) / whole)
    return Kind(
        STRANGER.name,
        level,
        round(sum(weight * kind.armor for weight, kind in peers) / whole),
        (_harm(mix((weight, _harm_of(kind) or (1.0,)) for weight, kind in peers)),),
        MEAN | WANDERS,
        round(sum(weight * kind.exp for weight, kind in peers) / whole),
        edge=skill - level,
    )


def _agrees(record: MonsterRecord, kind: Kind) -> bool:
    """Return whether a record is consistent with `kind`, which holds the manual's figures."""
    blows, wounds = record.table("blows"), record.table("wounds")
    if not kind.attacks:
        return mean_key(wounds) < _HARMLESS
    share, errors = surprise(blows, {guard: _hit_chance(kind, guard) for guard in blows})
    if abs(share) > _WRONG_SHARE and abs(errors) > _CLEAR:
        return False
    _, harm = _one_hit(kind, round(mean_key(blows)))
    expected = sum(points * chance for points, chance in enumerate(harm))
    spread = sum(points * points * chance for points, chance in enumerate(harm)) - expected * expected
    seen, cases = mean_key(wounds), total(wounds)
    off = abs(seen - expected) > _CLEAR * ((spread + 1) / max(cases, 1)) ** 0.5
    return not (off and max(seen, expected) + 0.5 > _WRONG_RATIO * (min(seen, expected) + 0.5))
