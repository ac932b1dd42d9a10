"""What a set of games amounts to, in numbers, and how sure a difference between two sets is."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypedDict

from rogomatic.base_error import RogomaticError
from rogomatic.confidence import RESAMPLES, SIGMAS, Interval, dice, mean_interval, quantile_interval, tails
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_format import BatchSession

if TYPE_CHECKING:
    import numpy as np

PERCENTILES: Final = {"p10": 10, "p25": 25, "median": 50, "p75": 75, "p90": 90}
PLACES: Final = 3  # behind the point, of what is printed for programs
COLUMNS: Final = ("score", "depth", "turns", "commands")
# Depths that stand together in the table of killers: the last of each group.
BANDS: Final = {
    "1-3": 3, "4-6": 6, "7-9": 9, "10-12": 12, "13-15": 15, "16-20": 20, "21-26": 26, "27-": 10**9,
}  # fmt: skip


class Spread(TypedDict):
    """The distribution of values in seven numbers; None when there are no values."""

    p10: float | None
    p25: float | None
    median: float | None
    p75: float | None
    p90: float | None
    mean: float | None
    max: float | None


class Rates(TypedDict):
    """How fast the games were played; None where nothing was measured."""

    games_per_second: float | None  # by the clock, while somebody worked on the run
    games_per_cpu_second: float | None
    commands_per_cpu_second: float | None


class Summary(TypedDict):
    """What `rogomatic stats --json` prints.  Unfinished games count with what they had."""

    games: int
    finished: int
    score: Spread
    score_intervals: dict[str, Interval]  # of each percentile and the mean: low, high; 95 per cent
    depth: Spread
    turns: Spread
    commands: Spread
    killers: dict[str, int]
    killers_by_depth: dict[str, dict[str, int]]
    end_reasons: dict[str, int]
    cpu_seconds: float
    seconds: float  # by the clock, of games that have it; several at once count each
    waited: float  # of these, to make sure that a game on a terminal waits for a key
    unknown: int  # questions and pages that the agent did not know
    rates: Rates


class Figure(NamedTuple):
    """One number of a summary; low and high are the bounds of its interval, if it has one."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None


class RunTally:
    """Counts games; a million of them take 32 megabytes."""

    def __init__(self) -> None:
        self.games = self.finished = self._unknown = 0
        self.columns = {name: array("q") for name in COLUMNS}
        self._cpu_seconds = self._seconds = self._waited = 0.0
        self._killers: Counter[tuple[str, str]] = Counter()
        self._ends: Counter[str] = Counter()

    def add(self, row: Row) -> None:
        """Count one game."""
        self.games += 1
        self.finished += row.finished
        for name, column in self.columns.items():
            column.append(getattr(row, name))
        self._cpu_seconds += row.cpu_seconds
        self._seconds += row.seconds
        self._waited += row.waited
        self._unknown += row.unknown
        self._ends[row.end_reason] += 1
        if row.killer:
            self._killers[row.killer, _band(row.depth)] += 1

    def summary(self, sessions: Iterable[BatchSession] = ()) -> Summary:
        """Return what it amounts to; `killers` and `end_reasons` have the most frequent first."""
        by_killer: Counter[str] = Counter()
        for (killer, _), count in self._killers.items():
            by_killer[killer] += count
        killers = ranked(by_killer)
        score = self.columns["score"]
        return Summary(
            games=self.games,
            finished=self.finished,
            score=spread_of(score),
            score_intervals=_intervals(score),
            depth=spread_of(self.columns["depth"]),
            turns=spread_of(self.columns["turns"]),
            commands=spread_of(self.columns["commands"]),
            killers=killers,
            killers_by_depth={
                killer: {band: self._killers[killer, band] for band in BANDS if self._killers[killer, band]}
                for killer in killers
            },
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
            commands_per_cpu_second=_ratio(sum(self.columns["commands"]), self._cpu_seconds),
        )


def summary_of(rows: Iterable[Row], sessions: Iterable[BatchSession] = ()) -> Summary:
    """Return the summary of a batch."""
    tally = RunTally()
    for row in rows:
        tally.add(row)
    return tally.summary(sessions)


