"""A tournament between all pairs of players, with a ranking by points or matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from itertools import combinations, product
from math import exp, fsum, lgamma, log, sqrt
from typing import Final, NamedTuple

from rogomatic.roshambo.entrants import EntryList, ReasonCounter
from rogomatic.roshambo.throws import play_match
from rogue.shared.confidence import SIGMAS, mean_and_error
from rogue.shared.seeds import Dice

FADE: Final = 0.98  # decay per game of the weight of earlier games
_MOST_REASONS: Final = 3
_TINY: Final = 1e-300
_PRECISE: Final = 1e-14
_HALVINGS: Final = 60


class Skill(NamedTuple):
    """A beta distribution of a player's strength.  Before any game it is uniform."""

    wins: float = 1.0
    losses: float = 1.0

    def mean(self) -> float:
        """Return the expected strength, from 0 to 1.

        >>> Skill(7, 3).mean()
        0.7
        """
        return self.wins / (self.wins + self.losses)

    def confidence(self) -> float:
        """Return how certain the strength is: 1 / variance.

        >>> round(Skill(7, 3).confidence(), 3)
        52.381
        """
        whole = self.wins + self.losses
        return whole * whole * (whole + 1) / (self.wins * self.losses)

    def below(self, strength: float) -> float:
        """Return the probability that the true strength is below `strength`."""
        if not 0 < strength < 1:
            return 0.0 if strength <= 0 else 1.0
        a, b = self.wins, self.losses
        front = a * log(strength) + b * log(1 - strength) + lgamma(a + b) - lgamma(a) - lgamma(b)
        if strength < (a + 1) / (a + b + 2):
            return exp(front) * _continued(a, b, strength) / a
        return 1 - exp(front) * _continued(b, a, 1 - strength) / b

    def quantile(self, share: float) -> float:
        """Return the value for which the probability that the true strength is below it equals `share`."""
        least, most = 0.0, 1.0
        for _ in range(_HALVINGS):
            middle = (least + most) / 2
            least, most = (middle, most) if self.below(middle) < share else (least, middle)
        return (least + most) / 2


def skill_of(results: Iterable[float], fade: float = FADE) -> Skill:
    """Return the skill after results: 1 (won), 0.5 (drawn), or 0 (lost), oldest first.

    Older results weigh less.

    >>> skill_of([1] * 7 + [0] * 3, fade=1).mean() == 8 / 12
    True
    """
    newest_first = list(results)[::-1]
    weights = [fade**age for age in range(len(newest_first))]
    wins = fsum(weight * result for weight, result in zip(weights, newest_first, strict=True))
    return Skill(1 + wins, 1 + fsum(weights) - wins)


def _continued(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function (Lentz's method)."""
    value = above = 1.0
    below = 1 / _far(1 - (a + b) * x / (a + 1))
    value = below
    for step in range(1, 400):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for part in (even, odd):
            below = 1 / _far(1 + part * below)
            above = _far(1 + part / above)
            value *= below * above
        if abs(below * above - 1) < _PRECISE:
            break
    return value


def _far(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


class PairResult(NamedTuple):
    """Results of the matches between two players.

    `scores` has the first player's wins minus losses in each match.

    remarks  sentences about turns that a program lost because it made no valid throw
    reasons  for each player, pairs (reason, count) of the most frequent reasons; empty if there are none
    """

    first: str
    second: str
    scores: tuple[int, ...]
    remarks: tuple[str, ...] = ()
    reasons: tuple[tuple[tuple[str, int], ...], ...] = ((), ())


class Placing(NamedTuple):
    """Final standing of a player.

    points            turns that the player won, minus turns that the player lost, in all matches
    mean              mean number of points per match
    error             standard error of the mean; None if there was a single match
    won, drawn, lost  number of matches with each result; a match counts as drawn if the winner's lead is at
                      most `lucky_score`
    """

    name: str
    points: int
    mean: float
    error: float | None
    won: int
    drawn: int
    lost: int
    skill: Skill


def lucky_score(turns: int) -> float:
    """Return a number of points.

    If two players throw at random, the winner's lead is greater than this number in 5 % of their matches.

    >>> round(lucky_score(1000), 1)
    50.6
    """
    return SIGMAS * sqrt(turns * 2 / 3)


def play_pair(first: str, second: str, matches: int, seed: int, field: EntryList) -> PairResult:
    """Play the matches of a pair.  The dice depend on the seed, both names, and the number of the match.

    The order of the names changes only the sign of the scores.
    """
    names = sorted((first, second))
    sign = 1 if names[0] == first else -1
    scores: list[int] = []
    remarks: list[str] = []
    reasons: tuple[Counter[str], ...] = (Counter(), Counter())
    for number in range(1, matches + 1):
        dice = [Dice(seed, *names, number, side) for side in range(2)]
        with ExitStack() as stack:
            bots = [ReasonCounter(field.open_bot(name, stack), counts=field.explains) for name in names]
            scores.append(sign * play_match(bots[0], bots[1], field.turns, (dice[0], dice[1])).score)
            for name, bot, found in zip(names, bots, reasons, strict=True):
                found.update(bot.reasons)
                if remark := bot.remark():
                    remarks.append(f"{name}, match {number} of {' and '.join(names)}: {remark}.")
    told = {name: tuple(found.most_common(_MOST_REASONS)) for name, found in zip(names, reasons, strict=True)}
    return PairResult(first, second, tuple(scores), tuple(remarks), (told[first], told[second]))


def pairs(names: Sequence[str], against: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return all pairs of different names, each pair once.

    If `against` is given, return the pairs that consist of a name in `names` and a name in `against`.

    >>> pairs(["a", "b", "c"]), pairs(["a", "b"], ["b", "a", "c"])
    ([('a', 'b'), ('a', 'c'), ('b', 'c')], [('a', 'b'), ('a', 'c'), ('b', 'c')])
    """
    if not against:
        return list(combinations(names, 2))
    found: dict[frozenset[str], tuple[str, str]] = {}
    for first, second in product(names, against):
        if first != second:
            found.setdefault(frozenset((first, second)), (first, second))
    return list(found.values())


def cross_table(results: Iterable[PairResult]) -> dict[tuple[str, str], tuple[float, float | None]]:
    """For each pair of players, return the mean score of their matches and its standard error.

    The keys are the pairs.  The scores are from the point of view of the first player in the pair.
    """
    table: dict[tuple[str, str], tuple[float, float | None]] = {}
    for result in results:
        mean, error = mean_and_error(result.scores)
        table[result.first, result.second] = mean, error
        table[result.second, result.first] = -mean, error
    return table


def ranking(
    names: Sequence[str], results: Sequence[PairResult], turns: int, *, by_matches: bool = False
) -> list[Placing]:
    """Return the standings, sorted by points.  Players with equal points keep the order of the names.

    If `by_matches` is true, the first criterion is the number of won matches minus the number of lost ones.
    """
    luck = lucky_score(turns)
    found: list[Placing] = []
    for name in names:
        scores = [score for one in results if one.first == name for score in one.scores]
        scores += [-score for one in results if one.second == name for score in one.scores]
        won, lost = sum(score > luck for score in scores), sum(score < -luck for score in scores)
        skill = skill_of([1.0 if one > luck else 0.0 if one < -luck else 0.5 for one in scores], fade=1.0)
        mean, error = mean_and_error(scores)
        drawn = len(scores) - won - lost
        found.append(Placing(name, sum(scores), mean, error, won, drawn, lost, skill))
    return sorted(found, key=lambda one: (by_matches * (one.lost - one.won), -one.points))
