"""A tournament: matches of all pairs, the ranking, and the cross table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from rogomatic.roshambo.best_context import BestContext
from rogomatic.roshambo.history_matcher import HistoryMatcher
from rogomatic.roshambo.markov_votes import MarkovVotes
from rogomatic.roshambo.predicting_bots import Meta, PredictorBot
from rogomatic.roshambo.simple_bots import RULES, RuleBot, SumThatReacts
from rogomatic.roshambo.skill import Skill, skill_of
from rogomatic.roshambo.strategy_lattice import LatticeBot
from rogomatic.roshambo.throws import THROWS, Bot, play_match
from rogue.shared.confidence import SIGMAS, mean_and_error
from rogue.shared.seeds import Dice


class Entrant(NamedTuple):
    """A player of the tournament: its summary, and a function that makes a bot for a match."""

    summary: str
    make: Callable[[], Bot]


class PairResult(NamedTuple):
    """Results of a pair: wins minus losses of the first player in each match."""

    first: str
    second: str
    scores: tuple[int, ...]


class Placing(NamedTuple):
    """Final standing of a player.

    points       wins minus losses over all turns
    mean, error  of a match; the error of a single match is None
    won, drawn, lost  matches, which are drawn within `lucky_score`
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
    """Return the simple bots by name."""
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
    """Return the score that 5 % of the matches of two random players exceed.

    >>> round(lucky_score(1000), 1)
    50.6
    """
    return SIGMAS * sqrt(turns * 2 / 3)


def play_pair(first: str, second: str, turns: int, matches: int, seed: int) -> PairResult:
    """Play the matches of a pair, with dice that depend on the seed, the names, and the match."""
    scores: list[int] = []
    for number in range(matches):
        dice = tuple(Dice(seed, first, second, number, side) for side in range(2))
        bots = ENTRANTS[first].make(), ENTRANTS[second].make()
        scores.append(play_match(*bots, turns, (dice[0], dice[1])).score)
    return PairResult(first, second, tuple(scores))


def pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return all pairs in the order of the names."""
    return [(first, second) for place, first in enumerate(names) for second in names[place + 1 :]]


def cross_table(results: Iterable[PairResult]) -> dict[tuple[str, str], tuple[float, float | None]]:
    """Return (row, column) -> mean score of the row's player, and its standard error or None."""
    table: dict[tuple[str, str], tuple[float, float | None]] = {}
    for result in results:
        mean, error = mean_and_error(result.scores)
        table[result.first, result.second] = mean, error
        table[result.second, result.first] = -mean, error
    return table


def ranking(names: Sequence[str], results: Sequence[PairResult], turns: int) -> list[Placing]:
    """Return the standings by points; ties keep the order of the names."""
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
