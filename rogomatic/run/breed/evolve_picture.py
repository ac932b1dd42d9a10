"""The picture of an evolution: score by generation.

Owns   drawing the curve with matplotlib, into any kind of file that it writes.
Leaves the figures (learn.story), the picture in letters (learn.story).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rogomatic.learn.errors import SIGMAS
from rogomatic.learn.story import Point
from rogomatic.run.figures.pictures.draw import NoPicture, require_matplotlib


def check_picture(path: Path) -> None:
    """Raise NoPicture when matplotlib is not there or writes no such file, before hours are played for it."""
    require_matplotlib()
    from matplotlib.figure import Figure

    kinds = Figure().canvas.get_supported_filetypes()
    if path.suffix.removeprefix(".") not in kinds:
        raise NoPicture(f"{path} is of no kind that can be drawn; {', '.join(sorted(kinds))} are.")
    if not path.resolve().parent.is_dir():
        raise NoPicture(f"There is no folder for {path}.")


def draw(path: Path, points: Sequence[Point], unit: str, base: float) -> None:
    """Draw mean and best of each generation with the error of the best.

    base  what the defaults score, which gains are added to.  Raises NoPicture when the disk refuses.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    generations = [point.generation for point in points]
    best = [base + point.gain for point in points]
    errors = [SIGMAS * point.error for point in points]
    axes.axhline(base, color="0.5", linestyle=":", label="the defaults")
    axes.plot(generations, [base + point.mean for point in points], "o-", label="mean of the generation")
    axes.errorbar(generations, best, yerr=errors, fmt="s-", capsize=3, label="surest so far, 95 per cent")
    axes.set_xlabel("generation")
    axes.set_ylabel(unit)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(loc="best")
    try:
        figure.savefig(path, dpi=120)
    except OSError as error:
        raise NoPicture(f"{path} cannot be written: {error.strerror}.") from None
