"""Watching games on a person's terminal, from the first screen to the last line."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final

from rogomatic.run.recordings.recorder import GameRecorder
from rogomatic.run.runner.endings import cause_in_words, was_played
from rogomatic.run.runner.game_loop import BROKEN, Agent, Limits, Row, play_game, row_of
from rogomatic.run.runner.link import Link, LinkWrapper, Played
from rogomatic.run.runner.pty import PtyLink
from rogomatic.run.viewer.panels.panel_base import Watched
from rogomatic.run.viewer.watch_controller import WatchController
from rogomatic.run.viewer.window.controls import LOOK_SECONDS, Quit
from rogomatic.run.viewer.window.viewer_terminal import SmallWindowError, Terminal, check_size
from rogomatic.vt100 import COLS

_SAVED: Final = "rogue.sav"  # what a game on a terminal calls its saved game, in its private folder


class WatchedLink(LinkWrapper):
    """A link that handles the watcher's keys while the game is silent, and keeps a game that was saved.

    kept  the saved game, None if there is none
    """

    def __init__(self, link: Link, view: WatchController, seed: int, folder: Path) -> None:
        """Saved games go to `folder`."""
        super().__init__(link)
        self._view = view
        self._seed = seed
        self._folder = folder
        self.kept: Path | None = None

    def receive(self, seconds: float) -> bytes:
        while True:
            data = self._link.receive(min(seconds, LOOK_SECONDS))
            seconds -= LOOK_SECONDS
            if data or self.gone or self.is_waiting or seconds <= 0:
                return data
            self._view.idle()

    def close(self, over: bool) -> float:
        if self._view.saving and self.gone and isinstance(self._link, PtyLink):
            self.kept = _keep(Path(self._link.folder) / _SAVED, self._seed, self._folder)
        return self._link.close(over)


def watch(
    seeds: Sequence[int],
    links: Callable[[int], Link],
    players: Callable[[int], Watched],
    limits: Limits,
    view_of: Callable[[Terminal], WatchController],
    rows: list[tuple[Row, Path | None]],
    recorder: GameRecorder,
    ending_of: Callable[[Row], Sequence[str]],
    folder: Path,
) -> None:
    """Show one game after the other; add the row of each to `rows`, with the file it was saved to.

    `recorder` records them; `ending_of` returns what is to be said at the end of a game besides how it went;
    saved games go to `folder`.  Raises TerminalError
    when standard input or output is no terminal, or the window is too small.  The terminal is given back in
    every case.
    """
    terminal = Terminal()
    if small := check_size(terminal.size):
        raise SmallWindowError(small)
    view = view_of(terminal)
    with terminal.taken():
        for number, seed in enumerate(seeds):
            row, kept = _game(seed, links, players, limits, view, recorder, folder)
            rows.append((row, kept))
            recorder.finish(row)
            goes_on = number + 1 < len(seeds) and row.end_reason not in BROKEN
            if row.end_reason == "stopped":
                return
            if not view.end(row, line_of(row, COLS), ending_of(row), goes_on=goes_on):
                return


def _game(
    seed: int,
    links: Callable[[int], Link],
    players: Callable[[int], Watched],
    limits: Limits,
    view: WatchController,
    recorder: GameRecorder,
    folder: Path,
) -> tuple[Row, Path | None]:
    """Show one game."""
    made: list[WatchedLink] = []
    agents: list[Watched] = []

    def watched_link(number: int) -> Link:
        made.append(WatchedLink(links(number), view, number, folder))
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
    if not was_played(row) and row.end_reason != "stopped":
        return f"seed {row.seed}  no game"
    end = cause_in_words(row.how, row.killer) if row.finished else row.end_reason
    parts = [f"seed {row.seed}", f"score {row.score}", f"depth {row.depth}", end, f"turns {row.turns}"]
    parts.append(f"last rule: {row.last_rung or 'none'}")
    while width is not None and len("  ".join(parts)) > width:
        parts.pop()
    return "  ".join(parts)


def _keep(saved: Path, seed: int, folder: Path) -> Path | None:
    """Move a saved game to a folder under a name that is free; None if there is none."""
    if not saved.is_file():
        return None
    folder.mkdir(parents=True, exist_ok=True)
    names = (folder / f"rogue-{seed}{f'.{number}' if number else ''}.save" for number in count())
    place = next(path for path in names if not path.exists()).resolve()
    shutil.move(saved, place)
    return place
