"""The difference between two sets of games, with confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from rogomatic.run.runner.game_loop import Row
from rogue.shared.confidence import RESAMPLES, SIGMAS, dice, share_interval, student_sigmas, tails, widened
from rogue.shared.errors import RogomaticError
from rogue.shared.wording import plural, signed

_DRAWS: Final = 40_000_000  # total resampled games, so that long runs get fewer samples
_MIN_SAMPLES: Final = 400
_AT_ONCE: Final = 500_000  # resampled games held in memory at once

Estimate = tuple[float, float, float]  # low, estimate, high; the interval holds 95 percent


class NothingToCompareError(RogomaticError):
    """Exception for a run with fewer than two games.  Its text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of comparing two runs.

    pairs         number of seeds that both runs played
    first, second  number of games of each run on seeds that the other run did not play
    median        median score of the second run minus median score of the first run, over all games
    mean          mean score of the second run minus mean score of the first run, over all games
    lost          number of lost games (see `Row.is_lost`) of each run; they are left out of the other figures
    better        chance that a game of the second run scores more than a game of the first; ties count half.
                  If at least half of the games of the shorter run are on seeds that both runs played, this
                  chance is for two games with the same seed.  Otherwise it is for two games chosen at random,
                  one from each run
    """

    pairs: int
    first: int
    second: int
    median: Estimate
    mean: Estimate
    better: Estimate
    lost: tuple[int, int] = (0, 0)

    @property
    def by_seed(self) -> bool:
        """Whether `better` compares games on the same seed."""
        return _are_mostly_pairs(self.pairs, self.first, self.second)

    def verdict(self) -> str:
        """Return the verdict in one sentence, from the interval of the mean."""
        low, estimate, high = self.mean
        gain = f"{signed(estimate)} gold a game"
        if low > 0:
            return f"The second run is better: {gain}, at least {signed(low)}."
        if high < 0:
            return f"The second run is worse: {gain}, at most {signed(high)}."
        if low == high:
            return "No difference is shown: the runs score the same."
        return f"No difference is shown: {gain} is within {signed(low)} to {signed(high)}."

    def lines(self) -> list[str]:
        """Return the comparison as lines for people."""
        others = ""
        if self.first or self.second:
            others = f"; {plural(self.first, 'other')} of the first run, {self.second:,} of the second"
        how = "on the same seed" if self.by_seed else "in two games drawn at random"
        low, chance, high = self.better
        return [
            f"{plural(self.pairs, 'seed')} played by both runs{others}; "
            "score of the second minus score of the first",
            "median  {1}  ({0} to {2})".format(*map(signed, self.median)),
            "mean    {1}  ({0} to {2})".format(*map(signed, self.mean)),
            f"the second scores more {how} with chance {chance:.2f}  ({low:.2f} to {high:.2f})",
            self.verdict(),
            *(
                f"Left out: {plural(count, 'lost game')} of the {which} run."
                for which, count in zip(("first", "second"), self.lost, strict=True)
                if count
            ),
        ]


def compare(first: Iterable[Row], second: Iterable[Row]) -> Comparison:
    """Compare the scores of two runs by bootstrap.

    Games on the same seed are drawn as pairs, and other games separately.  Lost games are left out.  Raises
    NothingToCompareError if fewer than two games of a run remain, because one game shows no variance.
    """
    (before, lost), (after, lost_after) = map(_scores, (first, second))
    for which, run, gone in (("first", before, lost), ("second", after, lost_after)):
        if len(run) < 2:
            has = "one game; a comparison needs two or more" if run else "no games"
            crash = f", not counting {plural(gone, 'lost game')}" if gone else ""
            raise NothingToCompareError(f"The {which} run has {has}{crash}.")
    shared = sorted(before.keys() & after.keys())
    both = np.array([(before[seed], after[seed]) for seed in shared], dtype=float).reshape(-1, 2)
    alone = [
        np.array([one[seed] for seed in sorted(one.keys() - other.keys())], dtype=float)
        for one, other in ((before, after), (after, before))
    ]
    median, mean = _differences(*_apart(both, alone), (np.median, np.mean))
    counts = len(both), len(alone[0]), len(alone[1])
    better = _better_by_seed(both) if _are_mostly_pairs(*counts) else _better_at_random(*_sides(both, alone))
    return Comparison(*counts, median, mean, better, (lost, lost_after))


def _scores(rows: Iterable[Row]) -> tuple[dict[int, int], int]:
    """Return the scores by seed, without the lost games, and the number of lost games."""
    scores, lost = {}, 0
    for row in rows:
        lost += row.is_lost
        if not row.is_lost:
            scores[row.seed] = row.score
    return scores, lost


def _apart(both: np.ndarray, alone: list[np.ndarray]) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return the pairs and the unpaired games.

    A single pair shows no variance, so it becomes two unpaired games.
    """
    if len(both) != 1:
        return both, alone
    return both[:0], [np.append(side, both[0, number]) for number, side in enumerate(alone)]


def _are_mostly_pairs(pairs: int, first: int, second: int) -> bool:
    """Return whether at least half of the games of the shorter run are on seeds that both runs played."""
    return pairs >= max(min(first, second), 1)


