"""The output of statistics as text, JSON, or CSV."""

from __future__ import annotations

import csv
import json
import sys
import textwrap
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from statistics import mean, median
from typing import Any, Final, TextIO

from rogomatic.run.reports.comparison import Estimate, compare
from rogomatic.run.reports.stats import (
    BANDS,
    OTHERS,
    Figure,
    Rates,
    RunTally,
    Spread,
    Summary,
    column_figures,
    figures_of,
    ranked,
)
from rogomatic.run.runner.game_loop import BROKEN, TROUBLES, Row
from rogue.shared.confidence import Interval, mean_interval, quantile_interval
from rogue.shared.wording import plural, signed

_LINE: Final = 80  # columns
_KILLERS: Final = 12  # rows of a table of killers; the rest stand together
# Columns of a CSV file, without the last screens and the keys of a game.
_ROW_COLUMNS: Final = tuple(
    field.name for field in fields(Row) if field.name not in ("error", "trouble", "journal", "lessons")
)


def lines_of(summary: Summary) -> Iterator[str]:
    """Yield the summary of one run as lines for a person."""
    games, finished, lost = summary["games"], summary["finished"], summary["lost"]
    unfinished = f"{games - finished - lost} did not finish"
    yield f"{plural(games, 'game')}, {finished} finished, {unfinished}{f', {lost} lost' if lost else ''}"
    if lost:
        yield lost_in_words(lost)
    if not games:
        return
    if games > lost:
        yield f"{'':8}" + "".join(f"{name:>10}" for name in Spread.__annotations__)
    for column, figures in column_figures(summary).items() if games > lost else ():
        yield f"{column:8}" + "".join(f"{figure.value or 0:>10.1f}" for figure in figures)
        if column == "score":
            yield f"{'95% from':8}" + "".join(_bound(figure.low) for figure in figures)
            yield f"{'95% to':8}" + "".join(_bound(figure.high) for figure in figures)
    counted = {"how": summary["how"], "killers": summary["killers"], "ends": summary["end_reasons"]}
    for label, counts in counted.items():
        yield from textwrap.wrap(f"{label:10}{_counts(counts)}", _LINE, subsequent_indent=" " * 10)
    yield f"CPU time  {summary['cpu_seconds']:.1f} s{_rates(summary['rates'])}"
    if waited := summary["waited"]:
        seconds = summary["seconds"]
        yield f"waiting   {waited:.1f} s of {seconds:.1f} s by the clock ({waited / seconds:.1%})"
    if unknown := summary["unknown"]:
        yield f"unknown   {_unknown(unknown)}; `stats --trouble` shows their screens"


def lost_in_words(count: int, where: str = "") -> str:
    """Return a sentence that says how many games were lost.

    `where` is a phrase that says in which run, such as " of 5.4" for a run named 5.4.

    >>> lost_in_words(2, " of 5.4"), lost_in_words(1)
    ('2 games of 5.4 were lost and are not counted.', '1 game was lost and is not counted.')
    """
    was, is_ = ("was", "is") if count == 1 else ("were", "are")
    return f"{plural(count, 'game')}{where} {was} lost and {is_} not counted."


def killer_lines(summary: Summary) -> Iterator[str]:
    """Yield the table of killers by depth, or nothing if no game ended in a death."""
    table = summary["killers_by_depth"]
    if not table:
        return
    yield f"{'killed by, at depth':21}" + "".join(f"{band:>6}" for band in BANDS) + f"{'all':>7}"
    rest: Counter[str] = Counter()
    for number, (killer, bands) in enumerate(table.items()):
        if number < _KILLERS:
            yield _killer_line(killer, bands)
        else:
            rest.update(bands)
    if rest:
        yield _killer_line(OTHERS, rest)


def side_by_side(runs: Mapping[str, Summary]) -> Iterator[str]:
    """Yield a table of figures and intervals, with a column for each run."""
    columns = {name: {figure.name: figure for figure in figures_of(run)} for name, run in runs.items()}
    width = max(18, *(len(name) + 2 for name in runs))
    label = max(len(name) for name in _figure_names(runs))
    yield " " * label + "".join(f"{name:>{width}}" for name in runs)
    for name in _figure_names(runs):
        # A killer or an end that a run lacks counts 0.
        none = Figure(name, 0 if name.startswith(("killer ", "end ", "how ")) else None)
        cells = (_cell(figures.get(name, none)) for figures in columns.values())
        yield f"{name:{label}}" + "".join(f"{cell:>{width}}" for cell in cells)


