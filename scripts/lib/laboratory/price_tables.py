"""Tables of prices, as memory/prices keeps them: written as TOML, and read back as what heroes are worth."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogue.shared.base_error import RogomaticError
from scripts.lib.laboratory.prices import FIGURES, Band, Fit, figures_of, gold_foretold

FOLDER: Final = Path(__file__).resolve().parents[3] / "memory" / "prices"


class PriceTableError(RogomaticError):
    """A file is no table of prices."""


class Source(NamedTuple):
    """Where a table comes from: the edition, the command that played the games, how many, and their seeds."""

    edition: str
    command: str
    games: int
    first_seed: int
    last_seed: int


@dataclass(frozen=True)
class Values:
    """What a hero is worth on arrival, in gold still to come.

    bands  for each the first depth, the last, a constant, and the price of a unit of each of FIGURES
    """

    bands: tuple[tuple[int, int, float, tuple[float, ...]], ...]

    def worth(self, beliefs: Beliefs) -> float:
        """Return the gold that a hero who has come to this level will still find, at least none."""
        return self.of(beliefs.me.depth, figures_of(beliefs))

    def of(self, depth: int, figures: Sequence[float]) -> float:
        """Return what a hero with these figures, in the order of FIGURES, is worth at a depth.

        Depths before the first band count as it, and those behind the last as the last.

        >>> Values(((2, 26, 10.0, (0.0,) * len(FIGURES)),)).of(8, (1.0,) * len(FIGURES))
        10.0
        """
        band = next((band for band in self.bands if depth <= band[1]), self.bands[-1])
        return max(gold_foretold((band[2], *band[3]), figures), 0.0)


def table_of(source: Source, fits: Mapping[Band, Fit]) -> str:
    """Return the text of a table."""
    lines = [
        "# Gold still to come that a unit of each thing is worth on arrival at a level, and its error.",
        f"edition = {json.dumps(source.edition)}",
        f"command = {json.dumps(source.command)}",
        f"games = {source.games}",
        f"seeds = [{source.first_seed}, {source.last_seed}]",
    ]
    for (first, last), fit in fits.items():
        lines += [
            "",
            "[[bands]]",
            f"depths = [{first}, {last}]",
            f"arrivals = {fit.arrivals}",
            f"mean = {fit.mean:.1f}",
            f"explained = {fit.explained:.3f}",
            f"constant = {fit.constant:.1f}",
            "[bands.prices]",
        ]
        lines += [
            f"{json.dumps(name)} = [{price:.1f}, {error:.1f}]"
            for name, (price, error) in zip(FIGURES, fit.prices, strict=True)
        ]
    return "\n".join(lines) + "\n"


def values_in(text: str) -> Values:
    """Return what heroes are worth by a table.  Raises PriceTableError, a sentence for the user."""
    try:
        bands = tomllib.loads(text)["bands"]
        found = tuple(
            (*band["depths"], band["constant"], tuple(band["prices"][name][0] for name in FIGURES))
            for band in bands
        )
    except (tomllib.TOMLDecodeError, LookupError, TypeError) as error:
        raise PriceTableError(f"This is no table of prices: {error}.") from None
    if not found:
        raise PriceTableError("This table of prices has no bands of depths.")
    return Values(found)


def load_values(file: Path) -> Values:
    """Return what heroes are worth by the table in a file.  Raises PriceTableError and OSError."""
    try:
        return values_in(file.read_text(encoding="utf-8"))
    except (PriceTableError, UnicodeDecodeError) as error:
        raise PriceTableError(f"{file}: {error}") from None
