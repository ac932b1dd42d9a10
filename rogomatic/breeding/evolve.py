"""The games of an evolution: races of its pool."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from rogomatic.agent.knobs import Knobs
from rogomatic.breeding.genotypes import BreedingError
from rogomatic.breeding.pool import BreedStep, Pool, next_step
from rogomatic.breeding.pool_file import PoolFile, PoolGame
from rogomatic.run.runner.batch import run_batch
from rogomatic.run.runner.game_loop import Agent, Limits, Row
from rogomatic.run.runner.link import Link

MadeThing = TypeVar("MadeThing")
EvolutionEvent = str | PoolGame
"""A game that is over and kept, or words on what follows."""


@dataclass(frozen=True, slots=True)
class Arena:
    """The setting in which games are played.

    agents   makes agents with given knobs
    jobs     processes
    stopped  once it returns True, no game is begun
    """

    links: Callable[[int], Link]
    agents: Callable[[Knobs], Callable[[int], Agent]]
    limits: Limits
    jobs: int
    stopped: Callable[[], bool] = lambda: False

    def play(
        self, pool: Pool, games: Sequence[tuple[int, int]], keep: Callable[[PoolGame], None]
    ) -> Iterator[PoolGame]:
        """Play games, given as (genotype, seed), and yield them in their order.

        keep  called with each game when it ends, except lost ones, which are not evidence
        Raises BreedingError when every game was lost.
        """
        makers = {number: self.agents(pool.genotypes[number].knobs) for number, _ in games}
        links = _ByPlace(tuple((self.links, seed) for _, seed in games))
        agents = _ByPlace(tuple((makers[number], seed) for number, seed in games))

        def played(row: Row) -> PoolGame:
            return PoolGame(*games[row.seed], row.score, row.end_reason, row.cpu_seconds)

        def done(row: Row) -> None:
            if not row.is_lost:
                keep(played(row))

        lost = 0
        for row in run_batch(
            range(len(games)), links, agents, self.limits, self.jobs, done=done, stopped=self.stopped
        ):
            lost += row.is_lost
            yield played(row)
        if games and lost == len(games):
            why = row.error.strip().splitlines()[-1] if row.error.strip() else row.end_reason
            raise BreedingError(f"None of {lost} games came back; the last: {why}")


@dataclass(frozen=True, slots=True)
class _ByPlace(Generic[MadeThing]):
    """Makers by index in a list, because a batch knows its games by a single number."""

    makers: tuple[tuple[Callable[[int], MadeThing], int], ...]

    def __call__(self, place: int) -> MadeThing:
        make, seed = self.makers[place]
        return make(seed)


def evolve(file: PoolFile, arena: Arena, games: int) -> Iterator[EvolutionEvent]:
    """Continue an evolution until its pool has this many games."""
    while not arena.stopped() and (step := next_step(file.pool, games)):
        if isinstance(step, BreedStep):
            file.add_generation(step)
        else:
            yield f"generation {step.generation}: {len(step.racing)} race, {_best_so_far(file.pool)}"
            yield from arena.play(file.pool, step.games, partial(file.add_game, step.generation))


def _best_so_far(pool: Pool) -> str:
    worths = pool.worths()
    best = pool.surest(worths)
    if best is None:
        return "no game is over yet"
    return f"best #{best} {worths.estimates[best].gain:+.0f} ± {worths.estimates[best].error:.0f}"
