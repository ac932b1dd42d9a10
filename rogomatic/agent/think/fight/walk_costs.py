"""The walk costs: maps on which steps near foes are expensive or forbidden."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rogomatic.agent.beliefs.known_monsters import FRESH_TURNS, Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import AROUND, TRAP, UNKNOWN
from rogomatic.agent.monster_manual import MEAN, ROOTED
from rogomatic.agent.think.fight.combat_odds import is_hold_risky
from rogomatic.agent.think.ground.pathfinding import FORBIDDEN, Roads

_BESIDE_PURSUER: Final = 6  # detour in squares to avoid a pursuer's reach
_FIGHT: Final = 60  # detour in squares to avoid a fight
_MAX: Final = FORBIDDEN - 1


def roads(beliefs: Beliefs) -> Roads:
    """Return the cost map for an ordinary walk, which leads around every known foe.

    The caller must not change it.
    """
    foes = beliefs.foes
    if not foes.seen and not foes.lurking:
        return Roads(beliefs.level)
    avoid = bytearray(beliefs.level.avoid)
    for foe in foes.seen.values():
        _shun(beliefs, avoid, foe)
    for foe in foes.lurking.values():
        if foe.awake is not True or foe.kind.traits & ROOTED or beliefs.turn - foe.seen_turn < FRESH_TURNS:
            _shun(beliefs, avoid, foe)
    return Roads(beliefs.level, avoid)


def bold_roads(beliefs: Beliefs, weak: Iterable[int]) -> Roads:
    """Return the cost map for a walk through foes on the squares `weak`, which are expensive but allowed."""
    ground = roads(beliefs).copy()
    foes = {*beliefs.foes.seen, *beliefs.foes.lurking}
    for spot in weak:
        ground.avoid[spot] = _FIGHT
        for near in beliefs.level.neighbors(spot):
            if near not in foes:
                ground.avoid[near] = min(ground.avoid[near], _FIGHT)
    return ground


def escape_roads(beliefs: Beliefs) -> Roads:
    """Return the cost map for an escape around foes.  Squares next to foes that may be awake cost more."""
    avoid = bytearray(beliefs.level.avoid)
    foes = [*beliefs.foes.seen.values()]
    foes += [
        foe
        for foe in beliefs.foes.lurking.values()
        if beliefs.turn - foe.seen_turn < FRESH_TURNS or not foe.awake
    ]
    for foe in foes:
        if foe.awake is not False:
            for spot in beliefs.level.neighbors(foe.spot):
                avoid[spot] = min(avoid[spot] + _BESIDE_PURSUER, _MAX)
    for foe in foes:
        avoid[foe.spot] = FORBIDDEN
    return Roads(beliefs.level, avoid)


def _shun(beliefs: Beliefs, avoid: bytearray, foe: Foe) -> None:
    wakes = foe.kind.traits & MEAN or foe.kind.special == "freeze"
    beside = beliefs.knobs.shun_squares if wakes else beliefs.knobs.quiet_squares
    if is_hold_risky(beliefs, foe, beliefs.knobs.attack_pct):
        beside = FORBIDDEN  # a held hero cannot leave
    code = beliefs.level.code
    for step in AROUND:
        spot = foe.spot + step
        avoided = avoid[spot]
        if avoided != FORBIDDEN and UNKNOWN < code[spot] <= TRAP:
            cost = avoided + beside
            avoid[spot] = FORBIDDEN if beside == FORBIDDEN else cost if cost < _MAX else _MAX
    avoid[foe.spot] = FORBIDDEN
