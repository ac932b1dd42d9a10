"""The danger of a fight as every view of a game shows it."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.experts.fight_or_flee import is_worth_a_thought
from rogomatic.agent.kernels import tail_of
from rogomatic.agent.think.fight.combat_odds import Spread, a_round, add, be_hit, duel
from rogomatic.agent.think.fight.combat_sim import FightCost
from rogomatic.agent.think.fight.fight_options import (
    PHANTOM_DEPTH,
    case_of,
    has_struck_unseen,
    is_scared,
    is_unseen_near,
)
from rogomatic.agent.think.fight.threat import threat_of

ESTIMATES: Final = "hit what is adjacent"  # the rung whose reason names the usual estimate


def fought_here(beliefs: Beliefs, choice: Choice | None) -> FightCost:
    """Return the cost of fighting all visible pursuers on the spot, by the estimate used for `choice`."""
    threat = threat_of(beliefs)
    if is_worth_a_thought(beliefs):
        here = case_of(beliefs, threat.foes).here
        is_estimate = choice is not None and choice.rung == ESTIMATES
        return here._replace(death_probability=threat.death_pct / 100) if is_estimate else here
    alone = [duel(beliefs, foe) for foe in threat.foes]
    loss, turns = sum(one[1] for one in alone), sum(one[2] for one in alone)
    return FightCost(threat.death_pct / 100, loss, turns)


def counts_unseen(beliefs: Beliefs) -> bool:
    """Return whether an unseen attacker has just struck whose strength the agent can guess."""
    return has_struck_unseen(beliefs) and not beliefs.is_blind and beliefs.me.depth >= PHANTOM_DEPTH


def is_danger_known(beliefs: Beliefs) -> bool:
    """Return whether the chance to die includes the danger from every attacker nearby, seen or unseen."""
    return counts_unseen(beliefs) or not is_unseen_near(beliefs)


def death_pct(beliefs: Beliefs, choice: Choice | None) -> float:
    """Return the chance to die, in percent, in a fight on the spot against seen and unseen attackers."""
    foes = threat_of(beliefs).foes
    if counts_unseen(beliefs):
        return 100 * case_of(beliefs, foes).here.death_probability
    return 100 * fought_here(beliefs, choice).death_probability if foes else 0.0


def round_death_pct(beliefs: Beliefs) -> float:
    """Return the chance, in percent, that the foes beside the hero kill the hero in the next round.

    A monster that holds the hero takes hit points even when it misses (SPC-12).
    """
    harm: Spread = (1.0,)
    for foe in threat_of(beliefs).near:
        if not is_scared(beliefs, foe):
            harm = add(harm, a_round(foe.kind.attacks, be_hit(beliefs, foe.kind)))
    return 100 * tail_of(harm, beliefs.me.hp) if beliefs.me.hp > beliefs.me.grip else 100.0
