"""The values behind the plots, in which an unfinished game counts with its score so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

import numpy as np

from rogomatic.run.reports.stats import OTHERS, ranked
from rogomatic.run.runner.game_loop import Row
from rogue.shared.confidence import share_interval

Runs = Mapping[str, Sequence[Row]]
"""Name of a run in a picture -> rows of the run, at least one."""

_BINS_PER_DECADE: Final = 5
_MIN_BARS: Final = 3  # minimum number of decades of a histogram


@dataclass(frozen=True, slots=True)
class BoxPlot:
    """Distribution of one player's scores, as in the figure of the paper of 1984.

    low, high  lower and upper quartile
    p10, p90   10th and 90th percentile, where the whiskers end
    extremes   scores beyond the whiskers, in order, each value once
    """

    name: str
    games: int
    p10: float
    low: float
    median: float
    high: float
    p90: float
    extremes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A share of games (0 to 1) with its 95 % interval (Wilson's)."""

    share: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Killers:
    """How the games ended, by depth.

    `counts[name][i]` is the number of games that ended on `depths[i]` in the way called `name` (usually a
    killer).
    """

    depths: tuple[int, ...]
    counts: dict[str, tuple[int, ...]]

    @property
    def games(self) -> int:
        """Number of games counted."""
        return sum(map(sum, self.counts.values()))


@dataclass(frozen=True, slots=True)
class Curve:
    """Scores in the order of the games, with their rolling median.

    medians  for each game, the median of the last `window` games; None while fewer than `window` games have
             been played
    """

    name: str
    scores: tuple[int, ...]
    medians: tuple[float | None, ...]
    window: int


@dataclass(frozen=True, slots=True)
class Bars:
    """A histogram with a logarithmic scale.

    Bar i counts the scores from `edges[i]` up to, but not including, `edges[i + 1]`.
    """

    name: str
    zeros: int  # games without gold, which are not on the scale
    edges: tuple[float, ...]
    counts: tuple[int, ...]


def boxes(runs: Runs) -> list[BoxPlot]:
    """Return a box plot for each run, lowest median first."""
    made = []
    for name, rows in runs.items():
        scores = sorted(row.score for row in rows)
        p10, low, median, high, p90 = np.percentile(scores, [10, 25, 50, 75, 90]).tolist()
        beyond = tuple(sorted({score for score in scores if score < p10 or score > p90}))
        made.append(BoxPlot(name, len(scores), p10, low, median, high, p90, beyond))
    return sorted(made, key=lambda box: (box.median, box.name))


def survival(rows: Sequence[Row]) -> list[Share]:
    """Return the share of games that reached depth 1, 2, and so on, to the deepest level of any game."""
    deepest = max(row.deepest for row in rows)
    return [share(sum(row.deepest >= depth for row in rows), len(rows)) for depth in range(1, deepest + 1)]


def share(count: int, games: int) -> Share:
    """Return the share `count` / `games`, with its interval.

    >>> one = share(5, 10)
    >>> round(one.least, 2), one.share, round(one.most, 2)
    (0.24, 0.5, 0.76)
    """
    return Share(count / games, *share_interval(count / games, games))


def killers(runs: Runs, most: int = 8) -> dict[str, Killers]:
    """Return, for each run, how its games ended at each depth.

    At most `most` kinds of end get a name of their own; rarer ones are counted together as `others`.
    """
    names = list(ranked(Counter(row.ending for rows in runs.values() for row in rows)))
    named, rest = names[:most], [OTHERS] if len(names) > most else []
    depths = tuple(range(1, max(row.depth for rows in runs.values() for row in rows) + 1))
    made = {}
    for run, rows in runs.items():
        table = Counter((row.ending if row.ending in named else OTHERS, row.depth) for row in rows)
        counts = {name: tuple(table[name, depth] for depth in depths) for name in named + rest}
        made[run] = Killers(depths, counts)
    return made


def curve(name: str, rows: Sequence[Row], window: int) -> Curve:
    """Return the scores in order, with their rolling median.  Short runs get a smaller window."""
    scores = tuple(row.score for row in rows)
    width = min(window, max(1, len(scores) // 4))
    views = np.lib.stride_tricks.sliding_window_view(np.array(scores), width)
    medians = np.median(views, axis=1).tolist()
    return Curve(name, scores, (*[None] * (width - 1), *medians), width)


def bars(runs: Runs) -> list[Bars]:
    """Return a histogram for each run, all with the same edges."""
    best = max((row.score for rows in runs.values() for row in rows), default=0)
    decades = max(_MIN_BARS, ceil(log10(best + 1)))
    steps = decades * _BINS_PER_DECADE
    edges = tuple(10 ** (step / _BINS_PER_DECADE) for step in range(steps + 1))
    made = []
    for name, rows in runs.items():
        places = Counter(_bar_of(row.score) for row in rows if row.score > 0)
        zeros = sum(row.score <= 0 for row in rows)
        made.append(Bars(name, zeros, edges, tuple(places[step] for step in range(steps))))
    return made


def _bar_of(score: int) -> int:
    """Return the index of the bar that contains a score.

    >>> _bar_of(1), _bar_of(10), _bar_of(999), _bar_of(1000)
    (0, 5, 14, 15)
    """
    return floor(_BINS_PER_DECADE * log10(score) + 1e-9)
