"""Predicting bots: what they expect, by predictors or by matches of the past, becomes a throw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogomatic.roshambo.context_predictors import best_throw
from rogomatic.roshambo.predictor import Predictor
from rogomatic.roshambo.throws import THROWS, Past, points
from rogue.shared.keyed_dice import Dice

# -- predictors as players, and six ways to think round the corner

_ALIKE: Final = 1e-12
_DECAY: Final = 0.98  # a turn, of what a rotation has won


class PredictorBot:
    """Throws what answers a predictor's expectation of the other.

    by_value  take the throw of the greatest expected gain, else what beats the likeliest throw
    swapped   predict the side it plays for, as the other may do, and answer that
    """

    def __init__(self, predictor: Predictor, by_value: bool, swapped: bool = False) -> None:
        self._predictor = predictor
        self._by_value = by_value
        self._swapped = swapped
        self._turns = 0

    def choose(self, past: Past, dice: Dice) -> int:
        """Take in the last turn; return the throw, drawn among those that promise the same."""
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
    """Plays one of six throws that two copies of a bot lead to, whichever has won most of late.

    One copy plays our side, the other the opponent's: its throw is what we should expect if they think as
    we do.  Either throw is turned by 0, 1 or 2, once for each time that a side sees through the other;
    after the third time the circle is closed.

    make  makes a copy; its argument says whether that plays the opponent's side
    """

    def __init__(self, make: Callable[[bool], PredictorBot]) -> None:
        self._copies = (make(False), make(True))
        self._scores = [0.0] * (2 * THROWS)
        self._throws: list[int] = []

    def choose(self, past: Past, dice: Dice) -> int:
        """Score the rotations by the last turn; return the throw of the best one."""
        if self._throws:
            for number, throw in enumerate(self._throws):
                self._scores[number] = self._scores[number] * _DECAY + points(throw, past.other[-1])
        ours, theirs = (copy.choose(past, dice) for copy in self._copies)
        # What beats the throw that they would make comes first among its rotations.
        self._throws = [(ours + turn) % THROWS for turn in (0, 2, 1)]
        self._throws += [(theirs + turn) % THROWS for turn in (1, 0, 2)]
        return self._throws[self._scores.index(max(self._scores))]


# -- a player that looks for its past

HORIZONS: Final = (1000, 100, 10, 5, 2, 1)  # turns
_KINDS: Final = 3  # of histories: ours, theirs, both
_GUESSES: Final = len(HORIZONS) * (_KINDS + 1) * 2 + 2


class _Matches:
    """Earlier moments of a row of symbols by how long the row before them is that of its present end."""

    def __init__(self, symbols: int) -> None:
        self._places: list[list[int]] = [[] for _ in range(symbols)]
        self._lengths: dict[int, int] = {}  # place of the last symbol of a match -> its length
        self._size = 0

    def add(self, symbol: int) -> list[int]:
        """Take in the next symbol; return for each horizon where the latest longest match ends, -1: none."""
        before, lengths = self._lengths, {}
        found, best, place = [-1] * len(HORIZONS), 0, -1
        horizon = len(HORIZONS) - 1
        for end in reversed(self._places[symbol]):
            while horizon >= 0 and self._size - end > HORIZONS[horizon]:
                found[horizon] = place
                horizon -= 1
            length = before.get(end - 1, 0) + 1
            lengths[end] = length
            if length > best:
                best, place = length, end
        for rest in range(horizon, -1, -1):
            found[rest] = place
        self._places[symbol].append(self._size)
        self._lengths = lengths
        self._size += 1
        return found


class _WindowScores:
    """What each of some guesses, turned by 0, 1 and 2, would have won in the last turns."""

    def __init__(self, guesses: int, window: int) -> None:
        self._window = window
        self._scores = [0] * (guesses * THROWS)
        self._turns: list[tuple[list[int], int]] = []

    def note(self, guesses: list[int], other: int) -> None:
        """Take in what was guessed, and what the other threw."""
        self._turns.append((guesses, other))
        self._add(guesses, other, 1)
        if len(self._turns) > self._window:
            self._add(*self._turns[-self._window - 1], -1)

    def best(self) -> tuple[int, int]:
        """Return the guess, and by how much to turn it."""
        return divmod(self._scores.index(max(self._scores)), THROWS)

    def _add(self, guesses: list[int], other: int, weight: int) -> None:
        scores, first = self._scores, 0
        for guess in guesses:
            scores[first + (other + 1 - guess) % THROWS] += weight
            scores[first + (other + 2 - guess) % THROWS] -= weight
            first += THROWS


class HistoryMatcher:
    """The player.  First the best turned guess of each horizon is found, then the best of these six.

    It follows the idea of Dan Egnor's Iocaine Powder, which won the competition of 1999; the code is our own.
    A guess is a throw of either side: what came after the latest longest earlier match of the end of our
    throws, of theirs or of both, or the most frequent one, each within six horizons; and a fixed and a random
    one.
    """

    def __init__(self) -> None:
        self._matches = [_Matches(THROWS), _Matches(THROWS), _Matches(THROWS * THROWS)]
        self._frequent = [[[0] * THROWS for _ in HORIZONS] for _ in range(2)]
        self._scores = [_WindowScores(_GUESSES, horizon) for horizon in HORIZONS]
        self._final = _WindowScores(len(HORIZONS), 1 << 30)
        self._guesses: list[int] = []
        self._winners: list[int] = []

    def choose(self, past: Past, dice: Dice) -> int:
        """Score the guesses by the last turn; return the throw."""
        if not past.own:
            return dice.below(THROWS)
        if self._guesses:
            for window in self._scores:
                window.note(self._guesses, past.other[-1])
            self._final.note(self._winners, past.other[-1])
        self._guesses = [*self._guess(past), 0, dice.below(THROWS)]
        self._winners = []
        for window in self._scores:
            guess, turn = window.best()
            self._winners.append((self._guesses[guess] + turn) % THROWS)
        winner, turn = self._final.best()
        return (self._winners[winner] + turn) % THROWS

    def _guess(self, past: Past) -> list[int]:
        """Take in the last turn; return the guesses of all horizons, each as the throw that beats it."""
        own, other = past.own[-1], past.other[-1]
        ends = [self._matches[0].add(own), self._matches[1].add(other)]
        ends.append(self._matches[2].add(own * THROWS + other))
        made: list[int] = []
        for number, horizon in enumerate(HORIZONS):
            for kind in range(_KINDS):
                end = ends[kind][number]
                made.append((past.other[end + 1] + 1) % THROWS if end >= 0 else 0)
                made.append((past.own[end + 1] + 1) % THROWS if end >= 0 else 0)
            for side, throws in enumerate((past.other, past.own)):
                counts = self._frequent[side][number]
                counts[throws[-1]] += 1
                if len(throws) > horizon:
                    counts[throws[-horizon - 1]] -= 1
                made.append((counts.index(max(counts)) + 1) % THROWS)
        return made
