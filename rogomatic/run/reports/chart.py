"""Axes of a chart, with round ticks, a grid, a legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final, NamedTuple

from rogomatic.run.reports.drawing import (
    Area,
    Dots,
    Drawing,
    Point,
    Shape,
    Stroke,
    Words,
    box,
    fitted,
    text_width,
)

SIZE: Final = 12.0  # size of letters in pixels
SMALL: Final = 11.0
TOP: Final = 32.0  # space for the title above a panel
_TICK_ROOM: Final = 20.0  # space for the numbers below a panel
_LABEL_ROOM: Final = 20.0  # space for the name of an axis
_RIGHT: Final = 24.0  # space for half of the last number
_LEGEND_ROW: Final = 18.0
_SAMPLE: Final = 14.0  # of a color, in a legend
_GAP: Final = 16.0  # between the entries of a legend
_TICKS: Final = 6  # approximate maximum


class Scale(NamedTuple):
    """The range of an axis, which is logarithmic if `is_log`.  If `is_whole`, its ticks are whole numbers."""

    low: float
    high: float
    is_log: bool = False
    is_whole: bool = False

    def share(self, value: float) -> float:
        """Return the position of a value on the axis, from 0 to 1.

        >>> Scale(0, 10).share(5), Scale(1, 100, is_log=True).share(10)
        (0.5, 0.5)
        """
        if self.is_log:
            return (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Return round values within the scale, for its ticks.

        >>> Scale(0, 100).ticks(), Scale(0.8, 2000, is_log=True).ticks()
        ([0, 20, 40, 60, 80, 100], [1, 10, 100, 1000])
        """
        if self.is_log:
            return [10**power for power in range(ceil(log10(self.low)), floor(log10(self.high) + 1e-9) + 1)]
        step = _round_step((self.high - self.low) / (_TICKS - 1), self.is_whole)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [at * step for at in range(first, last + 1)]


def _round_step(least: float, is_whole: bool) -> float:
    """Return the smallest of the steps ..., 0.5, 1, 2, 5, 10, 20, ... that is not below `least`.

    With `is_whole`, there are no steps below 1.

    >>> _round_step(20, False), _round_step(0.3, False), _round_step(0.3, True), _round_step(3, True)
    (20, 0.5, 1, 5)
    """
    if is_whole:
        least = max(least, 1)
    power = 10 ** floor(log10(least) + 1e-9)
    step = next(part * power for part in (1, 2, 5, 10) if part * power >= least * (1 - 1e-9))
    return int(step) if step >= 1 else step


@dataclass(frozen=True, slots=True)
class Panel:
    """Axes on a sheet: the edges of a rectangle in pixels, and the scales along its sides."""

    left: float
    top: float
    right: float
    bottom: float
    x: Scale
    y: Scale

    def spot(self, x: float, y: float) -> Point:
        """Return the position in pixels of a pair of values."""
        across, up = self.x.share(x), self.y.share(y)
        return (
            self.left + across * (self.right - self.left),
            self.bottom - up * (self.bottom - self.top),
        )

    def line(self, xs: Sequence[float], ys: Sequence[float], color: str, width: float = 1.5) -> Stroke:
        """Return the line through pairs of values."""
        return Stroke(tuple(map(self.spot, xs, ys)), color, width)

    def dots(
        self, xs: Sequence[float], ys: Sequence[float], color: str, radius: float, opacity: float = 1.0
    ) -> Dots:
        """Return disks at pairs of values."""
        return Dots(tuple(map(self.spot, xs, ys)), color, radius, opacity)

    def bar(self, xs: tuple[float, float], ys: tuple[float, float], color: str) -> Area:
        """Return the rectangle between two values of x and two of y."""
        (left, bottom), (right, top) = self.spot(xs[0], ys[0]), self.spot(xs[1], ys[1])
        return box(left, top, right, bottom, color)

    def band(self, xs: Sequence[float], low: Sequence[float], high: Sequence[float], color: str) -> Area:
        """Return the pale area between two lines."""
        there, back = map(self.spot, xs, high), map(self.spot, reversed(xs), reversed(low))
        return Area((*there, *back), color, 0.2)

    def frame(self, x_name: str, y_name: str, has_x_ticks: bool = True) -> Iterator[Shape]:
        """Yield the grid, and the axes with their numbers and names.  Draw the data after these shapes."""
        for value in self.y.ticks():
            _, y = self.spot(self.x.high, value)
            yield Stroke(((self.left, y), (self.right, y)), "line")
            yield Words((self.left - 6, y + 4), number(value), "end", SMALL)
        for value in self.x.ticks() if has_x_ticks else ():
            x, _ = self.spot(value, self.y.high)
            yield Stroke(((x, self.bottom), (x, self.bottom + 4)), "ink")
            yield Words((x, self.bottom + 16), number(value), size=SMALL)
        yield Stroke(((self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)), "ink")
        if x_name:
            middle = (self.left + self.right) / 2
            yield Words((middle, self.bottom + _TICK_ROOM + 14), x_name, size=SIZE)
        if y_name:
            yield Words((SIZE, (self.top + self.bottom) / 2), y_name, size=SIZE, is_upright=True)


