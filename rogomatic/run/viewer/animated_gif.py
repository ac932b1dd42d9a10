"""A terminal as an animated GIF, drawn by Pillow."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from rogomatic.run.viewer.animated_svg import INK, PAPER, Frame, Look

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

_WIDTH: Final = 6  # of a letter of the font that comes with Pillow, in pixels of the font
_HEIGHT: Final = 11
_ENLARGED: Final = 2  # pixels of the picture, per pixel of the font
_MARGIN: Final = 4
_BOLD: Final = "#ffffff"
_TICKS: Final = 1000  # in a second: Pillow's unit of time


def animated_gif(frames: Sequence[Frame], seconds: Sequence[float]) -> bytes:
    """Return frames of equal size as a looping GIF.  Pillow must be installed.

    seconds  duration of each frame, rounded to hundredths of a second
    """
    from PIL import Image

    looks = {look for frame in frames for row in frame for _, look in row}
    colors = list(dict.fromkeys([PAPER, *sorted(map(_color, looks))]))
    palette = [part for color in colors for part in bytes.fromhex(color[1:])]
    size = (len(frames[0][0]) * _WIDTH + 2 * _MARGIN, len(frames[0]) * _HEIGHT + 2 * _MARGIN)
    images: list[Image.Image] = []
    for frame in frames:
        image = Image.new("P", size)
        image.putpalette(palette)
        _draw(image, frame, {color: number for number, color in enumerate(colors)})
        images.append(image.resize((size[0] * _ENLARGED, size[1] * _ENLARGED)))
    made = io.BytesIO()
    times = [round(one * _TICKS) for one in seconds]
    images[0].save(made, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0)
    return made.getvalue()


def _color(look: Look) -> str:
    """Return the color of letters.  Bold letters are brighter, because the font has no bold face."""
    return look.color or (_BOLD if look.bold else INK)


def _draw(image: Image, frame: Frame, colors: dict[str, int]) -> None:
    from PIL import ImageDraw, ImageFont

    pen, font = ImageDraw.Draw(image), ImageFont.load_default_imagefont()
    pen.font, pen.fontmode = font, "1"
    for number, row in enumerate(frame):
        column = 0
        for look, run in groupby(row, lambda cell: cell[1]):
            text = "".join(letter for letter, _ in run)
            _write(pen, (_MARGIN + column * _WIDTH, _MARGIN + number * _HEIGHT), text, look, colors)
            column += len(text)


def _write(pen: ImageDraw, at: tuple[int, int], text: str, look: Look, colors: dict[str, int]) -> None:
    (x, y), ink, paper = at, colors[_color(look)], colors[PAPER]
    end = x + len(text) * _WIDTH
    if look.reverse:
        pen.rectangle((x, y, end - 1, y + _HEIGHT - 1), fill=ink)
        ink = paper
    pen.text((x, y), text, ink)
    if look.underline:
        pen.line((x, y + _HEIGHT - 1, end - 1, y + _HEIGHT - 1), ink)
