"""A window on a running batch, whose workers publish their games on request."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import COLS, ROWS, SIZE
from rogomatic.run.runner.seldom_hook import SeldomHook
from rogomatic.run.viewer.canvas import Canvas, Style, line, shortened
from rogomatic.run.viewer.describe import in_short
from rogomatic.run.viewer.frame import Showing, frame_of, why_row
from rogomatic.run.viewer.state_panels import fresh_message
from rogomatic.run.viewer.viewer_terminal import Terminal, check_size
from rogue.shared.files import UNMASKED, read_all, write_atomically
from rogue.shared.wording import plural

REQUEST: Final = "asked"  # its age shows whether a viewer is still there
FRESH_SECONDS: Final = 5.0  # a request older than this was left behind
LOOK_SECONDS: Final = 0.25  # seconds between two checks for it, and between two pictures
_MAX_BYTES: Final = 1 << 18  # of a glimpse
_MAX_CELLS: Final = 1 << 16  # of a window
_LONGEST: Final = 1000  # characters of one text in it
_TEXTS: Final = ("rows", "window", "looks")
_LOOKS: Final = frozenset(f"{look.value:x}" for look in Style)
_COMMANDS: Final = 32  # commands between two checks of the clock

_ASK_SECONDS: Final = 1.0  # seconds between two renewals of a request
_MIN: Final = (24, 6)  # columns and rows of a small screen
_FOOT: Final = "q: quit, arrows or Tab: select, Return: show one or all"
_NEXT: Final = ("\t", "KEY_RIGHT", "KEY_DOWN", "l", "j")
_BACK: Final = ("KEY_LEFT", "KEY_UP", "h", "k")


@dataclass(frozen=True, slots=True)
class PartialView:
    """A game at one moment: figures, the agent's reason, the rows of the screen.

    window  the rows of a whole window as `watch` draws it, or () if nobody has requested a window
    looks   for each row of `window`, a text with a hexadecimal digit for the Style of each character
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


class WindowRequest(NamedTuple):
    """The game to publish as a whole window, and the size of this window."""

    seed: int
    width: int
    height: int


def folder_of(run: Path) -> Path:
    """Return the folder in which the workers of a run publish their games.

    >>> folder_of(Path("three.db")).name
    'three.db.watch'
    """
    return run.with_name(f"{run.name}.watch")


def is_asked(folder: Path) -> bool:
    """Return whether a viewer has asked for games within the last 5 seconds.

    A viewer asks by writing a request file.  As long as there is none, the workers do no more than check a
    few times per second whether this file exists.
    """
    try:
        return time.time() - (folder / REQUEST).stat().st_mtime < FRESH_SECONDS
    except OSError:
        return False


def ask(folder: Path, request: WindowRequest | None) -> None:
    """Ask the workers to publish their games.  Raises OSError.

    request  the game to publish as a whole window, or None
    """
    text = "" if request is None else " ".join(map(str, request))
    write_atomically(folder / REQUEST, text.encode(), UNMASKED)


def request_in(folder: Path) -> WindowRequest | None:
    """Return the request for a whole window.  Return None if there is no request, or an invalid request."""
    try:
        words = read_all(folder / REQUEST, 100).decode("ascii").split()
        seed, width, height = map(int, words)
    except (OSError, ValueError):
        return None
    fits = width >= COLS and height >= ROWS and width * height <= _MAX_CELLS
    return WindowRequest(seed, width, height) if fits else None


@dataclass(frozen=True, slots=True)
class Published:
    """Factory of players that publish their games.  It can be pickled if `players` can be pickled."""

    players: Callable[[int], Player]
    folder: Path

    def __call__(self, seed: int) -> Player:
        agent = self.players(seed)
        agent.overrule = SeldomHook(_Publisher(agent, self.folder).look, _COMMANDS).handle
        return agent


class _Publisher:
    """Publisher of one game.  It publishes the game between two decisions."""

    __slots__ = ("_agent", "_due", "_folder")

    def __init__(self, agent: Player, folder: Path) -> None:
        self._agent = agent
        self._folder = folder
        self._due = 0.0

    def look(self, choice: Choice) -> None:
        """Publish the game if a viewer asks for it."""
        now = time.monotonic()
        if now >= self._due and self._agent.beliefs.me.spot >= 0:  # there is something to show
            self._due = now + LOOK_SECONDS
            if is_asked(self._folder):
                write(self._folder, glimpse_of(self._agent, choice, request_in(self._folder)))


