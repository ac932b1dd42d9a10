"""A tournament: everybody against everybody, the tables of points and of matches, each one's skill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp, fsum, lgamma, log, sqrt
from typing import Final, NamedTuple

from rogomatic.roshambo.context_predictors import BestContext, MarkovVotes
from rogomatic.roshambo.predicting_bots import HistoryMatcher, Meta, PredictorBot
from rogomatic.roshambo.simple_bots import RULES, RuleBot, SumThatReacts
from rogomatic.roshambo.strategy_lattice import LatticeBot
from rogomatic.roshambo.throws import THROWS, Bot, play_match
from rogue.shared.confidence import SIGMAS, mean_and_error
from rogue.shared.keyed_dice import Dice

# -- skill: how often somebody wins, late games counting more

FADE: Final = 0.98  # a game, of the weight of those before it
_TINY: Final = 1e-300
_PRECISE: Final = 1e-14
_HALVINGS: Final = 60


class Skill(NamedTuple):
    """A beta distribution.  Without any games it is Skill(1, 1), every strength alike."""

    wins: float = 1.0
    losses: float = 1.0

    def mean(self) -> float:
        """Return the expected strength, 0 to 1.

        >>> Skill(7, 3).mean()
        0.7
        """
        return self.wins / (self.wins + self.losses)

    def confidence(self) -> float:
        """Return one over the variance.

        >>> round(Skill(7, 3).confidence(), 2)
        52.38
        """
        games = self.wins + self.losses
        return games * games * (games + 1) / (self.wins * self.losses)

    def below(self, strength: float) -> float:
        """Return the chance that the strength is less than this."""
        if not 0 < strength < 1:
            return 0.0 if strength <= 0 else 1.0
        a, b = self.wins, self.losses
        front = a * log(strength) + b * log(1 - strength) + lgamma(a + b) - lgamma(a) - lgamma(b)
        if strength < (a + 1) / (a + b + 2):
            return exp(front) * _continued(a, b, strength) / a
        return 1 - exp(front) * _continued(b, a, 1 - strength) / b

    def quantile(self, share: float) -> float:
        """Return the strength that the true one is less than with this chance."""
        least, most = 0.0, 1.0
        for _ in range(_HALVINGS):
            middle = (least + most) / 2
            least, most = (middle, most) if self.below(middle) < share else (least, middle)
        return (least + most) / 2


def skill_of(results: Iterable[float], fade: float = FADE) -> Skill:
    """Return the skill that results show, the oldest first: 1 a win, 0 a loss, 0.5 a draw.

    >>> skill_of([1] * 7 + [0] * 3, fade=1).mean() == 8 / 12
    True
    """
    newest_first = list(results)[::-1]
    weights = [fade**age for age in range(len(newest_first))]
    wins = fsum(weight * result for weight, result in zip(weights, newest_first, strict=True))
    return Skill(1 + wins, 1 + fsum(weights) - wins)


def _continued(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function, by the method of Lentz."""
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
    """Return a value, kept away from 0."""
    return value if abs(value) > _TINY else _TINY


# -- the tournament

TURNS: Final = 1000


class Entrant(NamedTuple):
    """A player of the tournament: what it is, and how to make one for a match."""

    summary: str
    make: Callable[[], Bot]


class PairResult(NamedTuple):
    """The matches of a pair: wins minus losses of the first one, match by match."""

    first: str
    second: str
    scores: tuple[int, ...]


class Placing(NamedTuple):
    """How a player came out.

    points    wins minus losses of turns, of all its matches      mean, error  of a match, None for one match
    won, drawn, lost  matches; beyond `lucky_score` they are won or lost
    """

    name: str
    points: int
    mean: float
    error: float | None
    won: int
    drawn: int
    lost: int
    skill: Skill


def _rule_bot(number: int) -> Callable[[], Bot]:
    return lambda: RuleBot(RULES[number])


def _votes(swapped: bool = False) -> PredictorBot:
    return PredictorBot(MarkovVotes(THROWS), by_value=False, swapped=swapped)


def _contexts(swapped: bool = False) -> PredictorBot:
    return PredictorBot(BestContext(THROWS), by_value=True, swapped=swapped)


def _simple() -> dict[str, Entrant]:
    """Return the standard opponents by name."""
    made = {
        f"S{number + 1}": Entrant(rule.__name__.replace("_", " "), _rule_bot(number))
        for number, rule in enumerate(RULES)
    }
    made[f"S{len(RULES) + 1}"] = Entrant("sum that reacts", SumThatReacts)
    return made


SIMPLE: Final = tuple(_simple())
ENTRANTS: Final[Mapping[str, Entrant]] = {
    **_simple(),
    "IP": Entrant("like Iocaine Powder", HistoryMatcher),
    "MH": Entrant("after MegaHAL", _contexts),
    "MN": Entrant("MH by node", lambda: PredictorBot(
        BestContext(THROWS, score_by="node"), by_value=True)),
    "MH+": Entrant("MH, six rotations", lambda: Meta(_contexts)),
    "RB": Entrant("after ROFLBOT", _votes),
    "RB+": Entrant("RB, six rotations", lambda: Meta(_votes)),
    "VL": Entrant("Viterbi lattice", LatticeBot),
}  # fmt: skip


def lucky_score(turns: int) -> float:
    """Return the score beyond which one match in twenty of two random players ends.

    >>> round(lucky_score(1000), 1)
    50.6
    """
    return SIGMAS * sqrt(turns * 2 / 3)


def play_pair(first: str, second: str, turns: int, matches: int, seed: int) -> PairResult:
    """Play the matches of a pair.  Their dice depend on nothing but the seed, both names and the number."""
    scores: list[int] = []
    for number in range(matches):
        dice = tuple(Dice(seed, first, second, number, side) for side in range(2))
        bots = ENTRANTS[first].make(), ENTRANTS[second].make()
        scores.append(play_match(*bots, turns, (dice[0], dice[1])).score)
    return PairResult(first, second, tuple(scores))


def pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return every pair once, in the order of the names."""
    return [(first, second) for place, first in enumerate(names) for second in names[place + 1 :]]


def cross_table(results: Iterable[PairResult]) -> dict[tuple[str, str], tuple[float, float | None]]:
    """Return (row, column) -> mean score of a match for the row, and its standard error if it has one."""
    table: dict[tuple[str, str], tuple[float, float | None]] = {}
    for result in results:
        mean, error = mean_and_error(result.scores)
        table[result.first, result.second] = mean, error
        table[result.second, result.first] = -mean, error
    return table


def ranking(names: Sequence[str], results: Sequence[PairResult], turns: int) -> list[Placing]:
    """Return how everybody came out, by points; equals in the order of the names."""
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
    return sorted(found, key=lambda one: -one.points)
