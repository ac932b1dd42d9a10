"""What to expect of a monster: the manual's word and what was observed, weighed against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import erfc, fsum, inf, log, sqrt
from typing import Final

from rogomatic.memory.long_term_memory import EFFECTS, OF_STEPS, Book, Memory, MonsterRecord, Table, total
from rogomatic.monster_manual import (
    FLIES,
    GREEDY,
    KINDS,
    MANUALS_WORD,
    MEAN,
    WANDERS,
    Attack,
    DamageDistribution,
    Edition,
    Kind,
    edition_of,
    letters_of,
    stranger,
)
from rogomatic.think.combat_odds import Spread, a_round

# As how many cases the manual counts while it is trusted.
_BLOWS: Final = 40.0
_WOUNDS: Final = 20.0
_KILLS: Final = 12.0
_GAINS: Final = 6.0
_HABITS: Final = 16.0
_LITTLE: Final = 0.08  # the part of these weights that is left to a mere guess
_SOLID_BLOWS: Final = 12  # exchanged with a kind before it is evidence about others
_TRUSTED: Final = 0.7
_WRONG_SHARE: Final = 0.15  # by which the chance to hit is off when the manual is wrong
_WRONG_RATIO: Final = 1.5  # by which damage is
_HARMLESS: Final = 1.0  # hit points a hit, below which a kind without attacks is as the manual says
_CLEAR: Final = 3.0  # standard errors
_USUAL_GUARD: Final = 3
_SURE_SIGNS: Final = 2  # of an effect, from which it is the kind's where nothing was known before
_OTHER_SIGNS: Final = 5  # the same against the word of a manual that is trusted
_SIGN_SHARE: Final = 0.08  # of the hits with an effect, from which it is the kind's
_SILENT_HITS: Final = 40  # without the effect that the manual names, after which the manual is not believed
_SELDOM: Final = 0.02  # chance of a hit to take more than its worst; what is guessed leaves a long tail
_MEAN_SHARE: Final = 0.35  # of those who were there first that came, from which the kind is mean
_FLIES_SHARE: Final = 0.5  # of double steps from which it flies
_SHOWN: Final = frozenset(("rust", "freeze", "steal", "steal gold", "weaken", "drain"))  # at once, by a hit
_NEAR_DEPTHS: Final = (0, 1, 2, 4, 8)


class Experience:
    """A monster source with a memory; `manual` is what it has read, {} for one who has read nothing.

    Without a record the estimates are the manual's figures.  With much evidence they are those of the
    evidence, also against the manual.  A memory does not change within a game, so each kind is worked out
    once.
    """

    def __init__(self, memory: Memory, manual: Mapping[str, Kind] = KINDS) -> None:
        self._memory = memory
        self._manual = manual
        self._kinds: dict[tuple[str, str], Kind] = {}
        self._guesses: dict[tuple[str, str, int], Kind] = {}
        self._others: dict[tuple[str, int], Kind] = {}
        self._trust: dict[str, float] = {}

    def kind(self, edition: Edition, name: str, depth: int) -> Kind:
        """Return what to expect of a monster by its name, "" for one that cannot be named, at a depth."""
        known = self._kinds.get((edition, name)) or self._guesses.get((edition, name, depth))
        if known is not None:
            return known
        book = self._memory.of(edition)
        record = book.of(name)
        if name and (record.signs or any(table not in OF_STEPS for table in record.tables)):
            usual = round(mean_key(record.depths)) or depth
            kind = _learned(record, *self._guess(edition, name, usual))
            self._kinds[edition, name] = kind
            return kind
        guess = self._guesses[edition, name, depth] = self._guess(edition, name, depth)[0]
        return guess

    def votes(self, version: str) -> dict[tuple[str, str], int]:
        """Return (letter, name) -> how much speaks for it: messages, and the manual's word."""
        votes = {
            (key[0], key[2:]): row[0] for key, row in self._memory.of(edition_of(version)).letters.items()
        }
        for pair in letters_of(version).items():
            if pair[1] in self._manual:
                votes[pair] = votes.get(pair, 0) + MANUALS_WORD
        return votes

    def trust(self, edition: str) -> float:
        """Return how far the manual is to be trusted: the share of kinds, met often, that it is right on."""
        if edition not in self._trust:
            verdicts = [
                _agrees(record, self._manual[name])
                for name, record in self._memory.of(edition).monsters.items()
                if name in self._manual and total(record.table("blows")) >= _SOLID_BLOWS
            ]
            self._trust[edition] = (sum(verdicts) + 2) / (len(verdicts) + 2)
        return self._trust[edition]

    def _guess(self, edition: str, name: str, depth: int) -> tuple[Kind, float]:
        """Return what to expect before experience with this very kind, and the part of its weight."""
        manual = self._manual.get(name)
        if manual is not None and self.trust(edition) >= _TRUSTED:
            return manual, 1.0
        if (edition, depth) not in self._others:
            self._others[edition, depth] = _usual(self._memory.of(edition), depth)
        return self._others[edition, depth]._replace(name=name or "stranger"), _LITTLE


