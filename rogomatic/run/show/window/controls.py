"""What a person can do in every window with a game in it, whether it is played just now or was long ago.

Owns   the keys' common deeds: speed, panels, marks, scrolling, pages of text; sentences that stand a while.
Leaves which key it is (keys, replay_keys), what only one kind of window does (view, replay).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from rogomatic.run.show.panels.lines import Line
from rogomatic.run.show.window.frame import Showing
from rogomatic.run.show.window.pace import Pace
from rogomatic.run.show.window.terminal import Terminal

FRAME_SECONDS: Final = 1 / 30  # the screen is not drawn more often
LOOK_SECONDS: Final = 0.1      # how often the keyboard and the window's size are looked at
SWAP_SECONDS: Final = 1.2      # after which the top line changes between message and reason
NOTICE_SECONDS: Final = 3.0    # that a sentence stands, if no key is pressed
_PAGE: Final = 10              # rows that a key scrolls


class Quit(BaseException):
    """The person has seen enough.  Like an interrupt, it is no failure of the game."""


class Controls:
    """A window: its terminal, the pace, what it shows, and a sentence on its top line for a while."""

    def __init__(self, terminal: Terminal, speed: float, help_lines: list[Line]) -> None:
        self.terminal = terminal
        self.pace = Pace(speed)
        self.showing = Showing()
        self._help_lines = help_lines
        self._told = ""
        self._told_until = 0.0

    def do(self, action: str, of_what: str) -> None:
        """Do what a key says, which must be one of the common deeds.  Raises Quit."""
        _DOES[action](self, of_what)

    # -- sentences

    @property
    def told(self) -> str:
        """The sentence that stands just now, "" for none."""
        return self._told if time.monotonic() < self._told_until else ""

    def tell(self, sentence: str, seconds: float = NOTICE_SECONDS) -> None:
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

    def write(self, path: Path, lines: Iterable[str]) -> None:
        """Write lines to a new file and tell how that went."""
        try:
            with path.open("x", encoding="ascii", errors="replace") as file:
                file.writelines(f"{one}\n" for one in lines)
            self.tell(f"written: {path}")
        except OSError as error:
            self.tell(f"{path} cannot be written: {error.strerror}")

    # -- what keys do

    def _faster(self, _: str) -> None:
        self.pace.faster()

    def _slower(self, _: str) -> None:
        self.pace.slower()

    def _full(self, _: str) -> None:
        self.pace.speed = 0.0

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
    "panel": Controls._panel, "mark": Controls._mark, "scroll": Controls._scroll,
    "help": Controls._help, "redraw": Controls._redraw, "quit": Controls._quit,
}  # fmt: skip
