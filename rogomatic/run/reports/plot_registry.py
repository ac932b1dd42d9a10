"""The pictures there are, in one table: drawn and as plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from rogomatic.run.reports import mpl_plots, plot_data, text_plots
from rogomatic.run.reports.plot_data import Runs

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Picture(NamedTuple):
    """A kind of picture.  `window`: games that a rolling median takes in."""

    says: str
    drawn: Callable[[Runs, int], Figure]
    text: Callable[[Runs, int, int], Iterator[str]]


def _each(runs: Runs, text: Callable[[str], Iterator[str]]) -> Iterator[str]:
    """Yield the text of each run, with its name above it when there are several."""
    for number, name in enumerate(runs):
        if number:
            yield ""
        if len(runs) > 1:
            yield f"{name}:"
        yield from text(name)


PICTURES: Final[dict[str, Picture]] = {
    "scores": Picture(
        "a box of scores per run, ranked by median: the figure of the paper of 1984",
        lambda runs, _: mpl_plots.boxes(plot_data.boxes(runs)),
        lambda runs, _, width: text_plots.boxes(plot_data.boxes(runs), width),
    ),
    "survival": Picture(
        "the share of games that reached each depth",
        lambda runs, _: mpl_plots.survival({name: plot_data.survival(rows) for name, rows in runs.items()}),
        lambda runs, _, width: _each(
            runs, lambda name: text_plots.survival(plot_data.survival(runs[name]), width)
        ),
    ),
    "killers": Picture(
        "what ended the games, by depth",
        lambda runs, _: mpl_plots.killers(plot_data.killers(runs)),
        lambda runs, _, width: _each(
            runs, lambda name: text_plots.killers(plot_data.killers({name: runs[name]})[name], width)
        ),
    ),
    "learning": Picture(
        "the score over the games, with a rolling median",
        lambda runs, window: mpl_plots.curve(
            [plot_data.curve(name, rows, window) for name, rows in runs.items()]
        ),
        lambda runs, window, width: _each(
            runs, lambda name: text_plots.curve(plot_data.curve(name, runs[name], window), width)
        ),
    ),
    "histogram": Picture(
        "how many games ended with which score",
        lambda runs, _: mpl_plots.bars(plot_data.bars(runs)),
        lambda runs, _, width: text_plots.bars(plot_data.bars(runs), width),
    ),
}
