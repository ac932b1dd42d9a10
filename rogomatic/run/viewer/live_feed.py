"""A running batch that can be looked into: workers publish the games they play, only while somebody asks."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from rogomatic.rule_engine import Choice
from rogomatic.run.storage.file_io import read_all, write_text
from rogomatic.run.viewer.panels.panel_base import Style, Watched, line
from rogomatic.run.viewer.panels.state_panels import fresh_message
from rogomatic.run.viewer.window.frame import Showing, frame_of, reason_line
from rogomatic.vt100 import COLS, ROWS, SIZE

REQUEST: Final = "asked"  # by its age it is known whether somebody still looks
FRESH_SECONDS: Final = 5.0  # a request older than this was left behind
LOOK_SECONDS: Final = 0.25  # between two looks for it, and between two pictures
_MAX_BYTES: Final = 1 << 18  # of a glimpse
_MAX_CELLS: Final = 1 << 16  # of a window
_LONGEST: Final = 1000  # characters of one text in it
_TEXTS: Final = ("rows", "window", "looks")
_LOOKS: Final = frozenset(f"{look.value:x}" for look in Style)
_COMMANDS: Final = 32  # the clock is not looked at more often


@dataclass(frozen=True, slots=True)
class PartialView:
    """A game at one moment: figures, why the agent does what it does, the rows of its screen.

    window, looks  the rows of a whole window as `watch` draws it, and a hexadecimal digit of Style for each
                   of their characters; only where somebody asks for them
    """

    seed: int
    turn: int
    depth: int
    gold: int
    hp: int
    max_hp: int
    spot: int
    why: str
    rows: tuple[str, ...]
    window: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()


class Request(NamedTuple):
    """Whose whole window somebody wants to see, and its size."""

    seed: int
    width: int
    height: int


def folder_of(run: Path) -> Path:
    """Return where the workers of a run publish their games.

    >>> folder_of(Path("three.db")).name
    'three.db.watch'
    """
    return run.with_name(f"{run.name}.watch")


def is_asked(folder: Path) -> bool:
    """Return whether somebody looks.

    Nothing is written, and a file is looked for a few times a second, as long as nobody asks.
    """
    try:
        return time.time() - (folder / REQUEST).stat().st_mtime < FRESH_SECONDS
    except OSError:
        return False


def ask(folder: Path, request: Request | None) -> None:
    """Ask the workers to publish their games, one of them its whole window.  Raises OSError."""
    write_text(folder / REQUEST, "" if request is None else " ".join(map(str, request)))


def request_in(folder: Path) -> Request | None:
    """Return whose whole window is asked for; None for nobody's, or where that makes no sense."""
    try:
        words = read_all(folder / REQUEST, 100).decode("ascii").split()
        seed, width, height = map(int, words)
    except (OSError, ValueError):
        return None
    fits = width >= COLS and height >= ROWS and width * height <= _MAX_CELLS
    return Request(seed, width, height) if fits else None


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
                    write(self._folder, glimpse_of(self._agent, choice, request_in(self._folder)))
        return choice


def glimpse_of(agent: Watched, choice: Choice, request: Request | None = None) -> PartialView:
    """Return what is published of a game, with its whole window if that is asked for."""
    b, me, cells = agent.beliefs, agent.beliefs.me, bytes(agent.screen.cells)
    rows = [cells[start : start + COLS].decode("ascii").rstrip() for start in range(0, SIZE, COLS)]
    if b.waiting.kind == "command":  # else row 0 is what the game asks; now it would be the answered marker
        rows[0] = fresh_message(agent)
    why = f"{choice.rung}: {choice.act.because}"
    seen = PartialView(agent.seed, b.turn, me.depth, me.gold, me.hp, me.max_hp, me.spot, why, tuple(rows))
    if request is None or request.seed != agent.seed:
        return seen
    reasoned = reason_line(choice) if request.height == ROWS else ()
    showing = Showing(top=line(rows[0]), why=reasoned)
    canvas = frame_of(agent, choice, request.width, request.height, showing)
    starts = range(0, request.width * request.height, request.width)
    window = [canvas.text[start : start + request.width].decode("ascii") for start in starts]
    looks = ["".join(f"{look:x}" for look in canvas.looks[start : start + request.width]) for start in starts]
    return replace(seen, window=tuple(window), looks=tuple(looks))


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
        return _glimpse_in(json.loads(read_all(path, _MAX_BYTES)))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _glimpse_in(found: Any) -> PartialView:
    """Return what was read as a glimpse.  Raises ValueError or TypeError for something else: anybody may have
    written it, and it goes to a terminal.
    """
    lists = {name: tuple(found[name]) for name in _TEXTS}
    glimpse = PartialView(**{**found, **lists})
    texts = (glimpse.why, *glimpse.rows, *glimpse.window, *glimpse.looks)
    numbers = [value for name, value in asdict(glimpse).items() if name not in ("why", *_TEXTS)]
    if not all(type(number) is int for number in numbers) or not all(map(str.isprintable, texts)):
        raise ValueError("it is no glimpse of a game")
    if not 0 <= glimpse.spot < SIZE or len(glimpse.rows) > ROWS or max(map(len, texts)) > _LONGEST:
        raise ValueError("it is larger than a screen")
    if [len(row) for row in glimpse.window] != [len(row) for row in glimpse.looks]:
        raise ValueError("its window has other cells than looks")
    if not set("".join(glimpse.looks)) <= _LOOKS:
        raise ValueError("its window has looks that do not exist")
    return glimpse
