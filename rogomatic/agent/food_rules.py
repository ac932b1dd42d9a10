"""How a game feeds its hero."""

from __future__ import annotations

from typing import Final, final

from rogomatic.agent.value import Value


@final
class FoodRules(Value):
    """How a game feeds its hero, in turns; the defaults are those of the known Rogues.

    begin, meal  the least and the most of the first stomach and of a meal
    meal_turns   how many a meal lasts on average   meals  turns of a meal that are equally likely
    most         what the stomach holds           hungry, weak  below this
    starves_at   where the hero dies, 0 or less: an empty stomach can be fasted on down to there (FOO-3)

    >>> USUAL_FOOD.meal_turns, USUAL_FOOD.meals[:2], USUAL_FOOD.meals[-1], len(USUAL_FOOD.meals)
    (1300, (1100, 1121), 1499, 20)
    """

    __slots__ = ("begin", "hungry", "meal", "meal_turns", "meals", "most", "starves_at", "weak")

    def __init__(
        self,
        begin: tuple[int, int] = (1300, 1300),
        meal: tuple[int, int] = (1100, 1499),
        most: int = 2000,
        hungry: int = 300,
        weak: int = 150,
        starves_at: int = -850,
    ) -> None:
        self.begin = begin
        self.meal = meal
        self.most = most
        self.hungry = hungry
        self.weak = weak
        self.starves_at = starves_at
        least, greatest = meal
        self.meal_turns = (least + greatest + 1) // 2
        self.meals = tuple(range(least, greatest + 1, max((greatest - least) // 19, 1)))

    def fields(self) -> tuple[object, ...]:
        return self.begin, self.meal, self.most, self.hungry, self.weak, self.starves_at

    def lower_bound(self, hunger: str) -> int | None:
        """Return the fewest turns of food in the stomach while the status line shows this word; None for
        fainting, which has no bound (FOO-2).
        """
        if hunger == "Hungry":
            return self.weak
        if hunger == "Weak":
            return 0
        return self.hungry if not hunger else None

    def upper_bound(self, hunger: str) -> int:
        """Return the most turns of food that the stomach can hold while the status line shows this word."""
        if not hunger:
            return self.most
        if hunger == "Hungry":
            return self.hungry
        return self.weak if hunger == "Weak" else 0


USUAL_FOOD: Final = FoodRules()
