"""Rest: the time or the place to regain hit points."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import use
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import REST_CHUNK, go, stay
from rogomatic.agent.think.fight.position_options import HEALS_FAST
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.fight.walk_costs import roads
from rogomatic.agent.think.ground.firing_lines import ARROWS, bow_to_wait, lookout
from rogomatic.agent.think.ground.hidden_doors import best_place
from rogomatic.agent.think.ground.pathfinding import costs_near
from rogomatic.agent.think.items.food_value import is_fasting, waits_to_faint
from rogomatic.agent.think.items.item_value import can_shoot, provisions, spare_food

_TO_PROBE: Final = "to rest where something may be hidden"
_BLIND_CHUNK: Final = 10
_PROBE_GAIN_PCT: Final = 2  # minimum chance per turn to find something at another place
_HAUNTED_TURNS: Final = 4


def wait_it_out(beliefs: Beliefs) -> Act | No:
    """Wait while blind or confused."""
    if threat_of(beliefs).foes:
        return refusals.AFTER_US
    if beliefs.is_confused:
        return stay(beliefs, "rest", 2, "confused")
    if not beliefs.is_blind:
        return refusals.SEES
    if _is_short_of_food(beliefs):
        return refusals.STARVING
    return stay(beliefs, "rest", _BLIND_CHUNK, "blind")


def rest(beliefs: Beliefs) -> Act | No:
    """If hit points are low, rest until they are high again.  If the stairs are near, rest there."""
    me = beliefs.me
    if threat_of(beliefs).foes:
        return refusals.AFTER_US
    if me.hunger and _is_short_of_food(beliefs) and not is_fasting(beliefs):
        return refusals.TOO_HUNGRY
    if beliefs.foes.unseen_turn >= 0 and beliefs.turn - beliefs.foes.unseen_turn < _HAUNTED_TURNS:
        return refusals.UNSEEN_NEAR
    may_look_out = beliefs.level.stairs < 0 and beliefs.on_first_levels
    if me.hp >= me.max_hp and not may_look_out:
        return refusals.WELL
    resting = beliefs.action.verb == "rest" or (beliefs.plan is not None and beliefs.plan.kind == "rest")
    place = -1
    if may_look_out and _wants_lookout(beliefs, resting):
        plan = beliefs.plan
        if plan is not None and plan.kind == "rest" and plan.goal != me.spot and not beliefs.foes.seen:
            place = plan.goal
        else:
            place = lookout(beliefs, roads(beliefs), beliefs.knobs.lookout_squares)
    begun = resting or beliefs.on_stairs
    if place < 0 and (me.hp >= me.max_hp or me.hp * 100 >= me.max_hp * _wanted_pct(beliefs, begun)):
        return refusals.WELL
    step = _to_rest(beliefs, place)
    if isinstance(step, Act):
        return step
    return stay(beliefs, "rest", REST_CHUNK, f"{me.hp} of {me.max_hp} hit points")


def _wanted_pct(beliefs: Beliefs, begun: bool) -> float:
    """Return the percentage of full hit points below which the hero rests."""
    knobs = beliefs.knobs
    if beliefs.me.level >= HEALS_FAST:
        wanted = 100.0 if begun else knobs.strong_rest_pct
    else:
        wanted = (knobs.rested_pct if begun else knobs.rest_pct) * _leisure(beliefs)
    if beliefs.level.stairs < 0 and waits_to_faint(beliefs):
        return min(wanted, knobs.scout_rest_pct)
    return wanted


def _wants_lookout(beliefs: Beliefs, begun: bool) -> bool:
    """Return whether a hero below experience level 8 should rest where it can shoot at foes that arrive."""
    me, knobs = beliefs.me, beliefs.knobs
    if me.level >= HEALS_FAST:
        return False
    wanted = knobs.lookout_rested_pct if begun and knobs.lookout_pct else knobs.lookout_pct
    is_hurt = me.hp * 100 < me.max_hp * wanted
    if not is_hurt and (me.stomach.most > knobs.lookout_turns or not waits_to_faint(beliefs)):
        return False
    return can_shoot(beliefs)


def _to_rest(beliefs: Beliefs, place: int) -> Act | No:
    """Return a walk to the place to rest.  If the hero is there, return the act of wielding the bow."""
    stairs = beliefs.level.stairs
    if place >= 0 and place != beliefs.me.spot:
        walk = go(beliefs, "rest", {place}, "to rest where arriving foes can be shot")
        if walk is not refusals.NO_WAY:
            return walk
    if place >= 0 or beliefs.on_stairs:
        bow = bow_to_wait(beliefs)
        return use("wield", bow, ARROWS) if bow else refusals.NO_LOOKOUT
    if stairs >= 0:
        most = beliefs.knobs.rest_squares
        if beliefs.action.verb == "rest" and beliefs.plan is None:  # resting here, probably without a path
            near = costs_near(beliefs, roads(beliefs), beliefs.me.spot, most)
            if near.get(stairs, most) >= most:
                return refusals.NO_WAY
        return go(beliefs, "rest", {stairs}, "to rest on the stairs", most=most)
    return _to_probe(beliefs) if beliefs.action.verb != "rest" else refusals.NO_WAY


def _leisure(beliefs: Beliefs) -> float:
    """Return the share of the usual rest that the remaining food allows."""
    most = beliefs.knobs.thrift_turns
    if beliefs.has_amulet or not beliefs.facts_of_edition.starves:
        return 1.0
    left = provisions(beliefs)
    if left >= most:
        return 1.0
    least = beliefs.knobs.lean_rest_pct / 100
    return least + (1 - least) * max(left, 0) / most


def _to_probe(beliefs: Beliefs) -> Act | No:
    """Walk to a square where the hero can rest by searching, and may find something hidden."""
    most, plan = beliefs.knobs.probe_squares, beliefs.plan
    if plan is not None and plan.kind == "rest" and plan.goal != beliefs.me.spot:
        return go(beliefs, "rest", {plan.goal}, _TO_PROBE, most=most)
    if not most:
        return refusals.NO_WAY
    place = best_place(beliefs.level, costs_near(beliefs, roads(beliefs), beliefs.me.spot, most))
    if place is None or place.spot == beliefs.me.spot or 100 * place.gain < _PROBE_GAIN_PCT:
        return refusals.NO_WAY
    return go(beliefs, "rest", {place.spot}, _TO_PROBE, most=most)


def _is_short_of_food(beliefs: Beliefs) -> bool:
    """Return whether the hero must look for food instead of resting."""
    if beliefs.has_amulet:
        return False  # the owner of the Amulet is never hungry (AMU-3)
    return beliefs.me.hunger in ("Weak", "Faint") or (
        beliefs.me.hunger == "Hungry" and spare_food(beliefs) == 0
    )
