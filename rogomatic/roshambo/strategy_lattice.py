"""A bot that finds the other side's habit with a hidden Markov model."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, log
from typing import Final

from rogomatic.roshambo.contest import ROSHAMBO, Contest
from rogomatic.roshambo.habits import Habit, habits_of
from rogomatic.roshambo.throws import Past
from rogue.shared.seeds import Dice

STAY: Final = 0.95  # chance to keep to a habit from one turn to the next
FIRST_BLUFF: Final = 2.0
_BLUFF_STEP: Final = 0.1  # step size along the gradient in log(exponent)
_BLUFF_RANGE: Final = (0.05, 20.0)
_NO_GAIN: Final = 1e-9


class Lattice:
    """A Viterbi lattice.  Its states are the habits of one side, and its symbols are that side's choices.

    The side may change its habit in any turn.
    """

    def __init__(self, habits: Sequence[Habit], stay: float = STAY) -> None:
        self.habits = tuple(habits)
        count = len(self.habits)
        self._stay, self._change = log(stay), log((1 - stay) / (count - 1))
        self.values = [-log(count)] * count
        self._origins: list[list[int]] = []

    def step(self, own: Sequence[int], other: Sequence[int], choice: int) -> None:
        """Add this side's next choice.  `own` are its earlier choices, `other` those of the other side."""
        origins: list[int] = []
        values: list[float] = []
        for number, habit in enumerate(self.habits):
            origin, value = self._best_origin(number)
            origins.append(origin)
            values.append(value + log(habit.chances(own, other)[choice]))
        self._origins.append(origins)
        self.values = values

    def path(self) -> list[int]:
        """Return the index of the habit in each turn, on the likeliest path."""
        state = self.values.index(max(self.values))
        found: list[int] = []
        for origins in reversed(self._origins):
            found.append(state)
            state = origins[state]
        return found[::-1]

    def weights(self) -> list[float]:
        """Return the probability of each habit in the next turn.

        For each habit, only the likeliest path to this habit is taken into account.
        """
        ahead = [self._best_origin(number)[1] for number in range(len(self.habits))]
        best = max(ahead)
        likely = [exp(value - best) for value in ahead]
        whole = fsum(likely)
        return [one / whole for one in likely]

    def forecast(self, own: Sequence[int], other: Sequence[int]) -> list[float]:
        """Return the chance of each next choice of this side, given all choices of both sides."""
        by_habit = [habit.chances(own, other) for habit in self.habits]
        weights = self.weights()
        return [
            fsum([weight * chances[choice] for weight, chances in zip(weights, by_habit, strict=True)])
            for choice in range(len(by_habit[0]))
        ]

    def _best_origin(self, number: int) -> tuple[int, float]:
        """Return the previous habit on the likeliest path to a habit, and the path's log-likelihood."""
        best = self.values.index(max(self.values))
        changed, stayed = self.values[best] + self._change, self.values[number] + self._stay
        return (number, stayed) if stayed >= changed else (best, changed)


def weigh_answers(contest: Contest, forecast: Sequence[float], bluff: float) -> list[float]:
    """Return a chance for each choice, proportional to (chance to win)^(2 / bluff).

    If no choice has a greater expected gain than the equilibrium, return the chances of the equilibrium.

    >>> weigh_answers(ROSHAMBO, [1 / 3, 1 / 3, 1 / 3], 2.0), weigh_answers(ROSHAMBO, [0.5, 0.25, 0.25], 2.0)
    ([0.3333333333333333, 0.3333333333333333, 0.3333333333333333], [0.25, 0.5, 0.25])
    """
    if max(contest.gains(forecast)) <= contest.even_value + _NO_GAIN:
        return list(contest.even_play)
    scores = [chance ** (2 / bluff) for chance in contest.win_chances(forecast)]
    whole = fsum(scores)
    return [score / whole for score in scores]


def moved_bluff(bluff: float, slope: float) -> float:
    """Return the value of `bluff` after one step of gradient ascent.

    `slope` is the derivative of the gain with respect to 1 / bluff.  The result stays between 0.05 and 20.
    """
    least, most = _BLUFF_RANGE
    step = min(max(-_BLUFF_STEP * slope / bluff, -1.0), 1.0)
    return min(max(bluff * exp(step), least), most)


def drawn(chances: Sequence[float], dice: Dice) -> int:
    """Draw an option with the given chances, and return its index."""
    rest = dice.below(1_000_000) / 1_000_000
    for number, chance in enumerate(chances[:-1]):
        rest -= chance
        if rest < 0:
            return number
    return len(chances) - 1


class LatticeBot:
    """A bot that gets a forecast from a lattice.

    It chooses, with some randomness, a choice that beats the forecast choices.

    bluff     randomness of the bot's choices; it changes after each turn, and falls if the other side is
              readable
    forecast  chance of each choice that the other side may make next
    """

    def __init__(self, contest: Contest = ROSHAMBO, bluff: float = FIRST_BLUFF) -> None:
        self._contest = contest
        self.bluff = bluff
        self.lattice = Lattice(habits_of(contest.mirrored))
        self.forecast: list[float] = []

    def choose(self, past: Past, dice: Dice) -> int:
        """Learn from the last turn, and return the next choice."""
        if past.own and self.forecast:
            self._learn(past.other[-1])
            self.lattice.step(past.other[:-1], past.own[:-1], past.other[-1])
        self.forecast = self.lattice.forecast(past.other, past.own)
        return drawn(weigh_answers(self._contest, self.forecast, self.bluff), dice)

    def _learn(self, other: int) -> None:
        """Move the bluff one step down the gradient of the loss."""
        chances = weigh_answers(self._contest, self.forecast, self.bluff)
        logs = [2 * log(chance) if chance else 0.0 for chance in self._contest.win_chances(self.forecast)]
        mean = fsum(chance * one for chance, one in zip(chances, logs, strict=True))
        slope = fsum(
            chances[own] * self._contest.payoffs[own][other] * (logs[own] - mean)
            for own in range(len(chances))
        )
        self.bluff = moved_bluff(self.bluff, slope)