def glimpse_of(agent: Player, choice: Choice, request: WindowRequest | None = None) -> PartialView:
    """Return the view that a worker publishes of its own game.

    If `request` is for this game, the view contains the whole window.
    """
    beliefs, me, cells = agent.beliefs, agent.beliefs.me, bytes(agent.screen.cells)
    rows = [cells[start : start + COLS].decode("ascii").rstrip() for start in range(0, SIZE, COLS)]
    if (
        beliefs.waiting.kind == "command"
    ):  # otherwise row 0 is a question; here it would be the answer to the marker
        rows[0] = fresh_message(agent)
    seen = PartialView(
        agent.seed, beliefs.turn, me.depth, me.gold, me.hp, me.max_hp, me.spot, in_short(choice), tuple(rows)
    )
    if request is None or request.seed != agent.seed:
        return seen
    showing = Showing(top=line(rows[0]), why=why_row(agent, choice, request.height))
    canvas = frame_of(agent, choice, request.width, request.height, showing)
    starts = range(0, request.width * request.height, request.width)
    window = [canvas.text[start : start + request.width].decode("ascii") for start in starts]
    looks = ["".join(f"{look:x}" for look in canvas.looks[start : start + request.width]) for start in starts]
    return replace(seen, window=tuple(window), looks=tuple(looks))


def write(folder: Path, glimpse: PartialView) -> None:
    """Publish a view atomically.  Errors are ignored, because an error must not end a game."""
    own = folder / f"{os.getpid()}.json"
    fresh = own.with_suffix(".new")
    with contextlib.suppress(OSError):
        fresh.unlink(missing_ok=True)
        with fresh.open("x", encoding="ascii") as file:  # does not follow a link
            file.write(json.dumps(asdict(glimpse)))
        fresh.replace(own)


def read(path: Path) -> PartialView | None:
    """Return the view that a worker has written, or None if it is missing, too old, or invalid."""
    try:
        if time.time() - path.stat().st_mtime > FRESH_SECONDS:
            return None
        return _glimpse_in(json.loads(read_all(path, _MAX_BYTES)))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _glimpse_in(found: Any) -> PartialView:
    """Return a view with the values in `found`, which were read from JSON.  Check all values first.

    The check is needed because any program may have written the file, and the text of a view goes to a
    terminal.  Raises ValueError, TypeError, or KeyError if `found` is not a valid view.
    """
    lists = {name: tuple(found[name]) for name in _TEXTS}
    glimpse = PartialView(**{**found, **lists})
    texts = (glimpse.why, *glimpse.rows, *glimpse.window, *glimpse.looks)
    numbers = [value for name, value in asdict(glimpse).items() if name not in ("why", *_TEXTS)]
    if not all(type(number) is int for number in numbers) or not all(map(str.isprintable, texts)):
        raise ValueError("it is not a glimpse of a game")
    if not 0 <= glimpse.spot < SIZE or len(glimpse.rows) > ROWS or max(map(len, texts)) > _LONGEST:
        raise ValueError("it is larger than a screen")
    if [len(row) for row in glimpse.window] != [len(row) for row in glimpse.looks]:
        raise ValueError("its window has other cells than looks")
    if not set("".join(glimpse.looks)) <= _LOOKS:
        raise ValueError("its window has looks that do not exist")
    return glimpse


def attach(run: Path, terminal: Terminal) -> None:
    """Show the games of a run's workers until the person quits."""
    chosen, shows_one = 0, False
    with asking(folder_of(run)) as folder, terminal.taken():
        while True:
            games = glimpses(folder)
            chosen = chosen % len(games) if games else 0
            ask(folder, request_of(games, chosen, shows_one, *terminal.size))
            for _ in range(int(_ASK_SECONDS / LOOK_SECONDS)):
                games = glimpses(folder) or games
                width, height = terminal.size
                terminal.show(batch_frame(games, chosen, shows_one, width, height, run.name))
                key = terminal.key(LOOK_SECONDS)
                if key in ("q", "Q"):
                    return
                if key in ("\n", " "):
                    shows_one = not shows_one
                chosen += (key in _NEXT) - (key in _BACK)
                chosen = chosen % len(games) if games else 0


