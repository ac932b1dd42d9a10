"""The watcher's terminal: taken and given back, frames out, keys in."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn

from rogomatic.base_error import RogomaticError
from rogomatic.run.viewer.canvas import PLAIN, Canvas, changes, colours_of, palette_of
from rogomatic.vt100 import COLS, ROWS

if TYPE_CHECKING:
    from blessed import Terminal as Blessed

INTERRUPT: Final = "\x03"  # Ctrl-C, where it is a key

# What ends a program from outside; the terminal is given back first.
ENDING: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)

_PAPER: Final = ("", "dumb", "unknown")  # kinds of terminal without a cursor to move
_ENTER: Final = "\x1b[?1049h\x1b[?25l\x1b[m\x1b[H\x1b[2J"  # a screen of our own, no cursor
_LEAVE: Final = "\x1b[m\x1b[?25h\x1b[?1049l"
# The old kinds have one screen only: it is left empty, with the cursor where a shell goes on.
_LEAVE_OLD: Final = "\x1b[m\x1b[H\x1b[2J"
_OLD: Final = ("vt1", "vt2", "ansi", "linux")
# A frame between these is shown as a whole; a terminal that does not know them ignores them.
_BEGIN_FRAME: Final = "\x1b[?2026h"
_END_FRAME: Final = "\x1b[?2026l"
_CLEAR: Final = f"{PLAIN}\x1b[H\x1b[2J"


# Keys with a name that are characters, too.
_CHARACTERS: Final = {
    "KEY_ENTER": "\n", "KEY_TAB": "\t", "KEY_ESCAPE": "\x1b", "KEY_BACKSPACE": "\b", "KEY_DELETE": "\b",
}  # fmt: skip


TOO_SMALL: Final = 7  # the exit code, as that of the game


class TerminalError(RogomaticError):
    """Nothing to watch on; the text is a sentence for the user, `code` the exit code."""

    code = 1


class SmallWindowError(TerminalError):
    """The window is too small for a game."""

    code = TOO_SMALL


class Terminal:
    """A person's terminal.

    Raises TerminalError when standard input or output is none that can show a game.
    """

    def __init__(self) -> None:
        if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
            raise TerminalError("To show a game, standard input and output must be a terminal.")
        kind = os.environ.get("TERM", "")
        if kind in _PAPER:
            raise TerminalError(f"A terminal of the kind {kind!r} cannot show a game.")
        from blessed import Terminal as Blessed

        # blessed does the keyboard.  Its styling would ask the terminal questions and wait for answers.
        self._keyboard: Blessed = Blessed(force_styling=None)
        self._output = sys.stdout.fileno()
        self._palette = palette_of(colours_of(os.environ, self._output))
        self._is_old = kind.startswith(_OLD)
        self._shown: Canvas | None = None
        self.holds_interrupts: Callable[[], bool] = lambda: False
        """Whether Ctrl-C is a key just now; else it ends the program."""
        self._interrupts = 0

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the window as it is now."""
        return os.get_terminal_size(self._output)

    def key(self, seconds: float) -> str:
        """Return the next key, waiting for so long: a character, or a name such as KEY_UP; "" for none."""
        if self._interrupts:
            self._interrupts -= 1
            return INTERRUPT
        key = self._keyboard.inkey(timeout=seconds)
        return _CHARACTERS.get(key.name, key.name) if key.is_sequence and key.name else str(key)

    def show(self, frame: Canvas) -> None:
        """Bring the window up to date with one write; nothing is written when nothing has changed."""
        old = self._shown
        anew = old is None or (old.width, old.height) != (frame.width, frame.height)
        text = changes(frame, None if anew else old, self._palette)
        self._shown = frame
        if anew:
            text = _CLEAR + text
        if text:
            self._write(text if self._is_old else f"{_BEGIN_FRAME}{text}{_END_FRAME}")

    def forget(self) -> None:
        """Draw the next frame anew: something else may have written here."""
        self._shown = None

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Take the terminal, and give it back however the block ends."""
        before = {number: signal.signal(number, _leave) for number in ENDING}
        # A stopped watcher would leave the terminal in a sorry state.
        before[signal.SIGINT] = signal.signal(signal.SIGINT, self._interrupted)
        before[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
        try:
            with self._keyboard.cbreak():
                try:
                    self._write(_ENTER)
                    yield
                finally:
                    with contextlib.suppress(OSError):  # the window may be gone
                        self._write(_LEAVE_OLD + _LEAVE if self._is_old else _LEAVE)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _interrupted(self, _number: int, _frame: object) -> None:
        if self._interrupts or not self.holds_interrupts():  # a second one is meant
            raise KeyboardInterrupt
        self._interrupts += 1

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def check_size(size: tuple[int, int]) -> str:
    """Return a sentence when a window is too small for a game, "" when it fits.

    >>> check_size((80, 24)), check_size((79, 24))
    ('', 'The window has 79 x 24; to show a game, 80 x 24 are needed.')
    """
    width, height = size
    if width >= COLS and height >= ROWS:
        return ""
    return f"The window has {width} x {height}; to show a game, {COLS} x {ROWS} are needed."


def _leave(number: int, _frame: object) -> NoReturn:
    sys.exit(128 + number)
