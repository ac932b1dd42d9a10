"""The value of food in gold, with the choice whether the hero should wait without eating until it faints."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import TerrainMap
from rogomatic.agent.engine.refusals import ALERT, EMPTY_LONG, NO_FAINT_HERE, NO_FOOD, OWNED
from rogomatic.agent.engine.rule_engine import No
from rogomatic.agent.think.items.item_value import provisions

_HALF_SQUARED: Final = 1_000_000.0  # square of the turns of provisions that halve the worth of a meal (1,000)
_LAST_FULL_DEPTH: Final = 3  # down to this depth all gold is still to be won, below less and less
_LOST_BY_DEPTH: Final = 0.065  # share lost per depth
_LEAST: Final = 0.1  # minimum share still to be won
_STEP: Final = 20  # gold; results are cached while the rounded worth is the same
_ROOM_CHANCE: Final = 0.09  # chance of food in a room if none is due
_SECOND_CHANCE: Final = 0.05  # the same if food was seen on the level
_SURE: Final = 0.5


def meal_worth(beliefs: Beliefs) -> int:
    """Return the worth of one more meal in gold.

    Return 0 if the hero has the Amulet, or if hunger cannot kill (V36-13).
    """
    if not beliefs.facts_of_edition.starves or beliefs.has_amulet:
        return 0
    left, deeper = provisions(beliefs), beliefs.me.depth - _LAST_FULL_DEPTH
    need = _HALF_SQUARED / (_HALF_SQUARED + left * left) if left > 0 else 1.0
    to_come = max(1.0 - _LOST_BY_DEPTH * deeper, _LEAST) if deeper > 0 else 1.0
    return int(beliefs.knobs.meal_gold * need * to_come) // _STEP * _STEP


def food_worth(level: TerrainMap, meal: int, rooms: float) -> float:
    """Return the expected worth of the food in one unseen room of a level, in gold.

    meal   worth of a meal in gold
    rooms  expected number of unseen rooms

    >>> level = TerrainMap(4)
    >>> food_worth(level, 100, 2.0)
    9.0
    >>> level.due_food = 1.0
    >>> food_worth(level, 100, 2.0)
    50.0
    """
    if level.food_seen:
        return _SECOND_CHANCE * meal
    return meal * (_ROOM_CHANCE * (1.0 - level.due_food) + level.due_food / max(rooms, 1.0))


def hides_food(beliefs: Beliefs) -> bool:
    """Return whether there is probably unseen food on this level, and food is worth something to the hero."""
    level = beliefs.level
    return level.due_food > _SURE and not level.food_seen and meal_worth(beliefs) > 0


def is_fasting(beliefs: Beliefs) -> bool:
    """Return whether the hero should not eat before it has fainted."""
    return why_not_fasting(beliefs) is None


def why_not_fasting(beliefs: Beliefs) -> No | None:
    """Return why the hero should not fast.  Return None if it should."""
    me, kit = beliefs.me, beliefs.pack.kit
    if me.alert:
        return ALERT
    if kit.amulet:
        return OWNED
    if not can_faint(beliefs):
        return NO_FAINT_HERE
    if not kit.meals:
        return NO_FOOD
    return None if me.stomach.most > -beliefs.knobs.fast_turns else EMPTY_LONG


def waits_to_faint(beliefs: Beliefs) -> bool:
    """Return whether the hero should wait on the stairs until it faints."""
    return beliefs.me.depth <= beliefs.knobs.vigil_depth and is_fasting(beliefs)


def can_faint(beliefs: Beliefs) -> bool:
    """Return whether the hero can faint from hunger without dying.

    After the hero has fainted, it is alert (CMB-9).
    """
    return beliefs.food.starves_at < 0 and beliefs.facts_of_edition.starves
