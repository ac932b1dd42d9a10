"""What genotypes are worth, from games that luck decides more than knobs do.

A score is taken for the luck of its seed, plus the gain of its genotype, plus chance.  As all that race play
the same seeds, the luck drops out (least squares; the gain of the reference is 0).  Then empirical Bayes:
a gain has a part that goes together with those of similar knobs, so that relatives speak for each other, and
a part of its own.  How large the parts are nobody knows: the estimate is the mean over several sizes, each
weighted by how likely it makes the results.  So few games move an estimate little, and the luckiest game
makes no winner.  `scripts/breeding` tries it on games whose truth is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import erf, sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rogomatic.breeding.genotypes import REFERENCE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

# Sizes that are tried for the two parts of a gain, as parts of the chance of one game.
_SIMILAR: Final = (0.0, 0.02, 0.05, 0.1, 0.2, 0.4)
_OWN: Final = (0.003, 0.02, 0.05, 0.1, 0.2)
_REACH: Final = 4.0  # how far kinship reaches, in squares of the usual distance from the reference
_ROUNDED: Final = 6  # digits: what lies below differs between machines
_DOUBT: Final = 1.0  # errors that the cautious estimate lies below the gain


class Trial(NamedTuple):
    """One game: who played which dungeon, and what came of it."""

    genotype: int
    seed: int
    score: float


class Estimate(NamedTuple):
    """What is known of one genotype: gain over the reference and its error, in units of the score."""

    games: int
    gain: float
    error: float

    @property
    def cautious(self) -> float:
        """The gain less its error: what selection goes by, so that a gain must be proven."""
        return self.gain - _DOUBT * self.error


@dataclass(frozen=True)
class Worths:
    """The estimates of all genotypes that played, by number."""

    estimates: Mapping[int, Estimate]
    _rows: Mapping[int, int]
    _covariance: Any

    def chance_better(self, one: int, other: int) -> float:
        """Return the chance that one genotype is better than another."""
        i, j = self._rows[one], self._rows[other]
        spread = self._covariance[i][i] + self._covariance[j][j] - 2 * self._covariance[i][j]
        gap = self.estimates[one].gain - self.estimates[other].gain
        if spread <= 0:
            return 0.5
        return round((1 + erf(gap / sqrt(2 * spread))) / 2, _ROUNDED)

    def by_cautious(self) -> list[int]:
        """Return all numbers, the surest gain first."""
        return sorted(self.estimates, key=lambda one: (-self.estimates[one].cautious, one))

    def by_gain(self) -> list[int]:
        """Return all numbers, the greatest expected gain first."""
        return sorted(self.estimates, key=lambda one: (-self.estimates[one].gain, one))


def worths_of(trials: Sequence[Trial], genes: Mapping[int, Sequence[float]]) -> Worths:
    """Return what the genotypes that played are worth.

    genes  of each, how far its knobs are from the reference's.  The reference must have played every seed.
    """
    import numpy as np

    players = sorted({trial.genotype for trial in trials} | {REFERENCE})
    row_of = {number: row for row, number in enumerate(players)}
    raw, noise, chance = _gains(trials, row_of)
    many = len(players)
    gain, covariance = np.zeros(many), np.zeros((many, many))
    if many > 1:
        traits = np.array([genes[number] for number in players[1:]], dtype=float)
        gain[1:], covariance[1:, 1:] = _shrunk(raw, noise, chance, traits)
    games = np.bincount([row_of[trial.genotype] for trial in trials], minlength=many).tolist()
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0)).tolist()
    estimates = {
        number: Estimate(games[row], round(float(gain[row]), _ROUNDED), round(errors[row], _ROUNDED))
        for number, row in row_of.items()
    }
    return Worths(estimates, row_of, covariance)


def _gains(trials: Sequence[Trial], row_of: Mapping[int, int]) -> tuple[Matrix, Matrix, float]:
    """Return gains over the reference by least squares, their covariance, and the chance of one game."""
    import numpy as np

    seeds = sorted({trial.seed for trial in trials})
    column_of = {seed: column for column, seed in enumerate(seeds)}
    played, scores = np.zeros((len(row_of), len(seeds))), np.zeros((len(row_of), len(seeds)))
    for number, seed, score in trials:
        played[row_of[number], column_of[seed]] = 1.0
        scores[row_of[number], column_of[seed]] = score
    count = np.maximum(played.sum(axis=0), 1.0)
    centred = played * (scores - scores.sum(axis=0) / count)
    links = np.diag(played.sum(axis=1)) - (played / count) @ played.T
    inverse = np.linalg.pinv(links[1:, 1:])
    raw = inverse @ centred.sum(axis=1)[1:]
    fitted = np.concatenate(([0.0], raw))[:, None] * played
    rest = played * (centred - (fitted - fitted.sum(axis=0) / count))
    freedom = max(len(trials) - len(seeds) - len(row_of) + 1, 1)
    chance = max(float((rest**2).sum()) / freedom, 1e-9)
    return raw, inverse * chance, chance


def _shrunk(raw: Matrix, noise: Matrix, chance: float, traits: Matrix) -> tuple[Matrix, Matrix]:
    """Return gains and covariance after empirical Bayes: the mean over all sizes of the parts, each as
    likely as it makes the results.
    """
    import numpy as np

    fits = [_fit(raw, prior, noise) for prior in _priors(chance, traits)]
    best = max(likely for likely, _, _ in fits)
    weights = np.exp([likely - best for likely, _, _ in fits])
    weights /= weights.sum()
    gains = np.array([gain for _, gain, _ in fits])
    mean = weights @ gains
    apart = gains - mean
    covariance = np.einsum("k,kij->ij", weights, [one for _, _, one in fits])
    return mean, covariance + (apart.T * weights) @ apart


def _priors(chance: float, traits: Matrix) -> Iterator[Matrix]:
    """Yield the covariance of gains, before any game, for each choice of sizes."""
    import numpy as np

    kin = _kinship(traits)
    own = np.eye(len(traits))
    for similar, alone in product(_SIMILAR, _OWN):
        yield chance * (similar**2 * kin + alone**2 * own)


def _kinship(traits: Matrix) -> Matrix:
    """Return how much the gains of two genotypes go together, 1 for one with itself at the usual distance
    from the reference; that of the reference, which is the origin, is 0.
    """
    import numpy as np

    squares = (traits**2).sum(axis=1)
    scale = _REACH * max(float(np.median(squares)), 1e-9)
    between = np.maximum(squares[:, None] + squares[None, :] - 2 * traits @ traits.T, 0.0)
    alone = np.exp(-squares / scale)
    kin = np.exp(-between / scale) - alone[:, None] - alone[None, :] + 1.0
    usual: float = max(float(np.median(np.diag(kin))), 1e-9)
    return np.asarray(kin / usual)


def _fit(raw: Matrix, prior: Matrix, noise: Matrix) -> tuple[float, Matrix, Matrix]:
    """Return how likely the raw gains are (a logarithm, but for a constant), and gains and covariance
    in their light.
    """
    import numpy as np

    both = prior + noise
    root = np.linalg.cholesky(both)
    z = np.linalg.solve(root, raw)
    weight = np.linalg.solve(both, prior).T
    return float(-(z @ z) / 2 - np.log(np.diag(root)).sum()), weight @ raw, prior - weight @ prior
