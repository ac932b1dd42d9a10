"""The vigil on the stairs of the first levels: how the hero waits there to faint."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.experts.archery import bow_to_wait
from rogomatic.experts.food import ALERT, waits_to_faint
from rogomatic.experts.loot import walk_to_things, wanted_things
from rogomatic.experts.movement import NO_WAY, go
from rogomatic.rule_engine import WATCHED, Act, No
from rogomatic.think.item_value import arrow_count
from rogomatic.think.pathfinding import costs, roads
from rogomatic.think.threat import threat_of

_FAR: Final = 4_000  # cost of a way that there is not
_FOOD, _WEAPON = ":", ")"


def wait_to_faint(b: Beliefs) -> Act | No:
    """Fast on the stairs of the first levels, until the hero has fainted once and is alert."""
    if not waits_to_faint(b):
        return ALERT
    if threat_of(b).foes:
        return WATCHED
    if b.level.stairs < 0:
        return NO_WAY
    walk = _gather(b)
    if isinstance(walk, Act):
        return walk
    if not b.on_stairs:
        return go(b, "fast", {b.level.stairs}, "to the stairs, to fast there")
    draw = bow_to_wait(b)
    if isinstance(draw, Act):
        return draw
    count = b.knobs.rest_chunk_turns
    return Act(b"%ds" % count, "who has fainted is alert, and hit less easily", Action("rest", times=count))


def _gather(b: Beliefs) -> Act | No:
    """Fetch what lies near the stairs, and food and scarce arrows that lie farther off, between two
    wanderers.
    """
    level, knobs = b.level, b.knobs
    if not level.things or b.is_floating or b.foes.seen or b.me.hp * 100 < b.me.max_hp * knobs.rest_pct:
        return NO_WAY
    wanted = wanted_things(b)
    if not wanted:
        return NO_WAY
    far = (_FOOD, _WEAPON) if arrow_count(b) < knobs.quiver_count else (_FOOD,)
    near = costs(roads(b), level.stairs, max(knobs.gather_squares, knobs.food_squares) + 1)
    goals = {
        spot
        for spot in wanted
        if near.get(spot, _FAR) <= (knobs.food_squares if level.things[spot] in far else knobs.gather_squares)
    }
    return walk_to_things(b, goals)
