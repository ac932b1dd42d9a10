"""Estimates of how much better genotypes play than the reference, from games on the same seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import erf, sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rogomatic.breeding.genotypes import REFERENCE

Matrix = NDArray[np.float64]

# Prior standard deviations of the two parts of a gain, as fractions of that of one game.
_SIMILAR: Final = (0.0, 0.02, 0.05, 0.1, 0.2, 0.4)
_OWN: Final = (0.003, 0.02, 0.05, 0.1, 0.2)
_REACH: Final = 4.0  # length scale of kinship, as a multiple of the median squared distance
_DIGITS: Final = 6  # further digits differ between machines


class Trial(NamedTuple):
    """The score of a genotype in one game."""

    genotype: int
    seed: int
    score: float


class GainEstimate(NamedTuple):
    """Estimated gain of a genotype over the reference, with its standard error, in units of the score."""

    games: int
    gain: float
    error: float

    @property
    def cautious(self) -> float:
        """Gain minus its standard error.  Genotypes are selected by this number."""
        return self.gain - self.error


@dataclass(frozen=True)
class Worths:
    """Estimated gains of all genotypes that have played.  The keys of `estimates` are genotype numbers."""

    estimates: Mapping[int, GainEstimate]
    _rows: Mapping[int, int]
    _covariance: Any

    def chance_better(self, one: int, other: int) -> float:
        """Return the probability that genotype `one` is better than genotype `other`."""
        i, j = self._rows[one], self._rows[other]
        variance = self._covariance[i][i] + self._covariance[j][j] - 2 * self._covariance[i][j]
        gap = self.estimates[one].gain - self.estimates[other].gain
        return round((1 + erf(gap / sqrt(2 * variance))) / 2, _DIGITS) if variance > 0 else 0.5

    def by_cautious(self) -> list[int]:
        """Return the numbers of all genotypes, in descending order of `GainEstimate.cautious`."""
        return sorted(self.estimates, key=lambda one: (-self.estimates[one].cautious, one))

    def by_gain(self) -> list[int]:
        """Return the numbers of all genotypes, from the greatest to the least expected gain."""
        return sorted(self.estimates, key=lambda one: (-self.estimates[one].gain, one))


def worths_of(trials: Sequence[Trial], genes: Mapping[int, Sequence[float]]) -> Worths:
    """Return the estimated gains of the genotypes that have played.

    genes  genotype number -> result of `genotypes.genes` for its knobs

    The reference must have played every seed.  The model is: score = luck of the seed + gain of the genotype
    + noise.  First, least squares removes the luck.  Then, empirical Bayes shrinks the gains toward 0.  It
    assumes that each gain is the sum of two parts: one that similar genotypes share, and one that only this
    genotype has.  It is not known how large each part usually is.  Therefore the estimate is computed for
    several pairs of sizes, and averaged with their likelihoods as weights.
    """
    players = sorted({trial.genotype for trial in trials} | {REFERENCE})
    row_of = {number: row for row, number in enumerate(players)}
    gain, covariance = np.zeros(len(players)), np.zeros((len(players), len(players)))
    if len(players) > 1:
        traits = np.array([genes[number] for number in players[1:]], dtype=float)
        gain[1:], covariance[1:, 1:] = _shrunk(*_gains(trials, row_of), traits)
    games = np.bincount([row_of[trial.genotype] for trial in trials], minlength=len(players)).tolist()
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0)).tolist()
    rounded = {
        number: GainEstimate(games[row], round(float(gain[row]), _DIGITS), round(errors[row], _DIGITS))
        for number, row in row_of.items()
    }
    return Worths(rounded, row_of, covariance)


def _gains(trials: Sequence[Trial], row_of: Mapping[int, int]) -> tuple[Matrix, Matrix, float]:
    """Return the gains by least squares, their covariance, and the variance of the noise in one game."""
    column_of = {seed: column for column, seed in enumerate(sorted({trial.seed for trial in trials}))}
    played, scores = np.zeros((2, len(row_of), len(column_of)))
    for number, seed, score in trials:
        played[row_of[number], column_of[seed]] = 1.0
        scores[row_of[number], column_of[seed]] = score
    count = np.maximum(played.sum(axis=0), 1.0)
    centered = played * (scores - scores.sum(axis=0) / count)
    links = np.diag(played.sum(axis=1)) - (played / count) @ played.T
    inverse = np.linalg.pinv(links[1:, 1:])
    raw = inverse @ centered.sum(axis=1)[1:]
    fitted = np.concatenate(([0.0], raw))[:, None] * played
    rest = played * (centered - (fitted - fitted.sum(axis=0) / count))
    freedom = max(len(trials) - len(column_of) - len(row_of) + 1, 1)
    variance = max(float((rest**2).sum()) / freedom, 1e-9)
    return raw, inverse * variance, variance


def _shrunk(raw: Matrix, noise: Matrix, variance: float, traits: Matrix) -> tuple[Matrix, Matrix]:
    """Return gains and their covariance, averaged over all priors, each weighted by its likelihood."""
    fits = [_fit(raw, prior, noise) for prior in _priors(variance, traits)]
    best = max(likelihood for likelihood, _, _ in fits)
    weights = np.exp([likelihood - best for likelihood, _, _ in fits])
    weights /= weights.sum()
    gains = np.array([gain for _, gain, _ in fits])
    mean = weights @ gains
    spread = gains - mean
    covariance = np.einsum("k,kij->ij", weights, [one for _, _, one in fits])
    return mean, covariance + (spread.T * weights) @ spread


def _priors(variance: float, traits: Matrix) -> Iterator[Matrix]:
    """For each pair of sizes of a gain's two parts, yield the prior covariance of the gains.

    Every gain is the sum of a shared part and an own part (see `worths_of`).
    """
    kinship, own = _kinship(traits), np.eye(len(traits))
    for similar, alone in product(_SIMILAR, _OWN):
        yield variance * (similar**2 * kinship + alone**2 * own)


def _kinship(traits: Matrix) -> Matrix:
    """Return the prior covariance matrix of the part of each gain that similar genotypes share.

    The matrix is scaled so that its diagonal is about 1.  For genotypes i and j with genes ti and tj, the
    covariance before scaling is exp(-|ti - tj|^2 / s) - exp(-|ti|^2 / s) - exp(-|tj|^2 / s) + 1.  This is 0
    if i or j is the reference, because the genes of the reference are 0.
    """
    squares = (traits**2).sum(axis=1)
    scale = _REACH * max(float(np.median(squares)), 1e-9)
    between = np.maximum(squares[:, None] + squares[None, :] - 2 * traits @ traits.T, 0.0)
    alone = np.exp(-squares / scale)
    kinship = np.exp(-between / scale) - alone[:, None] - alone[None, :] + 1.0
    return np.asarray(kinship / max(float(np.median(np.diag(kinship))), 1e-9))


def _fit(raw: Matrix, prior: Matrix, noise: Matrix) -> tuple[float, Matrix, Matrix]:
    """Return the log-likelihood of raw gains, up to a constant, and the posterior mean and covariance."""
    both = prior + noise
    root = np.linalg.cholesky(both)
    z = np.linalg.solve(root, raw)
    weight = np.linalg.solve(both, prior).T
    return float(-(z @ z) / 2 - np.log(np.diag(root)).sum()), weight @ raw, prior - weight @ prior
