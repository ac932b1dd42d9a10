"""Many games: the same rows in the same order, whatever the number of processes.

Owns   which games are played and by how many processes.
Leaves one game (run.game), the processes (run.pool), keeping and counting rows (record, stats).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from rogomatic.run.game import Agent, Limits, Row, play_game, row_of
from rogomatic.run.link import Game, Link, MemoryLink, Played
from rogomatic.run.pool import in_order


@dataclass(frozen=True, slots=True)
class InMemory:
    """Makes links to games in this process, from something that makes a game for a seed."""

    games: Callable[[int], Game]

    def __call__(self, seed: int) -> Link:
        return MemoryLink(self.games(seed))


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker needs to play the game of any seed; it must survive pickling."""

    links: Callable[[int], Link]
    players: Callable[[int], Agent]
    limits: Limits

    def __call__(self, seed: int) -> Row:
        return play_game(seed, self.links, self.players, self.limits)


def run_batch(
    seeds: Sequence[int],
    links: Callable[[int], Link],
    players: Callable[[int], Agent],
    limits: Limits | None = None,
    jobs: int = 1,
) -> Generator[Row, None, None]:
    """Yield the row of each seed's game, in the order of `seeds`.

    One job plays in this process; with more,
    `links` and `players` must survive pickling.  A game that raises,
    or whose process is lost, is a row with end reason "crashed".  KeyboardInterrupt goes on after the rows of
    games that were over; no process is left, also after close().
    """
    task = Task(links, players, limits or Limits())
    if jobs == 1 or len(seeds) < 2:
        yield from map(task, seeds)
    else:
        yield from in_order(seeds, task, _lost, jobs)


def _lost(seed: int, why: str) -> Row:
    return row_of(seed, "crashed", None, Played(), 0.0, f"The game was lost: {why}.")
