"""Two runs side by side: did the change help, and how sure is that?

Owns   pairing games by seed, the difference of the scores with its interval, the verdict in one sentence.
Leaves what one run amounts to (run.stats), reading runs (run.record).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rogomatic.run.game import Row

RESAMPLES: Final = 4000
_DICE_SEED: Final = 1984  # the interval of two files is the same each time it is asked for


class NothingToCompare(Exception):
    """The runs share no seed; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two runs of the same seeds say about each other; intervals hold 95 per cent.

    median, mean  difference of the scores, second run less first: (low, estimate, high)
    better        chance that the second run scores more on a seed, ties counted half
    """

    games: int
    median: tuple[float, float, float]
    mean: tuple[float, float, float]
    better: float

    def verdict(self) -> str:
        """Say in one sentence what the mean's interval allows to say."""
        low, estimate, high = self.mean
        if low > 0:
            return f"The second run is better: {estimate:+.0f} gold a game, at least {low:+.0f}."
        if high < 0:
            return f"The second run is worse: {estimate:+.0f} gold a game, at most {high:+.0f}."
        return f"No difference is shown: {estimate:+.0f} gold a game lies within {low:+.0f} to {high:+.0f}."

    def lines(self) -> list[str]:
        """Return the comparison for people."""
        return [
            f"{self.games} seeds played by both runs; score of the second less score of the first",
            "median  {1:+.0f}  ({0:+.0f} to {2:+.0f})".format(*self.median),
            "mean    {1:+.0f}  ({0:+.0f} to {2:+.0f})".format(*self.mean),
            f"the second scores more on a seed with chance {self.better:.2f}",
            self.verdict(),
        ]


def compare(first: Sequence[Row], second: Sequence[Row]) -> Comparison:
    """Compare the scores of two runs on the seeds they share, by resampling whole pairs of games.

    Raises NothingToCompare when they share none.
    """
    import numpy as np

    before = {row.seed: row.score for row in first}
    pairs = [(before[row.seed], row.score) for row in second if row.seed in before]
    if not pairs:
        raise NothingToCompare("The two runs share no seed.")
    scores = np.array(pairs, dtype=float)
    picks = np.random.default_rng(_DICE_SEED).integers(len(pairs), size=(RESAMPLES, len(pairs)))
    samples = scores[picks]
    medians = np.median(samples, axis=1)
    means = samples.mean(axis=1)

    def difference(resampled: np.ndarray, estimate: float) -> tuple[float, float, float]:
        low, high = np.percentile(resampled[:, 1] - resampled[:, 0], [2.5, 97.5]).tolist()
        return low, estimate, high

    by_seed = scores[:, 1] - scores[:, 0]
    return Comparison(
        games=len(pairs),
        median=difference(medians, float(np.median(scores[:, 1]) - np.median(scores[:, 0]))),
        mean=difference(means, float(by_seed.mean())),
        better=float((np.count_nonzero(by_seed > 0) + np.count_nonzero(by_seed == 0) / 2) / len(pairs)),
    )
