"""What each look is on a terminal of so many colours.

Owns   the table of sequences, how many colours a terminal has.
Leaves what has which look (panels, window.frame).

Few things are coloured: danger, gold, the way.  Each of them differs without colour, too, where it
matters.  The colours of the large table are neither light nor dark, so that they can be read on any ground.
"""

from __future__ import annotations

import curses
from collections.abc import Mapping
from typing import Final

from rogomatic.run.show.panels.lines import Look

PLAIN: Final = "\x1b[m"
#               without  8          256 colours
_TABLE: Final = {
    Look.PLAIN:  ("",    "",        ""),
    Look.DIM:    ("",    "2",       "38;5;244"),
    Look.STRONG: ("1",   "1",       "1"),
    Look.TITLE:  ("7",   "7",       "7"),
    Look.DANGER: ("1",   "1;31",    "1;38;5;160"),
    Look.GOLD:   ("",    "33",      "38;5;136"),
    Look.PATH:   ("4",   "4;36",    "4;38;5;32"),
    Look.GOAL:   ("7",   "7;36",    "7;38;5;32"),
    Look.BRIGHT: ("7",   "7",       "7"),
    Look.FOE:    ("1",   "1;31",    "1;38;5;160"),
    Look.HERO:   ("1",   "1",       "1"),
    Look.HINT:   ("",    "35",      "38;5;133"),
}  # fmt: skip

Palette = tuple[str, ...]
"""Look -> the sequence that begins it, whatever came before."""


def palette_of(colours: int) -> Palette:
    """Return the sequences for a terminal with so many colours.

    >>> palette_of(0)[Look.DANGER], palette_of(8)[Look.DANGER]
    ('\\x1b[m\\x1b[1m', '\\x1b[m\\x1b[1;31m')
    """
    column = 2 if colours >= 256 else 1 if colours >= 8 else 0
    codes = (_TABLE[look][column] for look in Look)
    return tuple(f"{PLAIN}\x1b[{code}m" if code else PLAIN for code in codes)


def colours_of(environment: Mapping[str, str], output: int) -> int:
    """Return how many colours the terminal on this descriptor has; 0 under NO_COLOR, or if unknown."""
    if environment.get("NO_COLOR"):
        return 0
    try:
        curses.setupterm(environment.get("TERM", ""), output)
        return max(curses.tigetnum("colors"), 0)
    except curses.error:
        return 0
