"""Battlestations: the one choice between having a fight, having it elsewhere, and not having it.

Owns   doing what the table of options (think.tactics) says is best.
Leaves the blows and shots of a fight that is had where the hero stands (melee, missiles), unknown magic
       (rescue, sticks).
"""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Beliefs, Deed, Verb
from rogomatic.experts.rescue import zap
from rogomatic.experts.walk import follow
from rogomatic.rules import Act, No
from rogomatic.think.case import Option
from rogomatic.think.plight import is_pressing
from rogomatic.think.quest import way_out
from rogomatic.think.stations import HERE, LEAVE
from rogomatic.think.tactics import is_worth_a_thought, options

SAFE: Final = No("nobody is after us who could be dangerous")
LONG: Final = No("this has gone on for too long")
_PATIENCE: Final = 2  # times as long a dance may last while the next round could kill
_KEYS: Final = {"quaff": b"q", "read": b"r", "drop": b"d"}
_VERBS: Final[dict[str, Verb]] = {"quaff": "quaff", "read": "read", "drop": "drop"}


def choose_station(b: Beliefs) -> Act | No:
    """The fight here, at a door, from the stairs; a way out, or magic: what costs least."""
    if not is_worth_a_thought(b):
        return SAFE
    if b.watch.danced >= b.knobs.dance_turns * (_PATIENCE if is_pressing(b) else 1):
        return LONG
    found = options(b)
    best = found[0]
    if best.name in HERE and not best.path:
        return No(_because(found))
    return _act(b, best, _because(found))


def _because(found: tuple[Option, ...]) -> str:
    """Return the figures of what is chosen and of the runner-up."""
    second = f"; next best: {in_figures(found[1])}" if len(found) > 1 else ""
    return f"{in_figures(found[0])}{second}"


def in_figures(option: Option) -> str:
    """Return an option and its figures in a few words."""
    return f"{option.name}, {max(100 * option.toll.die, 0.0):.0f}% to die, {option.toll.loss:.0f} lost"


def _act(b: Beliefs, best: Option, because: str) -> Act:
    """Return the act of an option other than the fight where the hero stands."""
    if best.path:
        return follow(b, best.name, best.path, because)
    if best.name == LEAVE:
        keys, deed = way_out(b)
        return Act(keys, because, deed)
    verb = best.name.split(" ", 1)[0]
    if verb == "zap":
        return zap(b, best.step, best.letter, because)
    return Act(_KEYS[verb] + best.letter.encode(), because, Deed(_VERBS[verb], letter=best.letter))
