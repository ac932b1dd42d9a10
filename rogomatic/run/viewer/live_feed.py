"""A running batch that can be looked into: workers publish the games they play, only while somebody asks.

Nothing is written, and a file is looked for a few times a second, as long as nobody asks.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from rogomatic.rule_engine import Choice
from rogomatic.run.storage.file_io import read_all
from rogomatic.run.viewer.panels.panel_base import Watched
from rogomatic.vt100 import COLS, ROWS, SIZE

REQUEST: Final = "asked"  # by its age it is known whether somebody still looks
FRESH_SECONDS: Final = 5.0  # a request older than this was left behind
LOOK_SECONDS: Final = 0.25  # between two looks for it, and between two pictures
_MOST_BYTES: Final = 1 << 16  # of a glimpse
_LONGEST: Final = 1000  # characters of one text in it
_COMMANDS: Final = 32  # the clock is not looked at more often


@dataclass(frozen=True, slots=True)
class PartialView:
    """A game at one moment: figures, why the agent does what it does, the rows of its screen."""

    seed: int
    turn: int
    depth: int
    gold: int
    hp: int
    max_hp: int
    spot: int
    why: str
    rows: tuple[str, ...]


def folder_of(run: Path) -> Path:
    """Return where the workers of a run publish their games.

    >>> folder_of(Path("three.db")).name
    'three.db.watch'
    """
    return run.with_name(f"{run.name}.watch")


def is_asked(folder: Path) -> bool:
    """Return whether somebody looks."""
    try:
        return time.time() - (folder / REQUEST).stat().st_mtime < FRESH_SECONDS
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class Published:
    """Makes players whose games can be looked into; it survives pickling if `players` does."""

    players: Callable[[int], Watched]
    folder: Path

    def __call__(self, seed: int) -> Watched:
        agent = self.players(seed)
        agent.overrule = _Publisher(agent, self.folder).handle
        return agent


class _Publisher:
    """Publishes one game, between its decisions."""

    __slots__ = ("_agent", "_due", "_folder", "_left")

    def __init__(self, agent: Watched, folder: Path) -> None:
        self._agent = agent
        self._folder = folder
        self._left, self._due = 1, 0.0

    def handle(self, choice: Choice) -> Choice:
        """Return the choice as it is; publish it if somebody asks.  Hot, for every command."""
        self._left -= 1
        if not self._left:
            self._left = _COMMANDS
            now = time.monotonic()
            if now >= self._due and self._agent.beliefs.me.spot >= 0:  # there is something to show
                self._due = now + LOOK_SECONDS
                if is_asked(self._folder):
                    write(self._folder, glimpse_of(self._agent, choice))
        return choice


def glimpse_of(agent: Watched, choice: Choice) -> PartialView:
    """Return what is published of a game."""
    b, me, cells = agent.beliefs, agent.beliefs.me, bytes(agent.screen.cells)
    rows = [cells[start : start + COLS].decode("ascii").rstrip() for start in range(0, SIZE, COLS)]
    if b.waiting.kind == "command":  # else row 0 is what the game asks; now it would be the answered marker
        rows[0] = agent.trace.said[-1].text if agent.trace.said else ""
    why = f"{choice.rung}: {choice.act.because}"
    return PartialView(agent.seed, b.turn, me.depth, me.gold, me.hp, me.max_hp, me.spot, why, tuple(rows))


def write(folder: Path, glimpse: PartialView) -> None:
    """Put a glimpse where the one who asks finds it, whole.  That nobody could write must not end a game."""
    own = folder / f"{os.getpid()}.json"
    fresh = own.with_suffix(".new")
    with contextlib.suppress(OSError):
        fresh.unlink(missing_ok=True)
        with fresh.open("x", encoding="ascii") as file:  # a link that somebody put there is not followed
            file.write(json.dumps(asdict(glimpse)))
        fresh.replace(own)


def read(path: Path) -> PartialView | None:
    """Return what a worker has written; None if it is gone, too old, or something else."""
    try:
        if time.time() - path.stat().st_mtime > FRESH_SECONDS:
            return None
        return _glimpse_in(json.loads(read_all(path, _MOST_BYTES)))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _glimpse_in(found: Any) -> PartialView:
    """Return what was read as a glimpse.  Raises ValueError or TypeError for something else: anybody may have
    written it, and it goes to a terminal.
    """
    glimpse = PartialView(**{**found, "rows": tuple(found["rows"])})
    texts = (glimpse.why, *glimpse.rows)
    numbers = [value for name, value in asdict(glimpse).items() if name not in ("why", "rows")]
    if not all(type(number) is int for number in numbers) or not all(map(str.isprintable, texts)):
        raise ValueError("it is no glimpse of a game")
    if not 0 <= glimpse.spot < SIZE or len(glimpse.rows) > ROWS or max(map(len, texts)) > _LONGEST:
        raise ValueError("it is larger than a screen")
    return glimpse
