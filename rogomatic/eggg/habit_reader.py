"""A player of simultaneous choices that reads the other side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rogomatic.roshambo.contest import Contest
from rogomatic.roshambo.context_bots import BestContext, MarkovVotes, Predictor
from rogomatic.roshambo.strategy_lattice import LatticeBot
from rogomatic.roshambo.throws import Past
from rogue.shared.seeds import Dice

_DECAY: Final = 0.96  # a round, of what a guess has won
_LEVELS: Final = 3  # answers to a guess: the plain one, and after one side sees through the other
_LONG_VOTES: Final = 1.5  # weight of a context against those that are shorter by one
_LEAD: Final = 1.0  # decayed points from where on a guess is trusted
_TOLD: Final = 0.35  # probability of a habit that is told


class HabitReader:
    """A bot that follows the guess with the best record.

    Guesses answer what predictors expect of the other side, or what these would answer to our own habits.
    Without a good record the choice is drawn from the forecast of the lattice, bluffing included.
    """

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._lattice = LatticeBot(contest)
        self._theirs = _predictors(len(contest.names))
        self._ours = _predictors(len(contest.names))
        self._guesses: list[int] = []
        self._scores: list[float] = []

    def choose(self, past: Past, dice: Dice) -> int:
        """Add the last round and return the choice."""
        drawn = self._lattice.choose(past, dice)
        if past.own:
            self._learn(past.own[-1], past.other[-1])
        self._guesses = self._guess()
        self._scores = self._scores or [0.0] * len(self._guesses)
        lead = max(self._scores)
        return self._guesses[self._scores.index(lead)] if lead > _LEAD else drawn

    def belief(self) -> str:
        """Return the habit that the other side seems to have, as a sentence to it; "" if none is likely."""
        weights = self._lattice.lattice.weights()
        chance = max(weights)
        habit = self._lattice.lattice.habits[weights.index(chance)]
        if chance < _TOLD or not habit.is_readable:
            return ""
        return f"You seem to {habit.words.format(choice='choice')} ({chance:.2f})."

    def _learn(self, own: int, other: int) -> None:
        """Score the guesses with the last round, and tell the predictors."""
        for number, guess in enumerate(self._guesses):
            self._scores[number] = self._scores[number] * _DECAY + self._contest.payoffs[guess][other]
        for predictors, seen, given in ((self._theirs, other, own), (self._ours, own, other)):
            for predictor in predictors:
                predictor.observe(seen)
                predictor.given(given)

    def _guess(self) -> list[int]:
        contest = self._contest
        forecasts = [predictor.distribution() for predictor in self._theirs]
        first = [_best(contest.gains(forecast)) for forecast in (*forecasts, self._lattice.forecast)]
        for predictor in self._ours:
            theirs = _best(contest.mirrored.gains(predictor.distribution()))
            first.append(_answer(contest, theirs))
        return [guess for choice in first for guess in self._seen_through(choice)]

    def _seen_through(self, choice: int) -> list[int]:
        """Return a choice, and what answers the other's answer to it, again and again."""
        found = [choice]
        while len(found) < _LEVELS:
            found.append(_answer(self._contest, _answer(self._contest.mirrored, found[-1])))
        return found


def _predictors(symbols: int) -> list[Predictor]:
    return [MarkovVotes(symbols), BestContext(symbols), MarkovVotes(symbols, base=_LONG_VOTES)]


def _answer(contest: Contest, other: int) -> int:
    """Return the best choice against a choice of the other side."""
    return _best([row[other] for row in contest.payoffs])


def _best(gains: Sequence[float]) -> int:
    return max(range(len(gains)), key=gains.__getitem__)
