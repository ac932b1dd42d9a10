"""The interactive terminal: keyboard, window size, suspending, the shell of `!`."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Final, Literal, Protocol

from rogue.shared.errors import reason_of
from rogue.terminal.more_hint import MoreHint
from rogue.terminal.panel_area import PanelArea
from rogue.terminal.signals import (
    END_SIGNALS,
    blocking_signals,
    do_nothing,
    handling_signals,
    ignore_end_signals,
    leave_once,
)
from rogue.terminal.window import (
    CLICKS,
    ENTER,
    LEAVE,
    Colorizer,
    small_window,
    stop_process_group,
    window_size,
)
from rogue.terminal.window_title import UNNAMED, WindowTitle
from rogue.ui.end_screens import PRESS_RETURN
from rogue.ui.input_modes import FROM_SHELL, Answer
from rogue.ui.keyboard import CLICK, Keyboard, game_keys
from rogue.ui.travel import keys_to

if TYPE_CHECKING:
    from blessed import Terminal

    from rogue.terminal.panel_area import PanelText
    from rogue.ui.input_modes import ModeName, Request

MOMENT_SECONDS: Final = 0.015  # display time of one step of a run or a flight
SUSPEND: Final = b"\x1a"
INTERRUPT: Final = "\x03"
ERASE: Final = (b"\x1b[J", b"\x1b[K")  # sequences by which the game erases what is right of it

Pause = Literal["stop", "shell", "anew"]
"""Why reading keys pauses: to suspend the program, to run a shell, to set up the terminal again."""

_TERMINAL_SIGNALS: Final = (signal.SIGWINCH, signal.SIGINT, signal.SIGTSTP, signal.SIGCONT)
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


class TerminalGame(Protocol):
    """The parts of a game that a terminal uses: it passes on keys and answers, and reads the session."""

    def feed(self, keys: bytes) -> bytes:
        """Take keys.  Return the bytes to draw."""

    def answer(self, answer: Answer) -> bytes:
        """Take the answer to a request.  Return the bytes to draw."""

    @property
    def session(self) -> TerminalSession: ...


def click_keys(session: TerminalSession, stroke: str) -> bytes:
    """Return the keys for a mouse click while the game asks for a square, else b""."""
    row, col = map(int, stroke.split()[1:])
    return keys_to(session.cursor, (row, col)) if session.mode == "aim" else b""


def play(
    game: TerminalGame,
    colors: int = 0,
    options_left: Callable[[], None] = lambda: None,
    panel: PanelText | None = None,
    title: Callable[[], str] = str,
) -> None:
    """Let a person play until the game is closed.  Always restores the terminal.

    The map is drawn in `colors` colors, 0 for none.  `options_left` is called when the player leaves the
    option screen.  `panel` makes the rows that a wide window shows beside the game.  `title` returns the
    title of the window, "" to leave it alone.

    SIGTERM, SIGHUP, and similar signals end the program with SystemExit; SIGINT is control-C, SIGTSTP
    control-Z.  The end of input returns as if the game were closed.
    """
    from blessed import Terminal

    terminal = Terminal(force_styling=None)
    colorizer = Colorizer(colors)
    area = None if panel is None else PanelArea(panel)
    named = WindowTitle(title, os.environ.get("TERM", ""))
    first: bytes | None = game.feed(b"")
    with handling_signals(dict.fromkeys(END_SIGNALS, leave_once)):
        while True:
            with _OpenTerminal(terminal, colorizer, options_left, area, named) as screen:
                pause = screen.pass_keys(game, first)
            if pause is None:
                return
            if pause == "stop":
                stop_process_group()
            if pause == "shell":
                _pass_to_shell(game)
            first = None


def _pass_to_shell(game: TerminalGame) -> None:
    """Run a shell for the player.

    If the program is ended meanwhile, the game stops waiting for the shell.
    """
    try:
        answer = run_shell()
    except SystemExit:
        game.answer(Answer("done", FROM_SHELL))
        raise
    game.answer(answer)


class _OpenTerminal:
    """The terminal while the game uses it.

    blessed provides raw mode and the window size.  Its own queries to the terminal are turned off, because a
    terminal that does not answer would delay the start by ten seconds.  The few other sequences are the
    game's own and the two below.
    """

    def __init__(
        self,
        terminal: Terminal,
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
        self._keyboard = Keyboard()
        self._undo = ExitStack()
        self._small = False
        self._uncolored = False  # the map was redrawn below a list, so it has no colors
        self._hint = MoreHint()

    def __enter__(self) -> _OpenTerminal:
        with blocking_signals(_TERMINAL_SIGNALS), ExitStack() as undo:
            self._signal_descriptor = undo.enter_context(_signals())
            undo.enter_context(self._terminal.raw())
            self._write(ENTER + self._title.begin())
            undo.callback(lambda: self._write(self._title.end() + LEAVE))
            self._undo = undo.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        # The terminal may be gone.
        with blocking_signals(_TERMINAL_SIGNALS), suppress(OSError, termios.error):
            self._undo.close()

    @staticmethod
    def _write(data: bytes) -> None:
        out = sys.__stdout__
        assert out is not None
        out.flush()
        while data:
            data = data[os.write(out.fileno(), data) :]

    def pass_keys(self, game: TerminalGame, first: bytes | None) -> Pause | None:
        """Pass keys and bytes back and forth until the game is closed, input ends, or a pause.

        `first` is drawn first; None redraws the whole screen.
        """
        self._show(game, first)
        while not game.session.closed:
            arrived, strokes = self._wait()
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
                if keys == SUSPEND and not (session.mode == "command" and session.stops_by_turn):
                    return "stop"
                void = False
                if keys and not self._small and not game.session.closed:
                    self._press(game, keys)
                    void = game.session.flushed
                    if game.session.request is not None:
                        return "shell"
                if void:
                    self._forget_typed()
                if keys == SUSPEND:  # after it has used a turn (KEY-43)
                    return "stop"
                if void:
                    break
        return None

    def _forget_typed(self) -> None:
        """Discard keys typed ahead (TRP-2, OPT-7)."""
        stdin = sys.__stdin__
        assert stdin is not None
        self._keyboard = Keyboard()
        with suppress(termios.error):  # the terminal may be gone
            termios.tcflush(stdin.fileno(), termios.TCIFLUSH)

    def _press(self, game: TerminalGame, keys: bytes) -> None:
        before = game.session.mode
        data = game.feed(keys)
        if self._uncolored and not game.session.covered:
            data = game.session.redraw()
        if before == "options" and game.session.mode != before:
            self._options_left()  # before drawing, because the window may be closed once the map is back
        self._draw(game, data)
        if (game.session.mode == "aim") != (before == "aim"):
            self._write(CLICKS[game.session.mode == "aim"])
        if not data and before == game.session.mode == "more":  # the key was ignored
            self._write(self._hint.show(*game.session.cursor))

    def _draw(self, game: TerminalGame, data: bytes) -> None:
        if not game.session.covered:
            self._uncolored = False
        start = 0
        for end in (*game.session.pauses, len(data)):
            part = data[start:end]
            self._write(
                self._hint.erase()
                + self._colorizer.paint(part, covered=game.session.covered)
                + self._beside(part)
            )
            start = end
            if end < len(data):
                self._pause()

    def _beside(self, drawn: bytes) -> bytes:
        """Return the bytes of title and panel after the game has `drawn`, which may have erased the panel."""
        out, title = sys.__stdout__, self._title.update()
        if self._area is None or out is None:
            return title
        if any(sequence in drawn for sequence in ERASE):
            self._area.forget()
        return title + self._area.draw(*window_size(out.fileno()))

    def _pause(self) -> None:
        """Show one step of a run or a flight for a moment, unless a key or a signal is waiting."""
        stdin = sys.__stdin__
        assert stdin is not None
        select.select([stdin.fileno(), self._signal_descriptor], [], [], MOMENT_SECONDS)

    def _show(self, game: TerminalGame, data: bytes | None) -> None:
        """Draw `data` or the whole screen.  In a window that is too small, draw a notice instead."""
        out = sys.__stdout__
        assert out is not None
        columns, lines = window_size(out.fileno())
        notice = small_window(lines, columns)
        self._small = bool(notice)
        if notice:
            self._write(notice)
        else:
            self._uncolored = data is None and game.session.covered
            self._draw(game, game.session.redraw() if data is None else data)

    def _wait(self) -> tuple[bytes, list[str] | None]:
        """Return the signals received, and the keys or None at the end of input.

        A signal that stands for a key is among the keys.
        """
        stdin = sys.__stdin__
        assert stdin is not None
        descriptor = stdin.fileno()
        waits = [descriptor, self._signal_descriptor]
        ready, _, _ = select.select(waits, [], [], self._keyboard.patience)
        if not ready:
            return b"", self._keyboard.flush()
        arrived = os.read(self._signal_descriptor, 512) if self._signal_descriptor in ready else b""
        strokes: list[str] = []
        if signal.SIGINT in arrived:
            strokes.append(INTERRUPT)
        if signal.SIGTSTP in arrived:
            strokes.append(SUSPEND.decode())
        if descriptor in ready:
            try:
                data = os.read(descriptor, 4096)
            except OSError:  # the terminal is gone
                data = b""
            if not data:
                return arrived, None
            strokes += self._keyboard.feed(data, time.monotonic())
        return arrived, strokes


@contextmanager
def _signals() -> Iterator[int]:
    """Handle the signals of a terminal.  Yield a descriptor that gives the number of each."""
    with handling_signals(dict.fromkeys(_TERMINAL_SIGNALS, do_nothing)) as descriptor:
        yield descriptor


def run_shell() -> Answer:
    """Run the user's shell until it ends, then wait for return.  The terminal must be in normal mode."""
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
