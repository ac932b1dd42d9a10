"""Exploration: where to look next, and where to search for what is hidden.

Owns   walks to unseen squares, searches for hidden doors and passages, aimless walks when all else fails.
Leaves when the level has been seen enough (descend), the odds of hidden things (think.secrets).
"""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Beliefs, Deed
from rogomatic.experts.walk import follow, go, may_run, run
from rogomatic.rules import Act, No
from rogomatic.think.paths import costs, way
from rogomatic.think.roads import roads
from rogomatic.think.secrets import best_place

SEEN: Final = No("all in reach has been seen")
NOWHERE: Final = No("nothing can be hidden in reach")
_WANDER_COMMANDS: Final = 25  # commands before an aimless walk gets another goal


def look_around(b: Beliefs) -> Act | No:
    """Walk to the nearest square from which something new may be seen."""
    if not b.level.frontier:
        return SEEN
    answer = go(b, "explore", b.level.frontier, "something unseen")
    if isinstance(answer, No):
        return SEEN
    plan = answer.plan
    if plan is not None and may_run(b, plan.path):
        return run(b, plan.path, "explore", "along the passage")
    return answer


def search_secrets(b: Beliefs) -> Act | No:
    """Search where a hidden door or passage is most likely."""
    plan = b.plan
    if plan is not None and plan.why == "search" and plan.goal != b.me.spot:
        walk = go(b, "search", {plan.goal}, "a likely place for something hidden")
        if isinstance(walk, Act):
            return walk
    place = best_place(b.level, costs(roads(b), b.me.spot))
    if place is None:
        return NOWHERE
    if place.spot == b.me.spot:
        count = b.knobs.search_chunk_turns
        return Act(
            b"%ds" % count, f"something hidden, {100 * place.gain:.1f}% a turn", Deed("search", times=count)
        )
    return go(b, "search", {place.spot}, "a likely place for something hidden")


def wander(b: Beliefs) -> Act | No:
    """Nothing has helped for long: walk to a far square, another one each time."""
    reach = costs(roads(b), b.me.spot)
    far = sorted(reach, key=lambda spot: (reach[spot], spot))
    if len(far) < 2:
        return NOWHERE
    goal = far[b.commands // _WANDER_COMMANDS * 17 % (len(far) - 1) + 1]
    path = way(roads(b), b.me.spot, {goal})
    return follow(b, "wander", path, "another place may help") if path else NOWHERE


def search_here(b: Beliefs) -> Act | No:
    """Nothing else to do: search where we stand."""
    count = b.knobs.search_chunk_turns
    return Act(b"%ds" % count, "nothing better to do", Deed("search", times=count))
