"""The progress of a batch, on standard error."""

from __future__ import annotations

import os
import sys
import termios
import time
from array import array
from bisect import insort
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, nullcontext, suppress
from statistics import median
from typing import Final

from rogomatic.run.runner.game_loop import Row

QUICK_SECONDS: Final = 5.0  # a shorter batch writes no progress to a file or pipe
LINE_SECONDS: Final = 30.0  # minimum seconds between two lines there
_MORE: Final = 1.1  # growth of the interval between lines: a night has some dozens
DRAW_SECONDS: Final = 0.1  # seconds between two updates on a terminal
_LAST: Final = 3  # ends shown

RowListener = Callable[[Row], None]
Draw = Callable[[int, str], None]
"""Takes the number of finished parts of the work and a text, and shows both."""


class Standing:
    """The state of a batch so far.

    now  function that returns the time in seconds
    """

    def __init__(self, total: int, now: Callable[[], float] = time.monotonic) -> None:
        self.total = total
        self.done = 0
        self._now = now
        self._started = now()
        self._scores = array("q")  # in order
        self._last: deque[str] = deque(maxlen=_LAST)

    def add(self, row: Row) -> None:
        """Count a finished game."""
        self.done += 1
        if not row.is_lost:
            insort(self._scores, row.score)
        self._last.append(f"{row.killer or row.end} {row.depth}")

    def rate(self) -> float:
        """Return the number of games finished per second."""
        return self.done / max(self._now() - self._started, 1e-9)

    def left(self) -> float:
        """Return the number of seconds left at this rate."""
        return (self.total - self.done) / max(self.rate(), 1e-9)

    def median(self) -> float:
        """Return the median score.  Return 0 if there are no games."""
        return median(self._scores) if self._scores else 0.0

    def details(self) -> str:
        """Return a text with the pace, the time left (at the end, the time used), and the median score.

        It also has the killers and depths of the latest games.
        """
        pace = f"{self.rate():.1f}/s" if self.rate() >= 1 else f"{60 * self.rate():.1f}/min"
        is_over = self.done >= self.total
        clock = f"in {in_hours(self._now() - self._started)}" if is_over else f"{in_hours(self.left())} left"
        return f"{pace}, {clock}, median {self.median():.0f}, last: {', '.join(self._last)}"


def with_progress(
    play: Callable[[RowListener], Iterator[Row]],
    total: int,
    keep: RowListener | None = None,
    shown: bool = True,
    notice: Callable[[], str] = str,
) -> Generator[Row, None, None]:
    """Yield the rows of a batch, and show its progress if `shown`.

    `with_progress` passes a listener to `play`, and `play` must call the listener with each row as soon as
    the row's game is over.  The listener calls `keep` with the row, and then updates the progress.  The text
    that `notice` returns is shown before the pace.
    """
    standing = Standing(total)
    with progress_line(total) if shown and total else nullcontext(lambda _count, _words: None) as draw:

        def done(row: Row) -> None:
            if keep is not None:
                keep(row)
            standing.add(row)
            said = ", ".join(filter(None, (notice(), standing.details())))
            draw(standing.done, f"{standing.done}/{total}  {said}")

        yield from play(done)


@contextmanager
def progress_line(total: int, done: int = 0) -> Iterator[Draw]:
    """Provide a function that shows progress on standard error.

    On a terminal, a line is updated at a readable rate until the `with` block ends.  A file or pipe gets a
    line from time to time.  If the block takes more than QUICK_SECONDS, there is also a line at the end.
    """
    if sys.stderr.isatty():
        with changing_line(total, done) as draw:
            yield draw
        return
    last, began, due = "", time.monotonic(), LINE_SECONDS

    def note(_count: int, words: str) -> None:
        nonlocal last, due
        last, passed = words, time.monotonic() - began
        if passed >= due:
            print(last, file=sys.stderr, flush=True)
            last, due = "", max(passed + LINE_SECONDS, passed * _MORE)

    try:
        yield note
    finally:
        if last and time.monotonic() - began > QUICK_SECONDS:
            print(last, file=sys.stderr, flush=True)


@contextmanager
def changing_line(total: int, done: int = 0) -> Iterator[Draw]:
    """Provide a function that draws a bar with words on one line of the terminal.

    Keys that are typed meanwhile are not shown.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.table import Column

    # Rich must not redirect standard output, which may be a file, and must not start a thread, because games
    # on a pseudo-terminal are forked from this process.
    line = Progress(
        BarColumn(bar_width=10),
        TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True)),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
        redirect_stdout=sys.stdout.isatty(),
        redirect_stderr=False,
    )
    drawn = 0.0

    def draw(count: int, words: str) -> None:
        nonlocal drawn
        if time.monotonic() - drawn >= DRAW_SECONDS or count == total:
            line.update(task, completed=count, description=words, refresh=True)
            drawn = time.monotonic()

    with _without_echo(), line:
        task = line.add_task(f"{done}/{total}", total=total, completed=done)
        line.refresh()
        yield draw


@contextmanager
def _without_echo() -> Iterator[None]:
    """Keep typed keys off the terminal, unless this process runs in the background."""
    terminal, before = -1, None
    with suppress(OSError, ValueError, termios.error):
        terminal = sys.stderr.fileno()
        if os.tcgetpgrp(terminal) == os.getpgrp():
            before = termios.tcgetattr(terminal)
            flags = before[3] & ~termios.ECHO
            termios.tcsetattr(terminal, termios.TCSANOW, [*before[:3], flags, *before[4:]])
    try:
        yield
    finally:
        with suppress(OSError, termios.error):
            if before is not None and os.tcgetpgrp(terminal) == os.getpgrp():
                termios.tcsetattr(terminal, termios.TCSANOW, before)


def in_hours(seconds: float) -> str:
    """Return a duration as hours, minutes, and seconds.

    >>> in_hours(59.6), in_hours(3599), in_hours(90_000)
    ('1:00', '59:59', '25:00:00')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
