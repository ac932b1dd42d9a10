"""The stage: one game on its way to the screen, with the mode that reads the next key.

Owns   what is asked at the moment, the row of messages, the order in which things are drawn: map,
       status line, message row, cursor (screen.md 4 to 6).
Leaves what a key does (play.modes and the modules it names), bytes (play.paint).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from rogue.play.message import MORE, MessageLine
from rogue.play.mode import Mode
from rogue.play.paint import Painter
from rogue.play.status import status_key, status_row
from rogue.state.command import Command
from rogue.state.grid import ROWS
from rogue.state.world import World
from rogue.tables.items import ItemClass

STATUS_ROW: Final = ROWS - 1
MORE_COLUMN: Final = 70  # the mark fits behind every text that ends before here


class Asked:
    """What an item prompt or a text prompt is about, and who takes the answer."""

    __slots__ = ("classes", "escape", "nothing", "then", "verb")

    def __init__(
        self,
        then: Callable[[str], None],
        escape: Callable[[], None],
        verb: str = "",
        classes: tuple[ItemClass, ...] = (),
        nothing: Callable[[], None] | None = None,
    ) -> None:
        self.then = then
        self.escape = escape
        self.verb = verb
        self.classes = classes  # what `*` lists; empty for everything
        self.nothing = nothing or escape  # called when `*` finds nothing to list


class Stage:
    """Everything between the keys and the bytes of one game."""

    __slots__ = (
        "_status", "asked", "command", "count", "covered", "line", "mode", "option", "painter",
        "resume", "stale", "turning", "typed", "world", "year",
    )  # fmt: skip

    def __init__(self, world: World, year: int) -> None:
        self.world = world
        self.year = year
        self.line = MessageLine()
        self.painter = Painter()
        self.mode: Mode = "command"
        self.count = 0  # the digits typed so far
        self.command = Command("")  # the command that is being completed
        self.asked: Asked | None = None
        self.typed = ""  # what was typed into a text prompt
        self.stale = False  # row 0 holds something that the next drawing wipes
        self.covered = False  # something else than the map is on the screen
        self.turning: deque[Callable[[], None]] = deque()  # pages still to be shown, oldest first
        self.resume: tuple[Mode, str, int] | None = None  # laid aside: mode, row 0, cursor
        self.option = 0  # the row of the option screen
        self._status: tuple[int, ...] = ()

    # -- speaking

    def say(self, text: str, terse: str | None = None) -> None:
        """Queue a message in the wording the player chose."""
        self.line.say(terse if terse is not None and self.world.options.terse else text)

    def ask(self, text: str, mode: Mode, terse: str | None = None) -> None:
        """Queue a prompt; `mode` reads its answer."""
        self.line.ask(terse if terse is not None and self.world.options.terse else text, mode)

    def answered(self) -> None:
        """Note that the prompt in row 0 has its answer: the next message may stand there."""
        self.line.pending = ""
        self.stale = True
        self.mode = "command"

    # -- drawing

    def paint(self, text: str | None, more: bool = False) -> None:
        """Draw what changed, then `text` in row 0 and the More behind it, then place the cursor."""
        if self.covered:
            return
        world, painter = self.world, self.painter
        canvas, hero = world.canvas, world.player.spot
        if canvas.cleared:
            self.stale = False
            painter.whole_map(canvas, hero)
            self._status = ()
        elif self.stale:
            self.stale = False
            if text is None or canvas.dirty:
                painter.clear_row(0)
        painter.map_changes(canvas, hero)
        key = status_key(world)
        if key != self._status:
            self._status = key
            painter.row(STATUS_ROW, status_row(world))
        if text is not None:
            painter.row(0, text)
        if more:
            painter.write(min(len(self.line.pending), MORE_COLUMN), MORE)
        elif self.mode == "command" or not self.line.pending:
            painter.cursor(hero)

    def repaint(self) -> None:
        """Clear the screen and draw the map again, row 0 left blank."""
        self.covered = False
        self.stale = False
        self.world.canvas.cleared = True
        self.paint(None)

    def redraw(self) -> None:
        """Clear the screen and draw all that stands on it; the cursor comes back."""
        rows, cursor = self.painter.picture(), self.painter.at
        if not self.covered:
            world = self.world
            self.painter.whole_map(world.canvas, world.player.spot)
            rows = [rows[0], *[""] * (ROWS - 2), rows[-1]]
        else:
            self.painter.clear()
        for row, text in enumerate(rows):
            if text.strip():
                self.painter.row(row, text.rstrip())
        self.painter.cursor(max(cursor, 0))
