"""The food supply: how long the food in the stomach lasts, with the chance of food on the next level."""

from __future__ import annotations

from bisect import bisect_left
from math import fsum  # rounds alike in every Python
from typing import Final, final

from rogomatic.agent.beliefs.terrain_map import COUNT, FLOOR, TerrainMap, box_of
from rogomatic.agent.editions import USUAL_FOOD, FoodRules
from rogomatic.agent.kernels import class_attributes
from rogomatic.agent.kernels.level_grid import COLS, SIZE
from rogomatic.agent.kernels.value import Value

RING_EATS: Final = {  # turns of food per turn, on top of the one that every hero needs (FOO-1)
    "regeneration": 2.0, "protection": 1.0, "add strength": 1.0, "sustain strength": 1.0, "stealth": 1.0,
    "maintain armor": 1.0, "searching": 0.34, "dexterity": 0.34, "increase damage": 0.34,
    "see invisible": 0.2, "slow digestion": -0.5, "unknown": 0.4,
}  # fmt: skip
_FAINT: Final = (4, 11)
_COUNT: Final = 24  # values kept
_LAST: Final = _COUNT - 1
_UNTOLD: Final = 0.02 / _LAST  # turns that the agent's clock may have missed, per turn and value


@class_attributes(acyclic=True)
@final
class Stomach(Value):
    """Distribution of the turns until the stomach is empty.

    values  equally likely numbers of turns in ascending order, negative if the stomach is empty already
    least   the lowest value
    most    the highest value
    mean    the mean value

    The rules FOO-1 to FOO-8 set the figures.  The hero has 1300 turns at the start, is hungry below 300 and
    weak below 150, and may faint at 0 or below.  A meal gives 1100 to 1499 turns.  The stomach holds at most
    2000 turns, so a hero that eats early wastes part of the meal.
    """

    __slots__ = ("_begin", "_lost", "_missed", "_total", "least")

    def __init__(
        self,
        begin: tuple[float, ...] = (1300.0,) * _COUNT,
        lost: float = 0.0,
        missed: float = 0.0,
        total: float | None = None,
    ) -> None:
        """Create a stomach from earlier values and the food used since then.

        Few stomachs are asked for all of their values, so these are computed on demand.

        begin   the values at an earlier time
        lost    turns' worth of food used since then
        missed  turns since then that the agent's clock may have missed at most, divided by _LAST: the highest
                value takes none of them into account, and each lower value one more part
        total   the sum of the earlier values, if it is known
        """
        self._begin = begin
        self._total = sum(begin) if total is None else total
        self._lost = lost
        self._missed = missed
        self.least = begin[0] - lost - missed * _LAST

    def fields(self) -> tuple[object, ...]:
        return self._begin, self._lost, self._missed

    @property
    def values(self) -> tuple[float, ...]:
        """The values, computed at each use."""
        lost, missed = self._lost, self._missed
        return tuple([value - lost - missed * (_LAST - rank) for rank, value in enumerate(self._begin)])

    @property
    def most(self) -> float:
        """The highest value."""
        return self._begin[-1] - self._lost

    @property
    def mean(self) -> float:
        """Expected number of turns until the stomach is empty."""
        return self._total / _COUNT - self._lost - self._missed * _LAST / 2

    @staticmethod
    def between(least: float, most: float) -> Stomach:
        """Return a stomach in which all numbers of turns from `least` to `most` are equally likely.

        >>> Stomach.between(100, 330).mean
        215.0
        """
        step = (most - least) / _LAST
        return Stomach(tuple([least + step * rank for rank in range(_COUNT)]))

    def share_below(self, turns: float) -> float:
        """Return the chance (0 to 1) that the stomach is empty in fewer than `turns` turns."""
        return bisect_left(self.values, turns) / _COUNT if turns > self.least else 0.0

    def overflow(self, food: FoodRules = USUAL_FOOD) -> float:
        """Return the chance (0 to 1) that part of a meal eaten now would be wasted.

        >>> Stomach.between(500, 500).overflow(), Stomach.between(900, 900).overflow()
        (0.0, 1.0)
        """
        meals = food.meals
        least, most = meals[0], meals[-1]
        if self.most + most <= food.most:
            return 0.0
        varies = max(most - least, 1)
        over = [(value + most - food.most) / varies for value in self.values]
        return sum([0.0 if part < 0.0 else 1.0 if part > 1.0 else part for part in over]) / _COUNT

    def after(self, turns: int, eats: float) -> Stomach:
        """Return the stomach after `turns` turns.

        In each turn the hero uses up food for one turn, and the rings use up food for `eats` further turns.

        >>> Stomach.between(500, 600).after(100, 0).least, Stomach.between(500, 600).after(100, 1).most
        (398.0, 400.0)
        """
        if eats and self._begin[-1] <= self._lost:
            eats = 0.0  # rings no longer matter
        lost, missed = self._lost + turns * (1 + eats), self._missed + turns * _UNTOLD
        return Stomach(self._begin, lost, missed, self._total)

    def unless(self, hunger: str, food: FoodRules = USUAL_FOOD) -> Stomach:
        """Return the stomach without the values that are too low for the hunger word of the status row.

        >>> Stomach.between(200, 430).unless("").least >= 300
        True
        """
        bound = food.lower_bound(hunger)
        if bound is None or self.least >= bound:
            return self
        return _spread([value for value in self.values if value >= bound] or [float(bound)])

    def below(self, bound: int) -> Stomach:
        """Return the stomach just after a message reports that fewer than `bound` turns are left."""
        return Stomach.between(bound - 3, bound - 1)

    def fainted(self) -> Stomach:
        """Return the stomach of a hero that has just fainted (FOO-3).

        The faint lasted 4 to 11 turns, which the agent's clock did not count.

        >>> fainted = Stomach.between(-5, 900).fainted()
        >>> fainted.least, fainted.most
        (-16.0, -4.0)
        """
        least, most = _FAINT
        step = (most - least) / _LAST
        return Stomach(tuple(min(value, 0.0) - most + step * rank for rank, value in enumerate(self.values)))

    def fed(self, food: FoodRules = USUAL_FOOD) -> Stomach:
        """Return the stomach after a meal.

        >>> Stomach.between(-5, -5).fed().least, Stomach.between(900, 1000).fed().least
        (1100.0, 2000.0)
        """
        return _spread(
            sorted(
                min(max(value, 0.0) + meal, float(food.most)) for value in self.values for meal in food.meals
            )
        )


