"""The last pages: the tombstone, and what stands in its place.

Owns   name, gold, killer and year of the tombstone; the lines for a death without a tombstone,
       for quitting, and the list of a winner's possessions.
Leaves when these pages are complete (prompts), what becomes of the game (player).
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from rogomatic.screen import ROWS, Screen

How = Literal["killed", "quit", "won"]


class Grave(NamedTuple):
    """How a game ended, as its last page tells it.

    gold is the purse the score counts; for a winner, the worth of everything.  killer has no
    article and is "" unless how is "killed".  What a page does not show is "" or 0.
    """

    how: How
    name: str
    gold: int
    killer: str
    year: int


_GRASS: Final = "________)/"
_STONE: Final = re.compile(r"\|(.*)\|")
_KILLED: Final = re.compile(r"Killed by (?:an? )?(.+) with (\d+) gold")
_QUIT: Final = re.compile(r"You quit with (\d+) gold pieces")
_WORTH: Final = re.compile(r"(?:.\)|  ) +(-?\d+)  \S")
_WON: Final = re.compile(r" +Worth  Item")
_PURSE: Final = re.compile(r"   +\d+  Gold P(?:ie|ei)ces *")
_CONGRATULATIONS: Final = "Congratulations, you have made it to the light of day!"


def read_tombstone(screen: Screen) -> Grave | None:
    """Read the last page of a game; None if the screen shows none."""
    rows = [screen.text(row) for row in range(ROWS)]
    grass = next((number for number, row in enumerate(rows) if _GRASS in row), None)
    if grass is not None and grass >= 6:
        return _read_stone(rows[grass - 6 : grass - 1])
    for number, row in enumerate(rows):
        if found := _KILLED.match(row):
            return Grave("killed", "", int(found[2]), found[1], 0)
        if found := _QUIT.match(row):
            return Grave("quit", "", int(found[1]), "", 0)
        if _WON.match(row):
            return Grave("won", "", _sum_worth(rows[number + 1 :]), "", 0)
        if _CONGRATULATIONS in row:
            return Grave("won", "", 0, "", 0)
        if _PURSE.fullmatch(row):  # what did not fit on the page before
            return Grave("won", "", _sum_worth(rows[: number + 1]), "", 0)
    return None


def begins_sale(screen: Screen) -> bool:
    """Tell whether the screen shows the list of a winner's possessions from its first line on."""
    return _WON.match(screen.text(0)) is not None


def _read_stone(rows: list[str]) -> Grave | None:
    """Read name, gold, cause, killer and year, one row each."""
    carved = [found[1].strip() for found in map(_STONE.search, rows) if found]
    if len(carved) != len(rows):
        return None
    name, gold, cause, killer, year = carved
    amount = gold.removesuffix("Au").strip()
    if not cause.startswith("killed by") or not amount.isdecimal():
        return None
    return Grave("killed", name, int(amount), killer, int(year) if year.isdecimal() else 0)


def _sum_worth(rows: list[str]) -> int:
    """Add up the column `Worth`; its last line is the gold."""
    return sum(int(found[1]) for found in map(_WORTH.match, rows) if found)