def spread_of(values: Sequence[int]) -> Spread:
    """Return the spread of some values; percentiles lie between neighbours in proportion.

    >>> spread_of([1, 2, 3, 4])["median"], spread_of([])["max"]
    (2.5, None)
    """
    if not values:
        return Spread(p10=None, p25=None, median=None, p75=None, p90=None, mean=None, max=None)
    import numpy as np

    p10, p25, median, p75, p90 = np.percentile(values, list(PERCENTILES.values())).tolist()
    seven = (p10, p25, median, p75, p90, float(np.mean(values)), float(max(values)))
    p10, p25, median, p75, p90, mean, most = (round(value, PLACES) for value in seven)
    return Spread(p10=p10, p25=p25, median=median, p75=p75, p90=p90, mean=mean, max=most)


def figures_of(summary: Summary) -> Iterator[Figure]:
    """Yield the numbers of a summary one by one, in the same order for every run."""
    yield Figure("games", summary["games"])
    yield Figure("finished", summary["finished"])
    for column, figures in column_figures(summary).items():
        yield from (Figure(f"{column} {name}", *numbers) for name, *numbers in figures)
    yield Figure("CPU seconds", summary["cpu_seconds"])
    yield Figure("seconds of play", summary["seconds"])
    yield Figure("seconds waited", summary["waited"])
    for rate, value in _items(summary["rates"]):
        yield Figure(rate.replace("_", " "), value)
    for end, count in summary["end_reasons"].items():
        yield Figure(f"end {end}", count)
    for killer, count in summary["killers"].items():
        yield Figure(f"killer {killer}", count)


def column_figures(summary: Summary) -> dict[str, list[Figure]]:
    """Return for each of COLUMNS the numbers of its spread."""
    spreads = (summary["score"], summary["depth"], summary["turns"], summary["commands"])
    found = {}
    for column, spread in zip(COLUMNS, spreads, strict=True):
        bounds = summary["score_intervals"] if column == "score" else {}
        found[column] = [Figure(name, value, *bounds.get(name, ())) for name, value in _items(spread)]
    return found


