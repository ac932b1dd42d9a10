"""Watching games on a person's terminal, from the first screen to the last line.

Owns   the watched link, one game after the other, keeping a saved game, the line at the end.
Leaves the window (window), what is shown and the keys (view), playing (run.play.game), which games and
       which player (cli).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final

from rogomatic.run.play.game import Agent, Limits, Row, play_game, row_of
from rogomatic.run.play.link import Gone, Link, Played
from rogomatic.run.play.pty import PtyLink
from rogomatic.run.show.view import View
from rogomatic.run.show.watched import Watched
from rogomatic.run.show.window.controls import LOOK_SECONDS, Quit
from rogomatic.run.show.window.terminal import NoTerminal, Terminal, check_size
from rogomatic.run.tapes.keeping import Recorder
from rogomatic.screen import COLS

_SAVED: Final = "rogue.sav"  # what a game on a terminal calls its saved game, in its private folder


class WatchedLink:
    """A link that lets the watcher be heard while the game is silent, and keeps a game that was saved.

    kept  the saved game, None if there is none
    """

    def __init__(self, link: Link, view: View, seed: int) -> None:
        self._link = link
        self._view = view
        self._seed = seed
        self.kept: Path | None = None

    @property
    def gone(self) -> Gone:
        return self._link.gone

    @property
    def last_words(self) -> str:
        return self._link.last_words

    def send(self, keys: bytes) -> None:
        self._link.send(keys)

    def receive(self, seconds: float) -> bytes:
        while True:
            data = self._link.receive(min(seconds, LOOK_SECONDS))
            seconds -= LOOK_SECONDS
            if data or self.gone or seconds <= 0:
                return data
            self._view.idle()

    def close(self, over: bool) -> float:
        if self._view.saving and self.gone and isinstance(self._link, PtyLink):
            self.kept = _keep(Path(self._link.folder) / _SAVED, self._seed)
        return self._link.close(over)


def watch(
    seeds: Iterable[int],
    links: Callable[[int], Link],
    players: Callable[[int], Watched],
    limits: Limits,
    speed: float,
    rows: list[tuple[Row, Path | None]],
    recorder: Recorder,
) -> None:
    """Show one game after the other; add the row of each to `rows`, with the file it was saved to.

    `speed` is in commands per second, 0 as fast as possible; `recorder` records them.  Raises NoTerminal when
    standard input or output is no terminal, or the window is too small.  The terminal is given back in every
    case.
    """
    terminal = Terminal()
    if small := check_size(terminal.size):
        raise NoTerminal(small)
    view = View(terminal, speed)
    with terminal.taken():
        for seed in seeds:
            rows.append(_game(seed, links, players, limits, view, recorder))
            recorder.settle(rows[-1][0])
            if rows[-1][0].end_reason == "stopped" or not view.linger(line_of(rows[-1][0], COLS)):
                return


def _game(
    seed: int,
    links: Callable[[int], Link],
    players: Callable[[int], Watched],
    limits: Limits,
    view: View,
    recorder: Recorder,
) -> tuple[Row, Path | None]:
    """Show one game."""
    made: list[WatchedLink] = []
    agents: list[Watched] = []

    def watched_link(number: int) -> Link:
        made.append(WatchedLink(links(number), view, number))
        return recorder.record(made[-1], number)

    def watched_player(number: int) -> Agent:
        agents.append(players(number))
        view.watch(agents[-1])
        return agents[-1]

    try:
        row = play_game(seed, watched_link, watched_player, limits, now=view.clock)
    except Quit:
        row = row_of(seed, "stopped", agents[-1] if agents else None, Played(), 0.0)
    kept = made[-1].kept if made else None
    if kept is not None:
        row = replace(row, end_reason="stopped", error="", trouble="")
    return row, kept


def line_of(row: Row, width: int | None = None) -> str:
    """Return the line that stands at the end of a watched game; where it is too wide, what fits of it."""
    end = row.how if row.finished else row.end_reason
    end = f"killed by {row.killer}" if end == "killed" else end
    parts = [f"seed {row.seed}", f"score {row.score}", f"depth {row.depth}", end, f"turns {row.turns}"]
    parts.append(f"last rung: {row.last_rung or 'none'}")
    while width is not None and len("  ".join(parts)) > width:
        parts.pop()
    return "  ".join(parts)


def _keep(saved: Path, seed: int) -> Path | None:
    """Move a saved game to the present folder under a name that is free; None if there is none."""
    if not saved.is_file():
        return None
    names = (Path(f"rogue-{seed}{f'.{number}' if number else ''}.save") for number in count())
    place = next(path for path in names if not path.exists()).resolve()
    shutil.move(saved, place)
    return place
