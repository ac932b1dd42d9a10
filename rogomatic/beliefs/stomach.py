"""What the hero has in the stomach, as the two turns counts between which it must be.

Owns   the bounds, and how turns, meals and the words of hunger narrow them.
Leaves when to eat (experts.food), hearing the words (hearing).

Figures are FOO-1 to FOO-8: 1300 turns at the start, hungry below 300, weak below 150, fainting from 0 on.
A meal gives 1100 to 1499 turns and fills to 2000 at most.  Rings eat up to 2 turns a turn, slow digestion
gives half a turn back.
"""

from __future__ import annotations

from typing import Final, NamedTuple

HUNGRY: Final = 300
WEAK: Final = 150
_MEAL: Final = (1100, 1499)
_FAINT: Final = (4, 11)
_FULL: Final = 2000
_RING_EATS: Final = 2
_UNTOLD: Final = 0.02  # turns that the agent's clock may have missed, per turn


class Stomach(NamedTuple):
    """Turns until the stomach is empty: at least and at most."""

    least: float = 1300
    most: float = 1300

    def after(self, turns: int, rings: int) -> Stomach:
        """Return it after some turns with so many rings on.

        >>> Stomach(500, 600).after(100, 0)
        Stomach(least=398.0, most=500)
        """
        if self.most <= 0:
            rings = 0  # they do not matter any more
        least = self.least - turns * (1 + _RING_EATS * rings + _UNTOLD)
        return Stomach(least, self.most - turns * (0.5 if rings else 1))

    def below(self, bound: int) -> Stomach:
        """Return it when the game has just said that a bound was passed."""
        return Stomach(bound - 1 - _RING_EATS, bound - 1)

    def fainted(self) -> Stomach:
        """Return it when the hero has just fainted: it is empty, and turns pass that nobody counts (FOO-3).

        >>> Stomach(-5, 900).fainted()
        Stomach(least=-16, most=-4)
        """
        least, most = _FAINT
        return Stomach(min(self.least, 0) - most, min(self.most, 0) - least)

    def fed(self) -> Stomach:
        """Return it after a meal.

        >>> Stomach(-5, 900).fed()
        Stomach(least=1100, most=2000)
        """
        least, most = max(self.least, 0) + _MEAL[0], max(self.most, 0) + _MEAL[1]
        return Stomach(min(least, _FULL), min(most, _FULL))
