"""What a set of games amounts to, in a few numbers.

Owns   the summary of rows, and how it is written for people.
Leaves playing (run.batch), keeping rows (run.record).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypedDict

from rogomatic.run.game import Row

PERCENTILES: Final = {"p10": 10, "p25": 25, "median": 50, "p75": 75, "p90": 90}


class Spread(TypedDict):
    """Seven numbers that say how values lie; None when there are no values."""

    p10: float | None
    p25: float | None
    median: float | None
    p75: float | None
    p90: float | None
    mean: float | None
    max: float | None


class Summary(TypedDict):
    """What `rogomatic stats --json` prints.  Unfinished games count with what they had."""

    games: int
    finished: int
    score: Spread
    depth: Spread
    turns: Spread
    commands: Spread
    killers: dict[str, int]
    end_reasons: dict[str, int]
    cpu_seconds: float


def spread_of(values: Sequence[int]) -> Spread:
    """Return the spread of some values; percentiles lie between neighbours in proportion.

    >>> spread_of([1, 2, 3, 4])["median"], spread_of([])["max"]
    (2.5, None)
    """
    if not values:
        return Spread(p10=None, p25=None, median=None, p75=None, p90=None, mean=None, max=None)
    import numpy as np

    p10, p25, median, p75, p90 = np.percentile(values, list(PERCENTILES.values())).tolist()
    mean = float(np.mean(values))
    return Spread(
        p10=p10, p25=p25, median=median, p75=p75, p90=p90, mean=mean, max=float(max(values))
    )


def summary_of(rows: Iterable[Row]) -> Summary:
    """Return the summary of a batch; `killers` and `end_reasons` have the most frequent first."""
    rows = list(rows)
    return Summary(
        games=len(rows),
        finished=sum(row.finished for row in rows),
        score=spread_of([row.score for row in rows]),
        depth=spread_of([row.depth for row in rows]),
        turns=spread_of([row.turns for row in rows]),
        commands=spread_of([row.commands for row in rows]),
        killers=_ranked(row.killer for row in rows if row.killer),
        end_reasons=_ranked(row.end_reason for row in rows),
        cpu_seconds=round(sum(row.cpu_seconds for row in rows), 3),
    )


def _ranked(names: Iterable[str]) -> dict[str, int]:
    counts = Counter(names)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def lines_of(summary: Summary) -> Iterator[str]:
    """Yield the summary as lines for a person."""
    games, finished = summary["games"], summary["finished"]
    yield f"{games} game{'s' * (games != 1)}, {finished} finished, {games - finished} did not finish"
    if not games:
        return
    yield f"{'':8}" + "".join(f"{name:>10}" for name in Spread.__annotations__)
    for name, spread in (
        ("score", summary["score"]),
        ("depth", summary["depth"]),
        ("turns", summary["turns"]),
        ("commands", summary["commands"]),
    ):
        numbers = (spread[key] for key in ("p10", "p25", "median", "p75", "p90", "mean", "max"))
        yield f"{name:8}" + "".join(f"{number or 0:>10.1f}" for number in numbers)
    yield "killers   " + _counts(summary["killers"])
    yield "ends      " + _counts(summary["end_reasons"])
    yield f"CPU time  {summary['cpu_seconds']:.1f} s"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"
