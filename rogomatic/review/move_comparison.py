"""Moves compared in the same worlds: successive halving, then fresh worlds for the final two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from rogomatic.review.alternatives import MoveOption
from rogomatic.review.move_playouts import Outcome
from rogomatic.review.review_effort import PLAYS
from rogomatic.review.unknowns import FRESH

Play = Callable[[MoveOption, int], Outcome]
"""Tries a move in the world with this number."""

SCREEN_PLAYS: Final = 32
"""Playouts of the move that was made; if nobody dies in them, it cost nothing."""
_FIRST_PLAYS: Final = 12  # of each move, in the first round
_GOLD_A_POINT: Final = 100.0  # gold that weighs as much as a point of survival, among moves as safe
_FEW_PCT: Final = 4.0  # of deaths, in twice as many playouts: what they can have cost is not looked for
_LOOKS: Final = ((4, 0.0), (2, 2.0))  # after this part of the fresh playouts, more must be lost to go on
_LEAST_GAIN: Final = 4.0  # points, or this much gained


class Estimate(NamedTuple):
    """Estimated result of a move.  alive: share of the playouts; gold: mean gain in TURNS turns."""

    plays: int
    alive: float
    gold: float


class MoveComparison(NamedTuple):
    """Result of a comparison.

    rival    the best of the other moves, None if nobody died after the move that was made
    lost     points of survival that the move lost against it, below 0 if it gained some
    error    of that, one standard deviation
    example  number of a world that shows the difference, if one does
    """

    played: Estimate
    rival: MoveOption | None = None
    other: Estimate | None = None
    lost: float = 0.0
    error: float = 0.0
    example: int = FRESH


def estimate(outcomes: Sequence[Outcome]) -> Estimate:
    """Return the estimate from some outcomes.

    >>> estimate([Outcome(True, 30), Outcome(False, 10)])
    Estimate(plays=2, alive=0.5, gold=20.0)
    """
    count = len(outcomes)
    return Estimate(
        count, sum(one.alive for one in outcomes) / count, sum(one.gold for one in outcomes) / count
    )


def compare_moves(options: Sequence[MoveOption], play: Play, plays: int = PLAYS) -> MoveComparison:
    """Compare the first of some moves with the others.

    The winner of the halving was lucky, too.  So both moves are tried again in fresh worlds, and only those
    count.
    """
    made, *others = options
    kept = [play(made, number) for number in range(SCREEN_PLAYS)]
    if others and _is_risky(kept):
        kept += [play(made, number) for number in range(SCREEN_PLAYS, 2 * SCREEN_PLAYS)]
    if not others or estimate(kept).alive >= 1 - _FEW_PCT / 100:
        return MoveComparison(estimate(kept))
    rival = _winner(others, play)
    fresh = _Fresh(made, rival, play)
    for part, least in _LOOKS:
        fresh.extend(max(plays // part, 1))
        if -_LEAST_GAIN < fresh.lost <= least:
            break
    else:
        fresh.extend(plays)
    made_it, other = estimate(fresh.made), estimate(fresh.other)
    return MoveComparison(made_it, rival, other, fresh.lost, fresh.error, fresh.example)


def compared_again(made: MoveOption, rival: MoveOption, play: Play, plays: int) -> tuple[float, float]:
    """Return the points that a move loses in worlds that no comparison has used, and their error."""
    anew = _Fresh(made, rival, lambda option, world: play(option, FRESH + world))
    anew.extend(plays)
    return anew.lost, anew.error


def _is_risky(outcomes: Sequence[Outcome]) -> bool:
    """Return whether deaths occurred, but so few that they may be chance."""
    return 0 < sum(not one.alive for one in outcomes) <= 2


def _winner(options: Sequence[MoveOption], play: Play) -> MoveOption:
    """Return the best of some moves by successive halving."""
    tried: dict[int, list[Outcome]] = {number: [] for number in range(len(options))}
    plays = _FIRST_PLAYS
    while True:
        for number, outcomes in tried.items():
            outcomes += [play(options[number], world) for world in range(len(outcomes), plays)]
        if plays >= SCREEN_PLAYS:
            return options[max(tried, key=lambda number: _worth(tried[number]))]
        order = sorted(tried, key=lambda number: -_worth(tried[number]))
        tried = {number: tried[number] for number in order[: max((len(order) + 1) // 2, 1)]}
        plays = min(2 * plays, SCREEN_PLAYS)


def _worth(outcomes: Sequence[Outcome]) -> float:
    """Return the points of survival, with gold as the tiebreaker."""
    found = estimate(outcomes)
    return 100 * found.alive + found.gold / _GOLD_A_POINT


class _Fresh:
    """The final two, each in the same fresh worlds."""

    def __init__(self, made: MoveOption, other: MoveOption, play: Play) -> None:
        self._options, self._play = (made, other), play
        self.made: list[Outcome] = []
        self.other: list[Outcome] = []

    def extend(self, plays: int) -> None:
        """Try both in fresh worlds, up to that many."""
        for option, outcomes in zip(self._options, (self.made, self.other), strict=True):
            outcomes += [self._play(option, FRESH + world) for world in range(len(outcomes), plays)]

    @property
    def _differences(self) -> list[int]:
        return [other.alive - made.alive for made, other in zip(self.made, self.other, strict=True)]

    @property
    def lost(self) -> float:
        """Points of survival that the move lost."""
        return 100 * sum(self._differences) / len(self.made)

    @property
    def example(self) -> int:
        """Number of the first world in which only the other move lets the hero live, or else differs."""
        numbers = range(len(self._differences))
        order = sorted(numbers, key=lambda number: -self._differences[number] * (1 if self.lost >= 0 else -1))
        return FRESH + order[0]

    @property
    def error(self) -> float:
        """Standard error of that, paired by worlds."""
        count, mean = len(self.made), self.lost / 100
        variance = sum((one - mean) ** 2 for one in self._differences) / max(count - 1, 1)
        return 100 * sqrt(variance / count)
