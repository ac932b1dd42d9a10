"""The contents of an evolution's pool determine what is played or bred next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final, NamedTuple

from rogomatic.agent.knobs import KNOBS
from rogomatic.breeding.estimates import Trial, Worths, worths_of
from rogomatic.breeding.genotypes import (
    REFERENCE,
    EvolutionRules,
    Genotype,
    children,
    first_generation,
    genes,
)

_LOG_SCALE: Final = 1000.0  # gains in log(1 + score) are given in thousandths
_ELITE_PART: Final = 4  # one of four genotypes of a generation is among the best so far and races again
_MAX_SCORE: Final = 1 << 53


class PoolGame(NamedTuple):
    """A game of a race.  `generation` is the generation of the race, not of the genotype."""

    generation: int
    genotype: int
    seed: int
    score: int
    end_reason: str = "finished"
    cpu_seconds: float = 0.0


class PlayStep(NamedTuple):
    """A step that plays `games`, which are (genotype, seed) pairs in order.

    racing  all genotypes in the race
    """

    generation: int
    racing: tuple[int, ...]
    games: tuple[tuple[int, int], ...]


class BreedStep(NamedTuple):
    """A step that begins a generation.

    starters  all genotypes in the race of the generation
    born      the genotypes that are new
    """

    generation: int
    starters: tuple[int, ...]
    born: tuple[Genotype, ...]


@dataclass
class Pool:
    """The state of an evolution: number -> genotype, generation -> starters of its race, and all games."""

    rules: EvolutionRules
    genotypes: dict[int, Genotype] = field(default_factory=dict)
    starters: dict[int, tuple[int, ...]] = field(default_factory=dict)
    games: list[PoolGame] = field(default_factory=list)

    def add(self, breed: BreedStep) -> None:
        """Add a new generation."""
        self.genotypes.update((one.number, one) for one in breed.born)
        self.starters[breed.generation] = breed.starters

    def worths(self, games: Sequence[PoolGame] | None = None) -> Worths:
        """Return the estimated gains after the given games, by default after all games."""
        is_mean = self.rules.objective == "mean"
        trials = [
            Trial(one.genotype, one.seed, float(one.score) if is_mean else _LOG_SCALE * log(1 + one.score))
            for one in (self.games if games is None else games)
        ]
        players = {one.genotype for one in trials}
        return worths_of(trials, {one: genes(self.genotypes[one].knobs, self.rules.bred) for one in players})

    def surest(self, worths: Worths) -> int | None:
        """Return the genotype whose gain minus its standard error is greatest.

        Return None if only the reference has played.
        """
        played = {one.genotype for one in self.games} - {REFERENCE}
        return next((one for one in worths.by_cautious() if one in played), None)

    def is_sound(self) -> bool:
        """Return whether an evolution can have made this pool, which was read from a file."""
        numbers, generations = {*self.genotypes}, {*self.starters}
        return (
            numbers == {*range(len(numbers))}
            and generations == {*range(1, len(generations) + 1)}
            and bool(numbers) == bool(generations)
            and all(
                one.generation in generations
                and all(0 <= parent < number for parent in one.parents)
                and all(
                    type(value) is int and KNOBS[name].least <= value <= KNOBS[name].most
                    for name, value in one.knobs.values().items()
                )
                for number, one in self.genotypes.items()
            )
            and all(
                len(set(starters)) == len(starters) == self.rules.population
                and {REFERENCE} <= {*starters} <= numbers
                for starters in self.starters.values()
            )
            and all(
                one.genotype in self.starters.get(one.generation, ()) and 0 <= one.score <= _MAX_SCORE
                for one in self.games
            )
        )


def next_step(pool: Pool, games: int) -> PlayStep | BreedStep | None:
    """Return the next step.  Return None once the pool has `games` games.

    The step depends only on the rules and the pool, so an evolution can be interrupted at any time.
    """
    if not pool.starters:
        born = first_generation(pool.rules)
        return BreedStep(1, tuple(one.number for one in born), tuple(born))
    if len(pool.games) >= games:
        return None
    generation = max(pool.starters)
    before = [one for one in pool.games if one.generation < generation]
    now = {(one.genotype, one.seed): one for one in pool.games if one.generation == generation}
    seed = max((one.seed + 1 for one in before), default=pool.rules.first_seed)
    racing, played = list(pool.starters[generation]), 0
    while count := heat(pool.rules, len(racing), played):
        due = [(one, number) for number in range(seed, seed + count) for one in racing]
        missing = [game for game in due if game not in now]
        if missing:
            return PlayStep(generation, tuple(racing), tuple(missing[: games - len(pool.games)]))
        before += [now[game] for game in due]
        racing = still_racing(pool.rules, racing, pool.worths(before))
        seed, played = seed + count, played + len(due)
    return _breed(pool, generation + 1)


def heat(rules: EvolutionRules, racing: int, played: int) -> int:
    """Return the number of seeds in the next heat of a race.  Return 0 if the race is over.

    racing  number of genotypes still in the race
    played  number of games in the race so far
    """
    left = rules.effort * rules.population - played
    if racing < 2 or left <= 0:
        return 0
    return min(rules.block, -(-left // racing))


def still_racing(rules: EvolutionRules, racing: Sequence[int], worths: Worths) -> list[int]:
    """Return the genotypes that stay in the race.  The leader and the reference always stay."""
    leader = max(racing, key=lambda one: (worths.estimates[one].gain, -one))
    least = rules.error_pct / 100
    return [one for one in racing if one in (leader, REFERENCE) or worths.chance_better(one, leader) >= least]


def elite(worths: Worths, population: int) -> list[int]:
    """Return the genotypes that race again.

    They are the reference, and the few other genotypes whose gains minus their standard errors are greatest.
    """
    best = [number for number in worths.by_cautious() if number != REFERENCE]
    return [REFERENCE, *best[: max(population // _ELITE_PART, 1)]]


def _breed(pool: Pool, generation: int) -> BreedStep:
    rules, worths = pool.rules, pool.worths()
    best = elite(worths, rules.population)
    born = children(pool.genotypes, worths.by_gain(), generation, rules.population - len(best), rules)
    return BreedStep(generation, (*best, *(one.number for one in born)), tuple(born))
