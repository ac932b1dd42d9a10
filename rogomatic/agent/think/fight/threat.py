"""The threat: the foes that pursue the hero, with the damage that they may do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rogomatic.agent.beliefs.cached_results import Threat
from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import box_of
from rogomatic.agent.monster_manual import GREEDY, MEAN, ROOTED
from rogomatic.agent.think.fight.combat_odds import as_blows, duel, touches
from rogomatic.agent.think.fight.combat_sim import chase
from rogomatic.agent.think.fight.fight_options import fight_cost_of, is_scared, unseen_most
from rogomatic.agent.think.fight.guarded_things import crowded
from rogomatic.agent.think.items.item_value import ready_missile, thrown_missile

_LEAST_PCT: Final = 0.5  # smallest chance that is not shown as <1%
GRAVE_PCT: Final = 20.0
"""Chance to die, in percent, from which a fight counts as probably lost."""
_NEXT_ROUND: Final = 2  # distance from which a foe may strike in the round after the next
_CALM: Final = Threat()


def threat_of(beliefs: Beliefs) -> Threat:
    """Return the threat of the foes in view.  It is computed once per screen and command."""
    if not beliefs.foes.seen:
        return _CALM
    kept = beliefs.results
    if kept.screens != beliefs.screens or kept.commands != beliefs.commands:
        found = _assess(beliefs)
        kept.screens, kept.commands, kept.threat = beliefs.screens, beliefs.commands, found
    return kept.threat


def _assess(beliefs: Beliefs) -> Threat:
    """Return the threat of the foes in view that are next to the hero or coming."""
    near: list[Foe] = []
    coming: list[Foe] = []
    crowds = crowded(beliefs)
    hallucinating = beliefs.is_hallucinating  # any sleeper may be dangerous, so leave it alone
    for foe in beliefs.foes.seen.values():
        if touches(beliefs, foe.spot, beliefs.me.spot):
            if foe.awake or (foe.awake is None and foe.kind.traits & (MEAN | GREEDY) and not hallucinating):
                near.append(foe)
        elif foe.kind.traits & ROOTED:
            continue
        elif foe.awake or (foe.awake is None and box_of(foe.spot) in crowds):  # most of a crowd wake at once
            coming.append(foe)
    if not near and not coming:
        return _CALM
    soon = [foe for foe in (*near, *coming) if distance_between(foe.spot, beliefs.me.spot) <= _NEXT_ROUND]
    most = _most(beliefs, soon) + unseen_most(beliefs)
    return Threat(tuple(near), tuple(coming), most, 100 * _death_probability(beliefs, (*near, *coming)))


def rounded(death_pct: float) -> str:
    """Return a chance to die in whole percent.  Return "<1%" below 0.5, because no fight is without danger.

    >>> rounded(12.4), rounded(0.4), rounded(-1e-9)
    ('12%', '<1%', '<1%')
    """
    return f"{death_pct:.0f}%" if death_pct >= _LEAST_PCT else "<1%"


def odds_in_words(death_pct: float, *, is_known: bool) -> str:
    """Return a chance to die in words.  If not all foes are known, a low chance becomes "danger unknown".

    is_known  whether the chance takes every foe into account

    >>> odds_in_words(0.4, is_known=True), odds_in_words(0.4, is_known=False)
    ('<1% to die', 'danger unknown')
    >>> odds_in_words(61.0, is_known=False), odds_in_words(100.0, is_known=False)
    ('at least 61% to die', 'at least 99% to die')
    """
    if is_known:
        return f"{rounded(death_pct)} to die"
    return f"at least {min(death_pct, 99):.0f}% to die" if death_pct >= GRAVE_PCT else "danger unknown"


def _most(beliefs: Beliefs, foes: Iterable[Foe]) -> int:
    """Return the maximum damage by all these foes in one round, in hit points."""
    most = 0
    for foe in foes:
        if not is_scared(beliefs, foe):  # a holding foe does its damage even by a miss (SPC-12)
            most += max(foe.kind.worst, beliefs.me.grip if foe.kind.special == "hold" else 0)
    return most


def _death_probability(beliefs: Beliefs, foes: tuple[Foe, ...]) -> float:
    """Return the chance to die (0 to 1) in a fight with all these foes."""
    if len(foes) > 1 or is_scared(beliefs, foes[0]):
        there = chase(beliefs.level, beliefs.me.spot, (), foes)
        return fight_cost_of(beliefs, there, in_view=True).death_probability
    return duel(beliefs, foes[0], free=_free_shots(beliefs, foes[0]))[0]


def _free_shots(beliefs: Beliefs, foe: Foe) -> int:
    """Return how many blows the hero's missiles are expected to replace.

    The hero throws or shoots them before the foe arrives.
    """
    distance = distance_between(foe.spot, beliefs.me.spot)
    if distance < 3:
        return 0
    thrown = thrown_missile(beliefs)
    if not thrown and not ready_missile(beliefs):
        return 0
    return as_blows(beliefs, foe, (distance - 1) * 2 // 3, thrown)


def is_bound(beliefs: Beliefs) -> bool:
    """Return whether the hero is held, trapped, or confused, so that it cannot walk freely."""
    return beliefs.me.held or beliefs.me.trapped > 0 or beliefs.is_confused


def is_pressing(beliefs: Beliefs) -> bool:
    """Return whether the next round may kill the hero.

    A foe that holds the hero hurts it even if the blow misses (SPC-12).
    """
    most, me = threat_of(beliefs).round_most, beliefs.me
    return most > 0 and (me.hp * 100 <= most * beliefs.knobs.round_pct or me.hp <= me.grip)


def is_grave(beliefs: Beliefs) -> bool:
    """Return whether the chance to die in the fight is at least `Knobs.last_pct` percent."""
    return threat_of(beliefs).death_pct >= beliefs.knobs.last_pct
