"""Our own game as a C Rogue shows it: drawn by the real curses, its keys read from the terminal one by one.

A C game writes its message and refreshes, then the map, the status line and the cursor, and refreshes again
before it reads a key.  While keys wait, curses may break a refresh off; after a trap or a teleport they are
dropped.

    python -m tests.run.curses_rogue --edition 3.6 --seed 7
"""

from __future__ import annotations

import argparse
import curses
import os
import sys
import time
from pathlib import Path
from typing import Final

from rogue.storage.scorefile import add_score
from rogue.tables.edition_table import EDITIONS
from rogue.ui.end_screens import score_lines
from rogue.ui.renderer import CLEAR
from rogue.ui.session import Session

ROWS: Final = 24
COLS: Final = 80
STATUS_ROW: Final = ROWS - 1
ESCAPE: Final = 0x1B
OLD_ESCAPE_MS: Final = 64  # the older games wait so long for the rest of a longer key
PAGES: Final = ("page", "window", "options")  # what the C games read from a window of its own
BLANK: Final = " " * COLS


class Screen:
    """A session on the terminal, through curses."""

    def __init__(self, session: Session, escape_ms: int = 0) -> None:
        """Begin curses as the C games do."""
        self._session = session
        self._more = session.world.rules.words.more
        self._map = curses.initscr()
        if escape_ms:
            curses.set_escdelay(escape_ms)
        curses.raw()
        curses.noecho()
        self._map.keypad(True)
        self._map.idlok(True)
        self._page = curses.newwin(0, 0, 0, 0)
        self._page.idlok(True)
        self._shown = [BLANK] * ROWS
        self._bright: frozenset[int] = frozenset()
        self._void = False  # keys that wait are to be dropped

    def play(self) -> None:
        """Draw, read a key and feed it, until the game is closed or the terminal is gone."""
        session = self._session
        self._draw(session.feed(b""))
        while not session.closed:
            keys = self._read()
            if not keys:
                return
            self._draw(session.feed(keys))

    def _read(self) -> bytes:
        """Return the next key, with Escape the one that is there behind it; b"" when there is no terminal."""
        window = self._window()
        while (key := window.getch()) > 0xFF and key != curses.KEY_BACKSPACE:
            pass  # a key that only people press
        if key == curses.KEY_BACKSPACE:
            return b"\b"
        if key != ESCAPE:
            return bytes([key]) if key >= 0 else b""
        window.nodelay(True)
        more = window.getch()
        window.nodelay(False)
        return bytes([key, more]) if 0 <= more <= 0xFF else bytes([key])

    def _window(self) -> curses.window:
        return self._page if self._session.mode in PAGES else self._map

    def _draw(self, drawn: bytes) -> None:
        """Show the game as it is now; `drawn` are the bytes of our own painter, read only for a clear."""
        session, window = self._session, self._window()
        rows = session.screen
        if CLEAR in drawn:
            window.erase()
            window.clearok(True)
            self._shown = [BLANK] * ROWS
            self._bright = frozenset()
        message = rows[0].rstrip().removesuffix(self._more)
        if message and not session.covered and rows[0] != self._shown[0]:
            self._put(window, 0, message.ljust(COLS))
            window.refresh()
        bright = frozenset(() if session.covered else session.world.canvas.bright)
        changed = {spot // COLS for spot in bright ^ self._bright}
        self._bright = bright
        for row in (*range(1, ROWS), 0):
            if rows[row] != self._shown[row] or row in changed:
                self._put(window, row, rows[row])
        window.move(*session.cursor)
        self._void = self._void or session.flushed
        if self._void and session.mode != "more":  # it comes behind the messages of the trap
            self._void = False
            curses.flushinp()
        if not session.closed:
            window.refresh()

    def _put(self, window: curses.window, row: int, text: str) -> None:
        """Write a row and clear what was behind it."""
        ink = text.rstrip()
        if row == STATUS_ROW:
            ink = ink[: COLS - 1]  # curses raises for the last cell of all
        window.addstr(row, 0, ink)
        if len(ink) < COLS:
            window.clrtoeol()
        for spot in self._bright:
            if spot // COLS == row:
                window.addch(row, spot % COLS, text[spot % COLS], curses.A_STANDOUT)
        self._shown[row] = text


def main() -> int:
    """Play one game; print the list of scores in the end."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="curses_rogue", description=__doc__, formatter_class=form)
    parser.add_argument("--edition", choices=EDITIONS, default="5.4")
    parser.add_argument("--seed", type=int, required=True)
    args = parser.parse_args()
    session = Session(args.seed, args.edition, os.environ.get("ROGUEOPTS", ""))
    words = session.world.rules.words
    print(words.hello.format(name=session.options.name, seed=args.seed), end="", flush=True)
    screen = Screen(session, 0 if args.edition == "5.4" else OLD_ESCAPE_MS)
    try:
        screen.play()
    finally:
        curses.endwin()
    outcome = session.outcome
    if outcome is not None:
        path = Path(session.options.score or "~/rogue.scr").expanduser()
        rows, trouble = add_score(path, outcome.row(time.strftime("%Y-%m-%dT%H:%M:%S")), named=True)
        print(*score_lines(rows, words=words), *filter(None, [trouble]), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
