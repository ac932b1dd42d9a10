"""Selection: what genotypes are worth, the race of a generation, the next one, the re-test of the best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import erf, sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rogomatic.agent.knobs import DEFAULT, Knobs
from rogomatic.breeding.genotypes import REFERENCE, Dice, Genotype, Made, crossover, mutation, shift
from rogue.shared.base_error import RogomaticError
from rogue.shared.confidence import SIGMAS, mean_and_error

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

    A score is the luck of its seed, plus the gain of its genotype, plus chance.  As all that race play
    the same seeds, the luck drops out (least squares; the gain of the reference is 0).  Then empirical Bayes:
    a gain has a part that goes together with those of similar knobs, and a part of its own.  How large the
    parts are is not known: the estimate is the mean over several sizes, each weighted by how likely it makes
    the results.  So few games move an estimate little, and the luckiest game makes no winner.
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


# -- the race and the re-test

_ELITE_PART: Final = 4  # one in so many of a generation is of the best so far and races again
_PARENTS_PART: Final = 2  # parents are the best, half as many as a generation has
_ROUNDS: Final = 3  # candidates that a parent is the best of
# Operators, as often as they stand here.
_OPERATORS: Final[tuple[Made, ...]] = ("crossover", "crossover", "mutation", "shift")
_TRIES: Final = 100  # to make a child that there is not yet
FIRST_SEED: Final = 500_000_000  # far from those of the races: re-tests go up from here, each on new ones


class RaceRules(NamedTuple):
    """How a generation races: all its genotypes on the same seeds, until the games are spent.

    block  seeds of a heat: all that are in the race play each of them
    effort  games of the whole race, per genotype that starts; who drops out leaves its games to the others
    error_pct  chance to be better than the leader below which a genotype drops out
    """

    block: int = 20
    effort: int = 60
    error_pct: int = 10


def heat(rules: RaceRules, starters: int, racing: Sequence[int], played: int) -> int:
    """Return how many seeds the next heat has, 0 when the race is over.

    played  games of this race so far
    """
    left = rules.effort * starters - played
    if len(racing) < 2:
        return 0
    return min(rules.block, -(-left // len(racing))) if left > 0 else 0


def still_racing(rules: RaceRules, racing: Sequence[int], worths: Worths) -> list[int]:
    """Return who goes on: all but those hardly better than the leader.  The reference always does."""
    leader = max(racing, key=lambda one: (worths.estimates[one].gain, -one))
    least = rules.error_pct / 100
    return [one for one in racing if one in (leader, REFERENCE) or worths.chance_better(one, leader) >= least]


class PoolExhaustedError(RogomaticError):
    """All children that there can be are there; the text is a sentence for the user."""


class Offspring(NamedTuple):
    """What children are wanted: which generation, how many, of which knobs, and the seed of the dice."""

    generation: int
    children: int
    names: Sequence[str]
    seed: int


def first_generation(population: int, names: Sequence[str], seed: int) -> list[Genotype]:
    """Return the reference and its first children: shifts of the defaults, every third a mutation."""
    born = [Genotype(REFERENCE, 1, "default", (), DEFAULT)]
    for number in range(1, population):
        made: Made = "shift" if number % 3 else "mutation"
        knobs = _unlike({one.knobs for one in born}, made, (DEFAULT, DEFAULT), names, Dice(seed, 1, number))
        born.append(Genotype(number, 1, made, (REFERENCE,), knobs))
    return born


def elite(worths: Worths, population: int) -> list[int]:
    """Return who races again: the reference and those with the surest gains."""
    best = [number for number in worths.by_cautious() if number != REFERENCE]
    return [REFERENCE, *best[: max(population // _ELITE_PART, 1)]]


def children(pool: Mapping[int, Genotype], worths: Worths, birth: Offspring) -> list[Genotype]:
    """Return new genotypes, unlike all in the pool; the same pool and seed give the same children.

    worths  of the pool
    """
    parents = worths.by_gain()[: max(birth.children // _PARENTS_PART, 2)]
    known = {one.knobs for one in pool.values()}
    born = []
    for number in range(len(pool), len(pool) + birth.children):
        dice = Dice(birth.seed, birth.generation, number)
        made = dice.one_of(_OPERATORS)
        pair = _winner(parents, dice), _winner(parents, dice)
        knobs = _unlike(known, made, (pool[pair[0]].knobs, pool[pair[1]].knobs), birth.names, dice)
        known.add(knobs)
        descent = pair if made == "crossover" else pair[:1]
        born.append(Genotype(number, birth.generation, made, descent, knobs))
    return born


def _winner(ranked: Sequence[int], dice: Dice) -> int:
    """Return the best of a few drawn by lot."""
    return ranked[min(dice.below(len(ranked)) for _ in range(_ROUNDS))]


def _unlike(
    known: set[Knobs], made: Made, parents: tuple[Knobs, Knobs], names: Sequence[str], dice: Dice
) -> Knobs:
    """Make a child, again until there is none like it; what crossing cannot make new is shifted as well."""
    one, other = parents
    for _ in range(_TRIES):
        knobs = crossover(one, other, names, dice) if made == "crossover" else one
        if made == "mutation":
            knobs = mutation(knobs, names, dice)
        if made == "shift" or knobs in known:
            knobs = shift(knobs, names, dice)
        if knobs not in known:
            return knobs
    raise PoolExhaustedError("The knobs that are bred leave no room for another child: breed more of them.")


class Retest(NamedTuple):
    """A re-test: its number (from 1), who is tested, on how many dungeons from which one on."""

    number: int
    genotype: int
    first_seed: int
    games: int

    @property
    def seeds(self) -> range:
        """The dungeon numbers that both sides play."""
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
    assert error is not None, "one pair has no interval"
    return Verdict(
        games=count,
        reference=sum(before for before, _ in pairs) / count,
        score=sum(after for _, after in pairs) / count,
        low=gain - SIGMAS * error,
        gain=gain,
        high=gain + SIGMAS * error,
    )
