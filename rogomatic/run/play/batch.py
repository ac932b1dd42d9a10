"""Many games: the same rows in the same order, whatever plays them and however often it was interrupted.

Owns   which games are played, when a row is handed on, the order of the rows.
Leaves one game (game), the processes (pool, cluster), keeping rows
       (run.files.record), counting them (run.figures.stats).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Final, Protocol

from rogomatic.run.play.game import Agent, Limits, Row, play_game, row_of
from rogomatic.run.play.link import Game, Link, MemoryLink, Played
from rogomatic.run.play.pool import Local

GRACE_SECONDS: Final = 10.0  # beyond the limit of a game, before its process is killed


class Engine(Protocol):
    """What plays games somewhere: yields a row per seed, in any order, and begins none once `stopped()`."""

    def __call__(
        self,
        tasks: Sequence[int],
        do: Callable[[int], Row],
        lost: Callable[[int, str, bool], Row],
        stopped: Callable[[], bool],
    ) -> Generator[Row, None, None]: ...


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
    keep_keys: bool = False

    def __call__(self, seed: int) -> Row:
        return play_game(seed, self.links, self.players, self.limits, self.keep_keys)


def run_batch(
    seeds: Sequence[int],
    links: Callable[[int], Link],
    players: Callable[[int], Agent],
    limits: Limits | None = None,
    jobs: int = 1,
    *,
    engine: Engine | None = None,
    done: Callable[[Row], None] | None = None,
    stopped: Callable[[], bool] = lambda: False,
    keep_keys: bool = False,
) -> Generator[Row, None, None]:
    """Yield the row of each seed's game, in the order of `seeds`.

    jobs     processes on this machine; one job plays in this very process.  `engine` takes their place
    done     is called with each row as soon as its game is over, whatever the order
    stopped  once it holds, no game is begun; the rows of those that were begun still come
    With more than one process `links` and `players` must survive pickling.  A game that raises is a row
    with end reason "crashed", one whose process is lost with "worker".  KeyboardInterrupt goes on at once
    after the rows of games that were over; no process is left, also after close().
    """
    limits = limits or Limits()
    engine = engine or Local(jobs, most_seconds(limits))
    play = engine(seeds, Task(links, players, limits, keep_keys), _lost, stopped)
    waiting: dict[int, Row] = {}  # rows whose turn has not come
    order = iter(seeds)
    due = next(order, None)
    with closing(play):
        try:
            for row in play:
                if done is not None:
                    done(row)
                waiting[row.seed] = row
                while due is not None and due in waiting:
                    yield waiting.pop(due)
                    due = next(order, None)
        except KeyboardInterrupt:
            yield from (waiting[seed] for seed in seeds if seed in waiting)
            raise
        yield from (waiting[seed] for seed in seeds if seed in waiting)


def most_seconds(limits: Limits) -> float | None:
    """Return after how long the process of a game is not waited for any more."""
    return None if limits.seconds is None else limits.seconds + GRACE_SECONDS


def _lost(seed: int, why: str, late: bool) -> Row:
    """Return the row of a game whose process has not come back from it."""
    return row_of(seed, "time" if late else "worker", None, Played(), 0.0, f"The game was lost: {why}.")
