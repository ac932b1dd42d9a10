"""A drawing as the bytes of a file, by the ending of its name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rogomatic.run.reports import mpl_plots, svg
from rogomatic.run.reports.drawing import Drawing

FORMS: Final = (".png", ".svg")


def picture_bytes(drawing: Drawing, ending: str) -> bytes:
    """Return the file of a drawing, whose ending is one of `FORMS`.  Raises PlotError, see `check_form`."""
    if ending.lower() == ".svg":
        return svg.file(drawing).encode("utf-8")
    return mpl_plots.png(drawing)


def check_form(path: Path) -> None:
    """Raise PlotError when no such file can be drawn here."""
    if path.suffix.lower() not in FORMS:
        raise mpl_plots.PlotError(f"{path} is of no kind that can be drawn; {' and '.join(FORMS)} are.")
    if path.suffix.lower() == ".png":
        mpl_plots.require_matplotlib()
