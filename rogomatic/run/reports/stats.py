"""Statistics of a set of games."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypedDict

import numpy as np

from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_file import BatchSession
from rogue.shared.confidence import Interval, mean_interval, quantile_interval

PERCENTILES: Final = {"p10": 10, "p25": 25, "median": 50, "p75": 75, "p90": 90}
PLACES: Final = 3  # decimals in output for programs
COLUMNS: Final = ("score", "deepest", "turns", "commands")
# Groups of depths in the table of killers, by the last depth of each.
BANDS: Final = {
    "1-3": 3, "4-6": 6, "7-9": 9, "10-12": 12, "13-15": 15, "16-20": 20, "21-26": 26, "27-": 10**9,
}  # fmt: skip

OTHERS: Final = "others"  # name for rare ends in a table or picture


class Spread(TypedDict):
    """Seven numbers that describe the distribution of values.  All are None if there are no values."""

    p10: float | None
    p25: float | None
    median: float | None
    p75: float | None
    p90: float | None
    mean: float | None
    max: float | None


class Rates(TypedDict):
    """Rates of play.  A rate is None if nothing was measured."""

    games_per_second: float | None  # by the clock, during the sessions of the run
    games_per_cpu_second: float | None
    commands_per_cpu_second: float | None


class Summary(TypedDict):
    """The output of `rogomatic stats --json`.

    Unfinished games count with their scores so far.  Games lost to crashes appear only in `games`, `lost`,
    `end_reasons`, and the times.
    """

    games: int
    finished: int
    lost: int
    score: Spread
    score_intervals: dict[str, Interval | None]  # of each percentile and the mean: low, high; 95 percent
    deepest: Spread  # levels reached
    turns: Spread
    commands: Spread
    killers: dict[str, int]
    killers_by_depth: dict[str, dict[str, int]]  # of the level where the game ended
    how: dict[str, int]  # finished games by how they ended: killed, quit, won
    end_reasons: dict[str, int]
    cpu_seconds: float
    seconds: float  # by the clock, of games that have it; several at once count each
    waited: float  # of these, to make sure that a game on a terminal waits for a key
    unknown: int  # questions and pages that the agent did not know
    rates: Rates


class Figure(NamedTuple):
    """One number of a summary, with the bounds of its interval if it has one."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None


class RunTally:
    """Counts of games.  It needs 32 bytes of memory per game."""

    def __init__(self) -> None:
        self.games = self.finished = self.lost = self._unknown = self._commands = 0
        self.columns = {name: array("q") for name in COLUMNS}
        self._cpu_seconds = self._seconds = self._waited = 0.0
        self._killers: Counter[tuple[str, str]] = Counter()
        self._ends: Counter[str] = Counter()
        self._how: Counter[str] = Counter()

    def add(self, row: Row) -> None:
        """Count one game."""
        self.games += 1
        self.finished += row.finished
        self.lost += row.is_lost
        if not row.is_lost:
            for name, column in self.columns.items():
                column.append(getattr(row, name))
        self._commands += row.commands
        self._cpu_seconds += row.cpu_seconds
        self._seconds += row.seconds
        self._waited += row.waited
        self._unknown += row.unknown
        self._ends[row.end_reason] += 1
        if row.finished:
            self._how[row.how] += 1
        if row.killer and not row.is_lost:
            self._killers[row.killer, _band(row.depth)] += 1

    def summary(self, sessions: Iterable[BatchSession] = ()) -> Summary:
        """Return the summary.  Its `killers`, `how`, and `end_reasons` begin with the highest counts."""
        by_killer: Counter[str] = Counter()
        for (killer, _), count in self._killers.items():
            by_killer[killer] += count
        killers = ranked(by_killer)
        score = self.columns["score"]
        return Summary(
            games=self.games,
            finished=self.finished,
            lost=self.lost,
            score=spread_of(score),
            score_intervals=_intervals(score),
            deepest=spread_of(self.columns["deepest"]),
            turns=spread_of(self.columns["turns"]),
            commands=spread_of(self.columns["commands"]),
            killers=killers,
            killers_by_depth={
                killer: {band: self._killers[killer, band] for band in BANDS if self._killers[killer, band]}
                for killer in killers
            },
            how=ranked(self._how),
            end_reasons=ranked(self._ends),
            cpu_seconds=round(self._cpu_seconds, PLACES),
            seconds=round(self._seconds, PLACES),
            waited=round(self._waited, PLACES),
            unknown=self._unknown,
            rates=self._rates(list(sessions)),
        )

    def _rates(self, sessions: Sequence[BatchSession]) -> Rates:
        seconds = sum(session.seconds for session in sessions)
        return Rates(
            games_per_second=_ratio(sum(session.games for session in sessions), seconds),
            games_per_cpu_second=_ratio(self.games, self._cpu_seconds),
            commands_per_cpu_second=_ratio(self._commands, self._cpu_seconds),
        )


