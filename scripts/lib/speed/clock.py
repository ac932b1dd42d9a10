"""Figures of speed: measured several times, each time beside the yardstick of the machine."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from math import hypot, sqrt
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any, Final, Literal, NamedTuple

YARDSTICK_ROUNDS: Final = 1_000_000
Unit = Literal["per CPU second", "MB per CPU second", "per second", "CPU ms", "CPU us", "MB"]
# A figure that is a rate, so that more is better and a slower machine gives less of it.
RATES: Final = ("per CPU second", "MB per CPU second", "per second")
TIMES: Final = ("CPU ms", "CPU us")
MOST_LOST: Final = 0.08  # share of a stored figure
_OF_MEDIAN: Final = 1.253  # the standard error of a median, in those of a mean


class NotComparableError(Exception):
    """Why saved figures cannot be set against these, as a sentence for the user."""


class Sample(NamedTuple):
    """One measurement: the figure, and the CPU seconds of the yardstick beside it."""

    value: float
    yardstick: float


class Figure(NamedTuple):
    """What was measured, in which unit, once per repeat."""

    name: str
    unit: Unit
    samples: tuple[Sample, ...]

    @property
    def value(self) -> float:
        """The median of the repeats."""
        return median(sample.value for sample in self.samples)

    @property
    def per_unit(self) -> float:
        """The median with the yardstick for a second: alike on a fast and on a slow machine."""
        return median(self.scaled())

    def scaled(self) -> list[float]:
        """Return each repeat in units of its yardstick; memory needs none."""
        if self.unit in RATES:
            return [value * yardstick for value, yardstick in self.samples]
        if self.unit in TIMES:
            per_second = 1e3 if self.unit == "CPU ms" else 1e6
            return [value / per_second / yardstick for value, yardstick in self.samples]
        return [value for value, _ in self.samples]

    @property
    def error(self) -> float:
        """The standard error of `per_unit`, as a share of it; 0 for one repeat."""
        found = self.scaled()
        if len(found) < 2:
            return 0.0
        return _OF_MEDIAN * stdev(found) / sqrt(len(found)) / mean(found)


class Ratio(NamedTuple):
    """How a figure compares: the ratio of the medians, and the least and greatest of all pairs of repeats.

    More than 1 is better, whatever the unit.  `error` is the standard error, as a share of the ratio.
    """

    name: str
    middle: float
    least: float
    most: float
    error: float = 0.0


def yardstick() -> float:
    """Return the CPU seconds of a fixed loop in plain Python: the shortest of three runs."""
    runs = []
    for _ in range(3):
        started = time.process_time()
        number = 1
        for _ in range(YARDSTICK_ROUNDS):
            number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        runs.append(time.process_time() - started)
    return min(runs)


def ratio_of(new: Figure, old: Figure) -> Ratio:
    """Set a figure against an older one, both in units of the yardstick.

    >>> new = Figure("loop", "per CPU second", (Sample(30.0, 0.1), Sample(40.0, 0.1)))
    >>> old = Figure("loop", "per CPU second", (Sample(20.0, 0.1), Sample(10.0, 0.2)))
    >>> [round(number, 2) for number in ratio_of(new, old)[1:]]
    [1.75, 1.5, 2.0, 0.18]
    """
    pairs = [(one, other) for one in new.scaled() for other in old.scaled()]
    middle = (new.per_unit, old.per_unit)
    if new.unit not in RATES:
        pairs, middle = [(other, one) for one, other in pairs], (old.per_unit, new.per_unit)
    ratios = [one / other for one, other in pairs]
    return Ratio(new.name, middle[0] / middle[1], min(ratios), max(ratios), hypot(new.error, old.error))


def save(path: Path, figures: Sequence[Figure], asked: dict[str, Any]) -> None:
    """Write the figures, with what was asked for, as JSON: a line for each."""
    rows = [
        {"name": figure.name, "unit": figure.unit, "samples": [_rounded(one) for one in figure.samples]}
        for figure in figures
    ]
    lines = ",\n".join(map(json.dumps, rows))
    path.write_text(f'{{"asked": {json.dumps(asked)}, "figures": [\n{lines}\n]}}\n')


def _rounded(sample: Sample) -> list[float]:
    """Return the numbers of a sample with six digits that count."""
    return [float(f"{number:.6g}") for number in sample]


def asked_in(path: Path) -> dict[str, Any]:
    """Return what was asked for when a file was saved.  Raises NotComparableError, OSError."""
    return _kept_in(path)[0]


def _kept_in(path: Path) -> tuple[dict[str, Any], dict[str, Figure]]:
    """Return what was asked for, and the figures by name.  Raises NotComparableError, OSError."""
    try:
        kept = json.loads(path.read_text())
        figures = [
            Figure(row["name"], row["unit"], tuple(Sample(*pair) for pair in row["samples"]))
            for row in kept["figures"]
        ]
        return dict(kept["asked"]), {figure.name: figure for figure in figures}
    except (ValueError, KeyError, TypeError) as reason:
        raise NotComparableError(f"{path} holds no saved figures ({reason!r}).") from None


def compare(path: Path, figures: Sequence[Figure], asked: dict[str, Any]) -> list[Ratio]:
    """Return the ratios to what `save` has written; figures that only one side has are left out.

    Raises NotComparableError for another file, or when other games were asked for, OSError for none.
    """
    before, old = _kept_in(path)
    if before | {"part": 0} != asked | {"part": 0}:
        raise NotComparableError(
            f"{path} was made with other games or another Python: {before}, not {asked}."
        )
    return [ratio_of(figure, old[figure.name]) for figure in figures if figure.name in old]
