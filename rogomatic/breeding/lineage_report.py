"""What became of an evolution: generations side by side, the descent of one genotype, drawn in letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rogomatic.breeding.fitness import Worths
from rogomatic.breeding.gene_pool import Pool
from rogomatic.breeding.genotypes import REFERENCE, Genotype
from rogomatic.breeding.knobs_format import changed
from rogomatic.wording import plural

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
        count = len(changed(one.knobs))
        yield (
            f"#{one.number}: {one.made} of {parents} in generation {one.generation}, "
            f"{plural(count, 'knob')} changed, "
            f"{_signed(estimate.gain)} ± {estimate.error:.0f} in {plural(estimate.games, 'game')}"
        )
    if len(line) > _ANCESTORS:
        yield f"and {len(line) - _ANCESTORS} older ones"


def _signed(gain: float) -> str:
    return f"{round(gain):+d}"
