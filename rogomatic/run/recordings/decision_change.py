"""The last change of decision in a fight, in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from rogomatic.agent.think.fight.position_options import FIGHT_HERE
from rogomatic.agent.think.fight.threat import rounded
from rogomatic.run.recordings.fight_instants import Instant
from rogomatic.run.recordings.unused_things import COMPARES
from rogomatic.run.recordings.ways_out import WEIGHS, way_instead
from rogue.shared.wording import plural

_FIGHTING: Final = "fighting"
_CIRCLE: Final = "run in a circle"
_UNKNOWN: Final = "run into the unknown"
# A rule, or a way out of a fight -> what the hero does for some turns.  Drinks and zaps only interrupt it.
_DOING: Final = {
    FIGHT_HERE: _FIGHTING, "strike an unseen attacker": _FIGHTING, "wake a sleeper": _FIGHTING,
    "fight on the stairs": _FIGHTING, _CIRCLE: "running in a circle", _UNKNOWN: "running into the unknown",
    "run to the stairs": "running to the stairs", "go to the stairs and fight there": "going to the stairs",
    "fight in the door": "going to a door", "fight in the passage": "going to a passage",
    "leave an unseen attacker": "leaving an unseen attacker", "break a stalemate": "breaking a stalemate",
    "shoot": "shooting", "shoot on": "shooting", "let a foe come": "waiting for the foe",
    "hold the passage": "holding the passage", "rest": "resting", "wait it out": "waiting",
}  # fmt: skip


class _Spell(NamedTuple):
    """Commands of a fight in which the hero did the same: what, and the first and last of them."""

    doing: str
    first: Instant
    last: Instant


def last_change(fight: Sequence[Instant], told: int) -> list[str]:
    """Return in a sentence how the hero last began or stopped fighting behind an instant, [] if it never did.

    told  number of the instant whose choice has words of its own
    """
    spells = _spells([one for one in fight if one.is_own])
    turns = [
        (before, after)
        for before, after in pairwise(spells)
        if _FIGHTING in (before.doing, after.doing) and after.first.turn > fight[told].turn
    ]
    return [_in_words(*turns[-1])] if turns else []


def _spells(fight: Sequence[Instant]) -> list[_Spell]:
    """Return what the hero did, in order."""
    spells = list[_Spell]()
    for one in fight:
        doing = _DOING.get(_way(one))
        if doing is None:
            continue
        if spells and spells[-1].doing == doing:
            spells[-1] = spells[-1]._replace(last=one)
        else:
            spells.append(_Spell(doing, one, one))
    return spells


def _way(one: Instant) -> str:
    """Return the way out that was taken, or the rule that acted."""
    if one.rung == COMPARES and one.ways:
        return one.ways[0].name
    return FIGHT_HERE if one.rung in WEIGHS else one.rung


def _in_words(before: _Spell, after: _Spell) -> str:
    now = after.first
    way = way_instead(now, now.ways)
    percent = now.percent if way is None else way.percent
    left = plural(now.hp, "hit point")
    change = f"with {left}, it stopped {before.doing} and began {after.doing} ({rounded(percent)} to die)"
    reason = _reason(before.last, now)
    return f"On turn {now.turn:,}, {change}{f': {reason}' if reason else ''}.{_since(before, now)}"


def _reason(before: Instant, now: Instant) -> str:
    """Return why the hero did not go on as before, "" if no answer of that rule is known."""
    way, found = _way(before), [one for one in now.ways if one.name == _way(before)]
    if before.rung not in WEIGHS or not now.ways:
        return now.refused
    if found:
        drawback = f", but {found[0].drawback}" if found[0].drawback else ""
        return f"to {way} was now {rounded(found[0].percent)} to die{drawback}"
    if way == _CIRCLE and now.hp >= now.max_hp:
        return "it had all its hit points back"
    if now.is_cornered:
        return "it was cornered: no step led away"
    return f"it no longer found a {'good ' * (way == _UNKNOWN)}way to {way}"


def _since(before: _Spell, now: Instant) -> str:
    """Return what running or resting had brought, "" for a fight or a single command."""
    turns, gain = now.turn - before.first.turn, now.hp - before.first.hp
    if before.doing == _FIGHTING or turns <= 1:
        return ""
    did = "gained" if gain > 0 else "lost"
    points = plural(abs(gain), "hit point") if gain else "no hit points"
    return f" It had done that since turn {before.first.turn:,}, and {did} {points}."
