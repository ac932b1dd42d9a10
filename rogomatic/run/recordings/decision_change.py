"""The last change of decision in a fight, in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from rogomatic.agent.think.fight.position_options import FIGHT_HERE
from rogomatic.agent.think.fight.threat import rounded
from rogomatic.run.recordings.fight_instants import Instant
from rogomatic.run.recordings.ways_out import (
    CIRCLE,
    UNKNOWN,
    Distances,
    heads_to_stairs,
    steps_nearer,
    way_instead,
    way_taken,
    why_given_up,
)
from rogue.shared.wording import plural


class _Doing(NamedTuple):
    """What a hero does for some turns: in the past, and behind the word "to"."""

    past: str
    what: str


_FIGHTING: Final = _Doing("fought", "fight")
_STAIRS: Final = _Doing("ran to the stairs", "run to the stairs")
_LEAVING: Final = _Doing("tried to get away from something unseen", "get away from something unseen")
_RESTING: Final = _Doing("rested", "rest")
_SHOOTING: Final = _Doing("shot", "shoot")
_BATTLE: Final = {_FIGHTING, _SHOOTING}
# A rule, or a way out of a fight -> what the hero does for some turns.  Drinks and zaps only interrupt it.
_DOING: Final = {
    FIGHT_HERE: _FIGHTING, "strike an unseen attacker": _FIGHTING, "wake a sleeper": _FIGHTING,
    "fight on the stairs": _FIGHTING, CIRCLE: _Doing("ran in a circle to gain hit points", CIRCLE),
    UNKNOWN: _Doing("ran into the unknown", UNKNOWN),
    "run to the stairs": _STAIRS,
    "go to the stairs and fight there": _STAIRS,
    "fight in the door": _Doing("went to a door", "go to a door"),
    "fight in the passage": _Doing("went to a passage", "go to a passage"),
    "leave an unseen attacker": _LEAVING,
    "break a stalemate": _Doing("tried to break a stalemate", "break a stalemate"),
    "shoot": _SHOOTING, "shoot on": _SHOOTING, "let a foe come": _Doing("waited for the foe", "wait for it"),
    "hold the passage": _Doing("held a passage", "hold a passage"), "rest": _RESTING,
    "wait it out": _Doing("waited", "wait"),
}  # fmt: skip


class _Spell(NamedTuple):
    """Commands of a fight in which the hero did the same: what, and the first and last of them.

    since  the command before the first of them
    """

    doing: _Doing
    first: Instant
    last: Instant
    since: Instant | None = None


def last_change(fight: Sequence[Instant], told: int, ground: Distances) -> list[str]:
    """Return in sentences how the hero last began or stopped fighting behind an instant, [] if it never did.

    told    number of the instant whose choice has words of its own
    ground  how far the stairs are from each square
    """
    spells = _spells([one for one in fight if one.is_own])
    turns = [
        at
        for at, (before, after) in enumerate(pairwise(spells))
        if not _BATTLE.isdisjoint((before.doing, after.doing)) and after.first.turn > fight[told].turn
    ]
    return [_in_words(spells[: turns[-1] + 2], ground)] if turns else []


def _spells(fight: Sequence[Instant]) -> list[_Spell]:
    """Return what the hero did, in order."""
    spells = list[_Spell]()
    for since, one in zip([None, *fight], fight, strict=False):
        doing = _DOING.get(way_taken(one))
        if doing is None:
            continue
        if spells and spells[-1].doing == doing:
            spells[-1] = spells[-1]._replace(last=one)
        else:
            spells.append(_Spell(doing, one, one, since))
    return spells


def _in_words(spells: Sequence[_Spell], ground: Distances) -> str:
    """Return the last of some changes in words, with what the hero did before.

    A rest is told with the move that led to it.
    """
    *earlier, before, after = spells
    now = after.first
    way = way_instead(now, now.ways)
    percent = now.percent if way is None else way.percent
    again = " again" * any(one.doing == after.doing for one in earlier)
    risk = f" ({rounded(percent)} to die)" if percent > 0 or now.foes else ""  # else nobody knew it
    began = f"it began to {after.doing.what}{again}{risk}"
    reason = why_given_up(before.last, now, is_next=after.since is before.last)
    why = f": {reason}" if reason else ""
    then = f"On turn {now.turn:,}, with {plural(now.hp, 'hit point')} left, {began}{why}."
    led = [_before(earlier[-1], before.first, ground)] if before.doing == _RESTING and earlier else []
    return " ".join([*led, _before(before, now, ground), then])


def _before(spell: _Spell, now: Instant, ground: Distances) -> str:
    """Return what the hero had done before, in a sentence."""
    first, past = spell.first, spell.doing.past
    if heads_to_stairs(first):
        nearer = steps_nearer([first, now], ground)
        past = "ran, but came no nearer to the stairs" if nearer is not None and nearer <= 0 else past
    if spell.doing == _RESTING and not first.foes:
        past = f"{past}, as no foe was in view"
    when = f"From turn {first.turn:,} on" if spell.last.turn > first.turn else f"On turn {first.turn:,}"
    return f"{when}, with {plural(first.hp, 'hit point')}, it {past}."
