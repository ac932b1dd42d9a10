"""Two runs side by side: did the change help, and how sure is that?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rogomatic.base_error import RogomaticError
from rogomatic.confidence import RESAMPLES, SIGMAS, dice, tails
from rogomatic.run.runner.game_loop import Row

if TYPE_CHECKING:
    import numpy as np

_DRAWS: Final = 40_000_000  # games drawn again in all: for long runs fewer samples do
_LEAST_SAMPLES: Final = 400

Estimate = tuple[float, float, float]  # low, estimate, high; the interval holds 95 per cent


class NothingToCompareError(RogomaticError):
    """A run has no games; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of comparing two runs.

    pairs         seeds that both played
    first, second games of each run on seeds that the other one did not play
    median, mean  difference of the scores over all games, second run less first
    better        chance that the second run scores more, ties counted half: on the same seed when most games
                  are pairs, else one game of each drawn at random
    """

    pairs: int
    first: int
    second: int
    median: Estimate
    mean: Estimate
    better: Estimate

    @property
    def by_seed(self) -> bool:
        """Whether `better` is of games on the same seed."""
        return _are_mostly_pairs(self.pairs, self.first, self.second)

    def verdict(self) -> str:
        """Return the verdict in one sentence, by the interval of the mean."""
        low, estimate, high = self.mean
        if low > 0:
            return f"The second run is better: {estimate:+.0f} gold a game, at least {low:+.0f}."
        if high < 0:
            return f"The second run is worse: {estimate:+.0f} gold a game, at most {high:+.0f}."
        return f"No difference is shown: {estimate:+.0f} gold a game lies within {low:+.0f} to {high:+.0f}."

    def lines(self) -> list[str]:
        """Return the comparison for people."""
        alone = self.first or self.second
        others = f"; {self.first} others of the first run, {self.second} of the second" if alone else ""
        how = "on the same seed" if self.by_seed else "in a game each, drawn at random,"
        low, chance, high = self.better
        return [
            f"{self.pairs} seeds played by both runs{others}; score of the second less score of the first",
            "median  {1:+.0f}  ({0:+.0f} to {2:+.0f})".format(*self.median),
            "mean    {1:+.0f}  ({0:+.0f} to {2:+.0f})".format(*self.mean),
            f"the second scores more {how} with chance {chance:.2f}  ({low:.2f} to {high:.2f})",
            self.verdict(),
        ]


def compare(first: Iterable[Row], second: Iterable[Row]) -> Comparison:
    """Compare the scores of two runs, by drawing their games again.

    Games on the same seed are drawn together, the others by themselves.  Raises NothingToCompareError when a
    run has no games.
    """
    import numpy as np

    before, after = ({row.seed: row.score for row in rows} for rows in (first, second))
    if not (before and after):
        raise NothingToCompareError(f"The {'second' if before else 'first'} run has no games.")
    shared = sorted(before.keys() & after.keys())
    both = np.array([(before[seed], after[seed]) for seed in shared], dtype=float).reshape(-1, 2)
    alone = [
        np.array([one[seed] for seed in sorted(one.keys() - other.keys())], dtype=float)
        for one, other in ((before, after), (after, before))
    ]
    median, mean = _differences(both, alone, (np.median, np.mean))
    counts = len(both), len(alone[0]), len(alone[1])
    better = _better_by_seed(both) if _are_mostly_pairs(*counts) else _better_at_random(*_sides(both, alone))
    return Comparison(*counts, median, mean, better)


def _are_mostly_pairs(pairs: int, first: int, second: int) -> bool:
    """Whether at least half of the games of the shorter run are on seeds that both played."""
    return pairs >= max(min(first, second), 1)


def _differences(
    both: np.ndarray, alone: Sequence[np.ndarray], measures: Sequence[Callable[[np.ndarray], float]]
) -> list[Estimate]:
    """Return by how much each measure differs between the two sides."""
    import numpy as np

    def differ(sides: Sequence[np.ndarray]) -> list[float]:
        return [float(measure(sides[1]) - measure(sides[0])) for measure in measures]

    rng = dice()
    games = len(both) + sum(map(len, alone))
    samples = []
    for _ in range(max(_LEAST_SAMPLES, min(RESAMPLES, _DRAWS // games))):
        pairs = both[rng.integers(len(both), size=len(both))] if len(both) else both
        others = [side[rng.integers(len(side), size=len(side))] if len(side) else side for side in alone]
        samples.append(differ(_sides(pairs, others)))
    estimates = differ(_sides(both, alone))
    bounds = [tails(column) for column in np.array(samples).T]
    return [(low, estimate, high) for estimate, (low, high) in zip(estimates, bounds, strict=True)]


def _sides(both: np.ndarray, alone: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return all scores of the first run and all of the second."""
    import numpy as np

    return [np.concatenate((both[:, side], alone[side])) for side in (0, 1)]


def _better_by_seed(both: np.ndarray) -> Estimate:
    """Return the chance that the second of a pair is more."""
    import numpy as np

    return _chance([(np.sign(both[:, 1] - both[:, 0]) + 1) / 2])


def _better_at_random(first: np.ndarray, second: np.ndarray) -> Estimate:
    """Return the chance that any of the second is more than any of the first."""
    import numpy as np

    def share_below(values: np.ndarray, others: np.ndarray) -> np.ndarray:
        ordered = np.sort(others)
        below, not_above = (np.searchsorted(ordered, values, side) for side in ("left", "right"))
        shares: np.ndarray = (below + not_above) / 2 / len(others)
        return shares

    return _chance([share_below(second, first), 1 - share_below(first, second)])


def _chance(shares: Sequence[np.ndarray]) -> Estimate:
    """Return a chance that is the mean of each of these; their errors add up."""
    estimate = float(shares[0].mean())
    spread = sum(float(of.var(ddof=1)) / len(of) for of in shares if len(of) > 1)
    margin = SIGMAS * spread**0.5
    return max(0.0, estimate - margin), estimate, min(1.0, estimate + margin)
