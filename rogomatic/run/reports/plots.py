"""The plots by name, each of which can be shown as text or drawn in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import log10
from typing import Final, NamedTuple

from rogomatic.run.reports import drawn_plots, plot_data
from rogomatic.run.reports.drawing import Drawing
from rogomatic.run.reports.drawn_plots import Sheet
from rogomatic.run.reports.plot_data import Bars, BoxPlot, Curve, Killers, Runs, Share
from rogue.shared.wording import plural

_NAME: Final = 18  # maximum letters of a run's name
_HEIGHT: Final = 14  # rows of a curve
_MIN_WIDTH: Final = 20


def boxes(figure: Sequence[BoxPlot], width: int = 80) -> Iterator[str]:
    """Yield box plots as text: `--[==|==]--`, with an asterisk for each extreme score."""
    most = max((box.extremes[-1] if box.extremes else box.p90 for box in figure), default=1)
    scale = _Scale(max(most, 10), width - _NAME - 9)
    for box in figure:
        line = [" "] * (scale.width + 1)
        for score in box.extremes:
            line[scale(score)] = "*"
        _stroke(line, scale(box.p10), scale(box.p90), "-")
        _stroke(line, scale(box.low), scale(box.high), "=")
        line[scale(box.low)], line[scale(box.high)] = "[", "]"
        line[scale(box.median)] = "|"
        yield f"{box.name[:_NAME]:<{_NAME}} {''.join(line)} {box.median:>6.0f}"
    yield f"{'score':<{_NAME}} {scale.ruler()} {'median':>6}"
    yield "[ ] quartiles, | median, - 10th to 90th percentile, * games beyond these"


def survival(figure: Sequence[Share], width: int = 80) -> Iterator[str]:
    """Yield a bar for each depth, which shows the share of games that reached this depth."""
    room = max(width - 38, _MIN_WIDTH)
    yield "depth  reached"
    for depth, one in enumerate(figure, start=1):
        bar = "#" * round(room * one.share)
        sure = f"{100 * one.share:5.1f} % ({100 * one.least:.1f} to {100 * one.most:.1f})"
        yield f"{depth:>5}  {bar:<{room}} {sure}"


def killers(figure: Killers, width: int = 80) -> Iterator[str]:
    """Yield a table of the ends of games by depth."""
    room = max((width - _NAME - 6) // 4, 1)
    shown = figure.depths[: room - 1] if len(figure.depths) > room else figure.depths
    deeper = len(figure.depths) > len(shown)
    head = "".join(f"{depth:>4}" for depth in shown) + (" on" if deeper else "")
    yield f"{'depth':<{_NAME}}{head} {'all':>5}"
    for name, counts in figure.counts.items():
        cells = "".join(f"{count or '.':>4}" for count in counts[: len(shown)])
        cells += f"{sum(counts[len(shown) :]) or '.':>3}" if deeper else ""
        yield f"{name[:_NAME]:<{_NAME}}{cells} {sum(counts):>5}"


def curve(figure: Curve, width: int = 80) -> Iterator[str]:
    """Yield the lines of a text plot of the rolling median over the games."""
    known = [median for median in figure.medians if median is not None]
    most, room = max(*known, 1.0), max(width - 10, _MIN_WIDTH)
    columns = [known[at * len(known) // room] for at in range(room)] if len(known) > room else known
    yield f"{figure.name}: median score of the last {plural(figure.window, 'game')}, after each game"
    for row in range(_HEIGHT, 0, -1):
        marks = "".join("*" if round(_HEIGHT * value / most) == row else " " for value in columns)
        label = f"{most * row / _HEIGHT:>7.0f}" if row in (_HEIGHT, _HEIGHT // 2) else " " * 7
        yield f"{label} |{marks}".rstrip()
    first, last = str(figure.window), str(len(figure.scores))
    gap = len(columns) - len(last)
    yield f"{0:>7} +{'-' * len(columns)}"
    yield f"{'game':>7}  {f'{first:<{gap}}' if gap > len(first) else ' ' * gap}{last}"


def bars(figure: Sequence[Bars], width: int = 80) -> Iterator[str]:
    """Yield histograms of the score, one below the other."""
    room = max(width - 24, _MIN_WIDTH)
    for number, one in enumerate(figure):
        if number:
            yield ""
        most = max(*one.counts, one.zeros, 1)
        yield f"{one.name}: games by score"
        yield _bar("no gold", one.zeros, most, room)
        filled = [at for at, count in enumerate(one.counts) if count]
        for at in range(filled[0], filled[-1] + 1) if filled else ():
            label = f"{one.edges[at]:.0f} to {one.edges[at + 1]:.0f}"
            yield _bar(label, one.counts[at], most, room)


def _bar(label: str, count: int, most: int, room: int) -> str:
    return f"{label:>16} {'#' * round(room * count / most)} {count}"


def _stroke(line: list[str], start: int, end: int, mark: str) -> None:
    for at in range(start, end + 1):
        line[at] = mark


class _Scale:
    """A logarithmic scale, which converts a score to a column in a line of text.

    A score of 0 is treated as 1.
    """

    def __init__(self, most: float, width: int) -> None:
        self.width = max(width, _MIN_WIDTH)
        self._decades = log10(most)

    def __call__(self, score: float) -> int:
        return min(round(self.width * log10(max(score, 1)) / self._decades), self.width)

    def ruler(self) -> str:
        line = [" "] * (self.width + 1)
        for power in range(int(self._decades) + 1):
            at, text = self(10**power), str(10**power)
            if at + len(text) <= len(line):
                line[at : at + len(text)] = text
        return "".join(line)


class Picture(NamedTuple):
    """A kind of picture.

    says   meaning of the picture in words
    drawn  function that takes runs, the number of games in a rolling median, and a sheet
    text   function that takes runs, the number of games in a rolling median, and a width in letters
    """

    says: str
    drawn: Callable[[Runs, int, Sheet], Drawing]
    text: Callable[[Runs, int, int], Iterator[str]]

    def drawing(self, runs: Runs, window: int, sheet: Sheet = drawn_plots.FILE) -> Drawing:
        """Return the picture as a drawing of the size of `sheet`, with its meaning in words."""
        return replace(self.drawn(runs, window, sheet), says=f"{self.says[:1].upper()}{self.says[1:]}.")


def _each(runs: Runs, text: Callable[[str], Iterator[str]]) -> Iterator[str]:
    """Yield the text of each run.  If there are several runs, each text is below the name of its run."""
    for number, name in enumerate(runs):
        if number:
            yield ""
        if len(runs) > 1:
            yield f"{name}:"
        yield from text(name)


PICTURES: Final[dict[str, Picture]] = {
    "scores": Picture(
        "a box plot of scores per run, ranked by median, as in the paper of 1984",
        lambda runs, _, sheet: drawn_plots.boxes(plot_data.boxes(runs), sheet),
        lambda runs, _, width: boxes(plot_data.boxes(runs), width),
    ),
    "survival": Picture(
        "the share of games that reached each depth",
        lambda runs, _, sheet: drawn_plots.survival(
            {name: plot_data.survival(rows) for name, rows in runs.items()}, sheet
        ),
        lambda runs, _, width: _each(runs, lambda name: survival(plot_data.survival(runs[name]), width)),
    ),
    "killers": Picture(
        "what ended the games, by depth",
        lambda runs, _, sheet: drawn_plots.killers(plot_data.killers(runs), sheet),
        lambda runs, _, width: _each(
            runs, lambda name: killers(plot_data.killers({name: runs[name]})[name], width)
        ),
    ),
    "learning": Picture(
        "the score over the games, with a rolling median",
        lambda runs, window, sheet: drawn_plots.curve(
            [plot_data.curve(name, rows, window) for name, rows in runs.items()], sheet
        ),
        lambda runs, window, width: _each(
            runs, lambda name: curve(plot_data.curve(name, runs[name], window), width)
        ),
    ),
    "histogram": Picture(
        "how many games had each score",
        lambda runs, _, sheet: drawn_plots.bars(plot_data.bars(runs), sheet),
        lambda runs, _, width: bars(plot_data.bars(runs), width),
    ),
}
