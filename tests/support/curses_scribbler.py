"""Draws at random through curses: what a program written with it really sends.

python curses_scribbler.py SEED [lines]

With lines, it draws runs of one character and line drawing, too, and inserts and deletes characters.
"""

from __future__ import annotations

import curses
import random
import sys

DRAWINGS = 120
WITH_LINES = sys.argv[2:] == ["lines"]
CELLS = ".#|-+@%ABC   xyz"


def draw(window: curses.window, dice: random.Random) -> None:
    """Draw one thing, anywhere but in the last column."""
    row, col = dice.randrange(24), dice.randrange(79)
    length = min(dice.randrange(1, 40), 79 - col)
    what = dice.randrange(10 + 5 * WITH_LINES)
    window.move(row, col)
    if what < 4:
        window.addstr("".join(dice.choice(CELLS) for _ in range(length)))
    elif what == 4:
        window.addstr("STANDOUT"[:length], curses.A_STANDOUT)
    elif what == 5:
        window.clrtoeol()
    elif what == 6:
        window.insertln()
    elif what == 7:
        window.deleteln()
    elif what == 8:
        window.clrtobot()
    elif what == 9 and dice.random() < 0.3:
        window.clear()
    elif what == 10:
        window.addstr(dice.choice(CELLS) * length)
    elif what == 11:
        window.hline(row, col, curses.ACS_HLINE, length)
    elif what == 12:
        window.vline(row, col, curses.ACS_VLINE, 24 - row)
    elif what == 13:
        window.insstr("xyz"[:length])
    elif what == 14:
        window.delch()


def main() -> None:
    """Draw, showing every step, and leave the terminal."""
    dice = random.Random(int(sys.argv[1]))
    window = curses.initscr()
    window.idlok(True)
    for _ in range(DRAWINGS):
        draw(window, dice)
        window.refresh()
    print("drawn", file=sys.stderr)


if __name__ == "__main__":
    main()
