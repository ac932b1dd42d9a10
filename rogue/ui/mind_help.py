"""What the player can read of monsters that think: a page of help, a mind, habits (MNP-3 to MNP-5)."""

from __future__ import annotations

from typing import Final

from rogue.state.world import World
from rogue.tables.monster_minds import ActName, Cast, Group
from rogue.tables.monsters import MonsterKind
from rogue.tables.ruleset import Ruleset

TITLE: Final = "The monsters of this game think"
LINES: Final = (
    "They see you in lit rooms and along straight lines, and hear steps and blows.",
    "Resting is quiet; stealth halves it.  Some smell your trail, more so if you",
    "bleed.  You can lose them: then they roam about, or go back to sleep.",
    "Flocks wait for you in the open and come into no passage one by one.",
    "The hurt run round a corner, heal and return.  Folk lie in wait beside doors.",
    "Some shoot, wail or breathe fire, not through doors, and a few times only.",
    "They shoot no friends, and make room for those who flee.  They learn from your",
    "arrows and bolts, from blows that fail, and how you walk: folk cut you off.",
)

_CAST: Final[dict[Cast, str]] = {
    "mindless": "mindless",
    "animal": "an animal",
    "folk": "one of the folk",
    "cunning": "cunning",
}
_GROUP: Final[dict[Group, str]] = {
    "": "",
    "flock": " that keeps to its flock",
    "band": " that goes in bands",
}
_ACTS: Final[dict[ActName, str]] = {
    "arrow": "shoots",
    "dart": "shoots",
    "rock": "shoots",
    "flame": "breathes fire",
    "wail": "wails",
    "burble": "burbles",
    "blink": "blinks",
    "mist": "turns to mist",
}
_GROUP_CALLS: Final[dict[Group, str]] = {
    "": "calls its kind",
    "flock": "calls its flock",
    "band": "calls its band",
}
HABITS: Final = {
    "flees": "flees when hurt",
    "scent": "hunts by scent",
    "ambush": "lies in wait",
    "distance": "keeps its distance",
    "cuts off": "cuts you off",
    "gives up": "gives up",
}
"""Habit -> what is said of it; acts and calls go by the kind."""
_ORDER: Final = ("acts", "flees", "calls", "scent", "ambush", "distance", "cuts off", "gives up")


def mind_page(rules: Ruleset) -> tuple[str, ...]:
    """Return the last page of help, () where monsters do not think (MNP-3)."""
    return () if rules.minds is None else (TITLE, "", *LINES)


def mind_words(kind: MonsterKind) -> str:
    """Return what is said of a kind's mind behind its name, "" for one without (MNP-4).

    >>> from rogue.tables.ruleset import ROGUE_MINDS
    >>> mind_words(ROGUE_MINDS.monsters["E"])
    ', an animal that keeps to its flock'
    """
    mind = kind.mind
    return "" if mind is None else f", {_CAST[mind.cast]}{_GROUP[mind.group]}"


def habit_lines(world: World) -> list[str]:
    """Return a line for each kind of which a habit was seen or heard, by letters (MNP-5)."""
    seen = set() if world.minds is None else world.minds.habits
    lines = []
    for letter, kind in sorted(world.rules.monsters.items()):
        habits = [habit for habit in _ORDER if f"{letter} {habit}" in seen]
        if habits:
            name = kind.name[0].upper() + kind.name[1:]
            lines.append(f"{name}: {', '.join([_in_words(kind, habit) for habit in habits])}")
    start = "Nothing" if world.options.terse else "Haven't discovered anything"
    return lines or [f"{start} about any monsters"]


def _in_words(kind: MonsterKind, habit: str) -> str:
    mind = kind.mind
    if habit == "acts" and mind is not None and mind.act is not None:
        return _ACTS[mind.act]
    if habit == "calls" and mind is not None:
        return _GROUP_CALLS[mind.group]
    return HABITS.get(habit, habit)
