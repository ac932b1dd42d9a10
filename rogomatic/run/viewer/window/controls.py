"""What a person can do in every window with a game in it, whether it is played just now or was long ago."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from rogomatic.run.viewer.panels.styled_lines import Line
from rogomatic.run.viewer.window.frame import Showing
from rogomatic.run.viewer.window.playback_speed import Pace
from rogomatic.run.viewer.window.viewer_terminal import Terminal

FRAME_SECONDS: Final = 1 / 30  # the screen is not drawn more often
LOOK_SECONDS: Final = 0.1  # how often the keyboard and the window's size are looked at
NOTICE_SECONDS: Final = 3.0  # that a sentence stands, if no key is pressed
_PAGE: Final = 10  # rows that a key scrolls


class Quit(BaseException):
    """The person has seen enough.  Like an interrupt, it is no failure of the game."""


class ViewOptions(NamedTuple):
    """How a window begins.

    speed       commands per second, 0 for as fast as possible
    folder      where files go that a key writes
    every_turn  nothing is hurried through, though nothing is to be seen
    """

    speed: float
    folder: Path
    every_turn: bool = False


class Controls:
    """A window: its terminal, the pace, what it shows, and a sentence on its top line for a while."""

    def __init__(self, terminal: Terminal, options: ViewOptions, help_lines: list[Line]) -> None:
        self._folder = options.folder
        self.terminal = terminal
        self.every_turn = options.every_turn
        self.pace = Pace(options.speed)
        self.showing = Showing()
        self._help_lines = help_lines
        self._told = ""
        self._told_until = 0.0

    def do(self, action: str, of_what: str) -> None:
        """Do what a key says, which must be one of the common deeds.  Raises Quit."""
        _DOES[action](self, of_what)

    # -- sentences

    @property
    def notice(self) -> str:
        """The sentence that stands just now, "" for none."""
        return self._told if time.monotonic() < self._told_until else ""

    def notify(self, sentence: str, seconds: float = NOTICE_SECONDS) -> None:
        """Let a sentence stand for some seconds."""
        self._told, self._told_until = sentence, time.monotonic() + seconds

    def hush(self) -> None:
        """Take the sentence away."""
        self._told = ""

    # -- pages

    def page(self, title: str, lines: list[Line]) -> None:
        """Bring lines up over the map; take them away if they are there."""
        showing = self.showing
        same = showing.text is not None and showing.text[0] == title
        showing.text, showing.scroll = None if same else (title, lines), 0

    def write(self, name: str, lines: Iterable[str]) -> None:
        """Write lines to a new file of the folder for files, and tell how that went."""
        path = self._folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="ascii", errors="replace") as file:
                file.writelines(f"{one}\n" for one in lines)
            self.notify(f"written: {path}")
        except OSError as error:
            self.notify(f"{path} cannot be written: {error.strerror}")

    # -- what keys do

    def _faster(self, _: str) -> None:
        self.pace.faster()

    def _slower(self, _: str) -> None:
        self.pace.slower()

    def _full(self, _: str) -> None:
        self.pace.speed = 0.0

    def _every_turn(self, _: str) -> None:
        self.every_turn = not self.every_turn
        self.notify("every turn is shown" if self.every_turn else "rests and searches are hurried through")

    def _panel(self, name: str) -> None:
        showing = self.showing
        showing.overlay = "" if showing.overlay == name and showing.text is None else name
        showing.text, showing.scroll = None, 0

    def _mark(self, name: str) -> None:
        setattr(self.showing, name, not getattr(self.showing, name))

    def _scroll(self, rows: str) -> None:
        self.showing.scroll = max(self.showing.scroll + int(rows) * _PAGE, 0)

    def _help(self, _: str) -> None:
        self.page("Keys", self._help_lines)

    def _redraw(self, _: str) -> None:
        self.terminal.forget()

    def _quit(self, _: str) -> None:
        raise Quit


_DOES: Final[dict[str, Callable[[Controls, str], None]]] = {
    "faster": Controls._faster, "slower": Controls._slower, "full": Controls._full,
    "every turn": Controls._every_turn,
    "panel": Controls._panel, "mark": Controls._mark, "scroll": Controls._scroll,
    "help": Controls._help, "redraw": Controls._redraw, "quit": Controls._quit,
}  # fmt: skip
