"""The vigil: a hero that waits on the stairs of the first levels to faint."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import FOOD
from rogomatic.agent.engine.acts import wield
from rogomatic.agent.engine.refusals import AFTER_US, NO_STAIRS, NO_WAY, TOO_DEEP
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import REST_CHUNK, go, stay, walk_to_things
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.fight.walk_costs import roads
from rogomatic.agent.think.fight.wanted_things import wanted_things
from rogomatic.agent.think.ground.lookouts import ARROWS, bow_to_wait
from rogomatic.agent.think.ground.pathfinding import EVERYWHERE, costs_near
from rogomatic.agent.think.items.fasting import is_fasting, waits_to_faint, why_not_fasting
from rogomatic.agent.think.items.item_value import arrow_count

_WEAPON: Final = ")"


def wait_to_faint(beliefs: Beliefs) -> Act | No:
    """Fast on the stairs of the first levels, until the hero has fainted once and is alert."""
    if not is_fasting(beliefs):
        return why_not_fasting(beliefs)
    if not waits_to_faint(beliefs):
        return TOO_DEEP
    if threat_of(beliefs).foes:
        return AFTER_US
    if beliefs.level.stairs < 0:
        return NO_STAIRS
    walk = _gather(beliefs)
    if isinstance(walk, Act):
        return walk
    if not beliefs.on_stairs:
        return go(beliefs, "fast", {beliefs.level.stairs}, "to the stairs, to fast there")
    bow = bow_to_wait(beliefs)
    if bow:
        return wield(bow, ARROWS)
    return stay(beliefs, "rest", REST_CHUNK, "who has fainted is alert, and hit less easily")


def _gather(beliefs: Beliefs) -> Act | No:
    """Fetch what lies near the stairs, and food and scarce arrows that lie farther off, between two
    wanderers.
    """
    level, knobs = beliefs.level, beliefs.knobs
    if (
        not level.things
        or beliefs.is_floating
        or beliefs.foes.seen
        or beliefs.me.hp * 100 < beliefs.me.max_hp * knobs.rest_pct
    ):
        return NO_WAY
    wanted = wanted_things(beliefs)
    if not wanted:
        return NO_WAY
    far = (FOOD, _WEAPON) if arrow_count(beliefs) < knobs.quiver_count else (FOOD,)
    near = costs_near(
        beliefs, roads(beliefs), level.stairs, max(knobs.gather_squares, knobs.food_squares) + 1
    )
    goals = {
        spot
        for spot in wanted
        if near.get(spot, EVERYWHERE)
        <= (knobs.food_squares if level.things[spot] in far else knobs.gather_squares)
    }
    return walk_to_things(beliefs, goals)