def number(value: float) -> str:
    """Return the number at a tick in plain digits.

    >>> number(1000), number(0.5), number(-20.0)
    ('1,000', '0.5', '-20')
    """
    return f"{value:,.0f}" if value == round(value) else f"{value:g}"


def panel(width: float, height: float, x: Scale, y: Scale) -> Panel:
    """Return the panel that fills a sheet, with room for a title and for the numbers and names of axes."""
    return Panel(left_edge(y), TOP, width - _RIGHT, height - _TICK_ROOM - _LABEL_ROOM, x, y)


def left_edge(y: Scale) -> float:
    """Return the width of the numbers and the name of a vertical axis, in pixels."""
    return SIZE + 14 + max((text_width(number(value), SMALL) for value in y.ticks()), default=0)


def title_above(text: str, middle: float, width: float) -> Words:
    """Return the title of a panel.  `middle` and `width` describe the panel, in pixels."""
    return Words((middle, 20), fitted(text, width, SIZE + 1), size=SIZE + 1, is_bold=True)


class Legend(NamedTuple):
    """Samples of colors with their meaning, and the height of the whole legend in pixels."""

    shapes: tuple[Shape, ...]
    height: float


def legend(entries: Sequence[tuple[str, str]], left: float, top: float, width: float) -> Legend:
    """Return a legend for pairs (meaning, color), in as many columns as fit."""
    if not entries:
        return Legend((), 0)
    longest = max(text_width(meaning, SMALL) for meaning, _ in entries)
    columns = max(int((width + _GAP) / (longest + _SAMPLE + 6 + _GAP)), 1)
    step = (width + _GAP) / columns
    shapes: list[Shape] = []
    for place, (meaning, color) in enumerate(entries):
        row, column = divmod(place, columns)
        x, y = left + column * step, top + row * _LEGEND_ROW
        shapes.append(box(x, y + 2, x + _SAMPLE, y + 12, color))
        words = fitted(meaning, step - _SAMPLE - 6, SMALL)
        shapes.append(Words((x + _SAMPLE + 6, y + 11), words, "start", SMALL))
    return Legend(tuple(shapes), ceil(len(entries) / columns) * _LEGEND_ROW + 6)


def titled(
    title: str,
    width: float,
    height: float,
    axes: Panel,
    shapes: Sequence[Shape],
    entries: Sequence[tuple[str, str]] = (),
) -> Drawing:
    """Return a drawing with a title above and a legend below."""
    middle, room = (axes.left + axes.right) / 2, axes.right - axes.left
    below = legend(entries, axes.left, height, room)
    every = (*shapes, title_above(title, middle, room), *below.shapes)
    return Drawing(title, "", width, height + below.height, every)
