"""Drawings as files: SVG, or PNG with the help of Pillow."""

from __future__ import annotations

import io
import shlex
import sys
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape
from importlib.util import find_spec
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.run.reports.drawing import COLORS, Area, Dots, Drawing, Point, Shape, Stroke, Words, box
from rogue.shared.errors import RogomaticError

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

FORMS: Final = (".png", ".svg")
_SCALE: Final = 2  # pixels of the file, per pixel of the drawing
_FINER: Final = 3  # oversampling factor for smooth edges
_UNIT: Final = _SCALE * _FINER
_EDGE: Final = 1.5  # width of the border of an area
_DASH: Final = (2.0, 4.0)  # length of a dash and of the gap after it
_BOLD: Final = 0.03  # of the size of a letter, added to each of its sides
_ALIGN: Final = {"start": "ls", "middle": "ms", "end": "rs"}  # anchors on the baseline
_NAMESPACE: Final = 'xmlns="http://www.w3.org/2000/svg"'
_FONT: Final = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
STAR: Final = ((1.0, 0.0), (0.5, 0.87), (-0.5, 0.87))  # directions of the three strokes of an asterisk

Color = Callable[[str], str]
"""Takes the name of a color, and returns the color for SVG."""


class PictureError(RogomaticError):
    """Exception for a picture that cannot be drawn.  Its text is a sentence for the user."""


def require_pillow(what: str, instead: str) -> None:
    """Raise PictureError if Pillow is not installed.

    what     the files that Pillow would write, such as "PNG files"
    instead  the alternative without Pillow
    """
    if find_spec("PIL") is None:
        raise PictureError(
            f"{what} need Pillow, which is not installed; {instead} does not need it. "
            f"To install Pillow: {shlex.quote(sys.executable)} -m pip install pillow"
        )


def picture_bytes(drawing: Drawing, ending: str) -> bytes:
    """Return a drawing as the bytes of a file with this ending, one of `FORMS`.

    Raises PictureError for a PNG file without Pillow.
    """
    if ending.lower() == ".svg":
        return svg_file(drawing).encode("utf-8")
    return png(drawing)


def check_form(path: Path) -> None:
    """Raise PictureError if a file with this ending cannot be drawn here."""
    if path.suffix.lower() not in FORMS:
        raise PictureError(f"{path} cannot be drawn: its name must end in {' or '.join(FORMS)}.")
    if path.suffix.lower() == ".png":
        require_pillow("PNG files", "a file that ends in .svg")


def png(drawing: Drawing) -> bytes:
    """Return a drawing as the bytes of a PNG file.  Raises PictureError without Pillow.

    Non-ASCII letters lose their accents, or become question marks.
    """
    require_pillow("PNG files", "a file that ends in .svg")
    from PIL import Image, ImageDraw

    size = (round(drawing.width * _UNIT), round(drawing.height * _UNIT))
    image = Image.new("RGB", size, COLORS["paper"])
    pen = ImageDraw.Draw(image, "RGBA")  # translucent colors are blended
    for shape in drawing.shapes:
        if isinstance(shape, Words):
            _write(image, pen, shape)
        else:
            _draw(pen, shape)
    made = io.BytesIO()
    image.reduce(_FINER).save(made, "PNG", optimize=True)
    return made.getvalue()


def _draw(pen: ImageDraw, shape: Area | Stroke | Dots) -> None:
    points, color = [_pixel(spot) for spot in shape.points], COLORS[shape.color]
    match shape:
        case Area():
            pen.polygon(points, fill=_paint(color, shape.opacity))
            if shape.edge:
                pen.line([*points, points[0]], COLORS[shape.edge], round(_EDGE * _UNIT), joint="curve")
        case Stroke():
            lines = _dashes(shape.points) if shape.is_dashed else [shape.points]
            for line in lines:
                pen.line([_pixel(spot) for spot in line], color, round(shape.width * _UNIT), joint="curve")
        case Dots():
            for spot in shape.points:
                _dot(pen, spot, shape, _paint(color, shape.opacity))