def _spread(values: list[float]) -> Stomach:
    """Return a stomach with _COUNT of these sorted values, at evenly spaced indexes from first to last."""
    last = len(values) - 1
    return Stomach(tuple(values[round(rank * last / _LAST)] for rank in range(_COUNT)))


# Typed without a length: a tuple of known length may be made anew at each use.
FRESH_COUNTER: Final[tuple[float, ...]] = (1.0, 0.0, 0.0, 0.0, 0.0)
"""Chances of the counter values 0, 1, 2, 3, 4 or more, before the first level or after a level with food."""

_MOST: Final = 4  # above 3 the next item is food (ITM-1)
_USUAL_CHANCE: Final = 0.43  # of food among the 3.24 items of a level, at 16 % (GEN-34, ITM-1)
_SURE_CHANCE: Final = 0.97  # of food if the first item is food: there must be an item
_ROOMS: Final = 6.5  # of a level, on average
_MOST_SEEN: Final = 0.97  # share of a level's items seen after that many rooms
_WIDTHS: Final[tuple[tuple[int, int], ...]] = ((0, 27), (27, 53), (53, COLS))  # of the boxes
_MIN_FLOOR: Final = 4  # floor squares that make a room count as seen


def next_counter(counter: tuple[float, ...], left: TerrainMap) -> tuple[float, ...]:
    """Return the chance of each value of the food counter on the next level (GEN-31).

    Before items are placed on a level, the counter is the number of levels since the last one with food.

    counter  the chances on the previous level
    left     the previous level

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
    """Return the chance that the first item that the game places on this level is food (ITM-1)."""
    return counter[_MOST]


def _rooms_seen(level: TerrainMap) -> int:
    """Return the number of rooms in which some floor was seen."""
    floor, code = [0] * COUNT, level.ground()
    for start in range(0, SIZE, COLS):
        for left, end in _WIDTHS:
            floor[box_of(start + left)] += code.count(FLOOR, start + left, start + end)
    return sum(squares >= _MIN_FLOOR for squares in floor)
