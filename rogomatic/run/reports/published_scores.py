"""Published scores, with which a run can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple


class PublishedScore(NamedTuple):
    """A published score.  A figure that was not published is None.

    editions  editions whose games may be compared with the score
    source    where the score was published or measured
    """

    who: str
    editions: tuple[str, ...]
    games: str
    median: int | None
    mean: int | None
    source: str


SCORES: Final = (
    PublishedScore(
        "people, best medians", ("5.4", "5.2"), "over 1,000", 1200, None,
        "score lists of a public server; nobody won",
    ),
    PublishedScore(
        "Rog-O-Matic 14.2, in C", ("5.4",), "400", 328, 686,
        "on Rogue 5.4.5, scripts/ledger 027",
    ),
    PublishedScore(
        "Rog-O-Matic of 1983", ("5.2",), "", 1400, None,
        "Mauldin et al. 1984; in 106 games it had the best median of 16 players",
    ),
    PublishedScore(
        "Rog-O-Matic, classic, in C", ("3.6",), "398", 1684, 1875,
        "on Rogue 3.6.5, scripts/ledger 027",
    ),
)  # fmt: skip


def beside_published(edition: str, games: int, median: float | None, mean: float | None) -> Iterator[str]:
    """Yield a table of a run and the scores published for its edition.  Yield nothing if there are none."""
    found = [one for one in SCORES if edition in one.editions]
    if not found or median is None or mean is None:
        return
    yield f"compared with others in edition {edition}:"
    yield f"  {'':<28}{'games':>11}{'median':>8}{'mean':>8}"
    yield f"  {'this run':<28}{games:>11,}{median:>8,.0f}{mean:>8,.0f}"
    for one in found:
        numbers = "".join(f"{'' if value is None else f'{value:,}':>8}" for value in (one.median, one.mean))
        yield f"  {one.who:<28}{one.games:>11}{numbers}  {one.source}"
