"""The pool: all genotypes and their games, and what is to be done next.

Owns   the rules of an evolution, what follows from the games so far: games to play, or a new generation.
Leaves keeping the pool in a file (run.breed.poolfile), playing (run.breed.evolve).

What comes next follows from the rules and the games alone.  So an evolution that was killed goes on as if
it had not been, and the number of processes changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final, Literal, NamedTuple

from rogomatic.learn.breeding import Birth, children, elite, first_generation
from rogomatic.learn.genotypes import BRED, Genotype, genes
from rogomatic.learn.race import RaceRules, heat, still_racing
from rogomatic.learn.worths import Trial, Worths, worths_of

Objective = Literal["mean", "log"]
"""What is bred for: the mean score, which is what batches report, or that of log(1 + score), which cares
more for the games that end early."""
_LOG_SCALE: Final = 1000.0  # so that gains are readable: thousandths of e


class Rules(NamedTuple):
    """How an evolution goes; fixed when its pool is made.

    bred  the knobs that are bred
    population  genotypes that start in a generation, the reference among them
    block, effort, error_pct  of a race (RaceRules)
    seed  of the dice that breed
    first_seed  the first dungeon; each generation plays new ones, one after the other
    """

    bred: tuple[str, ...] = BRED
    population: int = 16
    block: int = RaceRules().block
    effort: int = RaceRules().effort
    error_pct: int = RaceRules().error_pct
    seed: int = 1
    first_seed: int = 1
    objective: Objective = "mean"

    @property
    def race(self) -> RaceRules:
        return RaceRules(self.block, self.effort, self.error_pct)


class Result(NamedTuple):
    """One game of a race."""

    generation: int
    genotype: int
    seed: int
    score: int


class Play(NamedTuple):
    """Games to play, (genotype, seed), in this order."""

    generation: int
    racing: tuple[int, ...]
    games: tuple[tuple[int, int], ...]


class Breed(NamedTuple):
    """A new generation: who starts in it, and the genotypes that are new."""

    generation: int
    starters: tuple[int, ...]
    born: tuple[Genotype, ...]


@dataclass
class Pool:
    """Genotypes by number, starters by generation, and the games in the order of their playing."""

    rules: Rules
    genotypes: dict[int, Genotype] = field(default_factory=dict)
    starters: dict[int, tuple[int, ...]] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)

    def add(self, breed: Breed) -> None:
        """Take a new generation in."""
        self.genotypes.update((one.number, one) for one in breed.born)
        self.starters[breed.generation] = breed.starters

    def worths(self) -> Worths:
        """Return what the genotypes are worth after all games."""
        return _worths(self, self.results)


def next_step(pool: Pool, games: int) -> Play | Breed | None:
    """Return what is to be done next, None when the pool has so many games."""
    if not pool.starters:
        born = first_generation(pool.rules.population, pool.rules.bred, pool.rules.seed)
        return Breed(1, tuple(one.number for one in born), tuple(born))
    if len(pool.results) >= games:
        return None
    generation = max(pool.starters)
    before = [result for result in pool.results if result.generation < generation]
    now = {(one.genotype, one.seed): one for one in pool.results if one.generation == generation}
    seed = max((result.seed + 1 for result in before), default=pool.rules.first_seed)
    starters = pool.starters[generation]
    racing, played = list(starters), 0
    while count := heat(pool.rules.race, len(starters), racing, played):
        due = [(one, number) for number in range(seed, seed + count) for one in racing]
        missing = [game for game in due if game not in now]
        if missing:
            return Play(generation, tuple(racing), tuple(missing[: games - len(pool.results)]))
        before += [now[game] for game in due]
        racing = still_racing(pool.rules.race, racing, _worths(pool, before))
        seed, played = seed + count, played + len(due)
    return _breed(pool, generation + 1)


def _breed(pool: Pool, generation: int) -> Breed:
    """Return the next generation."""
    rules, worths = pool.rules, pool.worths()
    best = elite(worths, rules.population)
    birth = Birth(generation, rules.population - len(best), rules.bred, rules.seed)
    born = children(pool.genotypes, worths, birth)
    return Breed(generation, (*best, *(one.number for one in born)), tuple(born))


def _worths(pool: Pool, results: Sequence[Result]) -> Worths:
    """Return what genotypes are worth after some games."""
    trials = [Trial(one.genotype, one.seed, _aim(pool.rules.objective, one.score)) for one in results]
    knobs = {number: pool.genotypes[number].knobs for number in {one.genotype for one in results}}
    return worths_of(trials, {number: genes(one, pool.rules.bred) for number, one in knobs.items()})


def _aim(objective: Objective, score: int) -> float:
    return float(score) if objective == "mean" else _LOG_SCALE * log(1 + score)
