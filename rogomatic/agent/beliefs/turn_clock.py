"""The clock: how many turns the last action took."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.known_monsters import distance_between
from rogomatic.agent.beliefs.model import Beliefs

UNKNOWN: Final = -1
# Verbs that take no turn.
_FREE: Final = frozenset({"", "ask", "stock", "redraw", "answer", "down", "up", "quit"})


def turns_passed(beliefs: Beliefs, before: int) -> int:
    """Estimate the turns that the last action took; `before` is where the hero stood then."""
    action = beliefs.action
    if action.verb in _FREE:
        return 0
    if action.verb == "walk":
        return max(1, min(distance_between(before, beliefs.me.spot), action.times))
    struck = any(fact.kind in ("monster-hits", "monster-misses") for fact in beliefs.facts)
    if action.verb in ("wear", "strip"):
        return 2
    return max(1, action.times // 2) if struck else action.times
