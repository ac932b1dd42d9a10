"""What an evolution prints: how far it is, what came of it.

Owns   progress on a terminal and as lines, the report of the best.
Leaves what happens (evolve), the figures and drawings (learn.worths, learn.story).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rogomatic.learn.errors import SIGMAS
from rogomatic.learn.genotypes import REFERENCE
from rogomatic.learn.knobfile import changed
from rogomatic.learn.pool import Pool
from rogomatic.learn.retest import Retest
from rogomatic.learn.story import curve, lineage, picture
from rogomatic.learn.worths import Worths
from rogomatic.run.breed.evolve import Event, Heat
from rogomatic.run.breed.poolfile import Played, PoolFile
from rogomatic.run.figures.progress import Draw, changing_line, in_hours
from rogomatic.run.play.game import BROKEN


def follow(events: Iterable[Event], file: PoolFile, games: int, quiet: bool) -> None:
    """Go through an evolution and show on standard error how far it is."""
    done = len(file.pool.results)
    with _progress(games, done, quiet) as progress:
        for event in events:
            if isinstance(event, Played):
                progress.advance()
            elif isinstance(event, Heat):
                progress.say(f"generation {event.generation}: {len(event.racing)} race, {_best(file.pool)}")


def follow_retest(games: Iterable[Played], retest: Retest, left: int, quiet: bool) -> None:
    """Go through a re-test and show on standard error how far it is."""
    total = 2 * retest.games
    with _progress(total, total - left, quiet) as progress:
        progress.say(f"re-test {retest.number}: #{retest.genotype} against the defaults")
        for _ in games:
            progress.advance()


def report(file: PoolFile) -> Iterator[str]:
    """Yield the report: the curve, the best with its interval, its knobs and its descent."""
    pool, worths = file.pool, file.pool.worths()
    best = _surest(pool, worths)
    if best is None:
        yield f"{len(pool.results)} games: nothing to say yet."
        return
    seconds, ends = file.cpu_seconds(), file.ends()
    broken = sum(ends.get(end, 0) for end in BROKEN)
    yield (
        f"{len(pool.results)} games of {len(worths.estimates)} genotypes, generation {max(pool.starters)}, "
        f"{broken} broken, {seconds:.0f} CPU seconds"
    )
    yield f"Gains over the defaults in {_unit(file)}, as all games together tell:"
    yield from picture(curve(pool, worths))
    estimate = worths.estimates[best]
    low, high = (estimate.gain + side * SIGMAS * estimate.error for side in (-1, 1))
    yield f"The surest: #{best}, {estimate.gain:+.0f} ({low:+.0f} to {high:+.0f}) in {estimate.games} games"
    for name, value in changed(pool.genotypes[best].knobs).items():
        yield f"    {name} = {value}"
    yield "Descent:"
    yield from (f"    {line}" for line in lineage(pool, worths, best))


def best_of(file: PoolFile) -> int | None:
    """Return the genotype with the surest gain, None while there is none but the reference."""
    return _surest(file.pool, file.pool.worths())


def _surest(pool: Pool, worths: Worths) -> int | None:
    played = {one.genotype for one in pool.results}
    return next((one for one in worths.by_cautious() if one != REFERENCE and one in played), None)


def _best(pool: Pool) -> str:
    worths = pool.worths()
    best = _surest(pool, worths)
    if best is None:
        return "nobody has played yet"
    estimate = worths.estimates[best]
    return f"best #{best} {estimate.gain:+.0f} ± {estimate.error:.0f}"


def _unit(file: PoolFile) -> str:
    return "gold a game" if file.pool.rules.objective == "mean" else "thousandths of log(1 + score)"


class _Lines:
    """Progress where nobody may draw: a line when something new begins."""

    def __init__(self, total: int, done: int) -> None:
        self._total, self._done = total, done

    def say(self, what: str) -> None:
        """Say what is going on now."""
        print(f"{self._done} of {self._total} games; {what}", file=sys.stderr, flush=True)

    def advance(self) -> None:
        """Count a game."""
        self._done += 1


class _Silence(_Lines):
    """Progress for those who want none."""

    def say(self, what: str) -> None:
        pass


class _Bar(_Lines):
    """Progress on a terminal: one line that changes."""

    def __init__(self, total: int, done: int, draw: Draw) -> None:
        super().__init__(total, done)
        self._draw, self._what = draw, ""
        self._before, self._started = done, time.monotonic()

    def say(self, what: str) -> None:
        self._what = what
        self._show()

    def advance(self) -> None:
        self._done += 1
        self._show()

    def _show(self) -> None:
        played = self._done - self._before
        left = (time.monotonic() - self._started) * (self._total - self._done) / played if played else 0.0
        wait = f"{in_hours(left)} left, " if left else ""
        self._draw(self._done, f"{self._done}/{self._total}, {wait}{self._what}")


@contextmanager
def _progress(total: int, done: int, quiet: bool) -> Iterator[_Lines]:
    """Give what shows the progress, by who looks at standard error."""
    if quiet:
        yield _Silence(total, done)
        return
    if not sys.stderr.isatty():
        yield _Lines(total, done)
        return
    with changing_line(total, done) as draw:
        yield _Bar(total, done, draw)
