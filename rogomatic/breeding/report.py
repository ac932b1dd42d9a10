"""Reports on a pool, as text or as a picture."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from pathlib import Path
from typing import NamedTuple

from rogomatic.breeding.estimates import Worths
from rogomatic.breeding.genotypes import REFERENCE, BreedingError
from rogomatic.breeding.pool import Pool
from rogomatic.run.reports import chart
from rogomatic.run.reports.chart import Scale
from rogomatic.run.reports.drawing import Drawing, Shape, Stroke, series_color
from rogomatic.run.reports.drawn_plots import FILE
from rogomatic.run.reports.picture_file import picture_bytes
from rogomatic.run.reports.progress import in_hours, progress_line
from rogomatic.run.runner.game_loop import BROKEN
from rogomatic.run.storage.agent_files import changed_knobs
from rogue.shared.confidence import SIGMAS
from rogue.shared.files import write_new
from rogue.shared.wording import plural, signed


class CurvePoint(NamedTuple):
    """The success of one generation: gains over the reference, in units of the score.

    mean   mean gain of the generation's starters, without the reference
    best   number of the genotype whose gain minus its standard error is the greatest among the genotypes of
           all generations up to this one
    gain   gain of the genotype `best`
    error  standard error of this gain
    """

    generation: int
    games: int
    mean: float
    best: int
    gain: float
    error: float


def curve(pool: Pool, worths: Worths) -> list[CurvePoint]:
    """Return a point for each generation that has games.  Gains are estimated from the games in `worths`."""
    points: list[CurvePoint] = []
    seen: set[int] = set()
    for generation in sorted(pool.starters):
        played = sum(game.generation == generation for game in pool.games)
        starters = [one for one in pool.starters[generation] if one in worths.estimates and one != REFERENCE]
        if not played or not starters:
            continue
        seen.update(starters)
        mean = sum(worths.estimates[one].gain for one in starters) / len(starters)
        best = next(one for one in worths.by_cautious() if one in seen)
        _, gain, error = worths.estimates[best]
        points.append(CurvePoint(generation, played, mean, best, gain, error))
    return points


def table(points: Iterable[CurvePoint]) -> Iterator[str]:
    """Yield the points as the lines of a table, with a header."""
    yield f"{'gen':>4} {'games':>6} {'mean':>6} {'best':>6}"
    for at, games, mean, best, gain, _ in points:
        yield f"{at:>4} {games:>6} {round(mean):>+6} {round(gain):>+6} #{best}"


def report(pool: Pool) -> Iterator[str]:
    """Yield the lines of a report: a table of the generations, and facts about the best genotype."""
    worths = pool.worths()
    best = pool.surest(worths)
    if best is None:
        yield f"{plural(len(pool.games), 'game')}: nothing to report yet."
        return
    broken = sum(game.end_reason in BROKEN for game in pool.games)
    seconds = fsum(game.cpu_seconds for game in pool.games)
    yield (
        f"{plural(len(pool.games), 'game')} of {plural(len(worths.estimates), 'genotype')}, "
        f"generation {max(pool.starters)}, {broken} broken, {seconds:.0f} CPU seconds"
    )
    is_mean = pool.rules.objective == "mean"
    unit = "gold per game" if is_mean else "thousandths of log(1 + score)"
    yield f"Gains over the defaults in {unit}, estimated from all games:"
    yield from table(curve(pool, worths))
    games, gain, error = worths.estimates[best]
    interval = f"({signed(gain - SIGMAS * error)} to {signed(gain + SIGMAS * error)})"
    yield f"The surest gain: #{best}, {signed(gain)} {interval} in {plural(games, 'game')}"
    yield from (f"    {name} = {value}" for name, value in changed_knobs(pool.genotypes[best].knobs).items())
    born = pool.genotypes[best]
    parents = " and ".join(
        f"#{one}" if one != REFERENCE else "the defaults" for one in sorted({*born.parents})
    )
    yield f"Made in generation {born.generation} by {born.made} of {parents}."


def draw(path: Path, pool: Pool) -> None:
    """Draw the mean and best gain of each generation in a new file.  Raises NewFileError, BreedingError."""
    scores = [one.score for one in pool.games if one.genotype == REFERENCE]
    points = curve(pool, pool.worths())
    if not (scores and points):
        raise BreedingError(f"{path} is not drawn: too few genotypes have played.  Play more with --games.")
    is_mean = pool.rules.objective == "mean"
    base = sum(scores) / len(scores) if is_mean else 0.0
    unit = "mean score" if is_mean else "gain over the defaults, thousandths of log(1 + score)"
    write_new(path, [picture_bytes(generations(points, base, unit), path.suffix)])


def generations(points: Sequence[CurvePoint], base: float, unit: str) -> Drawing:
    """Return a drawing of the points.

    `base` is added to each gain.  It is the score of the default knobs, or 0 to draw the gains themselves.
    """
    numbers = [point.generation for point in points]
    means, best = [base + point.mean for point in points], [base + point.gain for point in points]
    reach = [SIGMAS * point.error for point in points]
    ends = [(value - far, value + far) for value, far in zip(best, reach, strict=True)]
    low, high = min(base, *means, *(low for low, _ in ends)), max(base, *means, *(high for _, high in ends))
    margin = (high - low) * 0.05 or 1
    xs = Scale(numbers[0] - 0.5, max(numbers[-1], numbers[0] + 1) + 0.5, is_whole=True)
    axes = chart.panel(*FILE, xs, Scale(low - margin, high + margin))
    default = Stroke((axes.spot(xs.low, base), axes.spot(xs.high, base)), "plot-grey", 1.5, is_dashed=True)
    shapes: list[Shape] = [*axes.frame("generation", unit), default]
    for number, values in enumerate((means, best)):
        shapes.append(axes.line(numbers, values, series_color(number)))
        shapes.append(axes.dots(numbers, values, series_color(number), 3))
    shapes += [axes.line([at, at], end, series_color(1)) for at, end in zip(numbers, ends, strict=True)]
    entries = [
        ("mean of the generation", series_color(0)), ("surest so far, 95 percent", series_color(1)),
        ("the defaults", "plot-grey"),
    ]  # fmt: skip
    return chart.titled("Score by generation", *FILE, axes, shapes, entries)


def show_progress(pool: Pool, evolution: Iterable[str], total: int, quiet: bool) -> None:
    """Run an evolution up to `total` games.  Unless `quiet`, show its progress on standard error."""
    if quiet:
        deque(evolution, maxlen=0)
        return
    before, started = len(pool.games), time.monotonic()
    with progress_line(total, before) as show:
        for words in evolution:
            done = len(pool.games)
            seconds = (time.monotonic() - started) * (total - done) / max(done - before, 1)
            left = f"{in_hours(seconds)} left, " if before < done < total else ""
            show(done, f"{done}/{total}, {left}{words}")
