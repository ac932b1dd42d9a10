"""Leaving a level: when it is done, and when to hurry."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.refusals import FLOATING, NO_HURRY, NO_STAIRS
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import go
from rogomatic.agent.think.ground.exits import exits, is_seeking, way_out
from rogomatic.agent.think.items.food_value import hides_food
from rogomatic.agent.think.items.item_value import provisions

_DIVE_TURN: Final = 40_000  # from this turn on the hero only goes down


def hurry_down(beliefs: Beliefs) -> Act | No:
    """Go down on sight of the stairs: out of food, out of time, or too deep to look around."""
    if not is_hurried(beliefs):
        return NO_HURRY
    return _down(beliefs, "no time to lose")


def go_down(beliefs: Beliefs) -> Act | No:
    """The level has nothing more to offer."""
    return _down(beliefs, "nothing left here is worth the way")


def is_hurried(beliefs: Beliefs) -> bool:
    """Return whether the hero should not spend time on this level."""
    knobs, me = beliefs.knobs, beliefs.me
    if beliefs.has_amulet:
        return True
    if is_seeking(beliefs):
        return beliefs.turn - beliefs.watch.level_turn > knobs.level_turns
    if beliefs.turn > _DIVE_TURN or me.depth > knobs.full_depth:
        return True
    left = provisions(beliefs)
    if left <= knobs.lean_turns and not hides_food(beliefs):
        return True
    since = (
        beliefs.watch.level_turn
        if me.depth > knobs.vigil_depth
        else max(beliefs.watch.level_turn, me.ate_turn)
    )
    return beliefs.turn - since > knobs.level_turns * max(left / knobs.plenty_turns, 1.0)


def _down(beliefs: Beliefs, because: str) -> Act | No:
    if beliefs.is_floating:
        return FLOATING
    if beliefs.on_stairs:
        keys, action = way_out(beliefs)
        return Act(keys, because, action)
    goals = exits(beliefs)
    if not goals:
        return NO_STAIRS
    return go(beliefs, "down", goals, because)