@contextmanager
def asking(folder: Path) -> Iterator[Path]:
    """Context manager that creates the folder for requests and removes it when the `with` block is left."""
    folder.mkdir(exist_ok=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def glimpses(folder: Path) -> list[PartialView]:
    """Return the views that the workers have published, ordered by seed."""
    found = filter(None, map(read, folder.glob("*.json")))
    return sorted(found, key=lambda one: one.seed)


def request_of(
    games: list[PartialView], chosen: int, shows_one: bool, width: int, height: int
) -> WindowRequest | None:
    """Return a request for the game that is shown.

    Return None if several games are shown, or if the window is too small for one whole game.
    """
    if not games or not (shows_one or len(games) == 1) or check_size((width, height - 1)):
        return None
    return WindowRequest(games[chosen].seed, width, height - 1)


def batch_frame(
    games: list[PartialView], chosen: int, shows_one: bool, width: int, height: int, name: str
) -> Canvas:
    """Return the frame.  It shows several small screens, one game, or a note that no game is being played."""
    canvas = Canvas(width, height)
    if not games:
        canvas.put(0, 0, line(f"No game of {name} is being played now; waiting.  q quits."), width)
        return canvas
    one = games[chosen] if shows_one or len(games) == 1 else None
    if one is not None and len(one.window) == height - 1 and len(one.window[0]) == width:
        cells = width * (height - 1)
        canvas.text[:cells] = "".join(one.window).encode("ascii", "replace")
        canvas.looks[:cells] = bytes(int(look, 16) for look in "".join(one.looks))
    elif shows_one:
        _draw(canvas, games[chosen], 0, 0, min(height - 1, ROWS + 2), width, is_chosen=True)
    else:
        across, tall, wide = grid(len(games), width, height - 1)
        for number, game in enumerate(games[: across * ((height - 1) // tall)]):
            row, col = number // across * tall, number % across * (wide + 1)
            _draw(canvas, game, row, col, tall, wide, is_chosen=number == chosen)
    foot = f"{name}: {plural(len(games), 'game')} now;  {_FOOT}"
    canvas.put(height - 1, 0, line((foot, Style.DIM)), width)
    return canvas


def grid(count: int, width: int, height: int) -> tuple[int, int, int]:
    """Return the number of small screens side by side, and the numbers of rows and columns of each screen.

    >>> grid(1, 80, 30), grid(4, 165, 50)
    ((1, 26, 80), (2, 25, 82))
    """
    best, most = (1, height, width), -1.0
    for across in range(1, count + 1):
        wide = (width + 1) // across - 1
        down = -(-count // across)
        tall = min(max(height // down, _MIN[1]), ROWS + 2)
        if wide < _MIN[0] and across > 1:
            break
        shown = min(count, across * (height // tall)) * min(wide / COLS, 1) * min(tall / ROWS, 1)
        if shown > most:
            best, most = (across, tall, wide), shown
    return best


def _draw(
    canvas: Canvas, game: PartialView, row: int, col: int, height: int, width: int, *, is_chosen: bool
) -> None:
    """Draw one game: a title, the part of the game's screen around the hero, and the agent's reason."""
    title = f" seed {game.seed}  level {game.depth}  hp {game.hp}({game.max_hp})  gold {game.gold:,}"
    title = f"{title}  turn {game.turn:,}"[:width].ljust(width)
    canvas.put(row, col, line((title, Style.TITLE if is_chosen else Style.STRONG)), width)
    room = height - 2
    hero_row, hero_col = divmod(max(game.spot, 0), COLS)
    top = min(max(hero_row - room // 2, 0), max(ROWS - room, 0))
    left = min(max(hero_col - width // 2, 0), max(COLS - width, 0))
    for number, text in enumerate(game.rows[top : top + room]):
        canvas.put(row + 1 + number, col, line(text[left:]), width)
    if top <= hero_row < top + room:
        canvas.mark(row + 1 + hero_row - top, col + hero_col - left, Style.HERO)
    canvas.put(row + height - 1, col, line((shortened(game.why, width), Style.DIM)), width)