def _differences(
    both: np.ndarray, alone: Sequence[np.ndarray], measures: Sequence[Callable[..., np.ndarray]]
) -> list[Estimate]:
    """Return an estimate for each measure: its value for the second run minus its value for the first run.

    A measure is a function such as the mean or the median, which is applied along the last axis of an array.
    """

    def differ(sides: Sequence[np.ndarray]) -> list[np.ndarray]:
        return [measure(sides[1], axis=-1) - measure(sides[0], axis=-1) for measure in measures]

    rng = dice()
    games = len(both) + sum(map(len, alone))
    samples = max(_MIN_SAMPLES, min(RESAMPLES, _DRAWS // games))
    at_once = max(1, _AT_ONCE // games)
    columns = []
    for first in range(0, samples, at_once):
        pairs, *others = _drawn_again((both, *alone), min(at_once, samples - first), rng)
        columns.append(differ(_sides(pairs, others)))
    reach, factor = _reach(both, alone)
    estimates = []
    for estimate, column in zip(map(float, differ(_sides(both, alone))), np.hstack(columns), strict=True):
        low, high = (
            widened(estimate, tails(column), factor) if factor else (estimate - reach, estimate + reach)
        )
        estimates.append((low, estimate, high))
    return estimates


def _drawn_again(parts: Sequence[np.ndarray], times: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Yield `times` bootstrap samples of each part."""
    draws = [
        [rng.integers(len(part), size=len(part)) if len(part) else () for part in parts] for _ in range(times)
    ]
    for part, places in zip(parts, zip(*draws, strict=True), strict=True):
        yield part[np.array(places, dtype=int)]


_FEW: Final = 5  # games
# Minimum share of the variance that the bootstrap must show for its interval to be used.
_DRAWN: Final = 0.25


def _reach(both: np.ndarray, alone: Sequence[np.ndarray]) -> tuple[float, float]:
    """Return the 95 % half-width of the difference of means (Welch), and a factor for bootstrap intervals.

    Bootstrap intervals of few games are too narrow: multiply their half-widths by the factor.  If the factor
    is 0, bootstrap intervals are useless.  The degrees of freedom are those of Welch and Satterthwaite.  For
    a single unpaired game, the variance of all games of its run is used.
    """
    sides = _sides(both, alone)
    parts: list[tuple[int, float, float]] = []  # games, degrees of freedom, part of the variance
    if len(both):
        shares = both[:, 1] / len(sides[1]) - both[:, 0] / len(sides[0])
        parts.append((len(both), len(both) - 1, len(both) * float(np.var(shares, ddof=1))))
    for side, own in zip(sides, alone, strict=True):
        if len(own):
            like = own if len(own) > 1 else side
            part = len(own) * float(np.var(like, ddof=1)) / len(side) ** 2
            parts.append((len(own), len(like) - 1, part))
    whole = sum(part for _, _, part in parts)
    if not whole:
        return 0.0, 1.0
    drawn = sum(part * (count - 1) / count for count, _, part in parts)
    freedom = whole**2 / sum(part**2 / free for _, free, part in parts)
    fewest = min(map(len, sides))
    if fewest < _FEW:  # the variance of few games is uncertain
        freedom = min(freedom, fewest - 1)
    sigmas = student_sigmas(freedom)
    factor = sigmas / SIGMAS * sqrt(whole / drawn) if drawn > _DRAWN * whole else 0.0
    return sigmas * sqrt(whole), factor


def _sides(both: np.ndarray, alone: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return all scores of the first run, and all scores of the second."""
    return [np.concatenate((both[..., side], alone[side]), axis=-1) for side in (0, 1)]


def _better_by_seed(both: np.ndarray) -> Estimate:
    """Return the share of pairs in which the second score is greater.  Ties count half."""
    won = (np.sign(both[:, 1] - both[:, 0]) + 1) / 2
    chance = float(won.mean())
    low, high = share_interval(chance, len(won))  # ties make it wider than necessary
    return low, chance, high


_HALVINGS: Final = 40


def _better_at_random(first: np.ndarray, second: np.ndarray) -> Estimate:
    """Return the chance that a random second score exceeds a random first score.  Ties count half.

    The interval is Newcombe's (2006, method 5).  It consists of all chances p that differ from the result by
    at most 1.96 * e(p).  Here e(p) is the standard error that the result would have if the true chance were p
    and if the scores of both runs were distributed exponentially.
    """
    ordered = np.sort(first)
    below, not_above = (np.searchsorted(ordered, second, side) for side in ("left", "right"))
    chance = float((below + not_above).mean()) / 2 / len(first)
    games, others = len(first) * len(second), (len(first) + len(second)) / 2 - 1

    def reach(true: float) -> float:
        spread = true * (1 - true) * (1 + others * ((1 - true) / (2 - true) + true / (1 + true)))
        return SIGMAS * sqrt(spread / games)

    def bound(far: float) -> float:
        near = chance
        for _ in range(_HALVINGS):
            middle = (near + far) / 2
            near, far = (middle, far) if abs(middle - chance) < reach(middle) else (near, middle)
        return near

    return bound(0.0), chance, bound(1.0)
