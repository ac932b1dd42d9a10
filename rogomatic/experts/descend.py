"""Descending: when a level is done, when to hurry."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Beliefs
from rogomatic.experts.movement import NO_WAY, go
from rogomatic.rule_engine import FLOATING, Act, No
from rogomatic.think.item_value import provisions
from rogomatic.think.pathfinding import exits, is_seeking, way_out

NO_STAIRS: Final = No("no stairs are known")
NOT_YET: Final = No("this level is not done")


def hurry_down(b: Beliefs) -> Act | No:
    """Go down on sight of the stairs: out of food, out of time, or too deep to look around."""
    if not is_hurried(b):
        return NOT_YET
    return _down(b, "no time to lose")


def go_down(b: Beliefs) -> Act | No:
    """The level has nothing more to offer."""
    return _down(b, "nothing left here is worth the way")


def is_hurried(b: Beliefs) -> bool:
    """Return whether the hero should not spend time on this level."""
    knobs, me = b.knobs, b.me
    if b.has_amulet:
        return True
    if is_seeking(b):
        return b.turn - b.watch.level_turn > knobs.level_turns
    if b.turn > knobs.dive_turn or me.depth > knobs.full_depth or me.depth <= knobs.skip_depth:
        return True
    left = provisions(b)
    if left <= knobs.lean_turns:
        return True
    since = b.watch.level_turn if me.depth > knobs.vigil_depth else max(b.watch.level_turn, me.ate_turn)
    return b.turn - since > knobs.level_turns * max(left / knobs.plenty_turns, 1.0)


def _down(b: Beliefs, because: str) -> Act | No:
    if b.is_floating:
        return FLOATING
    if b.on_stairs:
        keys, action = way_out(b)
        return Act(keys, because, action)
    goals = exits(b)
    if not goals:
        return NO_STAIRS
    walk = go(b, "down", goals, because)
    return walk if walk is not NO_WAY else NO_STAIRS
