"""The re-test: what a genotype is worth on dungeons that nobody was selected on.

Owns   the seeds of a re-test, its verdict.
Leaves playing it (run.breed.evolve), the estimates that selection goes by (worths).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rogomatic.learn.errors import SIGMAS, mean_and_error

FIRST_SEED: Final = 500_000_000  # far from those of the races: re-tests go up from here, each on new ones


class Retest(NamedTuple):
    """A re-test: its number (from 1), who is tested, on how many dungeons from which one on."""

    number: int
    genotype: int
    first_seed: int
    games: int

    @property
    def seeds(self) -> range:
        return range(self.first_seed, self.first_seed + self.games)


class Verdict(NamedTuple):
    """What a re-test says: mean scores of both sides, and the gain with the interval of 95 per cent."""

    games: int
    reference: float
    score: float
    low: float
    gain: float
    high: float

    @property
    def is_better(self) -> bool:
        """Whether the gain is shown: the whole interval lies above 0."""
        return self.low > 0

    def sentence(self) -> str:
        """Say it in one sentence."""
        figures = f"{self.gain:+.0f} gold a game ({self.low:+.0f} to {self.high:+.0f})"
        scores = f"mean score {self.score:.0f} against {self.reference:.0f} on {self.games} fresh seeds"
        word = "better than" if self.is_better else "worse than" if self.high < 0 else "not shown to beat"
        return f"The knobs are {word} the defaults: {figures}, {scores}."


def verdict_of(pairs: Sequence[tuple[int, int]]) -> Verdict:
    """Judge pairs (score of the reference, score of the tested one), at least two, one pair per seed.

    >>> verdict_of([(10, 20), (30, 44), (20, 32)]).is_better
    True
    """
    count = len(pairs)
    gain, error = mean_and_error([after - before for before, after in pairs])
    return Verdict(
        games=count,
        reference=sum(before for before, _ in pairs) / count,
        score=sum(after for _, after in pairs) / count,
        low=gain - SIGMAS * error,
        gain=gain,
        high=gain + SIGMAS * error,
    )
