"""The balance of a variant: what the agent made of it, beside what it made of the game that it is like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from statistics import mean, median
from typing import Any, Final

from rogomatic.confidence import Interval, mean_interval, quantile_interval
from rogomatic.run.reports.stats import Estimate, compare
from rogomatic.run.runner.game_loop import Row

STARVED: Final = "starvation"
DEPTHS: Final = ((1, 3), (4, 7), (8, 12), (13, 99))
MAX_KILLERS: Final = 4
CAUTION: Final = "An agent played these games; it stands for no person."


@dataclass(frozen=True, slots=True)
class GameFigures:
    """What games of one kind came to; killers by the levels of `DEPTHS`."""

    games: int
    median_gold: float
    median_interval: Interval
    mean_gold: float
    mean_interval: Interval
    mean_deepest: float
    won: int
    starved: int
    ended_on: tuple[int, ...]
    killers: tuple[tuple[tuple[str, int], ...], ...]


@dataclass(frozen=True, slots=True)
class Balance:
    """A variant beside its parent.  `gold` is the difference of the means; `never_met` names monsters."""

    variant: str
    parent: str
    first: GameFigures
    second: GameFigures
    gold: Estimate
    never_met: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """Return it as values of JSON."""
        return {**asdict(self), "told_apart": self.is_told_apart, "caution": CAUTION}

    @property
    def is_told_apart(self) -> bool:
        """Whether the means differ beyond chance."""
        return self.gold[0] > 0 or self.gold[2] < 0

    def lines(self) -> list[str]:
        """Return it for people: numbers in words, no grades."""
        one, other = self.first, self.second
        rows = [
            ("", self.variant, self.parent),
            ("games", f"{one.games}", f"{other.games}"),
            ("median gold", _gold(one.median_gold, one.median_interval),
             _gold(other.median_gold, other.median_interval)),
            ("mean gold", _gold(one.mean_gold, one.mean_interval),
             _gold(other.mean_gold, other.mean_interval)),
            ("mean deepest level", f"{one.mean_deepest:.1f}", f"{other.mean_deepest:.1f}"),
            ("won", f"{one.won} of {one.games}", f"{other.won} of {other.games}"),
            ("starved", f"{one.starved} of {one.games}", f"{other.starved} of {other.games}"),
        ]  # fmt: skip
        for number, (least, most) in enumerate(DEPTHS):
            where = f"end on levels {least} to {most}" if most < 99 else f"end below level {least - 1}"
            rows.append((where, _ends(one, number), _ends(other, number)))
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        table = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        low, estimate, high = self.gold
        verdict = "mean gold differs" if self.is_told_apart else "not told apart by mean gold"
        found = [*table, "", f"{verdict}: {estimate:+.0f} ({low:+.0f} to {high:+.0f})"]
        if self.never_met:
            found.append(f"never met: {', '.join(self.never_met)}")
        return [*found, CAUTION]


def balance(
    variant: str, parent: str, rows: Sequence[Row], usual: Sequence[Row], never_met: Collection[str]
) -> Balance:
    """Return what the rows of a variant and of its parent say; their seeds are no pairs, as the dice part at
    the first difference.

    Raises NothingToCompareError for a side without games.
    """
    apart = [row for row in usual if row.seed not in {one.seed for one in rows}]
    comparison = compare(apart or usual, rows)
    return Balance(
        variant, parent, figures_of(rows), figures_of(usual), comparison.mean, tuple(sorted(never_met))
    )


def figures_of(rows: Sequence[Row]) -> GameFigures:
    """Return what one or more games came to."""
    gold = [row.score for row in rows]
    ended, killers = [], []
    for least, most in DEPTHS:
        here = [row for row in rows if least <= row.depth <= most and row.end != "won"]
        ended.append(len(here))
        killers.append(tuple(Counter(row.killer for row in here if row.killer).most_common(MAX_KILLERS)))
    return GameFigures(
        games=len(rows),
        median_gold=median(gold),
        median_interval=quantile_interval(gold, 50),
        mean_gold=mean(gold),
        mean_interval=mean_interval(gold),
        mean_deepest=mean([row.deepest for row in rows]),
        won=sum(row.end == "won" for row in rows),
        starved=sum(row.killer == STARVED for row in rows),
        ended_on=tuple(ended),
        killers=tuple(killers),
    )


def _gold(value: float, interval: Interval) -> str:
    return f"{value:,.0f} ({interval[0]:,.0f} to {interval[1]:,.0f})"


def _ends(figures: GameFigures, number: int) -> str:
    killers = ", ".join([f"{name} {count}" for name, count in figures.killers[number]])
    return f"{figures.ended_on[number]} of {figures.games}" + (f" ({killers})" if killers else "")
