"""Bots whose throws answer what a predictor expects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from rogomatic.roshambo.best_context import best_throw
from rogomatic.roshambo.throws import THROWS, Past, points
from rogue.shared.seeds import Dice

_ALIKE: Final = 1e-12
_DECAY: Final = 0.98  # a turn, of what a rotation has won


class Predictor(Protocol):
    """A predictor of the next symbol of a row.

    The row holds symbols 0, 1, 2, ...: given ones, and those to predict.  It decides the answers.
    """

    def given(self, symbol: int) -> None:
        """Add a symbol that is known and not to be predicted."""

    def observe(self, symbol: int) -> None:
        """Add the symbol that was to be predicted, and learn from it."""

    def distribution(self) -> list[float]:
        """Return the probability of each symbol; all are above 0, and their sum is 1."""


class PredictorBot:
    """A bot that answers the throw that a predictor expects.

    by_value  take the throw of the greatest expected gain, else what beats the likeliest throw
    swapped   predict the side it plays for, as the other may do, and answer that
    """

    def __init__(self, predictor: Predictor, by_value: bool, swapped: bool = False) -> None:
        self._predictor = predictor
        self._by_value = by_value
        self._swapped = swapped
        self._turns = 0

    def choose(self, past: Past, dice: Dice) -> int:
        """Add the last turn; return the best throw, drawn at random from equals."""
        if len(past.own) > self._turns:
            self._turns = len(past.own)
            own, other = past.own[-1], past.other[-1]
            self._predictor.observe(own if self._swapped else other)
            self._predictor.given(other if self._swapped else own)
        chances = self._predictor.distribution()
        best = max(chances)
        likeliest = [throw for throw, chance in enumerate(chances) if chance >= best - _ALIKE]
        if len(likeliest) == THROWS:
            return dice.below(THROWS)
        return best_throw(chances) if self._by_value else (dice.one_of(likeliest) + 1) % THROWS


class Meta:
    """A bot that plays the best of six rotations of another bot.

    One copy plays our side, the other the opponent's, who may think as we do.  Either throw is rotated by 0,
    1, or 2, once for each time that a side sees through the other.

    make  makes a copy; its argument says whether the copy plays the opponent's side
    """

    def __init__(self, make: Callable[[bool], PredictorBot]) -> None:
        self._copies = (make(False), make(True))
        self._scores = [0.0] * (2 * THROWS)
        self._throws: list[int] = []

    def choose(self, past: Past, dice: Dice) -> int:
        """Score the rotations with the last turn, and return the throw of the best one."""
        if self._throws:
            for number, throw in enumerate(self._throws):
                self._scores[number] = self._scores[number] * _DECAY + points(throw, past.other[-1])
        ours, theirs = (copy.choose(past, dice) for copy in self._copies)
        # What beats the throw that they would make comes first among its rotations.
        self._throws = [(ours + turn) % THROWS for turn in (0, 2, 1)]
        self._throws += [(theirs + turn) % THROWS for turn in (1, 0, 2)]
        return self._throws[self._scores.index(max(self._scores))]
