"""The detection of stagnation: how long nothing new has happened."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Action, Beliefs, Figures

WAIT_TURNS: Final = 1_500  # turns of rest that do not count as idle
CIRCLE_COUNT: Final = 12  # equal acts at one place and hit points that show a circle
_USES_UP: Final = frozenset(("quaff", "read", "eat"))
_LANDED: Final = frozenset(("you-hit", "missile-hits", "defeated"))
# These may be repeated in one place, because their turns count as idle anyway.
_REPEATED: Final = frozenset(("rest", "search", "fight", "throw", "answer"))


def note_turns(beliefs: Beliefs, arrived: bool, passed: int, watched: int) -> None:
    """Count the turns of the last action.

    passed   how many turns it took
    watched  during how many of these an awake monster may have been in view

    Progress sets the counters to 0.  Up to a limit, turns of rest count neither as idle nor as progress.
    """
    watch, figures = beliefs.watch, _figures(beliefs)
    best = watch.best
    is_better = figures != best and any(figures[at] > best[at] for at in range(len(best)))
    if is_better or arrived or (beliefs.facts and beliefs.has_heard(_LANDED)):
        watch.best = figures
        watch.idle = watch.waited = watch.danced = 0
        watch.best_hp = beliefs.me.hp
        watch.again.clear()
        return
    took = passed if passed > 1 else 1  # free actions must not go on forever either
    if beliefs.action.verb == "rest" and watch.waited < WAIT_TURNS:
        watch.waited += took
    else:
        if watch.idle % beliefs.knobs.idle_turns + took >= beliefs.knobs.idle_turns:
            watch.again.clear()
        watch.idle += took
    if beliefs.me.hp > watch.best_hp:
        watch.best_hp, watch.danced = beliefs.me.hp, 0
    elif beliefs.foes.seen and sees_awake(beliefs):
        watch.danced += max(watched, 1)


def sees_awake(beliefs: Beliefs) -> bool:
    """Return whether a monster in view is awake."""
    seen = beliefs.foes.seen
    return bool(seen) and any(foe.awake for foe in seen.values())


def note_pattern(beliefs: Beliefs, action: Action, rung: str) -> None:
    """Count how often a rung fires at one place with the same hit points.

    Many such repetitions count as much as a long time without progress.
    """
    watch = beliefs.watch
    if action.verb in _USES_UP:
        watch.used += 1
    if action.verb in _REPEATED:
        return
    key = (beliefs.me.spot, beliefs.me.hp, rung)
    count = watch.again[key] = watch.again.get(key, 0) + 1
    if count >= CIRCLE_COUNT:
        stretch = beliefs.knobs.idle_turns
        watch.idle = (watch.idle // stretch + 1) * stretch
        if sees_awake(beliefs):
            watch.danced = max(watch.danced, beliefs.knobs.dance_turns)
        watch.again.clear()


def _figures(beliefs: Beliefs) -> Figures:
    """Return the figures that measure progress, those that rise most often first.

    Hit points are not among them, because they can rise and fall forever without progress.
    """
    me, level, used = beliefs.me, beliefs.level, beliefs.watch.used
    things = beliefs.pack.kit.size + used
    return level.known, -len(level.frontier), me.exp, me.gold, me.max_hp, used, things
