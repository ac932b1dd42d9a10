"""Comparison of the move that was made with the best other move, which successive halving finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import copysign, sqrt
from typing import Final, NamedTuple

from rogomatic.review.alternatives import MoveOption
from rogomatic.review.move_playouts import PlayoutResult
from rogomatic.review.review_effort import PLAYS
from rogomatic.review.unknowns import FRESH, LOOK

Play = Callable[[MoveOption, int], PlayoutResult]
"""Function that tries a move in the world with this number."""

SCREEN_PLAYS: Final = 32
"""Playouts of the move that was made.  If almost none ends in death, the move counts as good."""
_FIRST_LOOK: Final = 12  # playouts; enough if none comes close to death
_ROUND_PLAYS: Final = 96  # playouts of all other moves per round of the halving
_FEWEST_PLAYS: Final = 4  # minimum playouts of each move
_TIE: Final = 2.0  # points by which a move must beat an earlier one in the list
_PREPARING: Final = ("wield", "wear", "strip", "put on", "remove")
_HOPE: Final = 2.0  # minimum lead of the winner of the halving in its own worlds
_CLOSE_POINTS: Final = 20.0  # weight of a close call during the halving
_CHANCE_DEATHS: Final = 2  # deaths in the screening that may be chance
_GOLD_A_POINT: Final = 100.0  # gold equivalent of a point of survival, to break ties
FEW_PCT: Final = 4.0
"""If fewer of these playouts, in percent, end in death, the move is not compared with others."""
_LOOKS: Final = ((24, 0.0), (48, 2.0))  # (playouts of the final two, minimum loss to continue)
_PARTS: Final = ((4, 0.0), (2, 2.0))  # the same, by fraction of the fresh playouts
_FEWEST_FRESH: Final = 24
_USUAL_POINTS: Final = 20.0  # mean loss of a move that the first look did not clear
_LEAST_GAIN: Final = 4.0  # points gained, at least
_GAIN_ERRORS: Final = 2.0  # minimum standard errors of a gain to continue
_LOSS_ERRORS: Final = 8.0  # standard errors after which a loss is certain


class Estimate(NamedTuple):
    """Estimated result of a move.

    plays  number of playouts
    alive  fraction of playouts that the hero survived
    gold   mean gain of gold in TURNS turns
    """

    plays: int
    alive: float
    gold: float


class MoveComparison(NamedTuple):
    """Result of comparing a move with others.

    played   estimate of the move
    rival    best other move, or None if the move is safe or as good as the best other move
    other    estimate of the rival, or None if there is no rival
    lost     loss in the chance to survive, compared with the rival, in percentage points.  It is corrected
             for luck, and negative if the rival is worse.
    error    standard error of `lost`
    example  number of a world that shows the difference between both moves
    """

    played: Estimate
    rival: MoveOption | None = None
    other: Estimate | None = None
    lost: float = 0.0
    error: float = 0.0
    example: int = FRESH


def estimate(outcomes: Sequence[PlayoutResult]) -> Estimate:
    """Return the estimate from the results of a move's playouts.

    >>> estimate([PlayoutResult(True, 30), PlayoutResult(False, 10)])
    Estimate(plays=2, alive=0.5, gold=20.0)
    """
    count = len(outcomes)
    return Estimate(
        count, sum(one.alive for one in outcomes) / count, sum(one.gold for one in outcomes) / count
    )


def compare_moves(
    options: Sequence[MoveOption], play: Play, plays: int = PLAYS, few_pct: float = FEW_PCT
) -> MoveComparison:
    """Compare the first move with the others if at least `few_pct` percent of its playouts are fatal.

    The best other move is chosen by its success in some worlds.  Part of this success was luck.  So both
    moves are tried again in fresh worlds, and only these worlds count.
    """
    made, *others = options
    kept = _screened(made, play)
    found = None
    if others and estimate(kept).alive < 1 - few_pct / 100:
        found = _compared(made, others, kept[:SCREEN_PLAYS], play, plays)
    return found or MoveComparison(estimate(kept))


def _compared(
    made: MoveOption, others: Sequence[MoveOption], kept: list[PlayoutResult], play: Play, plays: int
) -> MoveComparison | None:
    """Compare a dangerous move with the best of the others.  Return None if both are equally good."""
    rival, found = _winner(others, play)
    if _Pair(made, rival, play, 0, (kept, found)).is_even(_HOPE):
        return None
    look = _Pair(made, rival, play, LOOK)
    for count, least in _LOOKS:
        look.extend(count)
        if look.is_even(least):
            return None
    fresh = _Pair(made, rival, play, FRESH)
    for part, least in _PARTS:
        fresh.extend(max(plays // part, min(plays, _FEWEST_FRESH)))
        if fresh.is_even(least):
            return None
        if abs(fresh.lost) >= _LOSS_ERRORS * fresh.error:
            break
    else:
        fresh.extend(plays)
    return fresh.comparison()


def without_luck(lost: float, error: float) -> float:
    """Return the expected true loss of a move, given its estimated loss and the standard error.

    Small losses are more frequent than large ones.  If an estimate is large, then it is more likely that the
    true loss is smaller and that the estimate is too high by chance.  If the true losses are distributed
    exponentially with mean m, the estimate is too high by error ** 2 / m on average, so its size is reduced
    by this.

    >>> without_luck(12.0, 4.0), without_luck(-12.0, 4.0), without_luck(0.5, 4.0)
    (11.2, -11.2, 0.0)
    """
    luck = min(error**2 / _USUAL_POINTS, abs(lost))
    return lost - copysign(luck, lost)


def compared_again(made: MoveOption, rival: MoveOption, play: Play, plays: int) -> tuple[float, float]:
    """Return (loss, standard error) of a move in worlds that `compare_moves` does not use."""
    anew = _Pair(made, rival, play, 2 * FRESH)
    anew.extend(plays)
    return anew.lost, anew.error


def _screened(made: MoveOption, play: Play) -> list[PlayoutResult]:
    """Return playouts of the move that was made.  There are more of them if the move seems dangerous."""
    kept = [play(made, number) for number in range(_FIRST_LOOK)]
    if any(one.close or not one.alive for one in kept):
        kept += [play(made, number) for number in range(_FIRST_LOOK, SCREEN_PLAYS)]
    if 0 < sum(not one.alive for one in kept) <= _CHANCE_DEATHS:
        kept += [play(made, number) for number in range(SCREEN_PLAYS, 2 * SCREEN_PLAYS)]
    return kept


def _winner(options: Sequence[MoveOption], play: Play) -> tuple[MoveOption, list[PlayoutResult]]:
    """Return (best move, playouts of this move).

    Successive halving finds the best move: it repeatedly tries the remaining moves and drops the worse ones.
    The first move usually is the agent's choice, and it stays to the last round.  If several moves are nearly
    as good as the best, the first of them is returned.  For this, moves that begin with a change of equipment
    are placed after all others.
    """
    tried: dict[int, list[PlayoutResult]] = {number: [] for number in range(len(options))}
    while True:
        plays = min(max(_ROUND_PLAYS // len(tried), _FEWEST_PLAYS), SCREEN_PLAYS)
        for number, outcomes in tried.items():
            outcomes += [play(options[number], world) for world in range(len(outcomes), plays)]
        worth = {number: _worth(outcomes) for number, outcomes in tried.items()}
        if plays == SCREEN_PLAYS:
            best = max(worth.values())
            good = [number for number, one in worth.items() if one >= best - _TIE]
            number = min(good, key=lambda number: (_prepares(options[number]), number))
            return options[number], tried[number]
        order = sorted(tried, key=lambda number: (number > 0, -worth[number]))
        tried = {number: tried[number] for number in order[: (len(order) + 1) // 2]}


def _prepares(option: MoveOption) -> bool:
    return option.commands[0].action.verb in _PREPARING


def _worth(outcomes: Sequence[PlayoutResult]) -> float:
    """Return how good the outcomes are, as one number.

    It is the survival rate in percent, minus a penalty for close calls, plus a little for gold.
    """
    found = estimate(outcomes)
    close = sum(one.close and one.alive for one in outcomes) / len(outcomes)
    return 100 * found.alive - _CLOSE_POINTS * close + found.gold / _GOLD_A_POINT


class _Pair:
    """Two moves that are tried in the same worlds."""

    def __init__(
        self,
        made: MoveOption,
        other: MoveOption,
        play: Play,
        first: int,
        outcomes: tuple[list[PlayoutResult], list[PlayoutResult]] | None = None,
    ) -> None:
        """Prepare to try `made` and `other` in the worlds whose numbers are `first`, `first` + 1, and so on.

        outcomes  (results of `made`, results of `other`) in the first few of these worlds, if these are
                  already known
        """
        self._options, self._play, self._first = (made, other), play, first
        self._made, self._other = outcomes or ([], [])

    def extend(self, plays: int) -> None:
        """Try both moves until each has been tried in `plays` worlds."""
        for option, outcomes in zip(self._options, (self._made, self._other), strict=True):
            outcomes += [self._play(option, self._first + world) for world in range(len(outcomes), plays)]

    def is_even(self, least: float) -> bool:
        """Return whether both moves are about equally good.

        This means that `made` is neither worse than `other` by more than `least` points, nor clearly better.
        """
        return -max(_LEAST_GAIN, _GAIN_ERRORS * self.error) < self.lost <= least

    def comparison(self) -> MoveComparison:
        """Return the comparison of both moves in the worlds tried so far."""
        made, other = estimate(self._made), estimate(self._other)
        lost = without_luck(self.lost, self.error)
        return MoveComparison(made, self._options[1], other, lost, self.error, self._example)

    @property
    def _differences(self) -> list[int]:
        return [other.alive - made.alive for made, other in zip(self._made, self._other, strict=True)]

    @property
    def lost(self) -> float:
        """By how many percentage points the survival rate of `made` is below that of `other`."""
        return 100 * sum(self._differences) / len(self._made)

    @property
    def error(self) -> float:
        """Standard error of `lost`, computed from the difference in each world."""
        count, mean = len(self._made), self.lost / 100
        variance = sum((one - mean) ** 2 for one in self._differences) / max(count - 1, 1)
        return 100 * sqrt(variance / count)

    @property
    def _example(self) -> int:
        """Number of a world in which only the better move survives, or of any world if there is none."""
        numbers = range(len(self._differences))
        order = sorted(numbers, key=lambda number: -self._differences[number] * (1 if self.lost >= 0 else -1))
        return self._first + order[0]