@lru_cache(maxsize=8)
def experience(memory: Memory) -> Experience:
    """Return the monster_source with a memory, and the manual; the same one for the same memory."""
    return Experience(memory)


def _learned(record: MonsterRecord, guess: Kind, part: float) -> Kind:
    """Weigh a first guess, which counts for a part of its usual weight, against a record."""
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
    """Return the level that its chance to hit amounts to, and what a hit takes: all entries as one."""
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
    """Return the chance that a round hits at all, and the distribution of what it takes then."""
    shift = kind.level + kind.edge + 10 - guard
    taken = a_round(kind.attacks, shift)
    hits = 1 - taken[0]
    if hits <= 0:
        return chance(shift), (1.0,)
    if any(isinstance(attack, DamageDistribution) for attack in kind.attacks):
        return chance(shift), tuple(_harm_of(kind))
    return hits, (0.0, *(share / hits for share in taken[1:]))


def _harm_of(kind: Kind) -> Spread:
    """Return what a hit of a learned kind takes."""
    for attack in kind.attacks:
        if isinstance(attack, DamageDistribution):
            return attack.chances
    return (1.0,)


def _traits(record: MonsterRecord, traits: int, part: float) -> int:
    """Return the traits with those that can be seen as they were seen."""
    habits = (
        (MEAN, record.table("starts"), 1, _MEAN_SHARE),
        (FLIES, record.table("strides"), 2, _FLIES_SHARE),
    )
    for trait, table, sign, share in habits:
        if table and not (trait == MEAN and traits & GREEDY):  # who guards gold wakes at once, too
            seen = table.get(sign, (0,))[0] + part * _HABITS * bool(traits & trait)
            often = seen / (total(table) + part * _HABITS) >= share
            traits = traits | trait if often else traits & ~trait
    return traits


def _special(record: MonsterRecord, special: str, part: float) -> str:
    """Return the special effect of its hits: the one that was seen, or the guess until it is refuted."""
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


def _usual(book: Book, depth: int) -> Kind:
    """Return what a stranger at a depth is likely to be: as others that were met about there."""
    for reach in _NEAR_DEPTHS:
        peers = []
        for _, record in sorted(book.monsters.items()):
            weight = sum(row[0] for at, row in record.depths.items() if abs(at - depth) <= reach)
            if weight and total(record.table("blows")) >= _SOLID_BLOWS:
                peers.append((weight, _learned(record, stranger(depth), _LITTLE)))
        if peers:
            break
    else:
        return stranger(depth)
    whole = sum(weight for weight, _ in peers)
    level = round(sum(weight * kind.level for weight, kind in peers) / whole)
    skill = round(sum(weight * (kind.level + kind.edge) for weight, kind in peers) / whole)
    return Kind(
        "stranger",
        level,
        round(sum(weight * kind.armor for weight, kind in peers) / whole),
        (_harm(mix((weight, _harm_of(kind)) for weight, kind in peers)),),
        MEAN | WANDERS,
        round(sum(weight * kind.exp for weight, kind in peers) / whole),
        edge=skill - level,
    )


def _agrees(record: MonsterRecord, kind: Kind) -> bool:
    """Return whether the manual's figures of a kind may be right, after what was seen of it."""
    blows, wounds = record.table("blows"), record.table("wounds")
    if not kind.attacks:
        return mean_key(wounds) < _HARMLESS
    share, errors = surprise(blows, {guard: _one_hit(kind, guard)[0] for guard in blows})
    if abs(share) > _WRONG_SHARE and abs(errors) > _CLEAR:
        return False
    _, harm = _one_hit(kind, round(mean_key(blows)))
    expected = sum(points * chance for points, chance in enumerate(harm))
    spread = sum(points * points * chance for points, chance in enumerate(harm)) - expected * expected
    seen, cases = mean_key(wounds), total(wounds)
    off = abs(seen - expected) > _CLEAR * ((spread + 1) / max(cases, 1)) ** 0.5
    return not (off and max(seen, expected) + 0.5 > _WRONG_RATIO * (min(seen, expected) + 0.5))


# -- estimates from counted cases, and a first guess that weighs as much as so many cases

_MIN_CHANCE: Final = 0.02  # nothing is certain, as the chance of a case that was counted
_DIE_MEAN: Final = 4.5  # of the eight-sided die that hit points are made of, per level
_DIE_VARIANCE: Final = 5.25
_BLUR: Final = 6.0  # variance of what one blow does, as it is only known on average
_MAX_LEVEL: Final = 30
_REACH: Final = 25  # how far from the guess a shift is looked for


