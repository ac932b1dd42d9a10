"""What a person sees of breeding: progress, and the report on a pool."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from rogomatic.breeding.gene_pool import Pool
from rogomatic.breeding.genotypes import REFERENCE, Genotype, changed_knobs
from rogomatic.breeding.selection import Retest, Worths
from rogomatic.run.breed.evolve import Event, RaceRound
from rogomatic.run.breed.gene_pool_file import PlayedGame, PoolFile
from rogomatic.run.reports import drawn_plots
from rogomatic.run.reports.mpl_plots import PlotError
from rogomatic.run.reports.picture_file import check_form, picture_bytes
from rogomatic.run.reports.progress import Draw, in_hours, progress_line
from rogomatic.run.runner.game_loop import BROKEN
from rogomatic.run.storage.file_io import write_whole
from rogue.shared.confidence import SIGMAS
from rogue.shared.wording import plural

_WIDTH: Final = 40  # columns of the picture
_ANCESTORS: Final = 12  # of a lineage, the youngest of which are shown


class Point(NamedTuple):
    """One generation as it looks after all games: gains over the reference, in units of the score."""

    generation: int
    games: int
    mean: float  # of who started, but for the reference
    best: int  # the surest of all until then
    gain: float
    error: float


def curve(pool: Pool, worths: Worths) -> list[Point]:
    """Return a point per generation that has games.  With hindsight: luck of the day has been played down."""
    points: list[Point] = []
    seen: set[int] = set()
    for generation in sorted(pool.starters):
        played = sum(result.generation == generation for result in pool.results)
        starters = [one for one in pool.starters[generation] if one in worths.estimates and one != REFERENCE]
        if not played or not starters:
            continue
        seen.update(starters)
        mean = sum(worths.estimates[one].gain for one in starters) / len(starters)
        best = next(one for one in worths.by_cautious() if one in seen)
        gain, error = worths.estimates[best].gain, worths.estimates[best].error
        points.append(Point(generation, played, mean, best, gain, error))
    return points


def picture(points: list[Point]) -> Iterator[str]:
    """Yield the curve as lines: `o` the mean of a generation, `*` the best so far, `|` the defaults."""
    least = min([0.0, *(point.mean for point in points), *(point.gain for point in points)])
    most = max([0.0, *(point.mean for point in points), *(point.gain for point in points)])
    scale = (_WIDTH - 1) / max(most - least, 1e-9)
    ends = _signed(least) + _signed(most).rjust(_WIDTH - len(_signed(least)))
    yield f"{'gen':>4} {'games':>6} {'mean':>6} {'best':>6}        {ends}"
    for point in points:
        line = [" "] * _WIDTH
        for value, sign in ((0.0, "|"), (point.mean, "o"), (point.gain, "*")):
            line[round((value - least) * scale)] = sign
        who = f"#{point.best}"
        figures = f"{point.generation:>4} {point.games:>6} {_signed(point.mean):>6} {_signed(point.gain):>6}"
        yield f"{figures} {who:<6} {''.join(line).rstrip()}"


def ancestors(pool: Pool, number: int) -> list[Genotype]:
    """Return a genotype and all that it descends from, the youngest first."""
    found, todo = set(), [number]
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += pool.genotypes[one].parents
    return [pool.genotypes[one] for one in sorted(found, reverse=True)]


def lineage(pool: Pool, worths: Worths, number: int) -> Iterator[str]:
    """Yield the descent of a genotype as lines, the youngest first."""
    line = ancestors(pool, number)
    for one in line[:_ANCESTORS]:
        estimate = worths.estimates.get(one.number)
        if one.number == REFERENCE or estimate is None:
            yield f"#{one.number}: the defaults"
            continue
        parents = " and ".join(f"#{parent}" for parent in one.parents)
        count = len(changed_knobs(one.knobs))
        yield (
            f"#{one.number}: {one.made} of {parents} in generation {one.generation}, "
            f"{plural(count, 'knob')} changed, "
            f"{_signed(estimate.gain)} ± {estimate.error:.0f} in {plural(estimate.games, 'game')}"
        )
    if len(line) > _ANCESTORS:
        yield f"and {len(line) - _ANCESTORS} older ones"


def _signed(gain: float) -> str:
    return f"{round(gain):+d}"


def follow(events: Iterable[Event], file: PoolFile, games: int, quiet: bool) -> None:
    """Go through an evolution and show on standard error how far it is."""
    done = len(file.pool.results)
    with _progress(games, done, quiet) as progress:
        for event in events:
            if isinstance(event, PlayedGame):
                progress.advance()
            elif isinstance(event, RaceRound):
                progress.report(
                    f"generation {event.generation}: {len(event.racing)} race, {_best(file.pool)}"
                )


def follow_retest(games: Iterable[PlayedGame], retest: Retest, left: int, quiet: bool) -> None:
    """Go through a re-test and show on standard error how far it is."""
    total = 2 * retest.games
    with _progress(total, total - left, quiet) as progress:
        progress.report(f"re-test {retest.number}: #{retest.genotype} against the defaults")
        for _ in games:
            progress.advance()


def report(file: PoolFile) -> Iterator[str]:
    """Yield the report: the curve, the best with its interval, its knobs and its descent."""
    pool, worths = file.pool, file.pool.worths()
    best = _surest(pool, worths)
    if best is None:
        yield f"{plural(len(pool.results), 'game')}: nothing to say yet."
        return
    seconds, ends = file.cpu_seconds(), file.ends()
    broken = sum(ends.get(end, 0) for end in BROKEN)
    yield (
        f"{plural(len(pool.results), 'game')} of {plural(len(worths.estimates), 'genotype')}, "
        f"generation {max(pool.starters)}, {broken} broken, {seconds:.0f} CPU seconds"
    )
    yield f"Gains over the defaults in {_unit(file)}, as all games together show:"
    yield from picture(curve(pool, worths))
    estimate = worths.estimates[best]
    low, high = (estimate.gain + side * SIGMAS * estimate.error for side in (-1, 1))
    games = plural(estimate.games, "game")
    yield f"The surest: #{best}, {estimate.gain:+.0f} ({low:+.0f} to {high:+.0f}) in {games}"
    for name, value in changed_knobs(pool.genotypes[best].knobs).items():
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


class _Progress:
    """How far an evolution is: how many games are there, the time left, and what is going on."""

    def __init__(self, total: int, done: int, draw: Draw) -> None:
        self._total, self._done = total, done
        self._draw, self._what = draw, ""
        self._before, self._started = done, time.monotonic()

    def report(self, what: str) -> None:
        """Show what is going on now."""
        self._what = what
        self._show()

    def advance(self) -> None:
        """Count a game."""
        self._done += 1
        self._show()

    def _show(self) -> None:
        played = self._done - self._before
        left = (time.monotonic() - self._started) * (self._total - self._done) / played if played else 0.0
        wait = f"{in_hours(left)} left, " if left else ""
        self._draw(self._done, f"{self._done}/{self._total}, {wait}{self._what}")


@contextmanager
def _progress(total: int, done: int, quiet: bool) -> Iterator[_Progress]:
    """Give what shows the progress, on standard error or, if quiet, nowhere."""
    if quiet:
        yield _Progress(total, done, lambda _count, _words: None)
        return
    with progress_line(total, done) as draw:
        yield _Progress(total, done, draw)


def check_picture(path: Path) -> None:
    """Raise PlotError when no such file can be drawn, before hours are played for it."""
    check_form(path)
    if not path.resolve().parent.is_dir():
        raise PlotError(f"There is no folder for {path}.")


def draw(path: Path, points: Sequence[Point], unit: str, base: float) -> None:
    """Draw mean and best of each generation with the error of the best.

    base  what the defaults score, which gains are added to.  Raises PlotError when the disk refuses.
    """
    drawing = drawn_plots.generations(
        [point.generation for point in points], [base + point.mean for point in points],
        [base + point.gain for point in points], [SIGMAS * point.error for point in points], base, unit,
    )  # fmt: skip
    try:
        write_whole(path, picture_bytes(drawing, path.suffix))
    except OSError as error:
        raise PlotError(f"{path} cannot be written: {error.strerror}.") from None
