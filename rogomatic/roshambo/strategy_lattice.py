"""A bot that finds the other side's strategy with a hidden Markov model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, fsum, log
from typing import Final

from rogomatic.roshambo.throws import SCISSORS, THROWS, Past, points
from rogue.shared.dice import Dice

STAY: Final = 0.95  # chance to keep to a strategy from one turn to the next
MIN_CHANCE: Final = 0.02  # chance of any throw under any strategy
Chances = tuple[float, float, float]
Strategy = Callable[[Sequence[int], Sequence[int]], Chances]
"""Takes the throws of its own side and of the other; returns the chance of each throw."""
_EVEN: Final[Chances] = (1 / 3, 1 / 3, 1 / 3)
_FIRST_BLUFF: Final = 2.0
_BLUFF_STEP: Final = 0.1  # of the gradient of a turn's points, by the logarithm of the exponent
_BLUFF_RANGE: Final = (0.05, 20.0)
_RUN: Final = 2  # throws alike, after which who avoids runs throws something else


def _mostly(throw: int) -> Chances:
    chances = [MIN_CHANCE] * THROWS
    chances[throw % THROWS] = 1 - MIN_CHANCE * (THROWS - 1)
    return chances[0], chances[1], chances[2]


def _seldom(throw: int) -> Chances:
    chances = [(1 - MIN_CHANCE) / 2] * THROWS
    chances[throw % THROWS] = MIN_CHANCE
    return chances[0], chances[1], chances[2]


def _commonest(throws: Sequence[int], turn: int) -> Chances:
    """Return the chances of the commonest throw, rotated; uniform chances if several are."""
    counts = [throws.count(throw) for throw in range(THROWS)]
    best = max(counts)
    return _EVEN if counts.count(best) > 1 else _mostly(counts.index(best) + turn)


def at_random(_own: Sequence[int], _other: Sequence[int]) -> Chances:
    """Throw at random."""
    return _EVEN


def repeats(own: Sequence[int], _other: Sequence[int]) -> Chances:
    """Repeat the last throw."""
    return _mostly(own[-1]) if own else _EVEN


def next_round(own: Sequence[int], _other: Sequence[int]) -> Chances:
    """Go on with rock, paper, scissors."""
    return _mostly(own[-1] + 1) if own else _EVEN


def previous_round(own: Sequence[int], _other: Sequence[int]) -> Chances:
    """Go on with rock, scissors, paper."""
    return _mostly(own[-1] + 2) if own else _EVEN


def copies(_own: Sequence[int], other: Sequence[int]) -> Chances:
    """Copy the other's last throw."""
    return _mostly(other[-1]) if other else _EVEN


def beats_last(_own: Sequence[int], other: Sequence[int]) -> Chances:
    """Beat the other's last throw."""
    return _mostly(other[-1] + 1) if other else _EVEN


def loses_to_last(_own: Sequence[int], other: Sequence[int]) -> Chances:
    """Lose to the other's last throw."""
    return _mostly(other[-1] + 2) if other else _EVEN


def favorite(own: Sequence[int], _other: Sequence[int]) -> Chances:
    """Throw the own most frequent throw."""
    return _commonest(own, 0)


def beats_favorite(_own: Sequence[int], other: Sequence[int]) -> Chances:
    """Beat the other's most frequent throw."""
    return _commonest(other, 1)


def no_runs(own: Sequence[int], _other: Sequence[int]) -> Chances:
    """Avoid three equal throws in a row."""
    return _seldom(own[-1]) if len(own) >= _RUN and len(set(own[-_RUN:])) == 1 else _EVEN


def never_twice(own: Sequence[int], _other: Sequence[int]) -> Chances:
    """Avoid two equal throws in a row."""
    return _seldom(own[-1]) if own else _EVEN


def win_stays(own: Sequence[int], other: Sequence[int]) -> Chances:
    """Repeat a throw that has won; otherwise throw what would have won."""
    if not own:
        return _EVEN
    return _mostly(own[-1] if points(own[-1], other[-1]) > 0 else other[-1] + 1)


STRATEGIES: Final[tuple[Strategy, ...]] = (
    at_random, repeats, next_round, previous_round, copies, beats_last, loses_to_last, favorite,
    beats_favorite, no_runs, never_twice, win_stays,
)  # fmt: skip


