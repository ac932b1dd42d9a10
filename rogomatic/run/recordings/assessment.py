"""What a fight where the hero stands is held to cost: the same figures wherever they are shown."""

from __future__ import annotations

from typing import Final, NamedTuple

from rogomatic.beliefs.known_monsters import Foe
from rogomatic.beliefs.model import Beliefs
from rogomatic.experts.fight_or_flee import is_worth_a_thought
from rogomatic.rule_engine import Choice
from rogomatic.think.combat_odds import duel
from rogomatic.think.combat_sim import FightCost
from rogomatic.think.fight_options import case_of
from rogomatic.think.threat import threat_of
from rogomatic.wording import plural

_ESTIMATES: Final = "hit what is adjacent"  # the rung whose reason names the usual estimate
UNSEEN_TURNS: Final = 3  # for so long what has struck unseen is taken to be there


class FoeFigures(NamedTuple):
    """A foe in view and the fight to the end with it alone: chance to die, hit points lost, blows."""

    foe: Foe
    die: float
    loss: float
    blows: float


def fought_here(b: Beliefs, choice: Choice | None) -> FightCost:
    """Return the chance to die, the hit points lost and the turns of a fight here with all who are after the
    hero: as it was weighed against what else can be done, or as the reason names it, else as usually
    estimated.
    """
    threat = threat_of(b)
    if is_worth_a_thought(b):
        here = case_of(b, threat.foes).here
        is_estimate = choice is not None and choice.rung == _ESTIMATES
        return here._replace(die=threat.die_pct / 100) if is_estimate else here
    alone = [duel(b, foe) for foe in threat.foes]
    loss, turns = sum(one[1] for one in alone), sum(one[2] for one in alone)
    return FightCost(threat.die_pct / 100, loss, turns)


def figures_of(b: Beliefs, choice: Choice | None) -> list[FoeFigures]:
    """Return the foes in view, the most dangerous first; one that is alone after the hero with the figures of
    the fight here.
    """
    after_us = threat_of(b).foes
    found = []
    for foe in b.foes.seen.values():
        die, loss, blows = duel(b, foe)
        if len(after_us) == 1 and after_us[0] is foe:
            die, loss, _ = fought_here(b, choice)
        found.append(FoeFigures(foe, die, loss, blows))
    return sorted(found, key=lambda one: (-one.die, -one.loss, -one.blows, -one.foe.spot))


def struck_unseen(b: Beliefs) -> str:
    """Return in a sentence that something unseen has struck just now, "" if nothing has."""
    ago = b.turn - b.foes.unseen_turn
    if b.foes.unseen_turn < 0 or ago > UNSEEN_TURNS:
        return ""
    when = "just now" if ago <= 0 else f"{plural(ago, 'turn')} ago"
    left = plural(b.me.hp, "hit point")
    return f"something unseen struck {when}, {left} left; how dangerous it is, nobody knows"
