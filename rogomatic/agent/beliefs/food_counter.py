"""The game's counter of levels without food: when it exceeds three, the next item is food."""

from __future__ import annotations

from math import fsum  # rounds alike in every Python
from typing import Final

from rogomatic.agent.beliefs.terrain_map import COUNT, FLOOR, TerrainMap, box_of

# Typed without a length: a tuple of known length may be made anew at each use.
FRESH_COUNTER: Final[tuple[float, ...]] = (1.0, 0.0, 0.0, 0.0, 0.0)
"""Chances that the counter is 0, 1, 2, 3, 4 and more: before the first level, and where food was just
laid.
"""

_MOST: Final = 4  # above 3 the next thing is food (ITM-1)
_USUAL_CHANCE: Final = 0.43  # that there is food among the 3.24 things of a level, 16 of 100 (GEN-34, ITM-1)
_SURE_CHANCE: Final = 0.97  # when the first thing is food: that there is one
_ROOMS: Final = 6.5  # of a level, on average
_MOST_SEEN: Final = 0.97  # of what lies on a level where that many rooms were seen
_MIN_FLOOR: Final = 4  # squares of floor that a room shows that was seen


def next_counter(counter: tuple[float, ...], left: TerrainMap) -> tuple[float, ...]:
    """Return the chances of the counter on the next level, before the game places items there (GEN-31).

    counter  the chances on the level that is left     left  what was seen there

    >>> level = TerrainMap(1)
    >>> next_counter(FRESH_COUNTER, level)
    (0.0, 1.0, 0.0, 0.0, 0.0)
    >>> level.food_seen = True
    >>> next_counter((0.0, 0.0, 0.0, 0.0, 1.0), level)
    (0.0, 1.0, 0.0, 0.0, 0.0)
    """
    if left.food_seen:
        counter = FRESH_COUNTER
    missed = 1.0 - min(_rooms_seen(left) / _ROOMS, _MOST_SEEN)
    after = [0.0] * len(counter)
    for count, chance in enumerate(counter):
        there = _SURE_CHANCE if count == _MOST else _USUAL_CHANCE
        after[1] += chance * there * missed
        after[min(count + 1, _MOST)] += chance * (1.0 - there)
    total = fsum(after)
    return tuple([chance / total for chance in after])


def due_chance(counter: tuple[float, ...]) -> float:
    """Return the chance that the first thing of this level is food, whatever else would be drawn (ITM-1)."""
    return counter[_MOST]


def _rooms_seen(level: TerrainMap) -> int:
    """Return of how many rooms floor was seen."""
    floor = [0] * COUNT
    spot = level.code.find(FLOOR)
    while spot >= 0:
        floor[box_of(spot)] += 1
        spot = level.code.find(FLOOR, spot + 1)
    return sum(squares >= _MIN_FLOOR for squares in floor)
