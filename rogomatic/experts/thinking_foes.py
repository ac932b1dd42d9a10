"""Foes that think: where to let a pack come, and how to stay out of a line of fire."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.foe_intents import is_shooting, waiting_foes
from rogomatic.beliefs.known_monsters import Foe, apart
from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.beliefs.terrain_map import DOOR, KEY_OF, PASSAGE
from rogomatic.rule_engine import WATCHED, Act, No
from rogomatic.think.targets import line_between
from rogomatic.think.threat import is_bound, threat_of

NOBODY: Final = No("nobody is known to wait for us")
OPEN: Final = No("this is no place that they would have to come to one by one")
NO_SHOTS: Final[No] = No("nobody shoots at us")
NO_COVER: Final = No("no square beside us is out of the line")
_A_WHILE: Final = 5  # turns of waiting at a time
_SHOT_SQUARES: Final = range(3, 8)  # from which shots come and there is time to step aside


def hold_the_passage(b: Beliefs) -> Act | No:
    """A pack waits in the open, or something lies in wait behind a door: let them come one by one."""
    if threat_of(b).foes:
        return WATCHED
    foes = waiting_foes(b)
    if not foes:
        return NOBODY
    if b.level.code[b.me.spot] not in (PASSAGE, DOOR) or is_bound(b):
        return OPEN
    because = f"let the {foes[0].kind.name} come here"
    return Act(b"%ds" % _A_WHILE, because, Action("search", times=_A_WHILE))


def leave_the_line(b: Beliefs) -> Act | No:
    """A foe shoots: step out of its line, no farther from it, so that it must come."""
    threat = threat_of(b)
    shooters = [foe for foe in threat.coming if _has_in_line(b, foe, b.me.spot)]
    if not shooters or threat.near or is_bound(b) or b.is_blind:
        return NO_SHOTS
    found = [
        spot
        for spot in b.level.neighbours(b.me.spot)
        if spot not in b.foes.seen and not b.level.avoid[spot] and not _is_shot_at(b, spot, shooters)
    ]
    if not found:
        return NO_COVER
    spot = min(found, key=lambda one: (sum(apart(foe.spot, one) for foe in shooters), one))
    step = spot - b.me.spot
    return Act(KEY_OF[step], f"out of the {shooters[0].kind.name}'s line", Action("walk", step))


def _has_in_line(b: Beliefs, foe: Foe, spot: int) -> bool:
    """Return whether a foe that fights from afar has a square in its line of fire."""
    if not is_shooting(foe, b.turn) or apart(foe.spot, spot) not in _SHOT_SQUARES:
        return False
    return line_between(b, spot, foe.spot) != 0


def _is_shot_at(b: Beliefs, spot: int, shooters: list[Foe]) -> bool:
    """Return whether a square is in the line of one of the shooters, or so near that it strikes first."""
    return any(
        line_between(b, spot, foe.spot) != 0 or apart(foe.spot, spot) < _SHOT_SQUARES[0] - 1
        for foe in shooters
    )
