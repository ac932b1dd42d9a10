"""A batch of games, which gives the same rows in the same order on any engine."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Final, NoReturn

from rogomatic.agent.memory.long_term_memory import Memory, absorb
from rogomatic.agent.memory.memory_format import expand
from rogomatic.run.runner.batch_engines import Engine, Local
from rogomatic.run.runner.game_loop import Agent, Limits, Row, play_game, row_of
from rogomatic.run.runner.link import InMemoryGame, Link, MemoryLink, Played

GRACE_SECONDS: Final = 10.0  # seconds beyond a game's limit until its process is killed
BLOCK: Final = 25  # games

Play = Callable[[Sequence[int], Memory], Iterator[Row]]
"""Plays the game of each seed with a memory, and yields the rows.  A stop leaves out the remaining games."""
_AT_ONCE: Final = (signal.SIGTERM, signal.SIGHUP)
_SENTENCE: Final = b"rogomatic: interrupted: finishing the games in play; again to stop at once\n"


@dataclass(frozen=True, slots=True)
class InMemory:
    """Callable that returns a link to a game which runs in this process.

    `games` is a function that takes a seed and returns the game played with that seed.
    """

    games: Callable[[int], InMemoryGame]

    def __call__(self, seed: int) -> Link:
        return MemoryLink(self.games(seed))


@dataclass(frozen=True, slots=True)
class Task:
    """A function that plays the game of any seed.  It can be pickled if its fields can."""

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
    engine: Engine[Row] | None = None,
    done: Callable[[Row], None] | None = None,
    stopped: Callable[[], bool] = lambda: False,
    keep_keys: bool = False,
) -> Generator[Row, None, None]:
    """Yield the row of each seed's game, in the order of `seeds`.

    jobs     number of processes on this machine; a single job plays in this process
    engine   plays the games; None: `jobs` processes on this machine
    done     called with each row as soon as its game is over, in any order
    stopped  once this function returns True, no game is started; started games still give rows

    With more than one process, `links` and `players` must be picklable.  A game that raises an exception
    gives a row with end reason "crashed".  A game whose process is lost gives a row with end reason "worker",
    or "time" if the game took too long.  KeyboardInterrupt propagates after the rows of finished games.  No
    process keeps running at the end, or after close().
    """
    limits = limits or Limits()
    engine = engine or Local(jobs, most_seconds(limits))
    play = engine(seeds, Task(links, players, limits, keep_keys), _lost, stopped)
    waiting: dict[int, Row] = {}  # rows that are not due yet
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
    """Return the seconds after which a game's process is killed.  Return None if there is no limit."""
    return None if limits.seconds is None else limits.seconds + GRACE_SECONDS


def _lost(seed: int, why: str, late: bool) -> Row:
    return row_of(seed, "time" if late else "worker", None, Played(), 0.0, f"The game was lost: {why}.")


class LearningBatch:
    """A batch of games from which a memory learns.

    memory    the memory so far
    lessons   the lessons of each game as a text, in the order of the games; the list ends before the first
              game that has not been played

    All games of a block are played with the memory as it was at the start of the block.  After the block, the
    lessons of these games are added to the memory, in the order of the games.
    """

    def __init__(self, seeds: Sequence[int], memory: Memory, kept: Mapping[int, str] | None = None) -> None:
        """Prepare a batch.  `kept` contains the lessons of games that were played earlier, by seed."""
        self.memory = memory
        self.lessons: list[str] = []
        self._seeds = seeds
        self._kept = kept or {}

    @property
    def is_complete(self) -> bool:
        """Whether all games were played."""
        return len(self.lessons) == len(self._seeds)

    def rows(self, play: Play) -> Iterator[Row]:
        """Play the games that have not been played yet, and yield their rows in order.

        Stops after a block in which not all games were played.  The memory learns from all games that precede
        the first game without lessons, even if the generator is closed early.
        """
        for start in range(0, len(self._seeds), BLOCK):
            block = self._seeds[start : start + BLOCK]
            lessons = {seed: self._kept[seed] for seed in block if seed in self._kept}
            todo = [seed for seed in block if seed not in lessons]
            try:
                if todo:
                    for row in play(todo, self.memory):
                        lessons[row.seed] = row.lessons
                        yield row
            finally:
                self._learn(list(_without_gap(block, lessons)))
            if len(lessons) < len(block):
                return

    def _learn(self, texts: list[str]) -> None:
        self.memory = absorb(self.memory, map(expand, texts))
        self.lessons += texts


def _without_gap(block: Sequence[int], lessons: Mapping[int, str]) -> Iterator[str]:
    """Yield the lessons of a block up to the first game without lessons."""
    for seed in block:
        if seed not in lessons:
            return
        yield lessons[seed]


class Stop:
    """The user's request to end the batch.

    An instance can be called like a function: it returns whether the user has made the request.
    """

    def __init__(self) -> None:
        self.asked = False

    def __call__(self) -> bool:
        return self.asked

    def ask(self, _number: int, _frame: object) -> None:
        """Record the request, and print a message that says what will happen.

        If the request was already made, raise KeyboardInterrupt instead.
        """
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        _tell_of_stop()


def _tell_of_stop() -> None:
    """Write that games in play will be finished.  Unlike `print`, this is safe in a signal handler."""
    start = b"\r\x1b[K" if sys.stderr.isatty() else b""
    os.write(sys.stderr.fileno(), start + _SENTENCE)


@contextmanager
def stopping() -> Iterator[Stop]:
    """Provide a Stop that Ctrl-C sets.  A hangup or SIGTERM ends the program at once, but cleanly.

    A signal that is ignored at the start stays ignored, for example a hangup under nohup.
    """

    def leave(number: int, _frame: object) -> NoReturn:
        sys.exit(128 + number)

    stop = Stop()
    wanted = {signal.SIGINT: stop.ask, **dict.fromkeys(_AT_ONCE, leave)}
    before = {number: old for number in wanted if (old := signal.getsignal(number)) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, wanted[number])
    try:
        yield stop
    finally:
        for number, old in before.items():
            signal.signal(number, old)
