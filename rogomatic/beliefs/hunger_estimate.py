"""What the hero has in the stomach: a spread of turn counts, each as likely as the others.

Figures are FOO-1 to FOO-8: 1300 turns at the start, hungry below 300, weak below 150, fainting from 0 on.
A meal gives 1100 to 1499 turns and fills to 2000 at most, so who eats early wastes some of it.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import Final, NamedTuple

HUNGRY: Final = 300
WEAK: Final = 150
MEAL_TURNS: Final = 1300  # that a meal lasts on average
RING_EATS: Final = {  # turns of food per turn, on top of the one that everybody needs (FOO-1)
    "regeneration": 2.0, "protection": 1.0, "add strength": 1.0, "sustain strength": 1.0, "stealth": 1.0,
    "maintain armor": 1.0, "searching": 0.34, "dexterity": 0.34, "increase damage": 0.34,
    "see invisible": 0.2, "slow digestion": -0.5, "unknown": 0.4,
}  # fmt: skip
_NOT_BELOW: Final = {"": HUNGRY, "Hungry": WEAK, "Weak": 0}  # by the word of hunger (FOO-2)
_MEALS: Final = tuple(range(1100, 1500, 21))
_FAINT: Final = (4, 11)
_FULL: Final = 2000
_COUNT: Final = 24  # values kept
_UNTOLD: Final = 0.02  # turns that the agent's clock may have missed, per turn


class Stomach(NamedTuple):
    """Turns until the stomach is empty: values that are equally likely, the least first."""

    values: tuple[float, ...] = (1300.0,) * _COUNT

    @classmethod
    def between(cls, least: float, most: float) -> Stomach:
        """Return the one of which only these bounds are known.

        >>> Stomach.between(100, 330).mean
        215.0
        """
        step = (most - least) / (_COUNT - 1)
        return cls(tuple(least + step * rank for rank in range(_COUNT)))

    @property
    def least(self) -> float:
        return self.values[0]

    @property
    def most(self) -> float:
        return self.values[-1]

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    def share_below(self, turns: float) -> float:
        """Return the chance that less than so many turns are left, 0 to 1."""
        return bisect_left(self.values, turns) / len(self.values)

    def overflow(self) -> float:
        """Return the chance that a meal now would not be digested in full, 0 to 1.

        >>> Stomach.between(500, 500).overflow(), Stomach.between(900, 900).overflow()
        (0.0, 1.0)
        """
        least, most = _MEALS[0], _MEALS[-1]
        over = ((value + most - _FULL) / (most - least) for value in self.values)
        return sum(min(max(part, 0.0), 1.0) for part in over) / len(self.values)

    def after(self, turns: int, eats: float) -> Stomach:
        """Return it after some turns with rings that eat so much per turn.

        >>> Stomach.between(500, 600).after(100, 0).least, Stomach.between(500, 600).after(100, 1).most
        (398.0, 400.0)
        """
        if self.values[-1] <= 0:
            eats = 0.0  # rings do not matter any more
        lost = turns * (1 + eats)
        pairs = zip(self.values, _missed(turns), strict=True)
        return Stomach(tuple([value - lost - missed for value, missed in pairs]))

    def unless(self, hunger: str) -> Stomach:
        """Return it when the status line still shows this word of hunger, so that no bound was passed.

        >>> Stomach.between(200, 430).unless("").least >= 300
        True
        """
        bound = _NOT_BELOW.get(hunger)
        if bound is None or self.values[0] >= bound:
            return self
        return _spread([value for value in self.values if value >= bound] or [float(bound)])

    def below(self, bound: int) -> Stomach:
        """Return it after the message that a bound was passed."""
        return Stomach.between(bound - 3, bound - 1)

    def fainted(self) -> Stomach:
        """Return it when the hero has just fainted: it is empty, and turns pass that nobody counts (FOO-3).

        >>> fainted = Stomach.between(-5, 900).fainted()
        >>> fainted.least, fainted.most
        (-16.0, -4.0)
        """
        least, most = _FAINT
        step = (most - least) / (_COUNT - 1)
        return Stomach(tuple(min(value, 0.0) - most + step * rank for rank, value in enumerate(self.values)))

    def fed(self) -> Stomach:
        """Return it after a meal.

        >>> Stomach.between(-5, -5).fed().least, Stomach.between(900, 1000).fed().least
        (1100.0, 2000.0)
        """
        return _spread(
            sorted(min(max(value, 0.0) + meal, float(_FULL)) for value in self.values for meal in _MEALS)
        )


@lru_cache(maxsize=256)
def _missed(turns: int) -> tuple[float, ...]:
    """Return, per value, what the agent's clock may have missed in so many turns."""
    most = turns * _UNTOLD / (_COUNT - 1)
    return tuple(most * (_COUNT - 1 - rank) for rank in range(_COUNT))


def _spread(values: list[float]) -> Stomach:
    """Return so many of the values as are kept, evenly spaced by rank, the first and the last included."""
    last = len(values) - 1
    return Stomach(tuple(values[round(rank * last / (_COUNT - 1))] for rank in range(_COUNT)))
