"""The pictures there are, in one table: drawn and as plain text.

Owns   which pictures exist and what each is made of.
Leaves the statistics (figures), the drawing (draw, plain).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from rogomatic.run.figures.pictures import draw, figures, plain
from rogomatic.run.figures.pictures.figures import Runs
from rogomatic.run.play.game import Row

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


def _all_rows(runs: Runs) -> list[Row]:
    return [row for rows in runs.values() for row in rows]


PICTURES: Final[dict[str, Picture]] = {
    "scores": Picture(
        "a box of scores per run, ranked by median: the figure of the paper of 1984",
        lambda runs, _: draw.boxes(figures.boxes(runs)),
        lambda runs, _, width: plain.boxes(figures.boxes(runs), width),
    ),
    "survival": Picture(
        "the share of games that reached each depth",
        lambda runs, _: draw.survival({name: figures.survival(rows) for name, rows in runs.items()}),
        lambda runs, _, width: _each(runs, lambda name: plain.survival(figures.survival(runs[name]), width)),
    ),
    "killers": Picture(
        "what ended the games, by depth; several runs are taken together",
        lambda runs, _: draw.killers(figures.killers(_all_rows(runs))),
        lambda runs, _, width: _each(runs, lambda name: plain.killers(figures.killers(runs[name]), width)),
    ),
    "learning": Picture(
        "the score over the games, with a rolling median",
        lambda runs, window: draw.curve([figures.curve(name, rows, window) for name, rows in runs.items()]),
        lambda runs, window, width: _each(
            runs, lambda name: plain.curve(figures.curve(name, runs[name], window), width)
        ),
    ),
    "histogram": Picture(
        "how many games ended with which score",
        lambda runs, _: draw.bars(figures.bars(runs)),
        lambda runs, _, width: plain.bars(figures.bars(runs), width),
    ),
}
