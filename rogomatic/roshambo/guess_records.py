"""Counts of the throws that followed each guess, with the points that it would have earned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rogomatic.roshambo.forecast_mixture import Odds, log_odds
from rogomatic.roshambo.throws import THROWS

_FLOOR: Final = 0.3  # added to each count
_FADE: Final = 0.985  # decay per turn of the counts
SPEEDS: Final[tuple[float, ...]] = (1.0, 0.99, 0.95, 0.85, 0.6)  # decays per turn of a guess's score


class GuessRecords:
    """For each guess, counts of the actual throws that differed from it by 0, 1, or 2 rotations.

    A guess that is consistently wrong is as useful as a guess that is right.
    """

    def __init__(self, guesses: int) -> None:
        self._after = [[0.0] * THROWS for _ in range(guesses)]
        self._earned = [[0.0] * (guesses * THROWS) for _ in SPEEDS]

    def learn(self, guesses: Sequence[int], throw: int) -> None:
        """Add the guesses of a turn, and the throw that was to be guessed."""
        turns = [(throw - guess) % THROWS for guess in guesses]
        for after, turn in zip(self._after, turns, strict=True):
            after[:] = [count * _FADE for count in after]
            after[turn] += 1
        for number, fade in enumerate(SPEEDS):
            earned = self._earned[number]
            if fade < 1:
                earned = self._earned[number] = [points * fade for points in earned]
            for first, turn in zip(range(0, len(earned), THROWS), turns, strict=True):
                earned[first + turn] += 1
                earned[first + (turn + 1) % THROWS] -= 1

    def forecasts(self, guesses: Sequence[int]) -> list[Odds]:
        """Return the log-odds of the next throw for each guess, computed from the record of the guess."""
        return [
            log_odds(after[0] + _FLOOR, after[1] + _FLOOR, after[2] + _FLOOR, guess)
            for after, guess in zip(self._after, guesses, strict=True)
        ]

    def best(self) -> list[tuple[int, int]]:
        """For each decay rate in `SPEEDS`, return the pair (guess, rotation) with the best score.

        The scores decay at that rate.
        """
        return [divmod(earned.index(max(earned)), THROWS) for earned in self._earned]