def write_figures(runs: Mapping[str, Summary], out: TextIO) -> None:
    """Write a CSV line for each figure of each run, with the bounds of its interval if it has one."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("run", *Figure._fields))
    for name, run in runs.items():
        writer.writerows((name, *figure) for figure in figures_of(run))


def write_rows(runs: Mapping[str, Iterable[Row]], out: TextIO) -> None:
    """Write a CSV line for each game.  The error, last screens, keys, and lessons are left out.

    `how` is empty for a game that did not finish.
    """
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("run", *_ROW_COLUMNS))
    for name, rows in runs.items():
        told = (row if row.finished else replace(row, how="") for row in rows)
        writer.writerows((name, *(getattr(row, column) for column in _ROW_COLUMNS)) for row in told)


def _bound(bound: float | None) -> str:
    return f"{'':10}" if bound is None else f"{bound:>10.1f}"


def _killer_line(killer: str, bands: Mapping[str, int]) -> str:
    cells = "".join(f"{bands.get(band) or '.':>6}" for band in BANDS)
    return f"{killer[:20]:21}{cells}{sum(bands.values()):>7}"


def _figure_names(runs: Mapping[str, Summary]) -> list[str]:
    """Return the names of the figures of all runs, including the most frequent killers."""
    every = [figure.name for run in runs.values() for figure in figures_of(run)]
    names = dict.fromkeys(name for name in every if not name.startswith("killer "))
    killers: Counter[str] = Counter()
    for run in runs.values():
        killers.update(run["killers"])
    return [*names, *(f"killer {killer}" for killer in list(ranked(killers))[:_KILLERS])]


def _cell(figure: Figure) -> str:
    if figure.value is None:
        return "-"
    value = f"{figure.value:.0f}" if abs(figure.value) >= 100 or figure.value == int(figure.value) else (
        f"{figure.value:.1f}"
    )  # fmt: skip
    return value if figure.low is None else f"{value} ({figure.low:.0f}..{figure.high:.0f})"


def _rates(rates: Rates) -> str:
    words = {
        "games_per_cpu_second": "{:.2f} games", "commands_per_cpu_second": "{:.0f} commands a CPU second",
    }  # fmt: skip
    said = [form.format(rates[name]) for name, form in words.items() if rates[name] is not None]  # type: ignore[literal-required]
    clock = rates["games_per_second"]
    return (": " * bool(said) + ", ".join(said)) + ("" if clock is None else f"; {clock:.2f} games a second")


def _unknown(count: int) -> str:
    return "1 question or page" if count == 1 else f"{count:,} questions and pages"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"


HEADER: Final = f"{'seed':>10} {'score':>7} {'depth':>5} {'turns':>7}  killer"


def line_of(row: Row) -> str:
    """Return a game as a line of the table below HEADER."""
    return f"{row.seed:>10} {row.score:>7,} {row.depth:>5} {row.turns:>7,}  {row.ending}"


def print_batch(rows: Iterable[Row], quiet: bool, as_json: bool, before: Iterable[Row] = ()) -> int:
    """Print rows as they come, then their summary.

    before  rows of earlier sessions, which count in the summary without being printed

    Returns 1 if a game was lost, or if all games in `rows` broke off because of a defect (see `BROKEN`).
    Otherwise returns 0.

    Data goes to standard output, errors to standard error.  If an exception ends the batch early, the summary
    of the rows so far is printed before the exception propagates.  The rows are not kept in memory.
    """
    tally, troubles = RunTally(), _Troubles()
    for row in before:
        tally.add(row)
    table, played = not (quiet or as_json), 0
    try:
        for row in rows:
            if table and not played:
                print(HEADER)
            played += 1
            tally.add(row)
            troubles.add(row)
            if table:
                print(line_of(row), flush=True)
    except BaseException:
        if tally.games:
            _print_summary(tally, troubles, as_json)
        raise
    _print_summary(tally, troubles, as_json)
    is_broken = bool(troubles.broken) and troubles.broken == played
    return 1 if is_broken or tally.lost else 0


class _Troubles:
    """Collects all warnings.

    Also collects, for each end reason that means trouble, how many games ended for this reason and which game
    was the first.
    """

    def __init__(self) -> None:
        self.broken = 0
        self.warnings: dict[str, None] = {}
        self._counts: Counter[str] = Counter()
        self._first: dict[str, Row] = {}

    def add(self, row: Row) -> None:
        self.broken += row.end_reason in BROKEN
        if row.warning:
            self.warnings[row.warning] = None
        if row.end_reason in TROUBLES:
            self._counts[row.end_reason] += 1
            self._first.setdefault(row.end_reason, row)

    def lines(self) -> Iterable[str]:
        for end in TROUBLES:
            if end in self._first:
                yield f"Games that ended as {end}: {self._counts[end]}; first: seed {self._first[end].seed}:"
                yield self._first[end].error
        yield from self.warnings


def _print_summary(tally: RunTally, troubles: _Troubles, as_json: bool) -> None:
    summary = tally.summary()
    if as_json:
        print(json.dumps(summary))
    else:
        print(*lines_of(summary), sep="\n")
    for line in troubles.lines():
        print(line, file=sys.stderr)


def print_trouble(rows: Iterable[Row]) -> None:
    """Print how some games ended, their last screens, and their last decisions.

    They are the games that ended in trouble or showed a question or page that the agent did not know.
    """
    troubled = 0
    for row in rows:
        if row.end_reason not in TROUBLES and not row.unknown:
            continue
        troubled += 1
        commands = plural(row.commands, "command")
        print(f"seed {row.seed}: {row.end_reason} after {commands}, Rogue {row.version or '?'}")
        if row.unknown:
            print(f"Unknown: {_unknown(row.unknown)}.")
        if row.error:
            print(row.error)
        if row.trouble:
            print(row.trouble)
        print()
    print(f"{plural(troubled, 'game')} with trouble")


STARVED: Final = "starvation"
DEPTHS: Final = ((1, 3), (4, 7), (8, 12), (13, 99))
MAX_KILLERS: Final = 4
CAUTION: Final = "An agent played these games; people may play differently."


@dataclass(frozen=True, slots=True)
class GameFigures:
    """Statistics of an edition or variant.  `ended_on` and `killers` have one item for each of `DEPTHS`."""

    games: int
    lost: int  # lost games, which count in none of the others
    median_gold: float
    median_interval: Interval | None
    mean_gold: float
    mean_interval: Interval
    mean_deepest: float
    won: int
    starved: int
    ended_on: tuple[int, ...]
    killers: tuple[tuple[tuple[str, int], ...], ...]

    def cells(self, name: str) -> list[str]:
        """Return the column with these figures, as cells from top to bottom.  The first cell is `name`."""
        return [
            name, f"{self.games}", _gold(self.median_gold, self.median_interval),
            _gold(self.mean_gold, self.mean_interval), f"{self.mean_deepest:.1f}",
            f"{self.won} of {self.games}", f"{self.starved} of {self.games}",
            *(_ends(self, number) for number in range(len(DEPTHS))),
        ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Balance:
    """A variant compared with its parent.

    gold       mean gold of the variant minus mean gold of the parent
    never_met  names of monsters that were never met
    """

    variant: str
    parent: str
    first: GameFigures
    second: GameFigures
    gold: Estimate
    never_met: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """Return the balance as values for JSON."""
        return {**asdict(self), "told_apart": self.is_told_apart, "caution": CAUTION}

    @property
    def is_told_apart(self) -> bool:
        """Whether the means differ: the interval of their difference does not include 0."""
        return self.gold[0] > 0 or self.gold[2] < 0

    def lines(self) -> list[str]:
        """Return the balance as lines for people."""
        one, other = self.first, self.second
        labels = ["", "games", "median gold", "mean gold", "mean deepest level", "won", "starved"]
        for least, most in DEPTHS:
            labels.append(f"end on levels {least} to {most}" if most < 99 else f"end below level {least - 1}")
        rows = list(zip(labels, one.cells(self.variant), other.cells(self.parent), strict=True))
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        table = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        low, estimate, high = self.gold
        verdict = "mean gold differs" if self.is_told_apart else "mean gold does not clearly differ"
        found = [*table, "", f"{verdict}: {signed(estimate)} ({signed(low)} to {signed(high)})"]
        if self.never_met:
            found.append(f"never met: {', '.join(self.never_met)}")
        for name, side in ((self.variant, one), (self.parent, other)):
            if side.lost:
                found.append(lost_in_words(side.lost, f" of {name}"))
        return [*found, CAUTION]

    @property
    def lost(self) -> int:
        """Number of games lost to crashes, of variant and parent together."""
        return self.first.lost + self.second.lost


def balance(
    variant: str, parent: str, rows: Sequence[Row], usual: Sequence[Row], never_met: Collection[str]
) -> Balance:
    """Compare the rows of a variant with those of its parent.

    For the difference in mean gold, the parent's mean is computed only from its games on seeds that the
    variant did not play, if there are two or more of them; otherwise from all its games.  Raises
    NothingToCompareError if the variant or the parent has fewer than two games to compare.
    """
    apart = [row for row in usual if row.seed not in {one.seed for one in rows}]
    comparison = compare(apart if len(apart) > 1 else usual, rows)
    return Balance(
        variant,
        parent,
        variant_figures(rows),
        variant_figures(usual),
        comparison.mean,
        tuple(sorted(never_met)),
    )


def variant_figures(played: Sequence[Row]) -> GameFigures:
    """Return the figures of the games that were not lost.  There must be at least two."""
    rows = [row for row in played if not row.is_lost]
    gold = [row.score for row in rows]
    ended, killers = [], []
    for least, most in DEPTHS:
        here = [row for row in rows if least <= row.depth <= most and row.end != "won"]
        ended.append(len(here))
        killers.append(tuple(Counter(row.killer for row in here if row.killer).most_common(MAX_KILLERS)))
    return GameFigures(
        games=len(rows),
        lost=len(played) - len(rows),
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


def _gold(value: float, interval: Interval | None) -> str:
    return f"{value:,.0f}" + (f" ({interval[0]:,.0f} to {interval[1]:,.0f})" if interval else "")


def _ends(figures: GameFigures, number: int) -> str:
    killers = ", ".join([f"{name} {count}" for name, count in figures.killers[number]])
    return f"{figures.ended_on[number]} of {figures.games}" + (f" ({killers})" if killers else "")
