"""Rest: when to sleep it off, and where."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.experts.food import ALERT, waits_to_faint
from rogomatic.experts.movement import NO_WAY, go
from rogomatic.rule_engine import WATCHED, Act, No
from rogomatic.think.hidden_doors import best_place
from rogomatic.think.item_value import provisions, spare_food
from rogomatic.think.pathfinding import costs, roads
from rogomatic.think.position_options import HEALS_FAST
from rogomatic.think.threat import threat_of

WELL: Final = No("well enough")
HUNGRY: Final = No("too hungry to rest")
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
    if _is_starving(b):
        return HUNGRY
    if b.foes.unseen_turn >= 0 and b.turn - b.foes.unseen_turn < _HAUNTED_TURNS:
        return HAUNTED
    resting = b.action.verb == "rest" or (b.plan is not None and b.plan.kind == "rest")
    begun = resting or b.on_stairs
    if me.level >= HEALS_FAST:
        wanted = 100.0 if begun else knobs.strong_rest_pct
    else:
        wanted = (knobs.rested_pct if begun else knobs.rest_pct) * _leisure(b)
    if b.level.stairs < 0 and waits_to_faint(b):
        wanted = min(wanted, knobs.scout_rest_pct)
    if me.hp * 100 >= me.max_hp * wanted:
        return WELL
    if b.level.stairs >= 0 and not b.on_stairs:
        walk = go(b, "rest", {b.level.stairs}, "to the stairs, to rest there", most=knobs.rest_squares)
        if walk is not NO_WAY:
            return walk
    elif b.level.stairs < 0 and b.action.verb != "rest":
        walk = _to_probe(b)
        if isinstance(walk, Act):
            return walk
    count = knobs.rest_chunk_turns
    return Act(b"%ds" % count, f"{me.hp} of {me.max_hp} hit points", Action("rest", times=count))


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
        return go(b, "rest", {plan.goal}, "on, to rest there", most=most)
    place = best_place(b.level, costs(roads(b), b.me.spot, most)) if most else None
    if place is None or place.spot == b.me.spot or 100 * place.gain < b.knobs.probe_gain_pct:
        return NO_WAY
    return go(b, "rest", {place.spot}, "to a likely place for something hidden, to rest there", most=most)


def wait_to_faint(b: Beliefs) -> Act | No:
    """Fast on the stairs of the first levels, until the hero has fainted once and is alert."""
    if not waits_to_faint(b):
        return ALERT
    if threat_of(b).foes:
        return WATCHED
    if b.on_stairs:
        count = b.knobs.rest_chunk_turns
        return Act(b"%ds" % count, "waiting to faint", Action("rest", times=count))
    if b.level.stairs < 0:
        return NO_WAY
    return go(b, "fast", {b.level.stairs}, "to the stairs, to fast there")


def _is_starving(b: Beliefs) -> bool:
    if b.has_amulet:
        return False  # its owner hungers no more (AMU-3)
    return b.me.hunger in ("Weak", "Faint") or (b.me.hunger == "Hungry" and spare_food(b) == 0)
