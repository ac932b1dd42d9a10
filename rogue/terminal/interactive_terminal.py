"""The interactive terminal: keyboard, window size, suspending, the shell that `!` starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, Protocol

from rogue.shared.errors import reason_of
from rogue.shared.program_start import stop_process_group
from rogue.terminal.hint import ScreenHint
from rogue.terminal.outside_message import OutsideMessage
from rogue.terminal.panel_area import PanelArea
from rogue.terminal.raw_terminal import SUSPEND, RawTerminal
from rogue.terminal.signals import (
    END_SIGNALS,
    handling_signals,
    ignore_end_signals,
    leave_once,
)
from rogue.terminal.window import (
    CLICKS,
    Colorizer,
    small_window,
)
from rogue.terminal.window_title import UNNAMED, WindowTitle
from rogue.ui.end_screens import PRESS_RETURN
from rogue.ui.input_modes import FROM_SHELL, Answer
from rogue.ui.keyboard import CLICK, game_keys
from rogue.ui.travel import keys_to

if TYPE_CHECKING:
    from rogue.terminal.panel_area import PanelText
    from rogue.ui.input_modes import ModeName, Request

MOMENT_SECONDS: Final = 0.015  # display time of one step of a run or a flight
ERASE: Final = (b"\x1b[J", b"\x1b[K")  # sequences by which the game erases the area to its right

Pause = Literal["stop", "shell", "anew"]
"""Why reading keys pauses: to suspend the program, to run a shell, to set up the terminal again."""

DEFAULT_SHELL: Final = "/bin/sh"


class TerminalSession(Protocol):
    """The parts of a session that a terminal uses (see rogue.ui.session)."""

    def redraw(self) -> bytes:
        """Return the bytes that clear and redraw the screen."""

    @property
    def request(self) -> Request | None: ...

    @property
    def pauses(self) -> tuple[int, ...]: ...

    @property
    def escape_ends(self) -> bool: ...

    @property
    def run_prefix(self) -> bytes: ...

    @property
    def stops_by_turn(self) -> bool: ...

    @property
    def flushed(self) -> bool: ...

    @property
    def closed(self) -> bool: ...

    @property
    def covered(self) -> bool: ...

    @property
    def mode(self) -> ModeName: ...

    @property
    def cursor(self) -> tuple[int, int]: ...

    @property
    def screen(self) -> list[str]: ...

    @property
    def count(self) -> int: ...


class TerminalGame(Protocol):
    """The parts of a game that a terminal uses."""

    def feed(self, keys: bytes) -> bytes:
        """Take keys, and return the bytes to draw."""

    def answer(self, answer: Answer) -> bytes:
        """Take the answer to the session's request, and return the bytes to draw."""

    def news(self) -> str:
        """Return a message from outside the game, or "" if there is no new one."""

    @property
    def session(self) -> TerminalSession: ...


def click_keys(session: TerminalSession, stroke: str) -> bytes:
    """Return the keys that choose a clicked square, or b"" if the game does not ask for a square."""
    row, col = map(int, stroke.split()[1:])
    return keys_to(session.cursor, (row, col)) if session.mode == "aim" else b""


def play(
    game: TerminalGame,
    colors: int = 0,
    options_left: Callable[[], None] = lambda: None,
    panel: PanelText | None = None,
    title: Callable[[], str] = str,
) -> None:
    """Let a person play until the game is closed or input ends.  The terminal is always restored.

    colors        number of colors for the map, or 0 for no colors
    options_left  called when the player leaves the option screen
    panel         makes the rows that a wide window shows beside the game
    title         returns the title of the window, or "" to leave the title alone

    SIGTERM, SIGHUP, and similar signals end the program with SystemExit.  SIGINT counts as control-C, and
    SIGTSTP as control-Z.
    """
    colorizer = Colorizer(colors)
    area = None if panel is None else PanelArea(panel)
    named = WindowTitle(title, os.environ.get("TERM", ""))
    first: bytes | None = game.feed(b"")
    with handling_signals(dict.fromkeys(END_SIGNALS, leave_once)):
        while True:
            with RawTerminal(named) as raw:
                pause = _GameScreen(raw, colorizer, options_left, area, named).pass_keys(game, first)
            if pause is None:
                return
            if pause == "stop":
                stop_process_group()
            if pause == "shell":
                _pass_to_shell(game)
            first = None


def _pass_to_shell(game: TerminalGame) -> None:
    """Run a shell for the player.  Tell the game when the shell ends, or when a signal ends this program."""
    try:
        answer = run_shell()
    except SystemExit:
        game.answer(Answer("done", FROM_SHELL))
        raise
    game.answer(answer)


