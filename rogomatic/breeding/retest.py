"""Re-tests of a genotype against the defaults, on seeds that no selection has seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rogue.shared.confidence import SIGMAS, mean_and_error


class Retest(NamedTuple):
    """A re-test: its number from 1 on, the genotype, and the seeds that both sides play."""

    number: int
    genotype: int
    first_seed: int
    games: int

    @property
    def seeds(self) -> range:
        """Seeds that both sides play."""
        return range(self.first_seed, self.first_seed + self.games)


class Verdict(NamedTuple):
    """Result of a re-test: mean scores of both sides, and the gain with its 95 % CI."""

    games: int
    reference: float
    score: float
    low: float
    gain: float
    high: float

    @property
    def is_better(self) -> bool:
        """Whether the whole interval lies above 0."""
        return self.low > 0

    def sentence(self) -> str:
        """Return the result as a sentence."""
        figures = f"{self.gain:+.0f} gold a game ({self.low:+.0f} to {self.high:+.0f})"
        scores = f"mean score {self.score:.0f} against {self.reference:.0f} on {self.games} fresh seeds"
        word = "better than" if self.is_better else "worse than" if self.high < 0 else "not shown to beat"
        return f"The knobs are {word} the defaults: {figures}, {scores}."


def verdict_of(pairs: Sequence[tuple[int, int]]) -> Verdict:
    """Judge two or more pairs (score of the reference, score of the tested genotype), one pair per seed.

    >>> verdict_of([(10, 20), (30, 44), (20, 32)]).is_better
    True
    """
    gain, error = mean_and_error([after - before for before, after in pairs])
    assert error is not None, "one pair has no interval"
    reference, score = (sum(side) / len(pairs) for side in zip(*pairs, strict=True))
    return Verdict(len(pairs), reference, score, gain - SIGMAS * error, gain, gain + SIGMAS * error)
