"""The pool: all genotypes and their games, and what is to be done next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final, Literal, NamedTuple, get_args

from rogomatic.agent.knobs import KNOBS, Knobs
from rogomatic.breeding.genotypes import BRED, REFERENCE, Genotype, genes
from rogomatic.breeding.selection import (
    Offspring,
    RaceRules,
    Retest,
    Trial,
    Worths,
    children,
    elite,
    first_generation,
    heat,
    still_racing,
    worths_of,
)

Objective = Literal["mean", "log"]
"""What is bred for: the mean score, which is what batches report, or that of log(1 + score), which cares
more for the games that end early."""
_LOG_SCALE: Final = 1000.0  # so that gains are readable: thousandths of e
_MAX: Final = 1 << 53
_MAX_GAMES: Final = 1 << 24  # of a re-test
_BOUNDS: Final = {  # of the rules that are numbers; both ends are inside
    "population": (4, 1000), "block": (1, _MAX), "effort": (1, _MAX), "error_pct": (0, 50),
    "seed": (0, 1 << 63), "first_seed": (0, _MAX),
}  # fmt: skip


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
        """The rules of each generation's race."""
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
    """Return what is to be done next, None when the pool has so many games.

    What comes next follows from the rules and the games alone.  So an evolution that was killed goes on as if
    it had not been, and the number of processes changes nothing.
    """
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
    birth = Offspring(generation, rules.population - len(best), rules.bred, rules.seed)
    born = children(pool.genotypes, worths, birth)
    return Breed(generation, (*best, *(one.number for one in born)), tuple(born))


def _worths(pool: Pool, results: Sequence[Result]) -> Worths:
    """Return what genotypes are worth after some games."""
    trials = [Trial(one.genotype, one.seed, _aim(pool.rules.objective, one.score)) for one in results]
    knobs = {number: pool.genotypes[number].knobs for number in {one.genotype for one in results}}
    return worths_of(trials, {number: genes(one, pool.rules.bred) for number, one in knobs.items()})


def _aim(objective: Objective, score: int) -> float:
    return float(score) if objective == "mean" else _LOG_SCALE * log(1 + score)


def fault_of_rules(rules: Rules) -> str:
    """Return what is wrong with rules, "" if nothing is."""
    for name, (least, most) in _BOUNDS.items():
        value = getattr(rules, name)
        if type(value) is not int or not least <= value <= most:
            return f"its rule {name} is no number from {least} to {most}"
    if rules.objective not in get_args(Objective):
        return "it does not say what is bred for"
    if len(set(rules.bred)) < len(rules.bred) or not {*rules.bred} <= {*KNOBS}:
        return "it breeds knobs that there are not"
    return ""


def fault_of(pool: Pool) -> str:
    """Return what is wrong with a pool whose rules are right and whose values are of the right kinds, "" if
    nothing is.
    """
    if sorted(pool.starters) != list(range(1, len(pool.starters) + 1)):
        return "a generation is missing"
    is_one_without = bool(pool.genotypes) != bool(pool.starters)
    if is_one_without or sorted(pool.genotypes) != list(range(len(pool.genotypes))):
        return "a genotype is missing"
    for number, one in pool.genotypes.items():
        if one.generation not in pool.starters or not all(0 <= parent < number for parent in one.parents):
            return f"genotype {number} has no place in it"
        if not _is_in_range(one.knobs):
            return f"genotype {number} has a knob that is out of its range"
    for generation, starters in pool.starters.items():
        is_full = len(set(starters)) == len(starters) == pool.rules.population
        if not is_full or REFERENCE not in starters or not {*starters} <= {*pool.genotypes}:
            return f"generation {generation} is not whole"
    for result in pool.results:
        if result.genotype not in pool.starters.get(result.generation, ()) or not 0 <= result.score <= _MAX:
            return f"the game of genotype {result.genotype} on seed {result.seed} has no place in it"
    return ""


def fault_of_retests(retests: Sequence[Retest], pool: Pool) -> str:
    """Return what is wrong with the re-tests of a pool, "" if nothing is."""
    if [one.number for one in retests] != list(range(1, len(retests) + 1)):
        return "a re-test is missing"
    for one in retests:
        if one.genotype not in pool.genotypes or not 0 < one.games <= _MAX_GAMES or one.first_seed < 0:
            return f"re-test {one.number} has no place in it"
    return ""


def _is_in_range(knobs: Knobs) -> bool:
    values = knobs.values()
    return all(
        type(values[name]) is int and knob.least <= values[name] <= knob.most for name, knob in KNOBS.items()
    )
