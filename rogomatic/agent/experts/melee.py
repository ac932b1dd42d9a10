"""Melee: the foe to strike, the foe to wait for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rogomatic.agent.beliefs.foe_intents import is_fleeing
from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.monster_tracking import struck_unseen
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import quaff_healing, search_once, strike, use
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import go
from rogomatic.agent.monster_manual import ERRATIC, MEAN
from rogomatic.agent.think.fight.combat_odds import duel, to_hit, touches
from rogomatic.agent.think.fight.fight_options import is_unseen_near, unseen_most
from rogomatic.agent.think.fight.targets import AVOIDED
from rogomatic.agent.think.fight.threat import odds_in_words, threat_of
from rogomatic.agent.think.items.item_value import bow_letter, can_shoot

_SHY: Final = frozenset((*AVOIDED, "centaur", "wraith"))
_PATIENCE: Final = 5  # turns of waiting for a foe that does not come


def hit_adjacent(beliefs: Beliefs) -> Act | No:
    """Strike an adjacent monster, preferably a dangerous one that a few blows can kill.

    A monster that holds the hero comes first (SPC-12).
    """
    targets: Sequence[Foe] = threat_of(beliefs).near
    spot = beliefs.me.spot
    if beliefs.me.held:
        holders = [
            foe
            for foe in beliefs.foes.seen.values()
            if foe.kind.special == "hold" and distance_between(foe.spot, spot) == 1
        ]
        targets = holders or targets
    if not targets:
        return refusals.NONE_BESIDE
    foe = targets[0]
    if len(targets) > 1:
        foe = max(targets, key=lambda one: (_rank(beliefs, one), -one.spot))
    odds = odds_in_words(threat_of(beliefs).death_pct, is_known=not is_unseen_near(beliefs))
    return strike(foe.spot - spot, f"{foe.kind.name}, {odds}")


def strike_around(beliefs: Beliefs) -> Act | No:
    """If an invisible monster attacks, strike at the squares around the hero.

    But if the hero is near death or blind, heal it instead if possible (POT-6).
    """
    if threat_of(beliefs).near:
        return refusals.BESIDE
    if not struck_unseen(beliefs):
        return refusals.NOT_TOLD
    if beliefs.is_blind or beliefs.me.hp <= unseen_most(beliefs):
        healing = quaff_healing(beliefs)
        if isinstance(healing, Act):
            return healing
    if beliefs.is_confused:
        return refusals.CONFUSED
    links = beliefs.level.neighbors(beliefs.me.spot)
    if not links:
        return refusals.NO_PLACE
    # After a blow that hit something, strike there again.
    told = any(fact.kind in ("you-hit", "you-miss") for fact in beliefs.facts)
    met = told and beliefs.action.verb == "fight"
    step = beliefs.action.step if met else links[beliefs.commands % len(links)] - beliefs.me.spot
    return strike(step, "something unseen strikes")


def await_foe(beliefs: Beliefs) -> Act | No:
    """Wait while a monster approaches, so that the hero strikes first."""
    coming = [
        foe
        for foe in threat_of(beliefs).coming
        if foe.still < _PATIENCE
        and not is_fleeing(foe, beliefs.turn)
        and (foe.kind.traits & ERRATIC == 0 or distance_between(foe.spot, beliefs.me.spot) <= 2)
    ]
    if not coming:
        return refusals.STANDING if threat_of(beliefs).coming else refusals.NOT_COMING
    foe = min(coming, key=lambda one: (distance_between(one.spot, beliefs.me.spot), one.spot))
    return search_once(f"the {foe.kind.name} is coming")


def look_twice(beliefs: Beliefs) -> Act | No:
    """Wait a turn to see whether a new monster is asleep, or use that turn to wield the bow."""
    for foe in beliefs.foes.seen.values():
        if foe.awake is None and foe.kind.traits & MEAN and not touches(beliefs, foe.spot, beliefs.me.spot):
            held, bow = beliefs.wielded(), bow_letter(beliefs)
            is_far = distance_between(foe.spot, beliefs.me.spot) >= beliefs.knobs.bow_squares
            draws = is_far and bow and (held is None or held[0] != bow)
            if draws and beliefs.on_first_levels and can_shoot(beliefs):
                return use("wield", bow, f"wield the bow, and see whether the {foe.kind.name} is asleep")
            return search_once(f"is the {foe.kind.name} asleep?")
    return refusals.SLEEP_CLEAR


def wake_sleeper(beliefs: Beliefs) -> Act | No:
    """Attack a harmless sleeper to gain experience."""
    if not beliefs.foes.seen:
        return refusals.LET_SLEEP
    if threat_of(beliefs).foes:
        return refusals.AFTER_US
    if beliefs.is_hallucinating:
        return refusals.HALLUCINATING
    wanted = {foe.spot for foe in beliefs.foes.seen.values() if _is_prey(beliefs, foe)}
    if not wanted:
        return refusals.LET_SLEEP
    for spot in sorted(wanted):
        if touches(beliefs, beliefs.me.spot, spot):
            step = spot - beliefs.me.spot
            return strike(step, f"strike the sleeping {beliefs.foes.seen[spot].kind.name}")
    beside = {near for spot in wanted for near in beliefs.level.neighbors(spot)}
    return go(
        beliefs, "wake a sleeper", beside, "a sleeper worth the trouble", most=beliefs.knobs.prey_squares
    )


def _is_prey(beliefs: Beliefs, foe: Foe) -> bool:
    if foe.awake is not False or foe.kind.name in _SHY or foe.kind.exp < beliefs.knobs.prey_exp:
        return False
    risk, loss, _ = duel(beliefs, foe)
    return 100 * risk <= beliefs.knobs.attack_pct and 100 * loss < beliefs.me.hp * beliefs.knobs.prey_loss_pct


def _rank(beliefs: Beliefs, foe: Foe) -> float:
    """Return how urgent it is to strike a foe: mainly danger / (blows needed to kill the foe)^2."""
    risk, loss, blows = duel(beliefs, foe)
    return (loss + 50 * risk + 0.1) / max(blows, 1.0) ** 2 + max(to_hit(beliefs, foe.kind), 0) * 0.001
