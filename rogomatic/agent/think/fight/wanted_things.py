"""Which things that lie about are worth having, and not guarded by a foe that is too strong."""

from __future__ import annotations

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import GOLD, box_of
from rogomatic.agent.monster_manual import MEAN
from rogomatic.agent.think.fight.combat_odds import duel
from rogomatic.agent.think.fight.threat import guarded_boxes


def wanted_things(beliefs: Beliefs) -> set[int]:
    """Return where things lie that are worth having; with a full pack only gold is."""
    level, shut = beliefs.level, guarded_boxes(beliefs)
    return {
        spot
        for spot, symbol in level.things.items()
        if spot not in level.ignored
        and (symbol == GOLD or not beliefs.full_pack)
        and not _is_guarded(beliefs, spot)
        and (not shut or box_of(spot) not in shut)
    }


def _is_guarded(beliefs: Beliefs, spot: int) -> bool:
    return any(
        _guards(beliefs, foe, spot) for foe in (*beliefs.foes.seen.values(), *beliefs.foes.lurking.values())
    )


def _guards(beliefs: Beliefs, foe: Foe, spot: int) -> bool:
    """Return whether fetching a thing would mean to stir a foe that is too strong."""
    if foe.awake or distance_between(foe.spot, spot) > (1 if foe.kind.traits & MEAN else 0):
        return False
    return foe.kind.special == "freeze" or 100 * duel(beliefs, foe)[0] > beliefs.knobs.guarded_pct
