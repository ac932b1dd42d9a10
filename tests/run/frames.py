"""A game watched without a terminal, on a clock that runs ahead instead of waiting."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple, cast
from unittest import mock

from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.runner.game_loop import Limits, play_game
from rogomatic.run.runner.link import Link, MemoryLink
from rogomatic.run.viewer import controls, watch
from rogomatic.run.viewer.canvas import Canvas
from rogomatic.run.viewer.controls import Quit, ViewOptions
from rogomatic.run.viewer.frame import WHY
from rogomatic.run.viewer.viewer_terminal import Terminal
from rogomatic.run.viewer.watch import WatchController

SECONDS = 60.0
RATE = 15.0  # pictures a second that are compared, as many as commands at the usual speed
_MAP_ROWS = slice(1, 24)  # with the status line


def one_by_one() -> Callable[[], float]:
    """Return a clock on which all that is computed between two looks takes a tenth of a millisecond.

    It shows the same on every machine.
    """
    ticks = itertools.count()
    return lambda: next(ticks) * 1e-4


class Clock:
    """The time of somebody who watches: what is computed takes its time, what is waited for is skipped."""

    def __init__(self, computing: Callable[[], float] = time.perf_counter) -> None:
        self._skipped = 0.0
        self._computing = computing

    def monotonic(self) -> float:
        return self._computing() + self._skipped

    def process_time(self) -> float:
        return time.process_time()

    def skip(self, seconds: float) -> None:
        self._skipped += max(seconds, 0.0)


class Picture(NamedTuple):
    """What stood in the window from a time on: the map with the status line, and all of it; the commands per
    second at which it was shown.
    """

    since: float
    rate: float
    map_rows: tuple[str, ...]
    rows: tuple[str, ...]


class Film:
    """A terminal that keeps what it is shown; `keys` are pressed one after the other, "" for none."""

    def __init__(self, clock: Clock, seconds: float = SECONDS, keys: Iterable[str] = ()) -> None:
        self.size = (80, 24)
        self.pictures: list[Picture] = []
        self.rate: Callable[[], float] = lambda: RATE
        self._clock, self._keys = clock, iter(keys)
        self._end = clock.monotonic() + seconds

    def key(self, seconds: float) -> str:
        if self._clock.monotonic() > self._end:
            raise Quit
        key = next(self._keys, "")
        if not key:
            self._clock.skip(seconds)
        return key

    def show(self, frame: Canvas) -> None:
        rows = tuple(frame.rows())
        map_rows = tuple("" if row.startswith(f"{WHY}: ") else row for row in rows[_MAP_ROWS])
        self.pictures.append(Picture(self._clock.monotonic(), self.rate() or RATE, map_rows, rows))

    def forget(self) -> None:
        pass


class Stood(NamedTuple):
    """Of how many pictures, taken at a rate, the map and the whole were those of the picture before."""

    pictures: int
    same_map: int
    same: int
    ended: bool


@contextmanager
def on(clock: Clock) -> Iterator[None]:
    """Let the viewer look at this clock."""
    with ExitStack() as patches:
        for module in (watch, controls):
            patches.enter_context(mock.patch.object(module, "time", clock))
        yield


def watched(
    seed: int, speed: float = RATE, *, every_turn: bool = False, one_pace: bool = False,
    seconds: float = SECONDS, keys: Iterable[str] = (), clock: Clock | None = None,
) -> tuple[Stood, Stood]:  # fmt: skip
    """Watch the first seconds of a game, or all of it if it is shorter.

    Returns what was counted of pictures taken as often as commands are shown, fewer a second in a fight, and
    of those taken at the same rate all the time.
    """
    clock = clock or Clock()
    film = Film(clock, seconds, keys)
    ended = False
    with on(clock):
        options = ViewOptions(speed, Path("unused"), every_turn, one_pace)
        view = WatchController(cast(Terminal, film), options)
        film.rate = lambda: view.pace.rate
        agents = default_players()

        def link(number: int) -> Link:
            return MemoryLink(OwnGame()(number))

        def player(number: int):  # type: ignore[no-untyped-def]
            agent = agents(number)
            view.watch(agent)
            view.pace.shown = 9999  # behind the slow start, which shows each map for longer
            return agent

        try:
            play_game(seed, link, player, Limits(), now=view.clock)
            ended = True
        except Quit:
            pass
    return stood(film.pictures, ended), stood(film.pictures, ended, by_the_clock=True)


def stood(pictures: list[Picture], ended: bool, *, by_the_clock: bool = False) -> Stood:
    """Take pictures as often as commands are shown, or by the clock, and compare each with the one before."""
    end, at = pictures[-1].since, pictures[0].since
    taken: list[Picture] = []
    number = 0
    while at <= end:
        while number + 1 < len(pictures) and pictures[number + 1].since <= at:
            number += 1
        taken.append(pictures[number])
        at += 1 / (RATE if by_the_clock else taken[-1].rate)
    pairs = list(itertools.pairwise(taken))
    same_map = sum(one.map_rows == two.map_rows for one, two in pairs)
    return Stood(len(pairs), same_map, sum(one.rows == two.rows for one, two in pairs), ended)