def chance(shift: int) -> float:
    """Return the chance of so many twentieths, within what counts as possible."""
    return min(max(shift / 20, _MIN_CHANCE), 1 - _MIN_CHANCE)


# By twentieths, 0 to 20: what lies beyond is as likely as the first and the last.
_LOGS_OF_HITS: Final = [log(chance(shift)) for shift in range(21)]
_LOGS_OF_MISSES: Final = [log(1 - chance(shift)) for shift in range(21)]


def mean_key(table: Table[int]) -> float:
    """Return the mean of a table's keys, weighed by its cases; 0 if it is empty."""
    cases = sum(map(sum, table.values()))
    return sum(key * sum(row) for key, row in table.items()) / cases if cases else 0.0


def fit_shift(cases: Table[int], guess: int, weight: float, expected: float | None = None) -> int:
    """Return the shift t that explains best how often something hit: with chance (base + t) / 20.

    cases     base -> (hits, misses)
    guess     the shift without any cases, which weighs as `weight` cases at their mean base
    expected  the chance that the guess gives there, if it is not (base + guess) / 20

    >>> fit_shift({0: (50, 150)}, 12, 10), fit_shift({}, 12, 10)
    (5, 12)
    """
    if not cases:
        return guess
    base = round(mean_key(cases))
    prior = chance(base + guess) if expected is None else min(max(expected, _MIN_CHANCE), 1 - _MIN_CHANCE)

    first = guess - _REACH
    rows = [*_log_chances(base + first, weight * prior, weight * (1 - prior))]
    for at, (hits, misses) in cases.items():
        rows += _log_chances(at + first, hits, misses)
    found, best, off = guess, -inf, 0
    for shift, column in enumerate(zip(*rows, strict=True), first):
        likelihood, away = fsum(column), abs(shift - guess)
        if likelihood > best or (likelihood == best and away < off):
            found, best, off = shift, likelihood, away
    return found


def _log_chances(first: int, hits: float, misses: float) -> tuple[list[float], list[float]]:
    """Return the logarithms of how likely so many hits and so many misses are, at each shift from `first`."""
    shifts = [min(max(first + at, 0), 20) for at in range(2 * _REACH + 1)]
    return [hits * _LOGS_OF_HITS[shift] for shift in shifts], [
        misses * _LOGS_OF_MISSES[shift] for shift in shifts
    ]


def fit_level(felled: Table[int], spared: Table[int], guess: int, weight: float) -> int:
    """Return the level whose hit points, that many eight-sided dice, fit the harm that was done best.

    felled  harm halfway through the last blow -> kills     spared  harm survived -> fights

    >>> fit_level({27: (20,), 30: (20,)}, {}, 2, 4), fit_level({}, {40: (9,)}, 2, 4)
    (6, 8)
    """
    if not felled and not spared:
        return guess

    kills = [(harm, count) for harm, (count,) in felled.items()]
    fights = [(harm, count) for harm, (count,) in spared.items()]
    found, best, off = guess, -inf, 0
    for level in range(1, _MAX_LEVEL + 1):
        mean, spread = _DIE_MEAN * level, sqrt(_DIE_VARIANCE * level + _BLUR)
        start, wide, root = (_DIE_MEAN * guess - mean) / spread, log(spread), sqrt(2)
        held = [-weight * (start * start / 2 + wide)]
        for harm, count in kills:
            beyond = (harm - mean) / spread
            held.append(-count * (beyond * beyond / 2 + wide))
        for harm, count in fights:
            held.append(count * log(max(erfc((harm - mean) / spread / root) / 2, 1e-6)))
        likelihood, away = fsum(held), abs(level - guess)
        if likelihood > best or (likelihood == best and away < off):
            found, best, off = level, likelihood, away
    return found


def fit_harm(wounds: Table[int], guess: Sequence[float], weight: float) -> tuple[float, ...]:
    """Return the chances of 0, 1, 2, ... hit points: what was counted and the guess, which weighs as
    `weight` hits.

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
    """Return the most points that are taken, or exceeded, with a chance of at least `least`.

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
    """Return the mean of a table's keys, and of the guess, which weighs as `weight` cases."""
    counted = sum(row[0] for row in cases.values())
    return (weight * guess + sum(key * row[0] for key, row in cases.items())) / (weight + counted)


def mix(parts: Iterable[tuple[float, Sequence[float]]]) -> tuple[float, ...]:
    """Return a mixture of distributions, each with its weight; () of none.

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
    """Return how far hits are from what was expected: as a share of the cases, and in standard errors."""
    hits = fsum(row[0] for row in cases.values())
    count = fsum(map(sum, cases.values()))
    expected = fsum(sum(row) * chance_at[at] for at, row in cases.items())
    spread = sqrt(fsum(sum(row) * chance_at[at] * (1 - chance_at[at]) for at, row in cases.items()))
    if not count:
        return 0.0, 0.0
    return (hits - expected) / count, (hits - expected) / max(spread, 0.5)
