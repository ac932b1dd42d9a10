"""The parser of the last pages of a game, which tell how the game ended."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from rogomatic.agent.screen.vt100 import COLS, ROWS, Screen

How = Literal["killed", "quit", "won"]


class EndScreen(NamedTuple):
    """End of a game, as shown on its last page.

    gold    gold at the end.  For a winner, this is the gold plus the worth of all items
    killer  name of the killer without article.  It is "" unless `how` is "killed" and the page names a killer
    """

    how: How
    gold: int
    killer: str = ""


_GRASS: Final = "________)/"
_STONE: Final = re.compile(r"\|(.*)\|")
_KILLED: Final = re.compile(r"Killed by (?:an? )?(.+) with (\d+) gold")
_QUIT: Final = re.compile(r"You quit with (\d+) gold pieces")
_WORTH: Final = re.compile(r"(?:.\)|  ) +(-?\d+)  \S")
_WON: Final = re.compile(r" +Worth  Item")
# Rogue 7.2 shows the pack before a list of scores, and leaves without one where it cannot write it.
_PACK_AT_END: Final = re.compile(r"Contents of your pack (at your untimely demise|when you chickened out):")
_GOLD_AT_END: Final = re.compile(r"--- +(\d+) gold pieces +---")
_PURSE: Final = re.compile(r"   +\d+  Gold P(?:ie|ei)ces *")
# The last pages of the BSD clone: a skull over a line, or a line alone; the row of a winner in its list.
_CLONE_END: Final = re.compile(
    r" *(?:(?:[Kk]illed by (?:an? )?|died of )(?P<killer>.+?)|quit) with (?P<gold>\d+) gold *(?:-more-)?"
)
_CLONE_WINNER: Final = re.compile(r" *\d+ +(\d+) +.+: a total winner on level \d+ *")
_CONGRATULATIONS: Final = "Congratulations, you have made it to the light of day!"


def read_tombstone(screen: Screen) -> EndScreen | None:
    """Parse the last page of a game.  Return None if the screen shows no last page."""
    rows = [screen.text(row) for row in range(ROWS)]
    grass = next((number for number, row in enumerate(rows) if _GRASS in row), None)
    if grass is not None and grass >= 6:
        return _read_stone(rows[grass - 6 : grass - 1])
    for number, row in enumerate(rows):
        if found := _KILLED.match(row):
            return EndScreen("killed", int(found[2]), found[1])
        if found := _QUIT.match(row):
            return EndScreen("quit", int(found[1]))
        if _WON.match(row):
            return EndScreen("won", _sum_worth(rows[number + 1 :]))
        if found := _CLONE_END.fullmatch(row):
            killer = found["killer"] or ""
            return EndScreen("killed" if killer else "quit", int(found["gold"]), killer)
        if (found := _CLONE_WINNER.fullmatch(row)) and number * COLS in screen.bright:
            return EndScreen("won", int(found[1]))
        if _CONGRATULATIONS in row:
            return EndScreen("won", 0)
        if found := _PACK_AT_END.fullmatch(row):  # the gold is below the list of the pack
            for below in filter(None, map(_GOLD_AT_END.fullmatch, rows[number:])):
                return EndScreen("quit" if found[1].startswith("when") else "killed", int(below[1]))
        if _PURSE.fullmatch(row):  # the list continues from the previous page
            return EndScreen("won", _sum_worth(rows[: number + 1]))
    return None


def begins_sale(screen: Screen) -> bool:
    """Return whether the screen shows the start of a winner's list of possessions."""
    return _WON.match(screen.text(0)) is not None


def ends_sale(screen: Screen) -> bool:
    """Return whether the screen shows the last line of a winner's list of possessions: the gold."""
    return any(_PURSE.fullmatch(screen.text(row)) for row in range(ROWS))


class SaleTotal:
    """Total worth of a winner's items.  The list of these items may take several pages."""

    __slots__ = ("_before",)

    def __init__(self) -> None:
        self._before = 0  # gold on the earlier pages of the list

    def note(self, screen: Screen, page: EndScreen) -> EndScreen:
        """Add the worth of the items that `screen` lists.

        Return `page` with its gold replaced by the total worth on all screens noted so far.
        """
        if begins_sale(screen):
            self._before = 0 if ends_sale(screen) else page.gold
            return page
        return page._replace(gold=page.gold + self._before)


def _read_stone(rows: list[str]) -> EndScreen | None:
    """Parse a tombstone: rows of name, gold, cause, killer, year.  Return None if a row is missing."""
    carved = [found[1].strip() for found in map(_STONE.search, rows) if found]
    if len(carved) != len(rows):
        return None
    _, gold, cause, killer, _ = carved
    amount = gold.removesuffix("Au").strip()
    if not cause.startswith("killed by") or not amount.isdecimal():
        return None
    return EndScreen("killed", int(amount), killer)


def _sum_worth(rows: list[str]) -> int:
    """Return the sum of the column `Worth`.

    This includes the last line of the list, which is the gold in the purse.
    """
    return sum(int(found[1]) for found in map(_WORTH.match, rows) if found)
