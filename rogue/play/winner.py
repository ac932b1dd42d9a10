"""The screens of a winner: the banner, and what everything was worth.

Owns   the banner and the table (screen.md 12.2).
Leaves the worths (rules.worth), showing the screens (play.ends).
"""

from __future__ import annotations

from typing import Final

from rogue.rules.worth import Winning

WIDTH: Final = 63
TITLE: Final = "     Congratulations, you have made it to the light of day!    "
_BIG: Final = (
    "#   #  ###  #   #     #   #  ###  #   #      # #",
    " # #  #   # #   #     #   # #   # ##  #      # #",
    "  #   #   # #   #     # # # #   # # # #      # #",
    "  #   #   # #   #     ## ## #   # #  ##         ",
    "  #    ###   ###      #   #  ###  #   #      # #",
)
BANNER: Final = (
    " " * WIDTH,
    *(f"{line:^{WIDTH}}" for line in _BIG),
    " " * WIDTH,
    f"{'* * *':^{WIDTH}}",
    " " * WIDTH,
    TITLE,
)
"""Rows 0 to 9, shown in standout."""

STORY: Final = (
    "You have gone down into the Dungeons of Doom, and you have come up again",
    "with the Amulet of Yendor in your pack.  Few have done the first, and far",
    "fewer the second.  The merchants of the town are already at the gate: they",
    "will give you a good price for everything that you do not want to keep.",
)
HEADER: Final = "   Worth  Item"


def winner_table(winnings: list[Winning], purse: int, gold: str = "Gold Pieces") -> list[str]:
    """Return the lines of the table, the gold last; `purse` is the gold without the things, `gold` what
    the table calls it.
    """
    lines = [f"{letter}) {worth:5d}  {name}" for letter, worth, name in winnings]
    return [HEADER, *lines, f"   {purse:5d}  {gold}          "]
