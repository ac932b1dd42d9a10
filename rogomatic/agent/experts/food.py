"""Food: when to eat, when to fast."""

from __future__ import annotations

from math import fsum  # rounds alike in every Python, as `sum` of fractions does not
from typing import Final

from rogomatic.agent.beliefs.known_monsters import distance_between
from rogomatic.agent.beliefs.model import HUNGER_AHEAD, Beliefs
from rogomatic.agent.beliefs.terrain_map import FOOD
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import use
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import REST_CHUNK, go, stay, walk_to_things
from rogomatic.agent.think.fight.combat_odds import a_round, be_hit, mean
from rogomatic.agent.think.fight.guarded_things import wanted_things
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.fight.walk_costs import roads
from rogomatic.agent.think.ground.firing_lines import ARROWS, bow_to_wait
from rogomatic.agent.think.ground.pathfinding import EVERYWHERE, costs_near
from rogomatic.agent.think.items.food_value import can_faint, is_fasting, why_not_fasting
from rogomatic.agent.think.items.item_value import arrow_count, spare_food

_CLOSE: Final = 3  # squares: a foe this near arrives during a faint
_FAINT_TURNS: Final = 8
_RISKED: Final = 0.6  # share of the hit points that a faint may cost
_SOON: Final = 15  # turns before the stomach is empty at which the hero stays in place
_WEAK: Final = ("Weak", "Faint")


def eat_before_faint(beliefs: Beliefs) -> Act | No:
    """Eat among foes if the hero may soon faint.  A faint gives the foes about eight turns to strike."""
    foes = [foe for foe in threat_of(beliefs).foes if distance_between(foe.spot, beliefs.me.spot) <= _CLOSE]
    if not foes:
        return refusals.HARMLESS
    if not spare_food(beliefs):
        return refusals.NO_FOOD
    if not can_faint(beliefs):
        return refusals.NO_FAINT_HERE
    if beliefs.me.hunger != "Faint" and beliefs.me.stomach.most > _SOON:
        return refusals.NO_FAINT_YET
    helpless = 4 if beliefs.me.alert else 0
    harm = fsum(
        mean(a_round(foe.kind.attacks, min(be_hit(beliefs, foe.kind) + helpless, 20))) for foe in foes
    )
    if harm * _FAINT_TURNS < beliefs.me.hp * _RISKED:
        return refusals.HARMLESS
    return _eat(beliefs)


def eat_when_weak(beliefs: Beliefs) -> Act | No:
    """Eat when weak or fainting, even among monsters."""
    hunger = beliefs.me.hunger
    if hunger not in _WEAK:
        return refusals.NOT_WEAK
    return refusals.FASTING if hunger == "Weak" and is_fasting(beliefs) else _eat(beliefs)


def why_not_weak(beliefs: Beliefs) -> No | None:
    """Return the refusal of `eat_when_weak` while the hero is not weak."""
    return None if beliefs.me.hunger in _WEAK else refusals.NOT_WEAK


def eat_when_hungry(beliefs: Beliefs) -> Act | No:
    """Eat when hungry, if no awake monster is in view."""
    if threat_of(beliefs).foes:
        return refusals.AFTER_US
    if beliefs.me.hunger == "Hungry":
        return refusals.FASTING if is_fasting(beliefs) else _eat(beliefs)
    if beliefs.me.alert and beliefs.facts_of_edition.hunger_distracts and _is_time(beliefs):
        return _eat(beliefs)
    return refusals.WEAK if beliefs.me.hunger else refusals.FED


def why_not_hungry(beliefs: Beliefs) -> No | None:
    """Return the refusal of `eat_when_hungry` if the hero has no reason to eat before the next word."""
    me = beliefs.me
    if me.hunger == "Hungry":
        return None
    if me.alert and beliefs.facts_of_edition.hunger_distracts and not beliefs.is_fed:
        return None
    return refusals.WEAK if me.hunger else refusals.FED


def why_no_faint_yet(beliefs: Beliefs) -> No | None:
    """Return the refusal of `faint_in_peace`, unless it may change with the stomach."""
    eats = why_not_fast(beliefs)
    return refusals.NO_FAINT_YET if eats is None and beliefs.is_fed else eats


def why_not_fast(beliefs: Beliefs) -> No | None:
    """Return why the hero should not fast, unless the reason may change with the stomach."""
    eats = why_not_fasting(beliefs)
    return None if eats is refusals.EMPTY_LONG else eats


def faint_in_peace(beliefs: Beliefs) -> Act | No:
    """Wait for the faint when the stomach is nearly empty."""
    eats = why_not_fasting(beliefs)
    if eats is not None:
        return eats
    if beliefs.foes.seen:
        return refusals.IN_VIEW
    if beliefs.me.stomach.most > _SOON:
        return refusals.NO_FAINT_YET
    return stay(beliefs, "search", 3, "waiting to faint")


def _is_time(beliefs: Beliefs) -> bool:
    """Return whether the risk of hunger (FOO-4) outweighs the food that a meal now would waste."""
    if beliefs.is_fed:
        return False
    stomach, bound = beliefs.me.stomach, beliefs.food.hungry + HUNGER_AHEAD
    gain = stomach.share_below(bound) * beliefs.knobs.alert_turns
    return gain >= HUNGER_AHEAD or gain >= HUNGER_AHEAD * stomach.overflow(beliefs.food)


def _eat(beliefs: Beliefs) -> Act | No:
    food = beliefs.pack.of_kind("food")
    if not food:
        return refusals.NO_FOOD
    letter = food[0][0]
    return use("eat", letter, f"{beliefs.me.hunger or 'nearly hungry'}, eating {letter}")


_WEAPON: Final = ")"


def wait_to_faint(beliefs: Beliefs) -> Act | No:
    """On the stairs of one of the first levels, go without food until the hero faints.

    After its first faint, the hero is alert, so that monsters hit it less often.
    """
    eats = why_not_fasting(beliefs)
    if eats is not None:
        return eats
    if not beliefs.on_first_levels:
        return refusals.TOO_DEEP
    if threat_of(beliefs).foes:
        return refusals.AFTER_US
    if beliefs.level.stairs < 0:
        return refusals.NO_STAIRS
    walk = _gather(beliefs)
    if isinstance(walk, Act):
        return walk
    if not beliefs.on_stairs:
        return go(beliefs, "fast", {beliefs.level.stairs}, "to fast on the stairs")
    bow = bow_to_wait(beliefs)
    if bow:
        return use("wield", bow, ARROWS)
    return stay(beliefs, "rest", REST_CHUNK, "a hero that has fainted is alert and hit less often")


def _gather(beliefs: Beliefs) -> Act | No:
    """Fetch items near the stairs.

    Go farther from the stairs for food and, when arrows are scarce, for weapons.
    """
    level, knobs = beliefs.level, beliefs.knobs
    is_hurt = beliefs.me.hp * 100 < beliefs.me.max_hp * knobs.rest_pct
    if not level.things or beliefs.is_floating or beliefs.foes.seen or is_hurt:
        return refusals.NO_WAY
    wanted = wanted_things(beliefs)
    if not wanted:
        return refusals.NO_WAY
    far = (FOOD, _WEAPON) if arrow_count(beliefs) < knobs.quiver_count else (FOOD,)
    most, most_far = knobs.gather_squares, knobs.food_squares
    near = costs_near(beliefs, roads(beliefs), level.stairs, max(most, most_far) + 1)
    things = level.things
    goals = {
        spot for spot in wanted if near.get(spot, EVERYWHERE) <= (most_far if things[spot] in far else most)
    }
    return walk_to_things(beliefs, goals)
