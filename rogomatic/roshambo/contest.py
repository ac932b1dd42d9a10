"""A table that says which choices beat which others, for a contest of simultaneous choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import Final

_CIRCLE_LIMIT: Final = 9  # choices; the search for a circle tries all orders
_ROUNDS: Final = 4000  # of regret matching
_TIE: Final = 1e-9


@dataclass(frozen=True)
class Contest:
    """The choices of both sides, and the result of each pair of choices.

    names    names of the choices, the same for both sides
    payoffs  result for this side: payoffs[own choice][other side's choice] is 1 (win), 0 (tie), or -1 (loss)
    """

    names: tuple[str, ...]
    payoffs: tuple[tuple[int, ...], ...]

    @cached_property
    def beaters(self) -> tuple[tuple[int, ...], ...]:
        """For each choice of the other side, this side's choices that beat it."""
        numbers = range(len(self.names))
        return tuple(tuple(own for own in numbers if self.payoffs[own][other] > 0) for other in numbers)

    @cached_property
    def losers(self) -> tuple[tuple[int, ...], ...]:
        """For each choice of the other side, this side's choices that lose to it."""
        numbers = range(len(self.names))
        return tuple(tuple(own for own in numbers if self.payoffs[own][other] < 0) for other in numbers)

    @cached_property
    def beaten(self) -> tuple[tuple[int, ...], ...]:
        """For each choice of this side, list the choices of the other side that this choice beats."""
        return tuple(tuple(other for other, won in enumerate(row) if won > 0) for row in self.payoffs)

    @cached_property
    def mirrored(self) -> Contest:
        """The contest from the other side's point of view."""
        return Contest(
            self.names, tuple(tuple(-won for won in column) for column in zip(*self.payoffs, strict=True))
        )

    @cached_property
    def circle(self) -> tuple[int, ...]:
        """Successor of each choice in a circle of all choices.  Each successor beats the choice before it.

        The result is () if there is no such circle, or if there are fewer than 3 or more than 9 choices.

        >>> ROSHAMBO.circle, Contest(("heads", "tails"), ((1, -1), (-1, 1))).circle
        ((1, 2, 0), ())
        """
        count = len(self.names)
        order = self._extended([0]) if 2 < count <= _CIRCLE_LIMIT else []
        after = dict(zip(order, [*order[1:], *order[:1]], strict=True))
        return tuple(after[number] for number in range(count)) if order else ()

    def _extended(self, order: list[int]) -> list[int]:
        """Return the first circle that begins with the choices in `order`.  Return [] if there is none."""
        last = order[-1]
        if len(order) == len(self.names):
            return order if self.payoffs[order[0]][last] > 0 else []
        tries = (self._extended([*order, own]) for own in self.beaters[last] if own not in order)
        return next((found for found in tries if found), [])

    def gains(self, forecast: Sequence[float]) -> list[float]:
        """Return each choice's expected payoff.  `forecast` holds the chances of the other side's choices."""
        return [self._chance(row, forecast, 1) - self._chance(row, forecast, -1) for row in self.payoffs]

    def win_chances(self, forecast: Sequence[float]) -> list[float]:
        """Return each choice's chance to win.  `forecast` holds the chances of the other side's choices."""
        return [self._chance(row, forecast, 1) for row in self.payoffs]

    @staticmethod
    def _chance(row: Sequence[int], forecast: Sequence[float], sign: int) -> float:
        return fsum([chance for won, chance in zip(row, forecast, strict=True) if won == sign])

    @cached_property
    def even_play(self) -> tuple[float, ...]:
        """The chance of each choice in an equilibrium.  No reply can exploit these chances.

        >>> ROSHAMBO.even_play == (1 / 3, 1 / 3, 1 / 3)
        True
        """
        return equilibrium(self.payoffs)[0]

    @cached_property
    def even_value(self) -> float:
        """Expected payoff for this side when the other side plays the equilibrium chances.

        This side makes its best choice.
        """
        return max(self.gains(self.mirrored.even_play))


def equilibrium(payoffs: Sequence[Sequence[float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the equilibrium of a zero-sum game: the chances of the rows, then of the columns.

    If uniform chances are an equilibrium, they are returned.  If not, the result comes from regret matching
    and is within about 0.02 payoff units of the exact solution.
    """
    sides = [
        tuple(map(tuple, payoffs)),
        tuple(tuple(-won for won in column) for column in zip(*payoffs, strict=True)),
    ]
    uniform = [(1 / len(side),) * len(side) for side in sides]
    if all(_is_level(side, reply) for side, reply in zip(sides, uniform[::-1], strict=True)):
        return uniform[0], uniform[1]
    regrets = [[0.0] * len(side) for side in sides]
    sums = [[0.0] * len(side) for side in sides]
    for weight in range(1, _ROUNDS + 1):
        for number in (0, 1):  # in turn: the second side answers what the first has just learned
            chances = matched(regrets[number])
            against = matched(regrets[1 - number])
            values = _values(sides[number], against)
            mean = fsum([chance * value for chance, value in zip(chances, values, strict=True)])
            regrets[number] = [
                max(0.0, old + value - mean) for old, value in zip(regrets[number], values, strict=True)
            ]
            sums[number] = [old + weight * chance for old, chance in zip(sums[number], chances, strict=True)]
    first, second = (tuple(one / fsum(side) for one in side) for side in sums)
    return first, second


def matched(regrets: Sequence[float]) -> list[float]:
    """Return chances in proportion to the positive regrets.  If there are none, the chances are uniform.

    >>> matched([3, -1, 1]), matched([0, -2])
    ([0.75, 0.0, 0.25], [0.5, 0.5])
    """
    positive = [max(0.0, regret) for regret in regrets]
    whole = fsum(positive)
    return [one / whole for one in positive] if whole else [1 / len(regrets)] * len(regrets)


def _values(side: Sequence[Sequence[float]], against: Sequence[float]) -> list[float]:
    return [fsum([won * chance for won, chance in zip(row, against, strict=True)]) for row in side]


def _is_level(side: Sequence[Sequence[float]], against: Sequence[float]) -> bool:
    values = _values(side, against)
    return max(values) - min(values) < _TIE


ROSHAMBO: Final = Contest(("rock", "paper", "scissors"), ((0, -1, 1), (1, 0, -1), (-1, 1, 0)))