def ranked(counts: Counter[str]) -> dict[str, int]:
    """Return counts with the greatest first, of equal ones by name."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _items(numbers: Spread | Rates) -> Iterator[tuple[str, float | None]]:
    for name, value in numbers.items():
        assert value is None or isinstance(value, float)
        yield name, value


def _intervals(score: Sequence[int]) -> dict[str, Interval]:
    if not score:
        return {}
    found = {name: quantile_interval(score, pct) for name, pct in PERCENTILES.items()}
    found["mean"] = mean_interval(score)
    return {name: (round(low, PLACES), round(high, PLACES)) for name, (low, high) in found.items()}


def _band(depth: int) -> str:
    return next(band for band, last in BANDS.items() if depth <= last)


def _ratio(part: float, whole: float) -> float | None:
    return round(part / whole, PLACES) if whole else None


# -- two sets

_DRAWS: Final = 40_000_000  # games drawn again in all: for long runs fewer samples do
_MIN_SAMPLES: Final = 400

Estimate = tuple[float, float, float]  # low, estimate, high; the interval holds 95 per cent


class NothingToCompareError(RogomaticError):
    """A run has no games; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of comparing two runs.

    pairs         seeds that both played
    first, second games of each run on seeds that the other one did not play
    median, mean  difference of the scores over all games, second run less first
    better        chance that the second run scores more, ties counted half: on the same seed when most games
                  are pairs, else one game of each drawn at random
    """

    pairs: int
    first: int
    second: int
    median: Estimate
    mean: Estimate
    better: Estimate

    @property
    def by_seed(self) -> bool:
        """Whether `better` is of games on the same seed."""
        return _are_mostly_pairs(self.pairs, self.first, self.second)

    def verdict(self) -> str:
        """Return the verdict in one sentence, by the interval of the mean."""
        low, estimate, high = self.mean
        if low > 0:
            return f"The second run is better: {estimate:+.0f} gold a game, at least {low:+.0f}."
        if high < 0:
            return f"The second run is worse: {estimate:+.0f} gold a game, at most {high:+.0f}."
        return f"No difference is shown: {estimate:+.0f} gold a game lies within {low:+.0f} to {high:+.0f}."

    def lines(self) -> list[str]:
        """Return the comparison for people."""
        alone = self.first or self.second
        others = f"; {self.first} others of the first run, {self.second} of the second" if alone else ""
        how = "on the same seed" if self.by_seed else "in a game each, drawn at random,"
        low, chance, high = self.better
        return [
            f"{self.pairs} seeds played by both runs{others}; score of the second less score of the first",
            "median  {1:+.0f}  ({0:+.0f} to {2:+.0f})".format(*self.median),
            "mean    {1:+.0f}  ({0:+.0f} to {2:+.0f})".format(*self.mean),
            f"the second scores more {how} with chance {chance:.2f}  ({low:.2f} to {high:.2f})",
            self.verdict(),
        ]


def compare(first: Iterable[Row], second: Iterable[Row]) -> Comparison:
    """Compare the scores of two runs, by drawing their games again.

    Games on the same seed are drawn together, the others by themselves.  Raises NothingToCompareError when a
    run has no games.
    """
    import numpy as np

    before, after = ({row.seed: row.score for row in rows} for rows in (first, second))
    if not (before and after):
        raise NothingToCompareError(f"The {'second' if before else 'first'} run has no games.")
    shared = sorted(before.keys() & after.keys())
    both = np.array([(before[seed], after[seed]) for seed in shared], dtype=float).reshape(-1, 2)
    alone = [
        np.array([one[seed] for seed in sorted(one.keys() - other.keys())], dtype=float)
        for one, other in ((before, after), (after, before))
    ]
    median, mean = _differences(both, alone, (np.median, np.mean))
    counts = len(both), len(alone[0]), len(alone[1])
    better = _better_by_seed(both) if _are_mostly_pairs(*counts) else _better_at_random(*_sides(both, alone))
    return Comparison(*counts, median, mean, better)


def _are_mostly_pairs(pairs: int, first: int, second: int) -> bool:
    """Whether at least half of the games of the shorter run are on seeds that both played."""
    return pairs >= max(min(first, second), 1)


def _differences(
    both: np.ndarray, alone: Sequence[np.ndarray], measures: Sequence[Callable[[np.ndarray], float]]
) -> list[Estimate]:
    """Return by how much each measure differs between the two sides."""
    import numpy as np

    def differ(sides: Sequence[np.ndarray]) -> list[float]:
        return [float(measure(sides[1]) - measure(sides[0])) for measure in measures]

    rng = dice()
    games = len(both) + sum(map(len, alone))
    samples = []
    for _ in range(max(_MIN_SAMPLES, min(RESAMPLES, _DRAWS // games))):
        pairs = both[rng.integers(len(both), size=len(both))] if len(both) else both
        others = [side[rng.integers(len(side), size=len(side))] if len(side) else side for side in alone]
        samples.append(differ(_sides(pairs, others)))
    estimates = differ(_sides(both, alone))
    bounds = [tails(column) for column in np.array(samples).T]
    return [(low, estimate, high) for estimate, (low, high) in zip(estimates, bounds, strict=True)]


def _sides(both: np.ndarray, alone: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return all scores of the first run and all of the second."""
    import numpy as np

    return [np.concatenate((both[:, side], alone[side])) for side in (0, 1)]


def _better_by_seed(both: np.ndarray) -> Estimate:
    """Return the chance that the second of a pair is more."""
    import numpy as np

    return _chance([(np.sign(both[:, 1] - both[:, 0]) + 1) / 2])


def _better_at_random(first: np.ndarray, second: np.ndarray) -> Estimate:
    """Return the chance that any of the second is more than any of the first."""
    import numpy as np

    def share_below(values: np.ndarray, others: np.ndarray) -> np.ndarray:
        ordered = np.sort(others)
        below, not_above = (np.searchsorted(ordered, values, side) for side in ("left", "right"))
        shares: np.ndarray = (below + not_above) / 2 / len(others)
        return shares

    return _chance([share_below(second, first), 1 - share_below(first, second)])


def _chance(shares: Sequence[np.ndarray]) -> Estimate:
    """Return a chance that is the mean of each of these; their errors add up."""
    estimate = float(shares[0].mean())
    spread = sum(float(of.var(ddof=1)) / len(of) for of in shares if len(of) > 1)
    margin = SIGMAS * spread**0.5
    return max(0.0, estimate - margin), estimate, min(1.0, estimate + margin)
