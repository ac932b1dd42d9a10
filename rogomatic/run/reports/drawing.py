"""A drawing as plain values, with positions in pixels from the upper left corner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Point = tuple[float, float]

# Distinct for color-blind people and in gray (Okabe and Ito's palette).  A page has its own light and dark
# values for these names in assets/page.css.
COLORS: Final[dict[str, str]] = {
    "plot-0": "#0072b2", "plot-1": "#e69f00", "plot-2": "#009e73", "plot-3": "#d55e00", "plot-4": "#56b4e9",
    "plot-5": "#cc79a7", "plot-6": "#f0e442", "plot-7": "#000000", "plot-grey": "#999999",
    "ink": "#1c1c1c", "paper": "#ffffff", "line": "#e2e2de",
}  # fmt: skip
SERIES: Final = 8  # colors that tell runs apart
LETTER: Final = 0.56  # mean width of a letter relative to its size


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon.  `edge` is the color of its border.  It is "" if there is no border."""

    points: tuple[Point, ...]
    color: str
    opacity: float = 1.0
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: tuple[Point, ...]
    color: str
    width: float = 1.0
    is_dashed: bool = False


@dataclass(frozen=True, slots=True)
class Dots:
    """A mark at each point: a disk, or an asterisk."""

    points: tuple[Point, ...]
    color: str
    radius: float
    opacity: float = 1.0
    is_star: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A text on one line.  `anchor` says whether `at` is the "start", "middle", or "end" of the text.

    A vertical text reads upward.
    """

    at: Point
    text: str
    anchor: str = "middle"
    size: float = 12
    is_upright: bool = False
    is_bold: bool = False


Shape = Area | Stroke | Dots | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a sheet, later ones on top, with sizes in pixels.  Screen readers read the text `says`."""

    title: str
    says: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


def box(left: float, top: float, right: float, bottom: float, color: str, opacity: float = 1.0) -> Area:
    """Return a rectangle with these edges."""
    return Area(((left, top), (right, top), (right, bottom), (left, bottom)), color, opacity)


def series_color(number: int) -> str:
    """Return the color of a run by its index.  After the last color, the first one follows."""
    return f"plot-{number % SERIES}"


def text_width(text: str, size: float) -> float:
    """Return the approximate width of a text in pixels."""
    return LETTER * size * len(text)


def fitted(text: str, width: float, size: float) -> str:
    """Return a text, cut to an approximate width in pixels.

    >>> fitted("a short name", 200, 12), fitted("a long name", 40, 12)
    ('a short name', 'a lo\\u2026')
    """
    room = int(width / (LETTER * size))
    return text if len(text) <= room else text[: max(room - 1, 1)] + "\u2026"
