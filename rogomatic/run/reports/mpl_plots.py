"""The pictures drawn by matplotlib, as PNG or SVG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from rogomatic.base_error import RogomaticError
from rogomatic.run.reports.plot_data import OTHERS, Bars, BoxPlot, Curve, Killers, Share
from rogomatic.wording import plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Distinct for the colour-blind, and in grey (Okabe and Ito's palette).
COLOURS: Final = (
    "#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#f0e442", "#000000",
)  # fmt: skip
_GREY: Final = "#999999"
_SIZE: Final = (8.0, 4.5)  # inches
_DPI: Final = 120
_HEADROOM: Final = 0.1  # of the height, above the tallest bar
_MANY: Final = 300  # dots that hide each other unless they are small and pale
_KILLER_COLUMNS: Final = 3  # of the legend
_ENDS: Final = "What ended the games, by depth"
_MIN: Final = 0.8  # the lowest score on a scale of powers; games without gold are drawn at 1
_STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "rogomatic",
    "svg.fonttype": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "axes.axisbelow": True,
    "font.size": 10,
}


class PlotError(RogomaticError):
    """A picture cannot be drawn; the text is a sentence for the user."""


def require_matplotlib() -> None:
    """Raise PlotError when the library that draws is not installed."""
    if find_spec("matplotlib") is None:
        raise PlotError(
            "Pictures are drawn by matplotlib, which is not installed; "
            "in the project's folder: .venv/bin/pip install -e '.[plot]'."
        )


def boxes(figure: Sequence[BoxPlot]) -> Figure:
    """Draw the paper's figure: a box from quartile to quartile with a line at the median, whiskers at the
    10th and 90th percentile, an asterisk per extreme game, ranked by median.
    """
    made, axes = _blank(max(_SIZE[0], 1.6 * len(figure)))
    for place, box in enumerate(figure):
        low, high = max(box.low, 1), max(box.high, 1)
        axes.bar(place, high - low, bottom=low, width=0.5, color="white", edgecolor=COLOURS[0], linewidth=1.5)
        axes.plot([place - 0.25, place + 0.25], [max(box.median, 1)] * 2, color=COLOURS[3], linewidth=2.5)
        for end, side in ((box.p10, low), (box.p90, high)):
            axes.plot([place, place], [max(end, 1), side], color=COLOURS[0], linewidth=1.2)
            axes.plot([place - 0.12, place + 0.12], [max(end, 1)] * 2, color=COLOURS[0], linewidth=1.2)
        scores = [max(score, 1) for score in box.extremes]
        axes.plot([place] * len(scores), scores, "*", color=_GREY, markersize=4, linestyle="none")
    _powers(axes)
    axes.set_xticks(range(len(figure)), [f"{box.name}\n{plural(box.games, 'game')}" for box in figure])
    axes.set_xlim(-0.6, max(len(figure) - 0.4, 1.6 if len(figure) == 1 else 0))
    axes.set_ylabel("score (gold)")
    axes.set_title("Scores, ranked by median")
    return made


def survival(figures: dict[str, Sequence[Share]]) -> Figure:
    """Draw the share of games that reached each depth, with its interval."""
    made, axes = _blank()
    for number, (name, figure) in enumerate(figures.items()):
        colour, depths = COLOURS[number % len(COLOURS)], range(1, len(figure) + 1)
        axes.plot(depths, [100 * one.share for one in figure], "o-", color=colour, label=name, markersize=4)
        least, most = [100 * one.least for one in figure], [100 * one.most for one in figure]
        axes.fill_between(depths, least, most, color=colour, alpha=0.2, linewidth=0)
    _depths(axes)
    axes.set_ylabel("games that reached it (per cent)")
    axes.set_ylim(0, 102)
    axes.set_xlim(left=1)
    axes.set_title("Survival by depth")
    _legend(axes, len(figures))
    return made


def killers(figures: dict[str, Killers]) -> Figure:
    """Draw the ends of games by depth, one on top of the other; each run has axes of its own, in per cent of
    its games when there are several.
    """
    made, panels = _blanks(len(figures))
    tallest = 0.0
    for axes, (run, figure) in zip(panels, figures.items(), strict=True):
        scale = 100 / figure.games if len(figures) > 1 else 1
        bottom = [0.0] * len(figure.depths)
        for number, (name, counts) in enumerate(figure.counts.items()):
            colour = _GREY if name == OTHERS else COLOURS[number % len(COLOURS)]
            parts = [scale * count for count in counts]
            axes.bar(figure.depths, parts, bottom=bottom, color=colour, label=f"{name} ({sum(counts)})")
            bottom = [below + part for below, part in zip(bottom, parts, strict=True)]
        tallest = max(tallest, *bottom)
        _depths(axes)
        size = f"{plural(figure.games, 'game')}"
        axes.set_title(f"{run} ({size})" if len(figures) > 1 else _ENDS)
        axes.legend(  # below the bars
            loc="upper left", bbox_to_anchor=(0, -0.2), ncols=_KILLER_COLUMNS,
            frameon=False, fontsize=8, borderaxespad=0,
        )  # fmt: skip
    panels[0].set_ylim(0, (1 + _HEADROOM) * tallest)  # the axes are shared
    panels[0].set_ylabel("games that ended there" + (" (per cent)" if len(figures) > 1 else ""))
    if len(figures) > 1:
        made.suptitle(_ENDS)
    return made


def curve(figures: Sequence[Curve]) -> Figure:
    """Draw scores over the games with their rolling median."""
    made, axes = _blank()
    for number, figure in enumerate(figures):
        colour, games = COLOURS[number % len(COLOURS)], range(1, len(figure.scores) + 1)
        scores = [max(score, 1) for score in figure.scores]
        shown, size = (0.25, 3) if len(scores) > _MANY else (0.6, 5)
        axes.plot(games, scores, ".", color=colour, alpha=shown, markersize=size)
        medians = [float("nan") if median is None else max(median, 1) for median in figure.medians]
        label = f"{figure.name}, median of {figure.window} games"
        axes.plot(games, medians, "-", color=colour, linewidth=2, label=label)
    _powers(axes)
    axes.set_xlabel("game")
    axes.set_ylabel("score (gold)")
    axes.set_title("Score over the games")
    axes.legend(frameon=False, fontsize=9)
    return made


def bars(figures: Sequence[Bars]) -> Figure:
    """Draw histograms of the score, as steps over powers of ten."""
    made, axes = _blank()
    for number, figure in enumerate(figures):
        colour = COLOURS[number % len(COLOURS)]
        label = figure.name + (f" ({figure.zeros} without gold)" if figure.zeros else "")
        games = sum(figure.counts) + figure.zeros
        parts = [100 * count / games for count in figure.counts]
        axes.stairs(parts, figure.edges, color=colour, label=label, linewidth=1.8)
        axes.stairs(parts, figure.edges, color=colour, alpha=0.15, fill=True)
    axes.margins(y=_HEADROOM)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(_whole)
    axes.set_xlabel("score (gold)")
    axes.set_ylabel("games (per cent)")
    axes.set_title("Games by score")
    axes.legend(frameon=False, fontsize=9)
    return made


def picture(figure: Figure, form: str) -> bytes:
    """Return a drawn figure as the bytes of a file; `form` is "png" or "svg"."""
    import matplotlib as mpl

    metadata = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
    made = io.BytesIO()
    with mpl.rc_context(_STYLE):
        figure.savefig(made, format=form, dpi=_DPI, metadata=metadata)
    return made.getvalue()


def _blank(width: float = _SIZE[0]) -> tuple[Figure, Axes]:
    require_matplotlib()
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(_STYLE):
        made = Figure(figsize=(width, _SIZE[1]), layout="constrained")
        return made, made.add_subplot()


def _blanks(count: int) -> tuple[Figure, list[Axes]]:
    """Return a figure and so many axes side by side, which share their scales."""
    made, axes = _blank()
    if count == 1:
        return made, [axes]
    import matplotlib as mpl

    axes.remove()
    made.set_size_inches(_SIZE[0] * (1 + count) / 2, _SIZE[1])
    with mpl.rc_context(_STYLE):
        return made, list(made.subplots(1, count, sharex=True, sharey=True))


def _powers(axes: Axes) -> None:
    """Make the scale of the score one of powers of ten, in plain numbers."""
    axes.set_yscale("log")
    axes.set_ylim(bottom=_MIN)
    axes.yaxis.set_major_formatter(_whole)


def _depths(axes: Axes) -> None:
    """Make the scale of depths one of whole numbers."""
    from matplotlib.ticker import MaxNLocator

    axes.set_xlabel("depth")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _whole(value: float, _place: float) -> str:
    return f"{value:,.0f}"


def _legend(axes: Axes, count: int) -> None:
    if count > 1:
        axes.legend(frameon=False, fontsize=9)
