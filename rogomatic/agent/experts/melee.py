"""Melee: whom to strike, whom to await."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.foe_intents import is_fleeing
from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.monster_tracking import struck_unseen
from rogomatic.agent.engine.acts import quaff_healing, search_once, strike, wield
from rogomatic.agent.engine.refusals import (
    AFTER_US,
    BESIDE,
    CONFUSED,
    HALLUCINATING,
    LET_SLEEP,
    NO_PLACE,
    NONE_BESIDE,
    NOT_COMING,
    NOT_TOLD,
    SLEEP_CLEAR,
    STANDING,
)
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import go
from rogomatic.agent.monster_manual import ERRATIC, MEAN
from rogomatic.agent.think.fight.combat_odds import duel, to_hit, touches
from rogomatic.agent.think.fight.fight_options import unseen_most
from rogomatic.agent.think.fight.threat import rounded, threat_of
from rogomatic.agent.think.items.item_value import bow_letter, can_shoot

_SHY: Final = frozenset(
    {
        "leprechaun",
        "nymph",
        "ice monster",
        "floating eye",
        "venus flytrap",
        "violet fungi",
        "centaur",
        "wraith",
    }
)
_PATIENCE: Final = 5  # turns of waiting for one that does not come


def hit_adjacent(beliefs: Beliefs) -> Act | No:
    """Strike the neighbour that is most dangerous and quickest to fall; from one that holds the hero there is
    no other way to get free, even if it cannot stir itself (SPC-12).
    """
    near, holders = threat_of(beliefs).near, _holders(beliefs) if beliefs.me.held else ()
    if not near and not holders:
        return NONE_BESIDE
    foe = max(holders or near, key=lambda one: (_rank(beliefs, one), -one.spot))
    step = foe.spot - beliefs.me.spot
    return strike(step, f"{foe.kind.name}, {rounded(threat_of(beliefs).death_pct)} to die")


def _holders(beliefs: Beliefs) -> tuple[Foe, ...]:
    """Return the neighbours that may hold the hero."""
    return tuple(
        [
            foe
            for foe in beliefs.foes.seen.values()
            if foe.kind.special == "hold" and distance_between(foe.spot, beliefs.me.spot) == 1
        ]
    )


def strike_around(beliefs: Beliefs) -> Act | No:
    """Something that cannot be seen strikes: strike back at the squares around, one after the other.

    Before that a hero whom the next blow may kill heals itself, and a blind one its eyes, too (POT-6).
    """
    if threat_of(beliefs).near:
        return BESIDE
    if not struck_unseen(beliefs):
        return NOT_TOLD
    if beliefs.is_blind or beliefs.me.hp <= unseen_most(beliefs):
        healing = quaff_healing(beliefs)
        if isinstance(healing, Act):
            return healing
    if beliefs.is_confused:
        return CONFUSED
    links = beliefs.level.neighbours(beliefs.me.spot)
    if not links:
        return NO_PLACE
    # After a blow that met something, strike there again.
    met = beliefs.action.verb == "fight" and any(
        fact.kind in ("you-hit", "you-miss") for fact in beliefs.facts
    )
    step = beliefs.action.step if met else links[beliefs.commands % len(links)] - beliefs.me.spot
    return strike(step, "something unseen strikes")


def await_foe(beliefs: Beliefs) -> Act | No:
    """A foe is coming: let it make the last step, so that the first blow is ours."""
    coming = [
        foe
        for foe in threat_of(beliefs).coming
        if foe.still < _PATIENCE
        and not is_fleeing(foe, beliefs.turn)
        and (foe.kind.traits & ERRATIC == 0 or distance_between(foe.spot, beliefs.me.spot) <= 2)
    ]
    if not coming:
        return STANDING if threat_of(beliefs).coming else NOT_COMING
    foe = min(coming, key=lambda one: (distance_between(one.spot, beliefs.me.spot), one.spot))
    return search_once(f"let the {foe.kind.name} come")


def look_twice(beliefs: Beliefs) -> Act | No:
    """Someone new is in view: one turn tells whether it sleeps; in that turn the bow can be drawn."""
    for foe in beliefs.foes.seen.values():
        if foe.awake is None and foe.kind.traits & MEAN and not touches(beliefs, foe.spot, beliefs.me.spot):
            bow = bow_letter(beliefs)
            if distance_between(foe.spot, beliefs.me.spot) >= beliefs.knobs.bow_squares and _wants_bow(
                beliefs
            ):
                because = f"take the bow, and see whether the {foe.kind.name} sleeps"
                return wield(bow, because)
            return search_once(f"does the {foe.kind.name} sleep?")
    return SLEEP_CLEAR


def _wants_bow(beliefs: Beliefs) -> bool:
    """Return whether a foe that is far away is met with arrows."""
    held = beliefs.wielded()
    bow = bow_letter(beliefs)
    return bool(bow) and beliefs.on_first_levels and can_shoot(beliefs) and (held is None or held[0] != bow)


def wake_sleeper(beliefs: Beliefs) -> Act | No:
    """Attack a sleeper that is worth its experience and no danger."""
    if threat_of(beliefs).foes:
        return AFTER_US
    if beliefs.is_hallucinating:
        return HALLUCINATING
    wanted = {foe.spot for foe in beliefs.foes.seen.values() if _is_prey(beliefs, foe)}
    if not wanted:
        return LET_SLEEP
    for spot in sorted(wanted):
        if touches(beliefs, beliefs.me.spot, spot):
            step = spot - beliefs.me.spot
            return strike(step, f"strike the sleeping {beliefs.foes.seen[spot].kind.name}")
    beside = {near for spot in wanted for near in beliefs.level.neighbours(spot)}
    return go(
        beliefs, "wake a sleeper", beside, "a sleeper worth the trouble", most=beliefs.knobs.prey_squares
    )


def _is_prey(beliefs: Beliefs, foe: Foe) -> bool:
    if foe.awake is not False or foe.kind.name in _SHY or foe.kind.exp < beliefs.knobs.prey_exp:
        return False
    risk, loss, _ = duel(beliefs, foe)
    return 100 * risk <= beliefs.knobs.attack_pct and 100 * loss < beliefs.me.hp * beliefs.knobs.prey_loss_pct


def _rank(beliefs: Beliefs, foe: Foe) -> float:
    """Order targets by harm done per blow needed."""
    risk, loss, blows = duel(beliefs, foe)
    return (loss + 50 * risk + 0.1) / max(blows, 1.0) ** 2 + max(to_hit(beliefs, foe.kind), 0) * 0.001
