"""The chance to die that the agent expected at the start of fights, compared with what happened."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from rogue.shared.confidence import share_interval

WANTED: Final = ("seed", "fight", "die_pct", "fight_died")
"""Columns of a trace that `calibration` needs."""
_EDGES: Final = (0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 35.0, 50.0, 75.0, 100.0)
SAYS: Final = (
    "Said: the chance to die if the hero fights to the end, as estimated at the first decision. Happened: "
    "the share of these fights in which the hero died, with its 95 % interval. The agent may leave a "
    "fight, which lowers this share."
)


class CalibrationBin(NamedTuple):
    """Fights whose predicted chances to die are similar.  The first four fields are in percent.

    said       mean predicted chance to die
    happened   share of fights in which the hero died
    low, high  95 % interval of the share `happened`
    fights     number of fights
    """

    said: float
    happened: float
    low: float
    high: float
    fights: int


def calibration(rows: Iterable[Sequence[str]]) -> list[CalibrationBin]:
    """Sort the fights of a trace into bins, and return the bins that are not empty.

    `rows` are rows of the trace, each with the columns `WANTED`.
    """
    first: dict[tuple[str, str], tuple[float, bool]] = {}
    for seed, fight, odds, died in rows:
        if fight and odds:
            first.setdefault((seed, fight), (float(odds), died == "1"))
    found = []
    for low, high in pairwise(_EDGES):
        cases = [one for one in first.values() if low <= one[0] < high or one[0] == high == _EDGES[-1]]
        if cases:
            found.append(_bin(cases))
    return found


def _bin(cases: Sequence[tuple[float, bool]]) -> CalibrationBin:
    count = len(cases)
    share = sum(died for _, died in cases) / count
    interval = share_interval(share, count)
    said = sum(odds for odds, _ in cases) / count
    return CalibrationBin(said, 100 * share, 100 * interval[0], 100 * interval[1], count)


def calibration_text(figures: Mapping[str, Sequence[CalibrationBin]], width: int) -> Iterator[str]:
    """Yield the lines of a table for each trace, then an explanation.  Lines have at most `width` letters."""
    for name, bins in figures.items():
        yield f"{name}: % to die at the start of a fight"
        yield f"{'said':>7}{'happened':>10}  {'95 % CI':<14}{'fights':>8}"
        for one in bins:
            interval = f"{one.low:.1f} to {one.high:.1f}"
            yield f"{one.said:>7.1f}{one.happened:>10.1f}  {interval:<14}{one.fights:>8,}"
        yield ""
    yield from textwrap.wrap(SAYS, width)
