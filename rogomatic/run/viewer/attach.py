"""Looking into a running batch: a wall of small screens, or one game."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rogomatic.run.viewer.live_feed import LOOK_SECONDS, PartialView, Request, ask, folder_of, read
from rogomatic.run.viewer.panels.panel_base import Style, line
from rogomatic.run.viewer.window.canvas import Canvas
from rogomatic.run.viewer.window.viewer_terminal import Terminal, check_size
from rogomatic.vt100 import COLS, ROWS
from rogomatic.wording import plural

_ASK_SECONDS: Final = 1.0  # a request is renewed so often
_MIN: Final = (24, 6)  # columns and rows of a small screen
_FOOT: Final = "q quits, arrows or Tab choose, return shows one or all"
_NEXT: Final = ("\t", "KEY_RIGHT", "KEY_DOWN", "l", "j")
_BACK: Final = ("KEY_LEFT", "KEY_UP", "h", "k")


def attach(run: Path) -> None:
    """Show what the workers of a run play until the person has seen enough.

    Raises TerminalError when standard input or output is no terminal.
    """
    terminal = Terminal()
    chosen, shows_one = 0, False
    with asking(folder_of(run)) as folder, terminal.taken():
        while True:
            games = glimpses(folder)
            chosen = chosen % len(games) if games else 0
            ask(folder, request_of(games, chosen, shows_one, *terminal.size))
            for _ in range(int(_ASK_SECONDS / LOOK_SECONDS)):
                games = glimpses(folder) or games
                width, height = terminal.size
                terminal.show(frame_of(games, chosen, shows_one, width, height, run.name))
                key = terminal.key(LOOK_SECONDS)
                if key in ("q", "Q"):
                    return
                if key in ("\n", " "):
                    shows_one = not shows_one
                chosen += (key in _NEXT) - (key in _BACK)
                chosen = chosen % len(games) if games else 0


@contextmanager
def asking(folder: Path) -> Iterator[Path]:
    """Ask the workers of a run to publish their games while the block lasts."""
    folder.mkdir(exist_ok=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def glimpses(folder: Path) -> list[PartialView]:
    """Return what the workers have published, by seed."""
    found = filter(None, map(read, folder.glob("*.json")))
    return sorted(found, key=lambda one: one.seed)


def request_of(
    games: list[PartialView], chosen: int, shows_one: bool, width: int, height: int
) -> Request | None:
    """Return whose whole window is wanted: that of the one game that is shown, where it has room."""
    if not games or not (shows_one or len(games) == 1) or check_size((width, height - 1)):
        return None
    return Request(games[chosen].seed, width, height - 1)


def frame_of(
    games: list[PartialView], chosen: int, shows_one: bool, width: int, height: int, name: str
) -> Canvas:
    """Return the frame: small screens side by side, or one; or that nobody plays."""
    canvas = Canvas(width, height)
    if not games:
        canvas.put(0, 0, line(f"No game of {name} tells of itself; waiting.  q quits."), width)
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
    """Return how many small screens stand side by side, and the rows and columns of each.

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
    """Draw one game: a title, the part of its screen around the hero, and why it does what it does."""
    title = f" seed {game.seed}  level {game.depth}  hp {game.hp}({game.max_hp})  gold {game.gold}"
    title = f"{title}  turn {game.turn}"[:width].ljust(width)
    canvas.put(row, col, line((title, Style.TITLE if is_chosen else Style.STRONG)), width)
    room = height - 2
    hero_row, hero_col = divmod(max(game.spot, 0), COLS)
    top = min(max(hero_row - room // 2, 0), max(ROWS - room, 0))
    left = min(max(hero_col - width // 2, 0), max(COLS - width, 0))
    for number, text in enumerate(game.rows[top : top + room]):
        canvas.put(row + 1 + number, col, line(text[left:]), width)
    if top <= hero_row < top + room:
        canvas.mark(row + 1 + hero_row - top, col + hero_col - left, Style.HERO)
    canvas.put(row + height - 1, col, line((game.why, Style.DIM)), width)
