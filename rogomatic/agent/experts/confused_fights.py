"""Fights of a confused hero: its steps go astray and do not strike then, its throws fly as they should."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.acts import throw, wield
from rogomatic.agent.engine.refusals import FEW_ARROWS, HELD_CURSED, NO_MISSILE, NONE_BESIDE, NOT_CONFUSED
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.items.item_value import arrow_count, bow_letter, missile

_WORTH_DRAWING: Final = 3  # arrows, for which the bow is taken in hand


def throw_confused(beliefs: Beliefs) -> Act | No:
    """Throw at who stands beside a confused hero, or draw the bow for it.

    Four of five steps go astray, and none of these strikes (MOV-2); of throws one in five does (STK-2).
    """
    near = threat_of(beliefs).near
    if not near:
        return NONE_BESIDE
    if not beliefs.is_confused:
        return NOT_CONFUSED
    foe = max(near, key=lambda one: (one.kind.level, one.spot))
    letter = missile(beliefs)
    if letter:
        return throw(foe.spot - beliefs.me.spot, letter, f"confused, the {foe.kind.name} beside the hero")
    held, bow = beliefs.wielded(), bow_letter(beliefs)
    if not bow:
        return NO_MISSILE
    if arrow_count(beliefs) < _WORTH_DRAWING:
        return FEW_ARROWS
    if held and held[0] in beliefs.cursed:
        return HELD_CURSED
    return wield(bow, "confused, arrows fly straighter")
