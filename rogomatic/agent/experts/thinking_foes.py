"""Foes that think: those that wait in a pack or behind a door, and those that shoot."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.foe_intents import is_shooting, waiting_foes
from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import DOOR, PASSAGE
from rogomatic.agent.engine.acts import step_to
from rogomatic.agent.engine.refusals import (
    AFTER_US,
    BESIDE,
    BLIND,
    BOUND,
    NO_COVER,
    NO_SHOTS,
    NOBODY_WAITS,
    OPEN,
)
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import stay
from rogomatic.agent.think.fight.threat import is_bound, threat_of
from rogomatic.agent.think.ground.firing_lines import line_between

_A_WHILE: Final = 5  # turns of waiting at a time
_SHOT_SQUARES: Final = range(3, 8)  # from which shots come and there is time to step aside


def hold_the_passage(beliefs: Beliefs) -> Act | No:
    """A pack waits in the open, or something lies in wait behind a door: let them come one by one."""
    if threat_of(beliefs).foes:
        return AFTER_US
    foes = waiting_foes(beliefs)
    if not foes:
        return NOBODY_WAITS
    if beliefs.level.code[beliefs.me.spot] not in (PASSAGE, DOOR):
        return OPEN
    if is_bound(beliefs):
        return BOUND
    because = f"let the {foes[0].kind.name} come here"
    return stay(beliefs, "search", _A_WHILE, because)


def leave_the_line(beliefs: Beliefs) -> Act | No:
    """A foe shoots: step out of its line, no farther from it, so that it must come."""
    threat = threat_of(beliefs)
    shooters = [foe for foe in threat.coming if _has_in_line(beliefs, foe, beliefs.me.spot)]
    if not shooters:
        return NO_SHOTS
    if threat.near:
        return BESIDE
    if is_bound(beliefs):
        return BOUND
    if beliefs.is_blind:
        return BLIND
    found = [
        spot
        for spot in beliefs.level.neighbours(beliefs.me.spot)
        if spot not in beliefs.foes.seen
        and not beliefs.level.avoid[spot]
        and not _is_shot_at(beliefs, spot, shooters)
    ]
    if not found:
        return NO_COVER
    spot = min(found, key=lambda one: (sum(distance_between(foe.spot, one) for foe in shooters), one))
    step = spot - beliefs.me.spot
    return step_to(step, f"out of the {shooters[0].kind.name}'s line")


def _has_in_line(beliefs: Beliefs, foe: Foe, spot: int) -> bool:
    """Return whether a foe that fights from afar has a square in its line of fire."""
    if not is_shooting(foe, beliefs.turn) or distance_between(foe.spot, spot) not in _SHOT_SQUARES:
        return False
    return line_between(beliefs, spot, foe.spot) != 0


def _is_shot_at(beliefs: Beliefs, spot: int, shooters: list[Foe]) -> bool:
    """Return whether a square is in the line of one of the shooters, or so near that it strikes first."""
    return any(
        line_between(beliefs, spot, foe.spot) != 0 or distance_between(foe.spot, spot) < _SHOT_SQUARES[0] - 1
        for foe in shooters
    )
