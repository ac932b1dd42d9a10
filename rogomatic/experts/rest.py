"""Rest: when to sleep it off, and where; the wait on the stairs of the first levels for the faint."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.experts.archery import bow_to_wait
from rogomatic.experts.food import ALERT, is_fasting, waits_to_faint
from rogomatic.experts.loot import walk_to_things, wanted_things
from rogomatic.experts.movement import NO_WAY, go
from rogomatic.rule_engine import WATCHED, Act, No
from rogomatic.think.hidden_doors import best_place
from rogomatic.think.item_value import arrow_count, provisions, spare_food
from rogomatic.think.pathfinding import costs, roads
from rogomatic.think.position_options import HEALS_FAST
from rogomatic.think.targets import can_shoot, lookout
from rogomatic.think.threat import threat_of

# -- rest

WELL: Final = No("well enough")
HUNGRY: Final = No("too hungry to rest")
_TO_PROBE: Final = "to a likely place for something hidden, to rest there"
HAUNTED: Final = No("something unseen has just struck")
SEES: Final = No("can see and walk straight")
_BLIND_CHUNK: Final = 10
_HAUNTED_TURNS: Final = 4


def wait_it_out(b: Beliefs) -> Act | No:
    """Blind or confused: stay where we are."""
    if threat_of(b).foes:
        return WATCHED
    if b.is_confused:
        return Act(b"2s", "confused", Action("rest", times=2))
    if b.is_blind and not _is_starving(b):
        return Act(b"%ds" % _BLIND_CHUNK, "blind", Action("rest", times=_BLIND_CHUNK))
    return SEES


def rest(b: Beliefs) -> Act | No:
    """Rest when hit points are low, until they are well up again; on the stairs if they are near."""
    me, knobs = b.me, b.knobs
    if threat_of(b).foes:
        return WATCHED
    if _is_starving(b) and not is_fasting(b):
        return HUNGRY
    if b.foes.unseen_turn >= 0 and b.turn - b.foes.unseen_turn < _HAUNTED_TURNS:
        return HAUNTED
    resting = b.action.verb == "rest" or (b.plan is not None and b.plan.kind == "rest")
    place = -1
    if b.level.stairs < 0 and b.on_first_levels and _wants_lookout(b, resting):
        place = _lookout(b)
    if place < 0 and (me.hp >= me.max_hp or _is_well(b, resting or b.on_stairs)):
        return WELL
    step = _to_rest(b, place)
    if isinstance(step, Act):
        return step
    count = knobs.rest_chunk_turns
    return Act(b"%ds" % count, f"{me.hp} of {me.max_hp} hit points", Action("rest", times=count))


def _is_well(b: Beliefs, begun: bool) -> bool:
    """Return whether the hero has the hit points up to which it rests."""
    return b.me.hp * 100 >= b.me.max_hp * _wanted_pct(b, begun)


def _wanted_pct(b: Beliefs, begun: bool) -> float:
    """Return up to which part of the hit points the hero rests, wherever it is."""
    knobs = b.knobs
    if b.me.level >= HEALS_FAST:
        wanted = 100.0 if begun else knobs.strong_rest_pct
    else:
        wanted = (knobs.rested_pct if begun else knobs.rest_pct) * _leisure(b)
    if b.level.stairs < 0 and waits_to_faint(b):
        return min(wanted, knobs.scout_rest_pct)
    return wanted


def _wants_lookout(b: Beliefs, begun: bool) -> bool:
    """Return whether a hero below experience level 8 rests if it can do so where foes can be shot at on
    their way; the last turns before it faints are best spent there, too.
    """
    me, knobs = b.me, b.knobs
    if me.level >= HEALS_FAST or not can_shoot(b):
        return False
    wanted = knobs.lookout_rested_pct if begun and knobs.lookout_pct else knobs.lookout_pct
    soon = waits_to_faint(b) and me.stomach.most <= knobs.lookout_turns
    return soon or me.hp * 100 < me.max_hp * wanted


def _lookout(b: Beliefs) -> int:
    """Return where foes can be shot at on their way, -1 if there is no such place near."""
    plan = b.plan
    if plan is not None and plan.kind == "rest" and plan.goal != b.me.spot and not b.foes.seen:
        return plan.goal
    return lookout(b, b.knobs.lookout_squares)


def _to_rest(b: Beliefs, place: int) -> Act | No:
    """Return the way to where the hero rests, or the bow that it takes in hand there."""
    stairs = b.level.stairs
    if place >= 0 and place != b.me.spot:
        walk = go(b, "rest", {place}, "to rest where foes can be shot at on their way")
        if walk is not NO_WAY:
            return walk
    if place >= 0 or b.on_stairs:
        return bow_to_wait(b)
    if stairs >= 0:
        return go(b, "rest", {stairs}, "to the stairs, to rest there", most=b.knobs.rest_squares)
    return _to_probe(b) if b.action.verb != "rest" else NO_WAY


def _leisure(b: Beliefs) -> float:
    """Return what part of the usual rest the food left allows: turns are food."""
    most = b.knobs.thrift_turns
    left = provisions(b)
    if b.has_amulet or b.edition == "3.6" or left >= most:
        return 1.0
    least = b.knobs.lean_rest_pct / 100
    return least + (1 - least) * max(left, 0) / most


def _to_probe(b: Beliefs) -> Act | No:
    """Rest where the turns may bring something hidden to light as well: rest is search."""
    most, plan = b.knobs.probe_squares, b.plan
    if plan is not None and plan.kind == "rest" and plan.goal != b.me.spot:
        return go(b, "rest", {plan.goal}, _TO_PROBE, most=most)
    place = best_place(b.level, costs(roads(b), b.me.spot, most)) if most else None
    if place is None or place.spot == b.me.spot or 100 * place.gain < b.knobs.probe_gain_pct:
        return NO_WAY
    return go(b, "rest", {place.spot}, _TO_PROBE, most=most)


def _is_starving(b: Beliefs) -> bool:
    if b.has_amulet:
        return False  # its owner hungers no more (AMU-3)
    return b.me.hunger in ("Weak", "Faint") or (b.me.hunger == "Hungry" and spare_food(b) == 0)


# -- the vigil: a hero that waits on the stairs to faint

_FAR: Final = 4_000  # cost of a way that there is not
_FOOD, _WEAPON = ":", ")"


def wait_to_faint(b: Beliefs) -> Act | No:
    """Fast on the stairs of the first levels, until the hero has fainted once and is alert."""
    if not waits_to_faint(b):
        return ALERT
    if threat_of(b).foes:
        return WATCHED
    if b.level.stairs < 0:
        return NO_WAY
    walk = _gather(b)
    if isinstance(walk, Act):
        return walk
    if not b.on_stairs:
        return go(b, "fast", {b.level.stairs}, "to the stairs, to fast there")
    draw = bow_to_wait(b)
    if isinstance(draw, Act):
        return draw
    count = b.knobs.rest_chunk_turns
    return Act(b"%ds" % count, "who has fainted is alert, and hit less easily", Action("rest", times=count))


def _gather(b: Beliefs) -> Act | No:
    """Fetch what lies near the stairs, and food and scarce arrows that lie farther off, between two
    wanderers.
    """
    level, knobs = b.level, b.knobs
    if not level.things or b.is_floating or b.foes.seen or b.me.hp * 100 < b.me.max_hp * knobs.rest_pct:
        return NO_WAY
    wanted = wanted_things(b)
    if not wanted:
        return NO_WAY
    far = (_FOOD, _WEAPON) if arrow_count(b) < knobs.quiver_count else (_FOOD,)
    near = costs(roads(b), level.stairs, max(knobs.gather_squares, knobs.food_squares) + 1)
    goals = {
        spot
        for spot in wanted
        if near.get(spot, _FAR) <= (knobs.food_squares if level.things[spot] in far else knobs.gather_squares)
    }
    return walk_to_things(b, goals)
