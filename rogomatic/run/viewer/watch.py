"""Games shown one after the other in a window, each kept if it is saved."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final

from rogomatic.agent.screen.vt100 import COLS
from rogomatic.run.recordings.recording_store import GameRecorder
from rogomatic.run.runner.endings import cause_in_words, was_played
from rogomatic.run.runner.game_loop import BROKEN, Agent, Limits, Row, play_game, row_of
from rogomatic.run.runner.link import Link, LinkWrapper, Played
from rogomatic.run.runner.pty import PtyLink
from rogomatic.run.viewer.canvas import Watched
from rogomatic.run.viewer.controls import LOOK_SECONDS, Quit
from rogomatic.run.viewer.viewer_terminal import SmallWindowError, check_size
from rogomatic.run.viewer.watch_controller import WatchController

_SAVED: Final = "rogue.sav"  # what a game on a terminal calls its saved game, in its private folder


class WatchedLink(LinkWrapper):
    """A link that handles the watcher's keys while the game is silent, and keeps a game that was saved.

    kept    the saved game, None if there is none
    played  the keys that the game was sent
    """

    def __init__(self, link: Link, view: WatchController, seed: int, folder: Path) -> None:
        """Saved games go to `folder`."""
        super().__init__(link)
        self._view = view
        self._seed = seed
        self._folder = folder
        self.kept: Path | None = None
        self.played = Played()

    def send(self, keys: bytes) -> None:
        self.played.add(keys)
        self._link.send(keys)

    def receive(self, seconds: float) -> bytes:
        while True:
            data = self._link.receive(min(seconds, LOOK_SECONDS))
            seconds -= LOOK_SECONDS
            if data or self.gone or self.is_waiting or seconds <= 0:
                return data
            self._view.idle()

    def close(self, over: bool) -> float:
        game = self._link
        if isinstance(game, PtyLink):
            if self._view.rescues and not (over or game.gone):
                game.hang_up()
            if game.gone and (self._view.saving or self._view.rescues):
                self.kept = _keep(Path(game.folder) / _SAVED, self._seed, self._folder)
        return self._link.close(over)


def watch(
    seeds: Sequence[int],
    links: Callable[[int], Link],
    players: Callable[[int], Watched],
    limits: Limits,
    view: WatchController,
    rows: list[tuple[Row, Path | None]],
    recorder: GameRecorder,
    ending_of: Callable[[Row], Sequence[str]],
    folder: Path,
) -> None:
    """Show games one after the other in the window of `view`, and add their rows and saved files to `rows`.

    `recorder` records them; `ending_of` returns what is to be said at the end of a game besides how it went;
    saved games go to `folder`.  Raises SmallWindowError.  An interrupt and a signal that ends the program are
    passed on once the row is there.  The terminal is given back in every case.
    """
    terminal = view.terminal
    if small := check_size(terminal.size):
        raise SmallWindowError(small)
    with terminal.taken():
        for number, seed in enumerate(seeds):
            view.begin(number + 1, seed)
            row, kept, left = _game(seed, links, players, limits, view, recorder, folder)
            rows.append((row, kept))
            recorder.finish(row)
            if left is not None:
                raise left
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
) -> tuple[Row, Path | None, BaseException | None]:
    """Show one game; return its row, the file it was saved to, and what from outside has ended it."""
    made: list[WatchedLink] = []
    agents: list[Watched] = []

    def watched_link(number: int) -> Link:
        made.append(WatchedLink(links(number), view, number, folder))
        return recorder.record(made[-1], number)

    def watched_player(number: int) -> Agent:
        agents.append(players(number))
        view.watch(agents[-1])
        return agents[-1]

    left: BaseException | None = None
    try:
        row = play_game(seed, watched_link, watched_player, limits, now=view.clock)
    except (Quit, KeyboardInterrupt, SystemExit) as leave:
        left = None if isinstance(leave, Quit) else leave
        played = made[-1].played if made else Played()
        row = row_of(seed, "stopped", agents[-1] if agents else None, played, 0.0)
    row = view.completed(row)
    kept = made[-1].kept if made else None
    if kept is not None and view.saving:
        row = replace(row, end_reason="stopped", error="", trouble="")
    return row, kept, left


def line_of(row: Row, width: int | None = None) -> str:
    """Return the final line of a watched game, cut to the width."""
    if not was_played(row) and row.end_reason != "stopped":
        return f"seed {row.seed}  no game"
    end = cause_in_words(row.how, row.killer) if row.finished else row.end_reason
    parts = [f"seed {row.seed}", f"score {row.score}", f"depth {row.depth}", end, f"turns {row.turns}"]
    parts.append(f"last rule: {row.last_rung or 'none'}")
    while width is not None and len("  ".join(parts)) > width:
        parts.pop()
    return "  ".join(parts)


def _keep(saved: Path, seed: int, folder: Path) -> Path | None:
    """Move a saved game to a folder under a free name; return None if there is none."""
    if not saved.is_file():
        return None
    folder.mkdir(parents=True, exist_ok=True)
    names = (folder / f"rogue-{seed}{f'.{number}' if number else ''}.save" for number in count())
    place = next(path for path in names if not path.exists()).resolve()
    shutil.move(saved, place)
    return place
