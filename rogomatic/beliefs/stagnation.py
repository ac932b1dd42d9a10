"""Detects stagnation: how long nothing new has happened, and whether the hero goes in circles."""

from __future__ import annotations

from operator import gt
from typing import Final

from rogomatic.beliefs.model import Action, Beliefs

_USES_UP: Final = frozenset(("quaff", "read", "eat"))
_LANDED: Final = frozenset(("you-hit", "missile-hits", "defeated"))
# May be done over and over in the same place: their turns count, and that is enough.
_REPEATED: Final = frozenset(("rest", "search", "fight", "throw", "answer"))


def note_turns(beliefs: Beliefs, arrived: bool, passed: int) -> None:
    """Count the turns of the last action, or start anew when it brought news."""
    watch = beliefs.watch
    mark = _mark(beliefs)
    if (
        arrived
        or (mark != watch.mark and any(map(gt, mark, watch.mark)))
        or (beliefs.facts and any(fact.kind in _LANDED for fact in beliefs.facts))
    ):
        watch.mark = mark
        watch.idle = watch.waited = watch.danced = 0
        watch.best_hp = beliefs.me.hp
        watch.again.clear()
        return
    took = max(passed, 1)  # what costs no turn must not go on for ever either
    if beliefs.action.verb == "rest" and watch.waited < beliefs.knobs.wait_turns:
        watch.waited += took
    else:
        if watch.idle % beliefs.knobs.idle_turns + took >= beliefs.knobs.idle_turns:
            watch.again.clear()
        watch.idle += took
    if beliefs.me.hp > watch.best_hp:
        watch.best_hp, watch.danced = beliefs.me.hp, 0
    elif any(foe.awake for foe in beliefs.foes.seen.values()):
        watch.danced += took


def note_pattern(beliefs: Beliefs, action: Action, rung: str) -> None:
    """Count how often the same rung acts in the same place with the same hit points: too often in
    `idle_turns` counts as having been idle so long.
    """
    watch = beliefs.watch
    watch.used += action.verb in _USES_UP
    if action.verb in _REPEATED:
        return
    key = (beliefs.me.spot, beliefs.me.hp, rung)
    watch.again[key] = watch.again.get(key, 0) + 1
    if watch.again[key] >= beliefs.knobs.circle_count:
        stretch = beliefs.knobs.idle_turns
        watch.idle = (watch.idle // stretch + 1) * stretch
        watch.danced = max(watch.danced, beliefs.knobs.dance_turns)
        watch.again.clear()


def _mark(beliefs: Beliefs) -> tuple[int, ...]:
    """Return the figures that are better when greater.

    News is what cannot go to and fro for ever: a level, squares, fewer squares that promise something,
    experience, gold, an item more than before, an item used up, a blow that lands.  Rest is no news and no
    idleness either, up to a bound.  Hit points won back count against pursuers only, above what the hero had.
    """
    me, level, watch = beliefs.me, beliefs.level, beliefs.watch
    return (
        me.exp, me.gold, me.max_hp, watch.used, len(beliefs.pack) + watch.used,
        level.known, -len(level.frontier),
    )  # fmt: skip