class _GameScreen:
    """A game on an open terminal: its drawing, colors, panel, and keys."""

    def __init__(
        self,
        terminal: RawTerminal,
        colorizer: Colorizer,
        options_left: Callable[[], None],
        area: PanelArea | None = None,
        title: WindowTitle = UNNAMED,
    ) -> None:
        self._terminal = terminal
        self._area = area
        self._title = title
        self._colorizer = colorizer
        self._options_left = options_left
        self._small = False
        self._uncolored = False  # the map was redrawn below a list, so it has no colors
        self._hint = ScreenHint()
        self._outside = OutsideMessage()

    def pass_keys(self, game: TerminalGame, first: bytes | None) -> Pause | None:
        """Pass keys to the game, and draw the bytes that it returns.

        This ends when the game is closed, input ends, or a pause begins.  Before the first key is read, draw
        `first`, or the whole screen if `first` is None.  Return the kind of pause, or None if there is no
        pause.
        """
        self._show(game, first)
        while not game.session.closed:
            arrived, strokes = self._terminal.wait()
            if strokes is None:
                ignore_end_signals()
                return None
            if signal.SIGCONT in arrived:
                return "anew"
            if signal.SIGWINCH in arrived:
                self._show(game, None)
            for stroke in strokes:
                session = game.session
                keys = game_keys(stroke, session.mode, session.run_prefix, escape_ends=session.escape_ends)
                if stroke.startswith(CLICK):
                    keys = click_keys(session, stroke)
                if keys == SUSPEND.encode() and not (session.mode == "command" and session.stops_by_turn):
                    return "stop"
                if self._outside.waits:
                    if not self._small and self._outside.answer(stroke):
                        self._show(game, None)
                    continue
                void = False
                if keys and not self._small and not game.session.closed:
                    self._press(game, keys)
                    void = game.session.flushed
                    if game.session.request is not None:
                        return "shell"
                if void:
                    self._terminal.forget_typed()  # TRP-2, OPT-7
                if keys == SUSPEND.encode():  # after the command has used a turn (KEY-43)
                    return "stop"
                if void:
                    break
        return None

    def _press(self, game: TerminalGame, keys: bytes) -> None:
        before = game.session.mode
        data = game.feed(keys)
        if self._uncolored and not game.session.covered:
            data = game.session.redraw()
        if before == "options" and game.session.mode != before:
            self._options_left()  # before drawing, because the window may be closed once the map is back
        self._draw(game, data)
        if (game.session.mode == "aim") != (before == "aim"):
            self._terminal.write(CLICKS[game.session.mode == "aim"])
        if not data and before == game.session.mode == "more":  # the key was ignored
            self._terminal.write(self._hint.show(*game.session.cursor))
        self._terminal.write(self._hint.count(game.session.count, game.session.screen[0]))
        self._tell(game)

    def _tell(self, game: TerminalGame) -> None:
        """Show a message from outside the game, if there is one."""
        if not game.session.closed and (text := game.news()):
            self._terminal.write(self._outside.show(text))

    def _draw(self, game: TerminalGame, data: bytes) -> None:
        if not game.session.covered:
            self._uncolored = False
        start = 0
        for end in (*game.session.pauses, len(data)):
            part = data[start:end]
            self._terminal.write(
                self._hint.erase()
                + self._colorizer.paint(part, covered=game.session.covered)
                + self._beside(part)
            )
            start = end
            if end < len(data):
                self._terminal.pause(MOMENT_SECONDS)

    def _beside(self, drawn: bytes) -> bytes:
        """Return the bytes that update the title and the panel.

        `drawn` are the bytes that are sent to the screen just before.
        """
        title = self._title.update()
        if self._area is None:
            return title
        if any(sequence in drawn for sequence in ERASE):
            self._area.forget()
        return title + self._area.draw(*self._terminal.size)

    def _show(self, game: TerminalGame, data: bytes | None) -> None:
        """Draw `data`, or if it is None, the whole screen.  In a window that is too small, draw a notice."""
        columns, lines = self._terminal.size
        notice = small_window(lines, columns)
        self._small = bool(notice)
        if notice:
            self._terminal.write(notice)
        else:
            self._uncolored = data is None and game.session.covered
            self._draw(game, game.session.redraw() if data is None else data)
            self._terminal.write(self._outside.drawn())
            self._tell(game)


def run_shell() -> Answer:
    """Run the user's shell, then wait for the Return key.  The terminal must be in normal mode."""
    try:
        subprocess.run([os.environ.get("SHELL") or DEFAULT_SHELL], check=False)
    except (OSError, ValueError) as error:
        return Answer("failed", reason_of(error))
    try:
        sys.stdout.write(PRESS_RETURN)
        sys.stdout.flush()
        sys.stdin.readline()
    except (OSError, ValueError, KeyboardInterrupt):  # the game detects a lost terminal
        pass
    return Answer("done", FROM_SHELL)
