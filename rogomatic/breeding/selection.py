"""Selection: the race of a generation, the next generation, and the re-test of the best.

The genotypes of a generation play the same seeds until the games of the race are spent.  A re-test is played
on dungeons that nobody was selected on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rogomatic.base_error import RogomaticError
from rogomatic.breeding.fitness import Worths
from rogomatic.breeding.genotypes import REFERENCE, Dice, Genotype, Made, crossover, mutation, shift
from rogomatic.confidence import SIGMAS, mean_and_error
from rogomatic.knobs import DEFAULT, Knobs

_ELITE_PART: Final = 4  # one in so many of a generation is of the best so far and races again
_PARENTS_PART: Final = 2  # parents are the best, half as many as a generation has
_ROUNDS: Final = 3  # candidates that a parent is the best of
# Operators, as often as they stand here.
_OPERATORS: Final[tuple[Made, ...]] = ("crossover", "crossover", "mutation", "shift")
_TRIES: Final = 100  # to make a child that there is not yet
FIRST_SEED: Final = 500_000_000  # far from those of the races: re-tests go up from here, each on new ones


class RaceRules(NamedTuple):
    """How a generation races.

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
    return Verdict(
        games=count,
        reference=sum(before for before, _ in pairs) / count,
        score=sum(after for _, after in pairs) / count,
        low=gain - SIGMAS * error,
        gain=gain,
        high=gain + SIGMAS * error,
    )
