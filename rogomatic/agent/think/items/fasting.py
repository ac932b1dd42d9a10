"""Whether the hero should faint before it eats, and where."""

from __future__ import annotations

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.refusals import ALERT, EMPTY_LONG, NO_FAINT_HERE, NO_FOOD, OWNED
from rogomatic.agent.engine.rule_engine import No
from rogomatic.agent.think.items.item_value import spare_food


def is_fasting(beliefs: Beliefs) -> bool:
    """Return whether the hero should faint before it eats."""
    if beliefs.me.alert or beliefs.has_amulet or not can_faint(beliefs):
        return False
    return beliefs.me.stomach.most > -beliefs.knobs.fast_turns and spare_food(beliefs) > 0


def why_not_fasting(beliefs: Beliefs) -> No:
    """Return why the hero that is not fasting (`is_fasting`) should not."""
    if beliefs.me.alert:
        return ALERT
    if beliefs.has_amulet:
        return OWNED
    if not can_faint(beliefs):
        return NO_FAINT_HERE
    return NO_FOOD if not spare_food(beliefs) else EMPTY_LONG


def waits_to_faint(beliefs: Beliefs) -> bool:
    """Return whether the hero should wait on the stairs until it faints."""
    return beliefs.me.depth <= beliefs.knobs.vigil_depth and is_fasting(beliefs)


def can_faint(beliefs: Beliefs) -> bool:
    """Return whether fainting makes alert (CMB-9), and does not kill."""
    return beliefs.facts_of_edition.starves and beliefs.food.starves_at < 0