def _dot(pen: ImageDraw, spot: Point, shape: Dots, paint: tuple[int, ...]) -> None:
    if not shape.is_star:
        pen.circle(_pixel(spot), shape.radius * _UNIT, fill=paint)
        return
    for across, down in STAR:
        ends = [(spot[0] + side * across, spot[1] + side * down) for side in (-shape.radius, shape.radius)]
        pen.line([_pixel(end) for end in ends], paint, round(0.8 * _UNIT))


def _dashes(points: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    """Yield the dashes of a line; each segment begins with a dash."""
    dash, gap = _DASH
    for (left, top), (right, bottom) in pairwise(points):
        length = hypot(right - left, bottom - top)
        at = 0.0
        while at < length:
            begin, end = at / length, min(at + dash, length) / length
            yield (
                (left + begin * (right - left), top + begin * (bottom - top)),
                (left + end * (right - left), top + end * (bottom - top)),
            )
            at += dash + gap


def _write(image: Image, pen: ImageDraw, words: Words) -> None:
    from PIL import Image as Images
    from PIL import ImageDraw as Pens
    from PIL import ImageFont

    font = ImageFont.load_default(words.size * _UNIT)
    width = round(_BOLD * words.size * _UNIT) if words.is_bold else 0
    text, anchor = _plain(words.text), _ALIGN[words.anchor]
    if not words.is_upright:
        pen.text(_pixel(words.at), text, COLORS["ink"], font, anchor, stroke_width=width)
        return
    mask = Images.new("L", (image.height, image.width))  # before rotation
    x, y = _pixel(words.at)
    Pens.Draw(mask).text((image.height - y, x), text, 255, font, anchor, stroke_width=width)
    image.paste(COLORS["ink"], mask=mask.transpose(Images.Transpose.ROTATE_90))


def _plain(text: str) -> str:
    """Return a text with only characters of Pillow's own font.

    >>> _plain("Ménage \u2026 \u4e2d")
    'Menage \u2026 ?'
    """
    parts = unicodedata.normalize("NFD", text)
    letters = (letter for letter in parts if not unicodedata.combining(letter))
    return "".join(letter if letter.isascii() or letter == "\u2026" else "?" for letter in letters)


def _pixel(spot: Point) -> Point:
    return spot[0] * _UNIT, spot[1] * _UNIT


def _paint(color: str, opacity: float) -> tuple[int, ...]:
    """Return a color such as "#0072b2" and its opacity as red, green, blue, and alpha (0 to 255)."""
    return (*bytes.fromhex(color[1:]), round(255 * opacity))


def svg_element(drawing: Drawing, prefix: str) -> str:
    """Return a drawing as an SVG element that uses the colors of the HTML page around it.

    Every id in the element starts with `prefix`.
    """
    shapes = "\n".join(_shape(shape, _variable) for shape in drawing.shapes)
    return f"{_opening(drawing, prefix)}\n{shapes}\n</svg>"


def svg_file(drawing: Drawing) -> str:
    """Return a drawing as the text of an SVG file, dark on white."""
    paper = box(0, 0, drawing.width, drawing.height, "paper")
    whole = replace(drawing, shapes=(paper, *drawing.shapes))
    shapes = "\n".join(_shape(shape, COLORS.__getitem__) for shape in whole.shapes)
    size = f' width="{_short(whole.width)}" height="{_short(whole.height)}" font-family="{_FONT}"'
    return f'<?xml version="1.0" encoding="utf-8"?>\n{_opening(whole, "plot", size)}\n{shapes}\n</svg>\n'


def _variable(name: str) -> str:
    return f"var(--{name})"


def _opening(drawing: Drawing, prefix: str, more: str = "") -> str:
    """Return the opening tag of an SVG element, with the text for screen readers."""
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
    """Return a number of pixels as text, rounded to a tenth.

    >>> _short(12.0), _short(0.25), _short(-0.04)
    ('12', '0.2', '0')
    """
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
