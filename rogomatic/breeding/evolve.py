"""The games of an evolution, which are played as races between its genotypes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from rogomatic.agent.knobs import Knobs
from rogomatic.breeding.genotypes import BreedingError
from rogomatic.breeding.pool import BreedStep, PlayStep, Pool, PoolGame, next_step
from rogomatic.breeding.pool_file import PoolFile
from rogomatic.run.runner.batch import run_batch
from rogomatic.run.runner.game_loop import Agent, Limits, Row
from rogomatic.run.runner.link import Link
from rogue.shared.wording import signed

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Arena:
    """How games are played.

    links    function that starts the game of a seed
    agents   function that returns, for given knobs, a function that makes the agent for a seed
    jobs     number of processes
    stopped  function that returns True once no more games should begin
    """

    links: Callable[[int], Link]
    agents: Callable[[Knobs], Callable[[int], Agent]]
    limits: Limits
    jobs: int
    stopped: Callable[[], bool] = lambda: False


def evolve(file: PoolFile, arena: Arena, games: int) -> Iterator[str]:
    """Continue an evolution until its pool has this many games or `arena.stopped` returns True.

    At the start of each race and after each game, yield a description of the race.  Raises BreedingError if
    every game of a race crashed or never began.
    """
    while not arena.stopped() and (step := next_step(file.pool, games)):
        if isinstance(step, BreedStep):
            file.add_generation(step)
        else:
            words = f"generation {step.generation}: {len(step.racing)} racing, {_best_so_far(file.pool)}"
            yield words
            for _ in _play(file, arena, step):
                yield words


def _play(file: PoolFile, arena: Arena, step: PlayStep) -> Iterator[Row]:
    """Play games and yield their rows.

    Store each game, unless it crashed or never began: such a game says nothing about its genotype.
    """
    games = step.games
    makers = {number: arena.agents(file.pool.genotypes[number].knobs) for number, _ in games}

    def keep(row: Row) -> None:
        if not row.is_lost:
            played = PoolGame(step.generation, *games[row.seed], row.score, row.end_reason, row.cpu_seconds)
            file.add_game(played)

    lost = 0
    for row in run_batch(
        range(len(games)),
        partial(_at_place, [(arena.links, seed) for _, seed in games]),
        partial(_at_place, [(makers[number], seed) for number, seed in games]),
        arena.limits, arena.jobs, done=keep, stopped=arena.stopped,
    ):  # fmt: skip
        lost += row.is_lost
        yield row
    if games and lost == len(games):
        why = row.error.strip().splitlines()[-1] if row.error.strip() else row.end_reason
        raise BreedingError(f"None of the {lost} games finished; the last one: {why}")


def _at_place(makers: Sequence[tuple[Callable[[int], Made], int]], place: int) -> Made:
    """Make the game at this place.

    `makers[place]` is a pair of a function and a seed, and the function is called with the seed.  Batches
    usually number their games by seed, but the batch of a race numbers them by their place in `makers`.
    """
    make, seed = makers[place]
    return make(seed)


def _best_so_far(pool: Pool) -> str:
    worths = pool.worths()
    best = pool.surest(worths)
    if best is None:
        return "no game is over yet"
    return f"best #{best} {signed(worths.estimates[best].gain)} ± {worths.estimates[best].error:.0f}"
