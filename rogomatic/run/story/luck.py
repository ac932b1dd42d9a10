"""How unlikely the blows of a fight were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import chain, pairwise, takewhile
from math import fsum, prod
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.monster_tracking import target_of
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.monster_manual import KINDS, DamageDistribution
from rogomatic.agent.think.fight.combat_odds import a_round, add, armed, be_hit, hit_with, mean
from rogomatic.agent.think.fight.threat import rounded
from rogomatic.run.story.fight_instants import Instant, ReadFact, Swing
from rogue.shared.wording import plural, plural_of

_LEAST_SWINGS: Final = 3  # that are worth a chance
_UNLIKELY: Final = 0.1  # chance up to which it is bad luck
_USUAL: Final = 0.25  # chance from which on it is nothing special
_TAKE_MORE: Final = ("hold", "drain")  # effects of hits that take hit points besides the dice
_DRAINS: Final = ("drain life", "")  # kinds of sticks that take hit points of the hero, or may
_LOW_POINTS, _LOW_SHARE = 4, 0.15  # by which an estimate of harm is too low
_LEAST_TOLD: Final = 0.005  # that is rounded to a number of its own
_FOES: Final = {"monster-hits": True, "monster-misses": False}
_HEROS: Final = {
    False: {"you-hit": True, "you-miss": False}, True: {"missile-hits": True, "missile-misses": False},
}  # fmt: skip
"""Whether it was a shot -> kind of fact -> whether the hero has hit."""


def aim_of(beliefs: Beliefs, choice: Choice) -> Swing | None:
    """Return the attack that a choice begins, or None if the choice is no attack or has no certain target."""
    action = choice.act.action
    is_shot = action.verb == "throw"
    foe = target_of(beliefs, action) if is_shot or action.verb == "fight" else None
    if foe is None or beliefs.is_confused or beliefs.is_hallucinating:
        return None
    bonus, _, _ = armed(beliefs, action.letter if is_shot else "")
    chance = min(max(hit_with(beliefs, foe.kind, bonus), 0), 20) / 20
    return Swing(foe.kind.name, chance, is_shot=is_shot)


def blow_of(beliefs: Beliefs, foe: Foe, *, is_hit: bool) -> Swing:
    """Return one swing for all attacks of a foe in one turn.  It hits if at least one of the attacks hits."""
    is_learned = any(isinstance(one, DamageDistribution) for one in foe.kind.attacks)
    kind = KINDS.get(foe.kind.name, foe.kind) if is_learned else foe.kind
    in_20 = min(max(be_hit(beliefs, kind), 0), 20)
    chance = 1 - (1 - in_20 / 20) ** len(kind.attacks)
    reckoned = mean(a_round(foe.kind.attacks, be_hit(beliefs, foe.kind)))
    return Swing(kind.name, chance, False, is_hit, harm=a_round(kind.attacks, in_20), reckoned=reckoned)


def swings_of(
    beliefs: Beliefs, read: Sequence[ReadFact], aim: Swing | None, gone: Sequence[Foe] = ()
) -> tuple[Swing, ...]:
    """Return the blows of both sides that messages tell of.  This is a hot path.

    aim   the hero's attack in the last command, or None if that command was no attack
    gone  the foes in view at the last command, which may have died since
    """
    found = list[Swing]()
    for _, fact in () if beliefs.is_hallucinating else read:
        if fact.kind in _FOES:
            every = chain(beliefs.foes.seen.values(), gone)
            foes = [one for one in every if one.kind.name == fact.who][:1]
            found += [blow_of(beliefs, foe, is_hit=_FOES[fact.kind]) for foe in foes]
        elif aim is not None and fact.kind in _HEROS[aim.is_shot] and fact.who in ("", aim.who):
            found.append(aim._replace(is_hit=_HEROS[aim.is_shot][fact.kind]))
    return tuple(found)


class FightLuck(NamedTuple):
    """The luck of both sides in a fight, in words.

    rare      a clause on unlikely events, or ""
    figures   a clause on the actual and the expected blows of both sides, or ""
    is_usual  whether neither side had much better or worse luck than expected
    weaker    a clause on foes that the agent underestimated, or ""
    """

    rare: str = ""
    figures: str = ""
    is_usual: bool = False
    weaker: str = ""


class FightDice(NamedTuple):
    """The blows of a hero's last fight.

    late      the blows after the last command, including the deadly blow
    strikers  the attacker's name for each blow on the hero after the last command
    is_open   whether the result of the hero's last blow is unknown
    is_cut    whether some blows are forgotten
    learned   the kind of the item that the last command used, or "" if the kind is not known
    """

    fight: Sequence[Instant]
    killer: str
    late: Sequence[Swing] = ()
    strikers: Sequence[str] = ()
    is_open: bool = False
    is_cut: bool = False
    learned: str = ""

    def since(self, at: int) -> FightLuck:
        """Return the luck of the fight from command `at` on."""
        fight, killer = self.fight[at:], self.killer
        swings = [*chain(*[one.swings for one in fight[1:]]), *self.late]
        own, few = _own_blows(
            [one for one in swings if one.is_own and one.who == killer],
            plural_of(killer) if any(one.foes.count(killer) > 1 for one in fight) else f"the {killer}",
            is_open=self.is_open,
        )
        foes = [one for one in swings if not one.is_own]
        struck = Counter([*chain(*[one.blows for one in fight[1:]]), *self.strikers])
        is_known = struck == Counter([one.who for one in foes if one.is_hit])
        takes_more = any(one.who in KINDS and KINDS[one.who].special in _TAKE_MORE for one in foes)
        learned = [*[one.learned for one in fight[1:]], self.learned]
        zapped = {
            one.deed.name or name for one, name in zip(fight, learned, strict=True) if one.deed.verb == "zap"
        }
        takes_more = takes_more or not zapped.isdisjoint(_DRAINS)
        foes = [one for one in foes if mean(one.harm) > 0]
        if not foes or self.is_cut or not is_known or takes_more:
            return FightLuck(own)
        hp = [*[max(one.hp, 0) for one in fight], 0]
        lost = sum(max(before - after, 0) for before, after in pairwise(hp))
        took, expected, many = _foes_blows(foes, lost)
        rare = f"{took} ({expected} expected; {_about(many)} likely)" if many <= _UNLIKELY else ""
        figures = f"{took} ({expected} expected){self._hit_share(swings)}"
        reckoned = round(fsum(one.reckoned for one in foes))
        is_low = expected - reckoned >= max(_LOW_POINTS, _LOW_SHARE * expected)
        is_one = len({one.who for one in foes}) == 1
        whom = f"the {foes[0].who}" if is_one else "its foes"
        usual = f"{expected} are usual; its estimate was {reckoned}"
        weaker = f"it underestimated {whom}: {took} ({usual})" if is_low else ""
        return FightLuck(", and ".join(filter(None, [own, rare])), figures, min(few, many) >= _USUAL, weaker)

    def _hit_share(self, swings: Sequence[Swing]) -> str:
        """Return a clause on how many of the hero's attacks hit, and how many hits were expected.

        >>> swings = [Swing("orc", 0.9, is_hit=True), Swing("orc", 0.9)]
        >>> FightDice((), "orc")._hit_share(swings)
        ", and 1 of the hero's 2 attacks hit (2 expected)"
        """
        own = [one for one in swings if one.is_own]
        hits, expected = sum(one.is_hit for one in own), round(fsum(one.chance for one in own))
        attacks = f"{'first ' * self.is_open}{plural(len(own), 'attack')}"
        share = f", and {hits or 'none'} of the hero's {attacks} hit ({expected} expected)"
        return share if len(own) > 1 else ""


def _foes_blows(foes: Sequence[Swing], lost: int) -> tuple[str, int, float]:
    """Return a clause on the foes' blows, the expected loss, and the chance to lose `lost` or more.

    Losses are numbers of hit points.

    >>> orc = Swing("orc", 0.5, is_own=False, is_hit=True, harm=(0.5, 0.0, 0.5))
    >>> _foes_blows([orc] * 4, 8)
    ('4 attacks of the orc (4 hits) took 8 hit points', 4, 0.0625)
    """
    names = {one.who for one in foes}
    harm = reduce(add, [one.harm for one in foes])
    who = f"the {foes[0].who}" if len(names) == 1 else "its foes"
    hits = plural(sum(one.is_hit for one in foes), "hit")
    took = f"{plural(len(foes), 'attack')} of {who} ({hits}) took {plural(lost, 'hit point')}"
    return took, round(mean(harm)), fsum(harm[lost:])


def _own_blows(own: Sequence[Swing], who: str, *, is_open: bool) -> tuple[str, float]:
    """Return a clause on the hero's bad luck, and the chance that so few of the hero's blows hit.

    The clause is "" if there was no bad luck.

    >>> swings = [Swing("orc", 0.5)] * 4
    >>> _own_blows(swings, "the orc", is_open=False)
    ('none of its 4 attacks against the orc hit (about 6% likely)', 0.0625)
    >>> _own_blows([Swing("orc", 0.9, is_hit=True), *swings], "the orc", is_open=True)[0]
    '4 attacks in a row against the orc missed (about 6% likely)'
    """
    what = " and ".join(sorted({"shots" if one.is_shot else "attacks" for one in own}))
    hits = sum(one.is_hit for one in own)
    row = len([*takewhile(lambda one: not one.is_hit, reversed(own))])
    few = fsum(hit_chances(own)[: hits + 1])
    in_row = prod([1 - one.chance for one in own[len(own) - row :]])
    if len(own) >= _LEAST_SWINGS and few <= min(in_row, _UNLIKELY):
        count = f"{'first ' * is_open}{len(own)}"
        share = {0: "none", len(own): "all"}.get(hits, f"only {hits}")
        return f"{share} of its {count} {what} against {who} hit ({_about(few)} likely)", few
    if row >= _LEAST_SWINGS and in_row <= _UNLIKELY:
        return f"{row} {what} in a row against {who} missed ({_about(in_row)} likely)", few
    return "", few


def _about(chance: float) -> str:
    return f"about {rounded(100 * chance)}" if chance >= _LEAST_TOLD else "<1%"


def hit_chances(swings: Sequence[Swing]) -> list[float]:
    """Return the chances that 0, 1, 2, ... of the swings hit.

    >>> hit_chances([Swing("orc", 0.5), Swing("orc", 0.5)])
    [0.25, 0.5, 0.25]
    """
    odds = [1.0]
    for one in swings:
        pairs = zip([*odds, 0.0], [0.0, *odds], strict=True)
        odds = [less * (1 - one.chance) + more * one.chance for less, more in pairs]
    return odds
