"""Summaries of runs as text and as CSV."""

from __future__ import annotations

import csv
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Final, TextIO

from rogomatic.run.reports.stats import (
    BANDS,
    Figure,
    Rates,
    Spread,
    Summary,
    column_figures,
    figures_of,
    ranked,
)
from rogomatic.run.runner.game_loop import Row

WIDTH: Final = 80
_KILLERS: Final = 12  # rows of a table of killers; the rest stand together
_OTHERS: Final = "others"
# Of a row in a CSV file; the last screens and the keys of a game have no place in a table.
_ROW_COLUMNS: Final = tuple(
    field.name for field in fields(Row) if field.name not in ("error", "trouble", "journal", "lessons")
)


def lines_of(summary: Summary) -> Iterator[str]:
    """Yield the summary of one run as lines for a person."""
    games, finished = summary["games"], summary["finished"]
    yield f"{games} game{'s' * (games != 1)}, {finished} finished, {games - finished} did not finish"
    if not games:
        return
    yield f"{'':8}" + "".join(f"{name:>10}" for name in Spread.__annotations__)
    for column, figures in column_figures(summary).items():
        yield f"{column:8}" + "".join(f"{figure.value or 0:>10.1f}" for figure in figures)
        if column == "score":
            yield f"{'95% from':8}" + "".join(_bound(figure.low) for figure in figures)
            yield f"{'95% to':8}" + "".join(_bound(figure.high) for figure in figures)
    for label, counts in (("killers", summary["killers"]), ("ends", summary["end_reasons"])):
        yield from textwrap.wrap(f"{label:10}{_counts(counts)}", WIDTH, subsequent_indent=" " * 10)
    yield f"CPU time  {summary['cpu_seconds']:.1f} s{_rates(summary['rates'])}"
    if waited := summary["waited"]:
        seconds = summary["seconds"]
        yield f"waiting   {waited:.1f} s of {seconds:.1f} s by the clock ({waited / seconds:.1%})"


def killer_lines(summary: Summary) -> Iterator[str]:
    """Yield the table of killers by depth; nothing when nobody was killed."""
    table = summary["killers_by_depth"]
    if not table:
        return
    yield f"{'killed by, on depth':21}" + "".join(f"{band:>6}" for band in BANDS) + f"{'all':>7}"
    rest: Counter[str] = Counter()
    for number, (killer, bands) in enumerate(table.items()):
        if number < _KILLERS:
            yield _killer_line(killer, bands)
        else:
            rest.update(bands)
    if rest:
        yield _killer_line(_OTHERS, rest)


def side_by_side(runs: Mapping[str, Summary]) -> Iterator[str]:
    """Yield a table with a column per run: its figures, with their intervals where they have one."""
    columns = {name: {figure.name: figure for figure in figures_of(run)} for name, run in runs.items()}
    width = max(18, *(len(name) + 2 for name in runs))
    label = max(len(name) for name in _figure_names(runs))
    yield " " * label + "".join(f"{name:>{width}}" for name in runs)
    for name in _figure_names(runs):
        # A killer or an end that a run does not have is one that it has no times.
        none = Figure(name, 0 if name.startswith(("killer ", "end ")) else None)
        cells = (_cell(figures.get(name, none)) for figures in columns.values())
        yield f"{name:{label}}" + "".join(f"{cell:>{width}}" for cell in cells)


def write_figures(runs: Mapping[str, Summary], out: TextIO) -> None:
    """Write a CSV line per run and figure; what has no interval has no bounds."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("run", *Figure._fields))
    for name, run in runs.items():
        writer.writerows((name, *figure) for figure in figures_of(run))


def write_rows(runs: Mapping[str, Iterable[Row]], out: TextIO) -> None:
    """Write a CSV line per game, without its last screens and its keys."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("run", *_ROW_COLUMNS))
    for name, rows in runs.items():
        writer.writerows((name, *(getattr(row, column) for column in _ROW_COLUMNS)) for row in rows)


def _bound(bound: float | None) -> str:
    return f"{'':10}" if bound is None else f"{bound:>10.1f}"


def _killer_line(killer: str, bands: Mapping[str, int]) -> str:
    cells = "".join(f"{bands.get(band) or '.':>6}" for band in BANDS)
    return f"{killer[:20]:21}{cells}{sum(bands.values()):>7}"


def _figure_names(runs: Mapping[str, Summary]) -> list[str]:
    """Return the figures that any of the runs has; of the killers those of most games."""
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


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"
