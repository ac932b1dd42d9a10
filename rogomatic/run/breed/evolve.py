"""Playing an evolution: the games that the pool asks for, and the re-test of its best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from rogomatic.agent.knobs import Knobs
from rogomatic.breeding.gene_pool import Breed, next_step
from rogomatic.breeding.genotypes import REFERENCE
from rogomatic.breeding.selection import FIRST_SEED, Retest, Verdict, verdict_of
from rogomatic.run.breed.gene_pool_file import PlayedGame, PoolFile
from rogomatic.run.runner.batch import run_batch
from rogomatic.run.runner.game_loop import Agent, Limits, Row
from rogomatic.run.runner.link import Link
from rogue.shared.base_error import RogomaticError

Made = TypeVar("Made")


class RaceRound(NamedTuple):
    """Games are about to be played: of which generation, who races, how many."""

    generation: int
    racing: tuple[int, ...]
    games: int


Event = RaceRound | Breed | PlayedGame


class LostGamesError(RogomaticError):
    """Games do not come back, however often they are begun; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Arena:
    """What games are played with.

    agents  makes agents with given knobs
    jobs    processes
    stopped  once it holds, no game is begun
    """

    links: Callable[[int], Link]
    agents: Callable[[Knobs], Callable[[int], Agent]]
    limits: Limits
    jobs: int
    stopped: Callable[[], bool] = lambda: False

    def play(
        self,
        games: Sequence[tuple[int, int]],
        knobs: Callable[[int], Knobs],
        keep: Callable[[PlayedGame], None],
    ) -> Iterator[PlayedGame]:
        """Play games, each given by a genotype and a seed, and yield what came of them, in their order.

        knobs  says with which knobs a genotype plays
        keep   is called with each as soon as it is over, whatever the order; not with one that was lost
        Raises LostGamesError when every one was.
        """
        makers = {number: self.agents(knobs(number)) for number, _ in games}
        links = _ByPlace(tuple((self.links, seed) for _, seed in games))
        agents = _ByPlace(tuple((makers[number], seed) for number, seed in games))

        def played(row: Row) -> PlayedGame:
            return PlayedGame(*games[row.seed], row.score, row.end_reason, row.cpu_seconds)

        def done(row: Row) -> None:
            if not row.is_lost:  # it is no evidence about the knobs, and is played again
                keep(played(row))

        rows = run_batch(
            range(len(games)), links, agents, self.limits, self.jobs, done=done, stopped=self.stopped
        )
        lost = 0
        for row in rows:
            lost += row.is_lost
            yield played(row)
        if games and lost == len(games):
            why = row.error.strip().splitlines()[-1] if row.error.strip() else row.end_reason
            raise LostGamesError(f"None of {lost} games came back; the last: {why}")


@dataclass(frozen=True, slots=True)
class _ByPlace(Generic[Made]):
    """Makes what a game needs from its place in a list: the batch knows games by one number only."""

    makers: tuple[tuple[Callable[[int], Made], int], ...]

    def __call__(self, place: int) -> Made:
        make, seed = self.makers[place]
        return make(seed)


def evolve(file: PoolFile, arena: Arena, games: int) -> Iterator[Event]:
    """Go on with an evolution until its pool has so many games; yield what happens, after it was kept."""
    pool = file.pool

    def knobs(number: int) -> Knobs:
        return pool.genotypes[number].knobs

    while not arena.stopped() and (step := next_step(pool, games)):
        if isinstance(step, Breed):
            file.add_generation(step)
            yield step
            continue
        yield RaceRound(step.generation, step.racing, len(step.games))
        yield from arena.play(step.games, knobs, partial(file.add_game, step.generation))


def due_retests(file: PoolFile, genotype: int, games: int) -> list[Retest]:
    """Return the re-tests to play: what is unfinished (none may be dropped for how it began), and, last, that
    of this genotype on so many seeds, which is new if there is none yet.
    """
    known = file.retests()
    due = [one for one in known if len(file.retest_scores(one)) < 2 * one.games]
    wanted = next((one for one in known if (one.genotype, one.games) == (genotype, games)), None)
    if wanted is None:
        first = max((one.seeds.stop for one in known), default=FIRST_SEED)
        wanted = Retest(len(known) + 1, genotype, first, games)
        file.add_retest(wanted)
    return [*(one for one in due if one != wanted), wanted]


def play_retest(file: PoolFile, arena: Arena, retest: Retest) -> Iterator[PlayedGame]:
    """Play what is missing of a re-test, and yield each game after it was kept."""
    sides = (REFERENCE, retest.genotype)

    def knobs(number: int) -> Knobs:
        return file.pool.genotypes[number].knobs

    while not arena.stopped():
        kept = file.retest_scores(retest)
        missing = [(side, seed) for seed in retest.seeds for side in sides if (side, seed) not in kept]
        if not missing:
            return
        yield from arena.play(missing, knobs, partial(file.add_retest_game, retest))


def verdict(file: PoolFile, retest: Retest) -> Verdict:
    """Judge a re-test that is finished."""
    scores = file.retest_scores(retest)
    return verdict_of([(scores[REFERENCE, seed], scores[retest.genotype, seed]) for seed in retest.seeds])
