"""Habits: rules by which a side may choose from the history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rogomatic.roshambo.contest import Contest

FLOOR: Final = 0.02  # chance of any choice under any habit
_RUN: Final = 2  # length of a run that a run-avoiding side ends

Chances = tuple[float, ...]
Past = Sequence[int]


@dataclass(frozen=True, slots=True)
class Habit:
    """A rule by which a side may choose.

    name     one or two words, joined by "_"
    words    text that follows "you" in a sentence; `{choice}` stands for the word for a choice
    chances  function that takes the choices of both sides, and returns the chance of each next choice
    """

    name: str
    words: str
    chances: Callable[[Past, Past], Chances]

    @property
    def is_readable(self) -> bool:
        """Whether the habit makes the next choice predictable."""
        return self.name != "at_random"


def habits_of(contest: Contest) -> tuple[Habit, ...]:
    """Return the habits that are possible in a contest.  Some need a circle of choices."""
    ways = _Ways(contest)
    return tuple(
        Habit(name, words, getattr(ways, name))
        for name, words, needs_circle in HABITS
        if contest.circle or not needs_circle
    )


HABITS: Final = (
    ("at_random", "choose at random", False),
    ("repeats", "repeat your last {choice}", False),
    ("next_round", "go around the circle, each {choice} beating the one before", True),
    ("previous_round", "go around the circle, each {choice} losing to the one before", True),
    ("copies", "copy my last {choice}", False),
    ("beats_last", "beat my last {choice}", False),
    ("loses_to_last", "lose to my last {choice}", False),
    ("favorite", "stay with your most frequent {choice}", False),
    ("beats_favorite", "beat my most frequent {choice}", False),
    ("no_runs", "avoid the same {choice} three times in a row", False),
    ("never_twice", "avoid the same {choice} twice in a row", False),
    ("win_stays", "repeat a {choice} that won, or else choose what would have won", False),
)  # fmt: skip
"""Name, words, and whether the habit needs a circle of choices."""


class _Ways:
    """The habits of a side, as functions of this side's choices and the other side's."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        count = self._count = len(contest.names)
        numbers = range(count)
        self._even: Chances = (1 / count,) * count
        self._only = [self._mostly((number,)) for number in numbers]
        self._beaters = [self._mostly(some) for some in contest.beaters]
        self._losers = [self._mostly(some) for some in contest.losers]
        self._not = [self._seldom(number) for number in numbers]
        self._after = contest.circle
        self._before = tuple(contest.circle.index(number) for number in numbers) if contest.circle else ()

    def _mostly(self, some: Sequence[int]) -> Chances:
        """Return chances that favor the choices in `some`.  If there are none, the chances are uniform."""
        if not some:
            return self._even
        high = (1 - FLOOR * (self._count - len(some))) / len(some)
        return tuple(high if number in some else FLOOR for number in range(self._count))

    def _seldom(self, choice: int) -> Chances:
        high = (1 - FLOOR) / (self._count - 1) if self._count > 1 else 1.0
        return tuple(FLOOR if number == choice else high for number in range(self._count))

    def _commonest(self, choices: Past) -> int:
        """Return the most frequent choice.  Return -1 if several choices are the most frequent."""
        counts = [choices.count(number) for number in range(self._count)]
        best = max(counts)
        return -1 if counts.count(best) > 1 else counts.index(best)

    def at_random(self, _own: Past, _other: Past) -> Chances:
        return self._even

    def repeats(self, own: Past, _other: Past) -> Chances:
        return self._only[own[-1]] if own else self._even

    def next_round(self, own: Past, _other: Past) -> Chances:
        return self._only[self._after[own[-1]]] if own else self._even

    def previous_round(self, own: Past, _other: Past) -> Chances:
        return self._only[self._before[own[-1]]] if own else self._even

    def copies(self, _own: Past, other: Past) -> Chances:
        return self._only[other[-1]] if other else self._even

    def beats_last(self, _own: Past, other: Past) -> Chances:
        return self._beaters[other[-1]] if other else self._even

    def loses_to_last(self, _own: Past, other: Past) -> Chances:
        return self._losers[other[-1]] if other else self._even

    def favorite(self, own: Past, _other: Past) -> Chances:
        best = self._commonest(own)
        return self._even if best < 0 else self._only[best]

    def beats_favorite(self, _own: Past, other: Past) -> Chances:
        best = self._commonest(other)
        return self._even if best < 0 else self._beaters[best]

    def no_runs(self, own: Past, _other: Past) -> Chances:
        return self._not[own[-1]] if len(own) >= _RUN and len(set(own[-_RUN:])) == 1 else self._even

    def never_twice(self, own: Past, _other: Past) -> Chances:
        return self._not[own[-1]] if own else self._even

    def win_stays(self, own: Past, other: Past) -> Chances:
        if not own:
            return self._even
        return (
            self._only[own[-1]] if self._contest.payoffs[own[-1]][other[-1]] > 0 else self._beaters[other[-1]]
        )
