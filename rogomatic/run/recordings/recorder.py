"""Links that record what passes, and games played for their recordings."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.run.recordings.annotations import Captions, Marker
from rogomatic.run.recordings.asciicast_reader import read_asciicast
from rogomatic.run.recordings.recording_formats import (
    Asciicast,
    AsciicastWriter,
    Header,
)
from rogomatic.run.runner.game_loop import Agent, Limits, Row, play_game
from rogomatic.run.runner.link import Link, LinkWrapper

PACE_SECONDS: Final = 1 / 15  # per command, as `watch` shows a game when nothing else is asked for

REPORT_EVERY: Final = 50  # commands

Clock = Callable[[int], float]
"""Seconds since the recording began, given how many bursts of keys were sent so far."""


def by_the_clock() -> Clock:
    """Return a clock of the seconds since this call."""
    begun = time.monotonic()
    return lambda _bursts: time.monotonic() - begun


def at_a_pace(seconds: float) -> Clock:
    """Return a clock on which each command takes the given seconds."""
    return lambda bursts: bursts * seconds


Progress = Callable[[int, int, Screen | None], object]
"""Called with the moments done, their total (0 while the game is being played), and the screen."""


def ignore_progress(_done: int, _all: int, _screen: Screen | None) -> None:
    """Do nothing."""


class RecordedLink(LinkWrapper):
    """A link that records what passes.  `send` and `receive` raise OSError when it cannot be written."""

    def __init__(self, link: Link, write: Callable[[str], object], header: Header, clock: Clock) -> None:
        """Record from now on.  `write` takes each line, with its end, as soon as it is known."""
        super().__init__(link)
        self._writer = AsciicastWriter(write, header)
        self._clock = clock
        self._screen = Screen()
        self._marker = Marker(self._screen)
        self._captions = Captions(self._screen)
        self._bursts = 0

    def send(self, keys: bytes) -> None:
        self._mark()
        self._writer.keys(self._clock(self._bursts), keys)
        self._bursts += 1
        self._captions.answered()
        self._link.send(keys)

    def receive(self, seconds: float) -> bytes:
        data = self._link.receive(seconds)
        if data:
            seconds = self._clock(self._bursts)
            self._writer.caption(seconds, self._captions.lift())
            self._writer.output(seconds, data)
            self._screen.feed(data)
            self._writer.caption(seconds, self._captions.cover(data))
        return data

    def close(self, over: bool) -> float:
        try:
            self._mark()
        finally:
            used = self._link.close(over)
        return used

    def _mark(self) -> None:
        for mark in self._marker.look():
            self._writer.mark(self._clock(self._bursts), mark.label)


class _ReportingLink(RecordedLink):
    """A link that records a game and reports its progress."""

    def __init__(
        self,
        link: Link,
        write: Callable[[str], object],
        header: Header,
        clock: Clock,
        progress: Progress,
    ) -> None:
        super().__init__(link, write, header, clock)
        self._progress = progress

    def send(self, keys: bytes) -> None:
        super().send(keys)
        if self._bursts % REPORT_EVERY == 0:
            self._progress(self._bursts, 0, self._screen)


def record_game(
    seed: int,
    links: Callable[[int], Link],
    players: Callable[[int], Agent],
    header: Header | None = None,
    pace_seconds: float = PACE_SECONDS,
    limits: Limits | None = None,
    progress: Progress = ignore_progress,
) -> tuple[Asciicast, Row]:
    """Play the game of a seed in this process and return its recording and its row.

    `links` makes the game (run.runner.batch.InMemory for our own), `players` the agent; in the recording each
    command takes `pace_seconds`, so that the same game gives the same text.  `progress` is called now
    and then with the number of commands played, 0 and the screen.
    """
    lines: list[str] = []
    header = header or Header()

    def recorded(number: int) -> Link:
        named = replace(header, title=header.title or f"rogomatic plays Rogue, seed {number}")
        return _ReportingLink(links(number), lines.append, named, at_a_pace(pace_seconds), progress)

    row = play_game(seed, recorded, players, limits or Limits())
    return read_asciicast("".join(lines).encode()), row