class Lattice:
    """The Viterbi lattice of the throws of one side.

    Its states are strategies, its symbols are throws.  A side may change its strategy in any turn.
    """

    def __init__(self, strategies: Sequence[Strategy] = STRATEGIES, stay: float = STAY) -> None:
        self.strategies = tuple(strategies)
        count = len(self.strategies)
        self._stay, self._change = log(stay), log((1 - stay) / (count - 1))
        self.values = [-log(count)] * count
        self._origins: list[list[int]] = []

    def step(self, own: Sequence[int], other: Sequence[int], throw: int) -> None:
        """Add the throw that followed these throws of both sides."""
        origins: list[int] = []
        values: list[float] = []
        for number, strategy in enumerate(self.strategies):
            origin, value = self._best_origin(number)
            origins.append(origin)
            values.append(value + log(strategy(own, other)[throw]))
        self._origins.append(origins)
        self.values = values

    def path(self) -> list[int]:
        """Return the number of the likeliest strategy of each turn."""
        state = self.values.index(max(self.values))
        found: list[int] = []
        for origins in reversed(self._origins):
            found.append(state)
            state = origins[state]
        return found[::-1]

    def weights(self) -> list[float]:
        """Return the probability of each strategy in the next turn, by the best path to it."""
        ahead = [self._best_origin(number)[1] for number in range(len(self.strategies))]
        best = max(ahead)
        likely = [exp(value - best) for value in ahead]
        whole = fsum(likely)
        return [one / whole for one in likely]

    def forecast(self, own: Sequence[int], other: Sequence[int]) -> list[float]:
        """Return the chance of each next throw."""
        parts: list[list[float]] = [[] for _ in range(THROWS)]
        for weight, strategy in zip(self.weights(), self.strategies, strict=True):
            for throw, chance in enumerate(strategy(own, other)):
                parts[throw].append(weight * chance)
        return [fsum(one) for one in parts]

    def _best_origin(self, number: int) -> tuple[int, float]:
        """Return the previous strategy on the best path to this one, and the log-likelihood."""
        best = self.values.index(max(self.values))
        changed, stayed = self.values[best] + self._change, self.values[number] + self._stay
        return (number, stayed) if stayed >= changed else (best, changed)


def weigh_answers(forecast: Sequence[float], bluff: float) -> list[float]:
    """Return the chance of each throw: its chance to win to the power of 2 / bluff.

    The chances are uniform when no throw has a positive expected score.

    >>> weigh_answers([1 / 3, 1 / 3, 1 / 3], 2.0), weigh_answers([0.5, 0.25, 0.25], 2.0)
    ([0.3333333333333333, 0.3333333333333333, 0.3333333333333333], [0.25, 0.5, 0.25])
    """
    gains = [forecast[throw - 1] - forecast[(throw + 1) % THROWS] for throw in range(THROWS)]
    if max(gains) <= 1e-9:
        return list(_EVEN)
    scores = [forecast[throw - 1] ** (2 / bluff) for throw in range(THROWS)]
    whole = fsum(scores)
    return [score / whole for score in scores]


class LatticeBot:
    """A bot that draws its answer to the forecast of the lattice at random.

    bluff  randomness of the answer, moved after each turn by gradient descent; it falls against readable bots
    """

    def __init__(self, bluff: float = _FIRST_BLUFF) -> None:
        self.bluff = bluff
        self.lattice = Lattice()
        self._forecast: list[float] = []

    def choose(self, past: Past, dice: Dice) -> int:
        """Add the last turn and return the throw."""
        if past.own and self._forecast:
            self._learn(past.other[-1])
            self.lattice.step(past.other[:-1], past.own[:-1], past.other[-1])
        self._forecast = self.lattice.forecast(past.other, past.own)
        chances = weigh_answers(self._forecast, self.bluff)
        drawn = dice.below(1_000_000) / 1_000_000
        for throw in range(THROWS - 1):
            drawn -= chances[throw]
            if drawn < 0:
                return throw
        return SCISSORS

    def _learn(self, other: int) -> None:
        """Move the bluff one step down the gradient of the loss."""
        chances = weigh_answers(self._forecast, self.bluff)
        logs = [2 * log(self._forecast[throw - 1]) for throw in range(THROWS)]
        mean = fsum(chance * one for chance, one in zip(chances, logs, strict=True))
        slope = fsum(chances[throw] * points(throw, other) * (logs[throw] - mean) for throw in range(THROWS))
        least, most = _BLUFF_RANGE
        self.bluff = min(max(self.bluff * exp(-_BLUFF_STEP * slope / self.bluff), least), most)
