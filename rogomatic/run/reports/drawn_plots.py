"""The plots of runs as drawings, with the same data as the text plots in `plots`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rogomatic.run.reports import chart
from rogomatic.run.reports.calibration import SAYS, CalibrationBin
from rogomatic.run.reports.chart import Panel, Scale
from rogomatic.run.reports.drawing import Area, Dots, Drawing, Shape, Words, fitted, series_color
from rogomatic.run.reports.plot_data import Bars, BoxPlot, Curve, Killers, Share
from rogomatic.run.reports.stats import OTHERS
from rogue.shared.wording import plural

Sheet = tuple[float, float]
"""Width and height of a picture in pixels, without its legend."""

FILE: Final[Sheet] = (720, 405)
_HEADROOM: Final = 1.1  # height of the axis relative to the tallest bar
_MANY: Final = 300  # number of dots from which they are drawn small and pale
_BOX_ROOM: Final = 130  # pixels for a box and its name
_MIN: Final = 0.8  # lowest score on a logarithmic scale; games without gold are at 1
_ENDS: Final = "What ended the games, by depth"


def boxes(figure: Sequence[BoxPlot], sheet: Sheet = FILE) -> Drawing:
    """Draw box plots as in the paper of 1984: quartiles, median, 10th and 90th percentiles, and extremes."""
    width, height = max(sheet[0], _BOX_ROOM * len(figure)), sheet[1]
    top = max((box.extremes[-1] if box.extremes else box.p90 for box in figure), default=1)
    axes = chart.panel(width, height, Scale(-0.6, len(figure) - 0.4), _powers(top))
    shapes: list[Shape] = list(axes.frame("", "score (gold)", has_x_ticks=False))
    for place, box in enumerate(figure):
        shapes += _box(axes, place, box)
        shapes += _box_name(axes, place, box)
    return chart.titled("Scores, ranked by median", width, height, axes, shapes)


def _box(axes: Panel, place: int, box: BoxPlot) -> Iterator[Shape]:
    low, high, median = max(box.low, 1), max(box.high, 1), max(box.median, 1)
    for end, side in ((max(box.p10, 1), low), (max(box.p90, 1), high)):
        yield axes.line([place, place], [end, side], "plot-0", 1.2)
        yield axes.line([place - 0.12, place + 0.12], [end, end], "plot-0", 1.2)
    body = axes.bar((place - 0.25, place + 0.25), (low, high), "paper")
    yield Area(body.points, "paper", edge="plot-0")
    yield axes.line([place - 0.25, place + 0.25], [median, median], "plot-3", 2.5)
    extremes = tuple(axes.spot(place, max(score, 1)) for score in box.extremes)
    if extremes:
        yield Dots(extremes, "plot-grey", 2.5, is_star=True)


def _box_name(axes: Panel, place: int, box: BoxPlot) -> Iterator[Shape]:
    x, _ = axes.spot(place, axes.y.high)
    room = (axes.right - axes.left) / (axes.x.high - axes.x.low)
    yield Words((x, axes.bottom + 16), fitted(box.name, room, chart.SIZE))
    yield Words((x, axes.bottom + 32), plural(box.games, "game"), size=chart.SMALL)


def survival(figures: dict[str, Sequence[Share]], sheet: Sheet = FILE) -> Drawing:
    """Draw the share of games that reached each depth, with its interval."""
    deepest = max(map(len, figures.values()))
    axes = chart.panel(*sheet, Scale(1, max(deepest, 2), is_whole=True), Scale(0, 100))
    shapes: list[Shape] = list(axes.frame("depth", "games that reached it (percent)"))
    for number, figure in enumerate(figures.values()):
        color, depths = series_color(number), range(1, len(figure) + 1)
        least, most = [100 * one.least for one in figure], [100 * one.most for one in figure]
        shares = [100 * one.share for one in figure]
        shapes.append(axes.band(depths, least, most, color))
        shapes.append(axes.line(depths, shares, color))
        shapes.append(axes.dots(depths, shares, color, 2.5))
    return chart.titled("Survival by depth", *sheet, axes, shapes, _named(figures))


def killers(figures: dict[str, Killers], sheet: Sheet = FILE) -> Drawing:
    """Draw stacked bars: for each depth, how many games ended there, divided by the kind of end.

    If there are several runs, each run gets axes of its own, and its bars show percent of its games instead
    of numbers of games.
    """
    several = len(figures) > 1
    width, height = sheet[0] * (1 + len(figures)) / 2, sheet[1]
    columns = {run: _columns(figure, several) for run, figure in figures.items()}
    tallest = max(sum(parts) for one in columns.values() for parts in zip(*one.values(), strict=True))
    depths = next(iter(figures.values())).depths
    whole = chart.panel(
        width, height, Scale(0.4, depths[-1] + 0.6, is_whole=True),
        Scale(0, _HEADROOM * tallest, is_whole=not several),
    )  # fmt: skip
    names = next(iter(figures.values())).counts
    colors = {name: "plot-grey" if name == OTHERS else series_color(at) for at, name in enumerate(names)}
    shapes: list[Shape] = []
    lowest = 0.0
    for place, (run, figure) in enumerate(figures.items()):
        axes = _part(whole, place, len(figures))
        unit = " (percent)" if several else ""
        shapes += axes.frame("depth", f"games that ended there{unit}" if place == 0 else "")
        if several:
            named = f"{run} ({plural(figure.games, 'game')})"
            middle = (axes.left + axes.right) / 2
            shapes.append(chart.title_above(named, middle, axes.right - axes.left))
        shapes += _stacks(axes, depths, columns[run], colors)
        entries = [(f"{name} ({sum(counts)})", colors[name]) for name, counts in figure.counts.items()]
        made = chart.legend(entries, axes.left, height, axes.right - axes.left)
        shapes += made.shapes
        lowest = max(lowest, made.height)
    if not several:
        shapes.append(chart.title_above(_ENDS, (whole.left + whole.right) / 2, whole.right - whole.left))
    return Drawing(_ENDS, "", width, height + lowest, tuple(shapes))


def _columns(figure: Killers, is_share: bool) -> dict[str, list[float]]:
    """Return the height of each bar by depth, for each kind of end, in games or percent."""
    scale = 100 / figure.games if is_share else 1
    return {name: [scale * count for count in counts] for name, counts in figure.counts.items()}


def _stacks(
    axes: Panel, depths: Sequence[int], columns: dict[str, list[float]], colors: dict[str, str]
) -> Iterator[Shape]:
    bottom = [0.0] * len(depths)
    for name, parts in columns.items():
        for at, part in enumerate(parts):
            if part:
                ends = (depths[at] - 0.4, depths[at] + 0.4)
                yield axes.bar(ends, (bottom[at], bottom[at] + part), colors[name])
                bottom[at] += part


def _part(whole: Panel, place: int, count: int) -> Panel:
    """Return the panel at index `place` of `count` panels that fill `whole` side by side."""
    gap = 24.0 if count > 1 else 0.0
    each = (whole.right - whole.left - gap * (count - 1)) / count
    left = whole.left + place * (each + gap)
    return Panel(left, whole.top, left + each, whole.bottom, whole.x, whole.y)


def curve(figures: Sequence[Curve], sheet: Sheet = FILE) -> Drawing:
    """Draw the scores of the games in order, with their rolling median."""
    longest = max(len(figure.scores) for figure in figures)
    axes = chart.panel(
        *sheet, Scale(1, max(longest, 2), is_whole=True), _powers(max(max(one.scores) for one in figures))
    )
    shapes: list[Shape] = list(axes.frame("game", "score (gold)"))
    for number, figure in enumerate(figures):
        shown, radius = (0.25, 1.0) if len(figure.scores) > _MANY else (0.6, 1.8)
        scores = [max(score, 1) for score in figure.scores]
        shapes.append(axes.dots(range(1, len(scores) + 1), scores, series_color(number), radius, shown))
    for number, figure in enumerate(figures):
        known = [(at, max(value, 1)) for at, value in enumerate(figure.medians, start=1) if value is not None]
        shapes.append(
            axes.line([at for at, _ in known], [value for _, value in known], series_color(number), 2)
        )
    entries = [
        (f"{one.name}, median of {plural(one.window, 'game')}", series_color(at))
        for at, one in enumerate(figures)
    ]
    return chart.titled("Score over the games", *sheet, axes, shapes, entries)


def bars(figures: Sequence[Bars], sheet: Sheet = FILE) -> Drawing:
    """Draw histograms of the score, with a logarithmic axis for the score."""
    shares = [[100 * count / max(sum(one.counts) + one.zeros, 1) for count in one.counts] for one in figures]
    tallest = max(map(max, shares)) or 1
    edges = figures[0].edges
    axes = chart.panel(*sheet, Scale(edges[0], edges[-1], is_log=True), Scale(0, _HEADROOM * tallest))
    shapes: list[Shape] = list(axes.frame("score (gold)", "games (percent)"))
    for number, parts in enumerate(shares):
        xs = [edge for edge in edges for _ in (0, 1)]
        ys = [0.0, *(part for part in parts for _ in (0, 1)), 0.0]
        steps = axes.line(xs, ys, series_color(number), 1.8)
        shapes += [Area(steps.points, steps.color, 0.15), steps]
    entries = [
        (one.name + (f" ({one.zeros} without gold)" if one.zeros else ""), series_color(at))
        for at, one in enumerate(figures)
    ]
    return chart.titled("Games by score", *sheet, axes, shapes, entries)


def calibration(figures: Mapping[str, Sequence[CalibrationBin]]) -> Drawing:
    """Draw a chart of predictions and results.

    The horizontal axis is the predicted chance to die; the vertical axis is the share of fights in which the
    hero did die, with its interval.
    """
    axes = chart.panel(*FILE, Scale(0, 100), Scale(0, 100))
    shapes: list[Shape] = list(axes.frame("said (percent)", "died (percent)"))
    shapes.append(axes.line([0, 100], [0, 100], "plot-grey", 1))
    for number, bins in enumerate(figures.values()):
        color, said = series_color(number), [one.said for one in bins]
        shapes.append(axes.band(said, [one.low for one in bins], [one.high for one in bins], color))
        shapes.append(axes.line(said, [one.happened for one in bins], color))
        shapes.append(axes.dots(said, [one.happened for one in bins], color, 2.5))
    entries = [(name, series_color(at)) for at, name in enumerate(figures)]
    drawn = chart.titled("The chance to die in a fight, said and happened", *FILE, axes, shapes, entries)
    return replace(drawn, says=SAYS)


def _named(names: dict[str, Sequence[Share]]) -> list[tuple[str, str]]:
    """Return the entries of a legend.  A single run needs no entry."""
    return [(name, series_color(at)) for at, name in enumerate(names)] if len(names) > 1 else []


def _powers(most: float) -> Scale:
    """Return a logarithmic scale for scores up to `most`."""
    return Scale(_MIN, max(most, 10) * 1.2, is_log=True)
