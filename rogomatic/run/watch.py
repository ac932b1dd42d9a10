"""Watching one game on a person's terminal, from the first screen to the last line.

Owns   taking the terminal and giving it back, the watched link, the line at the end.
Leaves drawing and pace (run.view), playing (run.game), which game and which player (cli).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn

from rogomatic.run.game import Agent, Limits, Row, play_game, row_of
from rogomatic.run.link import Gone, Link, Played
from rogomatic.run.view import LOOK_SECONDS, Quit, View, Watched
from rogomatic.screen import COLS, ROWS

if TYPE_CHECKING:
    from blessed import Terminal

# What ends a program from outside; the terminal is given back first.
ENDING: Final = (signal.SIGTERM, signal.SIGHUP)

PAPER: Final = ("", "dumb", "unknown")  # kinds of terminal without a cursor to move
ENTER: Final = "\x1b[?1049h\x1b[?25l"  # a screen of our own, no cursor
LEAVE: Final = "\x1b[m\x1b[?25h\x1b[?1049l"


class NoTerminal(Exception):
    """Nothing to watch on; the text is a sentence for the user."""


class WatchedLink:
    """A link that shows the game before each command, at the watcher's pace."""

    def __init__(self, link: Link, view: View) -> None:
        self._link = link
        self._view = view

    @property
    def gone(self) -> Gone:
        return self._link.gone

    @property
    def last_words(self) -> str:
        return self._link.last_words

    def send(self, keys: bytes) -> None:
        self._view.before_sending()
        self._link.send(keys)

    def receive(self, seconds: float) -> bytes:
        """Wait in slices, so that the watcher is heard while the game is silent."""
        while True:
            data = self._link.receive(min(seconds, LOOK_SECONDS))
            seconds -= LOOK_SECONDS
            self._view.show(data)
            if data or self.gone or seconds <= 0:
                return data
            self._view.obey(0)

    def close(self, over: bool) -> float:
        return self._link.close(over)


def watch(
    seed: int,
    links: Callable[[int], Link],
    players: Callable[[int], Watched],
    limits: Limits,
    speed: float,
) -> Row:
    """Show one game, and return its row.

    `speed` is in commands per second, 0 as fast as possible.  Raises NoTerminal when standard
    input or output is no terminal, or the window is too small.  The terminal is given back in
    every case.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal("To watch a game, standard input and output must be a terminal.")
    from blessed import Terminal

    kind = os.environ.get("TERM", "")
    if kind in PAPER:
        raise NoTerminal(f"A terminal of the kind {kind!r} cannot show a game.")
    # blessed does the keyboard and the window's size.  Its styling would ask the terminal questions
    # and wait for answers, and would be off under NO_COLOR, although nothing here has a colour.
    term = Terminal(force_styling=None)
    view = View(term, speed)
    if not view.fits():
        raise NoTerminal(
            f"The window has {term.width} x {term.height}; to watch a game, "
            f"{COLS} x {ROWS} are needed."
        )

    def watched_link(number: int) -> Link:
        return WatchedLink(links(number), view)

    def watched_player(number: int) -> Agent:
        view.player = players(number)
        return view.player

    with _taken(term):
        view.draw()
        try:
            row = play_game(seed, watched_link, watched_player, limits)
            view.linger()
        except Quit:
            row = row_of(seed, "stopped", view.player, Played(), 0.0)
    return row


def line_of(row: Row) -> str:
    """Return the line that stands at the end of a watched game."""
    end = row.how if row.finished else row.end_reason
    end = f"killed by {row.killer}" if end == "killed" else end
    return (
        f"seed {row.seed}  score {row.score}  depth {row.depth}  {end}  "
        f"turns {row.turns}  last rung: {row.last_rung or 'none'}"
    )


@contextmanager
def _taken(term: Terminal) -> Iterator[None]:
    """Take the terminal, and give it back however the game ends."""
    before = {number: signal.signal(number, _leave) for number in ENDING}
    # A stopped watcher would leave the terminal in a sorry state.
    before[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    try:
        with term.cbreak():
            print(ENTER, end="", flush=True)
            try:
                yield
            finally:
                print(LEAVE, end="", flush=True)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, _frame: object) -> NoReturn:
    sys.exit(128 + number)