def summary_of(rows: Iterable[Row], sessions: Iterable[BatchSession] = ()) -> Summary:
    """Return the summary of a batch."""
    tally = RunTally()
    for row in rows:
        tally.add(row)
    return tally.summary(sessions)


def spread_of(values: Sequence[int]) -> Spread:
    """Return the spread of some values.  Percentiles are interpolated linearly.

    >>> spread_of([1, 2, 3, 4])["median"], spread_of([])["max"]
    (2.5, None)
    """
    if not values:
        return Spread(p10=None, p25=None, median=None, p75=None, p90=None, mean=None, max=None)
    p10, p25, median, p75, p90 = np.percentile(values, list(PERCENTILES.values())).tolist()
    seven = (p10, p25, median, p75, p90, float(np.mean(values)), float(max(values)))
    p10, p25, median, p75, p90, mean, most = (round(value, PLACES) for value in seven)
    return Spread(p10=p10, p25=p25, median=median, p75=p75, p90=p90, mean=mean, max=most)


def figures_of(summary: Summary) -> Iterator[Figure]:
    """Yield the numbers of a summary one by one.

    The counts of games for each end reason and for each killer come last.
    """
    yield Figure("games", summary["games"])
    yield Figure("finished", summary["finished"])
    yield Figure("lost", summary["lost"])
    for column, figures in column_figures(summary).items():
        yield from (Figure(f"{column} {name}", *numbers) for name, *numbers in figures)
    yield Figure("CPU seconds", summary["cpu_seconds"])
    yield Figure("seconds of play", summary["seconds"])
    yield Figure("seconds waited", summary["waited"])
    for rate, value in _items(summary["rates"]):
        yield Figure(rate.replace("_", " "), value)
    for end, count in summary["end_reasons"].items():
        yield Figure(f"end {end}", count)
    for how, count in summary["how"].items():
        yield Figure(f"how {how}", count)
    for killer, count in summary["killers"].items():
        yield Figure(f"killer {killer}", count)


def column_figures(summary: Summary) -> dict[str, list[Figure]]:
    """Return, for each column of a row that is named in COLUMNS, the figures that describe its distribution.

    They are the figures of its `Spread`.
    """
    spreads = (summary["score"], summary["deepest"], summary["turns"], summary["commands"])
    found = {}
    for column, spread in zip(COLUMNS, spreads, strict=True):
        bounds = summary["score_intervals"] if column == "score" else {}
        found[column] = [Figure(name, value, *(bounds.get(name) or ())) for name, value in _items(spread)]
    return found


def ranked(counts: Counter[str]) -> dict[str, int]:
    """Return counts in descending order.  Equal counts are in the order of their names."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _items(numbers: Spread | Rates) -> Iterator[tuple[str, float | None]]:
    for name, value in numbers.items():
        assert value is None or isinstance(value, float)
        yield name, value


def _intervals(score: Sequence[int]) -> dict[str, Interval | None]:
    if not score:
        return {}
    found = {name: quantile_interval(score, pct) for name, pct in PERCENTILES.items()}
    found["mean"] = mean_interval(score) if len(score) > 1 else None
    return {name: bounds and _rounded(bounds) for name, bounds in found.items()}


def _rounded(bounds: Interval) -> Interval:
    low, high = bounds
    return round(low, PLACES), round(high, PLACES)


def _band(depth: int) -> str:
    return next(band for band, last in BANDS.items() if depth <= last)


def _ratio(part: float, whole: float) -> float | None:
    return round(part / whole, PLACES) if whole else None
