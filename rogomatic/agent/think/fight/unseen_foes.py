"""What strikes unseen: what it may take from the hero, and its part in a fight with foes in view."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.monster_manual import UNSEEN, Kind
from rogomatic.agent.think.fight.combat_odds import be_hit, survival_curve
from rogomatic.agent.think.fight.combat_sim import Fighter

PHANTOM_DEPTH: Final = 13  # from here on what strikes unseen is a phantom, which is strong (MON-1)
UNSEEN_MOST: Final = 16  # hit points that a phantom or a stalker takes in one round at most


def unseen_most(beliefs: Beliefs) -> int:
    """Return the most that something unseen which has just struck can take in the next round; 0 if nothing
    has.
    """
    return UNSEEN_MOST if has_struck_unseen(beliefs) else 0


def has_struck_unseen(beliefs: Beliefs) -> bool:
    """Return whether something unseen struck in this turn or the last one, so that it is beside the hero."""
    return beliefs.foes.unseen_turn >= 0 and beliefs.turn - beliefs.foes.unseen_turn <= 1


def unseen_fighters(beliefs: Beliefs) -> tuple[Fighter, ...]:
    """Return what has just struck unseen as the last foe that is struck in a fight, () if nothing has."""
    if not has_struck_unseen(beliefs):
        return ()
    kind = _kind(beliefs)
    curve = survival_curve(beliefs, Foe("", beliefs.me.spot, kind))
    return (Fighter(kind.attacks, be_hit(beliefs, kind), curve),)


def _kind(beliefs: Beliefs) -> Kind:
    """Return the kind that is not drawn in this game; a stranger where none is known."""
    for name in sorted(set(beliefs.names.values())):
        kind = beliefs.monster_source.kind(beliefs.edition, name, beliefs.me.depth)
        if kind.traits & UNSEEN:
            return kind
    return beliefs.monster_source.kind(beliefs.edition, "", beliefs.me.depth)
