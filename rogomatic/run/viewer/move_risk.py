"""The agent's instant estimate of a person's move."""

from __future__ import annotations

from dataclasses import replace
from math import fsum
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Action, Beliefs, Verb
from rogomatic.agent.experts.fight_or_flee import is_worth_a_thought, options
from rogomatic.agent.think.fight.combat_odds import Spread, a_round, add, be_hit
from rogomatic.agent.think.fight.position_options import FIGHT_HERE
from rogomatic.agent.think.fight.threat import threat_of

BLUNDER_PCT: Final = 10.0  # additional chance to die over the best option, in percent
_STAYS: Final[frozenset[Verb]] = frozenset(
    ("fight", "search", "rest", "wait", "throw", "wear", "strip", "wield", "eat", "put on", "remove", "drop")
)
_STRIKES: Final[frozenset[Verb]] = frozenset(("fight", "throw"))
_BAR: Final = 10  # columns


class MoveRisk(NamedTuple):
    """The risk of a move, compared with the option that has the least risk.

    die_pct     chance to die after the move, in percent
    better      name of the option with the least risk
    better_pct  chance to die with this option, in percent
    """

    die_pct: float
    better: str
    better_pct: float

    @property
    def question(self) -> str:
        """The question that the person is asked before the move is made."""
        other = f"{self.better}: {self.better_pct:.0f} %"
        return f"Sure? {self.die_pct:.0f} % to die; {other} (y, n)"


def risk_of(beliefs: Beliefs, action: Action) -> MoveRisk | None:
    """Return the risk of a move if the agent considers the move a blunder, otherwise None.

    Only moves that keep the hero in a fight are weighed.  Other moves may help in unknown ways.
    """
    if action.verb not in _STAYS or not is_worth_a_thought(beliefs):
        return None
    found = options(beliefs)
    here = next((one for one in found if one.name == FIGHT_HERE), None)
    best = min(found, key=lambda one: one.fight_cost.death_probability)
    if here is None:
        return None
    die, least = (100 * one.fight_cost.death_probability for one in (here, best))
    if action.verb not in _STRIKES:
        die = max(die, _idle_pct(beliefs))
    return MoveRisk(die, best.name, least) if die - least >= BLUNDER_PCT else None


def _idle_pct(beliefs: Beliefs) -> float:
    """Return the chance to die, in percent, if the hero lets the adjacent foes strike for one round."""
    harm: Spread = (1.0,)
    for foe in threat_of(beliefs).near:
        harm = add(harm, a_round(foe.kind.attacks, be_hit(beliefs, foe.kind)))
    me, die = beliefs.me, fsum(harm[beliefs.me.hp :])
    later = (
        share * threat_of(replace(beliefs, me=replace(me, hp=me.hp - lost))).death_pct
        for lost, share in enumerate(harm[: me.hp])
        if share
    )
    return 100 * die + fsum(later)


def danger_bar(beliefs: Beliefs) -> str:
    """Return a bar that shows the chance to die if the hero stays where it is and fights.

    Return "" if the chance is below 1 percent.

    >>> danger_bar(Beliefs())
    ''
    """
    die_pct = threat_of(beliefs).death_pct
    if die_pct < 1:
        return ""
    full = min(max(round(die_pct * _BAR / 100), 1), _BAR)
    return f"fight here {'#' * full}{'.' * (_BAR - full)} {die_pct:.0f} %"
