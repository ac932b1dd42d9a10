"""A drawing as SVG: an element for a page, or a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape
from typing import Final

from rogomatic.run.reports.drawing import COLORS, Area, Dots, Drawing, Point, Shape, Stroke, Words, box

_NAMESPACE: Final = 'xmlns="http://www.w3.org/2000/svg"'
_FONT: Final = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
STAR: Final = ((1.0, 0.0), (0.5, 0.87), (-0.5, 0.87))  # directions of the three strokes of an asterisk

Color = Callable[[str], str]
"""Returns a color in SVG by its name."""


def element(drawing: Drawing, prefix: str) -> str:
    """Return a drawing as an element whose colors follow the page; `prefix` begins its ids."""
    shapes = "\n".join(_shape(shape, _variable) for shape in drawing.shapes)
    return f"{_opening(drawing, prefix)}\n{shapes}\n</svg>"


def file(drawing: Drawing) -> str:
    """Return a drawing as the text of a file, dark on white."""
    paper = box(0, 0, drawing.width, drawing.height, "paper")
    whole = replace(drawing, shapes=(paper, *drawing.shapes))
    shapes = "\n".join(_shape(shape, COLORS.__getitem__) for shape in whole.shapes)
    size = f' width="{_short(whole.width)}" height="{_short(whole.height)}" font-family="{_FONT}"'
    return f'<?xml version="1.0" encoding="utf-8"?>\n{_opening(whole, "plot", size)}\n{shapes}\n</svg>\n'


def _variable(name: str) -> str:
    return f"var(--{name})"


def _opening(drawing: Drawing, prefix: str, more: str = "") -> str:
    """Return the opening tag, with the text for screen readers."""
    names = f"{prefix}-title {prefix}-desc"
    return (
        f'<svg {_NAMESPACE} viewBox="0 0 {_short(drawing.width)} {_short(drawing.height)}"{more} '
        f'role="img" aria-labelledby="{names}">\n'
        f'<title id="{prefix}-title">{escape(drawing.title)}</title>\n'
        f'<desc id="{prefix}-desc">{escape(drawing.says)}</desc>'
    )


def _shape(shape: Shape, color: Color) -> str:
    match shape:
        case Area():
            edge = f' stroke="{color(shape.edge)}" stroke-width="1.5"' if shape.edge else ""
            return (
                f'<path d="{_path(shape.points)}z" fill="{color(shape.color)}"{edge}{_pale(shape.opacity)}/>'
            )
        case Stroke():
            dashes = ' stroke-dasharray="2 4"' if shape.is_dashed else ""
            return _stroked(_path(shape.points), color(shape.color), shape.width, dashes)
        case Dots():
            return _dots(shape, color(shape.color))
        case Words():
            return _words(shape, color("ink"))


def _stroked(path: str, color: str, width: float, more: str) -> str:
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{_short(width)}"{more}/>'


def _pale(opacity: float) -> str:
    return f' opacity="{opacity:g}"' if opacity < 1 else ""


def _path(points: tuple[Point, ...]) -> str:
    return "M" + " ".join(f"{_short(x)} {_short(y)}" for x, y in points)


def _dots(shape: Dots, color: str) -> str:
    """Return marks as one path; a disk is a line of length 0 with round ends."""
    if shape.is_star:
        path = "".join(step for spot in shape.points for step in _star(spot, shape.radius))
        return _stroked(path, color, 0.8, _pale(shape.opacity))
    path = "".join(f"M{_short(x)} {_short(y)}h0" for x, y in shape.points)
    return _stroked(path, color, 2 * shape.radius, ' stroke-linecap="round"' + _pale(shape.opacity))


def _star(spot: Point, radius: float) -> Iterator[str]:
    for across, down in STAR:
        x, y = radius * across, radius * down
        yield f"M{_short(spot[0] - x)} {_short(spot[1] - y)}l{_short(2 * x)} {_short(2 * y)}"


def _words(shape: Words, color: str) -> str:
    x, y = map(_short, shape.at)
    turned = f' transform="rotate(-90 {x} {y})"' if shape.is_upright else ""
    bold = ' font-weight="bold"' if shape.is_bold else ""
    return (
        f'<text x="{x}" y="{y}" fill="{color}" font-size="{_short(shape.size)}" text-anchor="{shape.anchor}"'
        f"{bold}{turned}>{escape(shape.text)}</text>"
    )


def _short(number: float) -> str:
    """Return a number to a tenth of a pixel.

    >>> _short(12.0), _short(0.25), _short(-0.04)
    ('12', '0.2', '0')
    """
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
