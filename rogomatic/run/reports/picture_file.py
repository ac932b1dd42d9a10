"""Drawings as files: SVG, or PNG by matplotlib."""

from __future__ import annotations

import io
import logging
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.run.reports import svg
from rogomatic.run.reports.drawing import COLORS, Area, Dots, Drawing, Shape, Stroke, Words
from rogue.shared.errors import RogomaticError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMS: Final = (".png", ".svg")
_PER_INCH: Final = 100  # pixels of a drawing
_SCALE: Final = 2  # pixels of the file, per pixel of the drawing
_POINTS: Final = 72 / _PER_INCH  # per pixel: matplotlib's unit of letters and lines
_ALIGN: Final = {"start": "left", "middle": "center", "end": "right"}


class PlotError(RogomaticError):
    """A picture cannot be drawn; the text is a sentence for the user."""


def require_matplotlib() -> None:
    """Raise PlotError if matplotlib is not installed; otherwise give it its default settings.

    A `matplotlibrc` file is ignored: the one in the current folder may be a stranger's.  So is the warning
    that fonts are not cached, which a home without a folder for them brings.
    """
    if find_spec("matplotlib") is None:
        raise PlotError(
            "PNG files are written by matplotlib, which is not installed; a file that ends in .svg does "
            f"without it. To install it: {shlex.quote(sys.executable)} -m pip install matplotlib"
        )
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    import matplotlib as mpl

    mpl.rcdefaults()


def picture_bytes(drawing: Drawing, ending: str) -> bytes:
    """Return the file of a drawing, whose ending is one of `FORMS`.  Raises PlotError, see `check_form`."""
    if ending.lower() == ".svg":
        return svg.file(drawing).encode("utf-8")
    return png(drawing)


def check_form(path: Path) -> None:
    """Raise PlotError when no such file can be drawn here."""
    if path.suffix.lower() not in FORMS:
        raise PlotError(f"{path} is of no kind that can be drawn; {' and '.join(FORMS)} are.")
    if path.suffix.lower() == ".png":
        require_matplotlib()


def png(drawing: Drawing) -> bytes:
    """Return a drawing as the bytes of a PNG file.  Raises PlotError without matplotlib."""
    require_matplotlib()
    from matplotlib.figure import Figure

    size = (drawing.width / _PER_INCH, drawing.height / _PER_INCH)
    figure = Figure(figsize=size, facecolor=COLORS["paper"])
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_xlim(0, drawing.width)
    axes.set_ylim(drawing.height, 0)
    for order, shape in enumerate(drawing.shapes):
        _add(axes, shape, order)
    made = io.BytesIO()
    figure.savefig(made, format="png", dpi=_SCALE * _PER_INCH, metadata={"Software": None})
    return made.getvalue()


def _add(axes: Axes, shape: Shape, order: int) -> None:
    if isinstance(shape, Words):
        _write(axes, shape, order)
        return
    xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    color = COLORS[shape.color]
    match shape:
        case Area():
            edge = COLORS[shape.edge] if shape.edge else "none"
            axes.fill(
                xs,
                ys,
                color=color,
                alpha=shape.opacity,
                edgecolor=edge,
                linewidth=1.5 * _POINTS,
                zorder=order,
            )
        case Stroke():
            style = ":" if shape.is_dashed else "-"
            axes.plot(xs, ys, style, color=color, linewidth=shape.width * _POINTS, zorder=order)
        case Dots():
            mark, size = ("*", 3 * shape.radius) if shape.is_star else ("o", 2 * shape.radius)
            axes.plot(
                xs, ys, mark, color=color, alpha=shape.opacity, markersize=size * _POINTS, markeredgewidth=0,
                zorder=order,
            )  # fmt: skip


def _write(axes: Axes, words: Words, order: int) -> None:
    # A dollar sign begins mathematics, which a name never is.
    axes.text(
        *words.at, words.text, color=COLORS["ink"], fontsize=words.size * _POINTS, ha=_ALIGN[words.anchor],
        va="baseline", rotation=90 if words.is_upright else 0, rotation_mode="anchor", zorder=order,
        fontweight="bold" if words.is_bold else "normal", parse_math=False,
    )  # fmt: skip
