"""A bot that searches the past for the latest throws, as Iocaine Powder did."""

from __future__ import annotations

from typing import Final

from rogomatic.roshambo.throws import THROWS, Past
from rogue.shared.seeds import Dice

HORIZONS: Final = (1000, 100, 10, 5, 2, 1)  # turns
_KINDS: Final = 3  # of histories: ours, theirs, both
_GUESSES: Final = len(HORIZONS) * (_KINDS + 1) * 2 + 2


class Matches:
    """Earlier places in a sequence where the latest symbols match those at the end of the sequence.

    lengths  each such place -> length of the longest match that ends there
    """

    def __init__(self, symbols: int) -> None:
        self._places: list[list[int]] = [[] for _ in range(symbols)]
        self.lengths: dict[int, int] = {}
        self._size = 0

    def add(self, symbol: int) -> list[int]:
        """Append a symbol.  Return, for each of the `HORIZONS`, the place where the longest match ends.

        If several matches are the longest, return the latest place.  If there is no match, return -1.
        """
        before, lengths = self.lengths, {}
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
        self.lengths = lengths
        self._size += 1
        return found


class _WindowScores:
    """Scores of guesses over the last turns.

    Each guess has three scores: for the guess itself, and for the guess rotated by 1 and by 2.
    """

    def __init__(self, guesses: int, window: int) -> None:
        self._window = window
        self._scores = [0] * (guesses * THROWS)
        self._turns: list[tuple[list[int], int]] = []

    def note(self, guesses: list[int], other: int) -> None:
        """Score the guesses of a turn by the throw of the other side."""
        self._turns.append((guesses, other))
        self._add(guesses, other, 1)
        if len(self._turns) > self._window:
            self._add(*self._turns[-self._window - 1], -1)

    def best(self) -> tuple[int, int]:
        """Return the guess and the rotation with the best score."""
        return divmod(self._scores.index(max(self._scores)), THROWS)

    def _add(self, guesses: list[int], other: int, weight: int) -> None:
        scores, first = self._scores, 0
        for guess in guesses:
            scores[first + (other + 1 - guess) % THROWS] += weight
            scores[first + (other + 2 - guess) % THROWS] -= weight
            first += THROWS


class HistoryMatcher:
    """A bot that finds the best rotated guess for each of six horizons, then plays the best of these six.

    The idea is that of Iocaine Powder by Dan Egnor, which won the competition of 1999; the code is our own.

    A horizon is a number of turns to look back.  Most guesses are found for each side.  For some, the bot
    looks for the longest earlier match of the latest throws (ours, theirs, or both), and guesses the throw
    that this side made after that match.  Another is this side's most frequent throw.  Two more guesses are a
    fixed throw and a random throw.
    """

    def __init__(self) -> None:
        self._matches = [Matches(THROWS), Matches(THROWS), Matches(THROWS * THROWS)]
        self._frequent = [[[0] * THROWS for _ in HORIZONS] for _ in range(2)]
        self._scores = [_WindowScores(_GUESSES, horizon) for horizon in HORIZONS]
        self._final = _WindowScores(len(HORIZONS), 1 << 30)
        self._guesses: list[int] = []
        self._winners: list[int] = []

    def choose(self, past: Past, dice: Dice) -> int:
        """Score the guesses of the last turn, and return the throw."""
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
        """Learn from the last turn.  For each guess of each horizon, return the throw that beats it."""
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
