"""How unlikely the blows of a fight were."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from math import prod
from typing import Final

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.monster_tracking import target_of
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.think.fight.combat_odds import armed, be_hit, hit_with
from rogomatic.agent.think.fight.threat import rounded
from rogomatic.run.recordings.fight_instants import ReadFact, Swing
from rogue.shared.wording import plural_of

_LEAST_SWINGS: Final = 3  # that are worth a chance
_UNLIKELY: Final = 0.1  # chance up to which it is bad luck
_LEAST_TOLD: Final = 0.005  # that is rounded to a number of its own
_FOES: Final = {"monster-hits": True, "monster-misses": False}
_HEROS: Final = {
    False: {"you-hit": True, "you-miss": False}, True: {"missile-hits": True, "missile-misses": False},
}  # fmt: skip
"""Whether it was a shot -> kind of fact -> whether the hero has hit."""


def aim_of(beliefs: Beliefs, choice: Choice) -> Swing | None:
    """Return the attack that a choice begins, None for another act or one without a certain target."""
    action = choice.act.action
    is_shot = action.verb == "throw"
    foe = target_of(beliefs, action) if is_shot or action.verb == "fight" else None
    if foe is None or beliefs.is_confused or beliefs.is_hallucinating:
        return None
    bonus, _, _ = armed(beliefs, action.letter if is_shot else "")
    chance = min(max(hit_with(beliefs, foe.kind, bonus), 0), 20) / 20
    return Swing(foe.kind.name, chance, is_shot=is_shot)


def foes_chance(beliefs: Beliefs, foe: Foe) -> float:
    """Return the chance (0 to 1) that at least one of a foe's attacks of a turn hits the hero."""
    return 1 - (1 - min(max(be_hit(beliefs, foe.kind), 0), 20) / 20) ** len(foe.kind.attacks)


def swings_of(beliefs: Beliefs, read: Sequence[ReadFact], aim: Swing | None) -> tuple[Swing, ...]:
    """Return the blows of both sides that messages tell of.  Hot: for every command.

    aim  the hero's blow of the last command, None if that was another act
    """
    found = list[Swing]()
    for _, fact in () if beliefs.is_hallucinating else read:
        if fact.kind in _FOES:
            foes = [one for one in beliefs.foes.seen.values() if one.kind.name == fact.who][:1]
            is_hit = _FOES[fact.kind]
            found += [Swing(fact.who, foes_chance(beliefs, foe), is_own=False, is_hit=is_hit) for foe in foes]
        elif aim is not None and fact.kind in _HEROS[aim.is_shot] and fact.who in ("", aim.who):
            found.append(aim._replace(is_hit=_HEROS[aim.is_shot][fact.kind]))
    return tuple(found)


def luck_in_words(swings: Sequence[Swing], killer: str, *, is_several: bool, is_open: bool) -> str:
    """Return in a clause how unlikely the blows of a fight with the killer were, "" if they were not.

    is_several  whether the hero saw more than one of them at once
    is_open     whether what came of the hero's last blow is not known

    >>> swings = [Swing("orc", 0.5, is_own=own, is_hit=not own) for own in (True, False) * 4]
    >>> luck_in_words(swings, "orc", is_several=False, is_open=False)
    'none of its 4 blows at the orc hit (about 6% for so few), and all 4 blows of the orc did (about 6% for so many)'
    >>> print(luck_in_words([Swing("orc", 0.9, is_hit=True)] + swings[::2], "orc", is_several=False, is_open=True))
    4 blows in a row at the orc missed (about 6%)
    """  # noqa: E501
    who = plural_of(killer) if is_several else f"the {killer}"
    own = [one for one in swings if one.who == killer and one.is_own]
    foes = [one for one in swings if one.who == killer and not one.is_own]
    what = " and ".join(sorted({"shots" if one.is_shot else "blows" for one in own}))
    hits = sum(one.is_hit for one in own)
    row = len([*takewhile(lambda one: not one.is_hit, reversed(own))])
    few = sum(hit_chances(own)[: hits + 1])
    in_row = prod([1 - one.chance for one in own[len(own) - row :]])
    told = list[str]()
    if len(own) >= _LEAST_SWINGS and few <= min(in_row, _UNLIKELY):
        count = f"{'first ' * is_open}{len(own)}"
        share = _share(hits, len(own), "only ")
        told.append(f"{share} of its {count} {what} at {who} hit ({_about(few)} for so few)")
    elif row >= _LEAST_SWINGS and in_row <= _UNLIKELY:
        told.append(f"{row} {what} in a row at {who} missed ({_about(in_row)})")
    hits = sum(one.is_hit for one in foes)
    many = sum(hit_chances(foes)[hits:])
    if len(foes) >= _LEAST_SWINGS and many <= _UNLIKELY:
        share = _share(hits, len(foes)) + " of" * (hits < len(foes))
        hit = "did" if told and " hit " in told[0] else "hit it"
        told.append(f"{share} {len(foes)} blows of {who} {hit} ({_about(many)} for so many)")
    return ", and ".join(told)


def _share(hits: int, count: int, only: str = "") -> str:
    """Return how many of some blows hit, in words."""
    return {0: "none", count: "all"}.get(hits, f"{only}{hits}")


def _about(chance: float) -> str:
    return f"about {rounded(100 * chance)}" if chance >= _LEAST_TOLD else "<1%"


def hit_chances(swings: Sequence[Swing]) -> list[float]:
    """Return the chance of each number of hits.

    >>> hit_chances([Swing("orc", 0.5), Swing("orc", 0.5)])
    [0.25, 0.5, 0.25]
    """
    odds = [1.0]
    for one in swings:
        pairs = zip([*odds, 0.0], [0.0, *odds], strict=True)
        odds = [less * (1 - one.chance) + more * one.chance for less, more in pairs]
    return odds
