"""The terminal of the viewer, from which keys are read while frames are shown."""

from __future__ import annotations

import contextlib
import io
import os
import select
import signal
import sys
import termios
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn, Protocol

from rogomatic.agent.screen.vt100 import COLS, ROWS
from rogomatic.run.viewer.canvas import PLAIN, Canvas, changes, palette_of
from rogue.shared.errors import RogomaticError
from rogue.shared.program_start import ignored, stop_process_group
from rogue.shared.terminal_kinds import colors_of, is_old, refuse_kind

if TYPE_CHECKING:
    from blessed import Terminal as Blessed

INTERRUPT: Final = "\x03"  # Ctrl-C, where it is a key
_READ_BYTES: Final = 4096
_GONE_SECONDS: Final = 0.05  # seconds between two checks of ended input
_HELD_TEXTS: Final = 2_000  # texts that are held back while the window is shown; `print` writes two a line

# Signals that end a program; the terminal is restored first.
ENDING: Final = (
    *(signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT),
    *(signal.SIGUSR1, signal.SIGUSR2, signal.SIGXCPU),  # these also end a program that does not handle them
)
_STOPPING: Final = (signal.SIGTSTP, signal.SIGCONT)

_KEYS: Final = ("KEY_", "click ")  # how names of keys begin
BLUR: Final = "KEY_BLUR"
"""Key for a window that has lost the focus."""
_REPORTS: Final = ("\x1b[?1000l\x1b[?1006l\x1b[?1004l", "\x1b[?1004h\x1b[?1006h\x1b[?1000h")
"""Sequences that turn the reports of clicks and of a lost focus off, and on."""
_PASTES: Final = ("\x1b[?2004l", "\x1b[?2004h")
"""Sequences that turn brackets around pastes off, and on.  In brackets, a paste does not play as keys."""
_ENTER: Final = "\x1b[?1049h\x1b[?25l\x1b[m\x1b[H\x1b[2J"  # a screen of our own, no cursor
_LEAVE: Final = "\x1b[m\x1b[?25h\x1b[?1049l"
# The old kinds have one screen only: it is left empty, with the cursor where a shell goes on.
_LEAVE_OLD: Final = "\x1b[m\x1b[H\x1b[2J"
# Terminals with titles keep the one that was there, and get it back.
_KEEP_TITLE: Final = "\x1b[22;0t"
_TITLE_BACK: Final = "\x1b[23;0t"
_LONGEST_TITLE: Final = 100  # characters
# A frame between these is shown as a whole; a terminal that does not know them ignores them.
_BEGIN_FRAME: Final = "\x1b[?2026h"
_END_FRAME: Final = "\x1b[?2026l"
_CLEAR: Final = f"{PLAIN}\x1b[H\x1b[2J"

_ARROWS: Final = {
    "left": "LEFT", "down": "DOWN", "up": "UP", "right": "RIGHT",
    "home": "HOME", "page up": "PGUP", "end": "END", "page down": "PGDOWN",
}  # fmt: skip
_KEYPAD: Final = ("END", "DOWN", "PGDOWN", "LEFT", "", "RIGHT", "HOME", "UP", "PGUP")
_HELD: Final = ("shift", "ctrl", "ctrl shift")
_NAMES: Final = {
    "\r": "\n", "\x7f": "\b", "delete": "\b", "focus out": BLUR,
    **{stroke: f"KEY_{name}" for stroke, name in _ARROWS.items()},
    **{f"{held} {stroke}": f"KEY_S{name}" for stroke, name in _ARROWS.items() for held in _HELD},
    **{f"keypad {digit}": f"KEY_{name}" for digit, name in enumerate(_KEYPAD, 1) if name},
}  # fmt: skip
"""Decoder's name of a key -> viewer's name."""

TOO_SMALL: Final = 7  # exit code of both programs

SizeOf = Callable[[int], tuple[int, int]]
"""Descriptor -> columns and rows of the window on it."""


class TerminalError(RogomaticError):
    """Exception for an unsuitable terminal.  The text of the exception is a sentence.

    code  the exit code of the program
    """

    code = 1


class SmallWindowError(TerminalError):
    """Exception for a window that is too small for a game."""

    code = TOO_SMALL


class KeyDecoder(Protocol):
    """Protocol of a decoder that turns a terminal's bytes into keys.  The terminal's replies are dropped.

    deadline  time at which `flush` must be called if no input comes, or None if no key is incomplete

    `deadline` is measured on the same clock as the parameter `now` of `feed`.
    """

    @property
    def deadline(self) -> float | None: ...
    def feed(self, data: bytes, now: float = 0.0) -> list[str]:
        """Take bytes that came at time `now`, in seconds.  Return completed keys as names or characters."""

    def flush(self) -> list[str]:
        """Return the keys of incomplete sequences.  Call this method when no more input follows."""


class Terminal:
    """A person's terminal with its key decoder.

    Raises TerminalError if standard input or output cannot show a game.
    """

    def __init__(self, size_of: SizeOf, decoder: KeyDecoder, *, clicks: bool = False) -> None:
        """Prepare standard input and output.

        size_of  function that measures the window on a file descriptor
        decoder  decoder of the terminal's keys
        clicks   whether clicks and the loss of the focus are reported as keys

        A click is reported as the key "click", followed by its row and column, which are counted from 0.  The
        loss of the focus is reported as the key BLUR.
        """
        self._clicks = clicks
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise TerminalError("To show a game, standard input and output must be a terminal.")
        kind = os.environ.get("TERM", "")
        if refusal := refuse_kind(kind):
            raise TerminalError(refusal)
        from blessed import Terminal as Blessed

        # blessed does the mode of the keyboard.  Its styling would ask questions and wait for answers.
        self._keyboard: Blessed = Blessed(force_styling=None)
        self._decoder = decoder
        self._pressed: list[str] = []  # keys that arrived together and are not handled yet
        self._input = sys.stdin.fileno()
        self._size_of = size_of
        self._output = sys.stdout.fileno()
        has_colors = not os.environ.get("NO_COLOR")
        self._palette = palette_of(colors_of(os.environ, self._output) if has_colors else 0)
        self._is_old = is_old(kind)
        self._shown: Canvas | None = None
        self.is_resized = False
        """Whether the window was resized since the last frame was shown."""
        self._draw: Callable[[], object] | None = None  # draws the window while no key is awaited
        self.holds_interrupts: Callable[[], bool] = lambda: False
        """Whether Ctrl-C is a key just now; else it ends the program."""
        self._interrupts = 0
        self._stopping: set[int] = set()  # received signals that stop or continue the program
        self._ended = 0  # exit code if a signal has ended the program
        self._title = ""

    @property
    def size(self) -> tuple[int, int]:
        """The present numbers of columns and of rows of the window."""
        return self._size_of(self._output)

    def key(self, seconds: float) -> str:
        """Return the next key, as a character or a name such as KEY_UP, or "" if none comes in time.

        After control-Z, suspend the program first.  Raises SystemExit after a signal that ends the program.
        """
        if self._ended:  # Python has dropped the exception of `_leave`, as it does in a destructor
            sys.exit(self._ended)
        if self._stopping:
            self._suspend()
            return BLUR if self._clicks else ""
        if self._interrupts:
            self._interrupts -= 1
            return INTERRUPT
        shown = self._shown
        if self.is_resized and shown is not None and self.size == (shown.width, shown.height):
            self.show(shown)
        until = time.monotonic() + seconds
        while not self._pressed:
            now = time.monotonic()
            late = self._decoder.deadline
            rest = max(until - now if late is None else min(until, late) - now, 0.0)
            if select.select([self._input], [], [], rest)[0]:
                self._read()
            elif late is not None and late <= time.monotonic():
                self._take(self._decoder.flush())
            if not self._pressed and time.monotonic() >= until:
                return ""
        return self._pressed.pop(0)

    def forget_keys(self) -> None:
        """Drop the keys that were pressed before the window was shown."""
        termios.tcflush(self._input, termios.TCIFLUSH)

    def _read(self) -> None:
        try:
            data = os.read(self._input, _READ_BYTES)
        except OSError:
            _hung_up()
        if not data:
            time.sleep(_GONE_SECONDS)
        self._take(self._decoder.feed(data, time.monotonic()))

    def _take(self, strokes: list[str]) -> None:
        names = map(key_name, strokes)
        self._pressed += [name for name in names if len(name) == 1 or name.startswith(_KEYS)]

    def show(self, frame: Canvas) -> None:
        """Update the window with a single write.  If nothing has changed, do not write at all."""
        old = self._shown
        anew = old is None or self.is_resized or (old.width, old.height) != (frame.width, frame.height)
        self.is_resized = False
        text = changes(frame, None if anew else old, self._palette)
        self._shown = frame
        if anew:
            text = _CLEAR + text
        if text:
            self._write(text if self._is_old else f"{_BEGIN_FRAME}{text}{_END_FRAME}")

    def name(self, title: str) -> None:
        """Set the window's title if the terminal supports titles."""
        self._title = title
        if title and not self._is_old:
            self._write(f"\x1b]0;{printable_title(title)}\x07")

    def forget(self) -> None:
        """Forget what the window shows, so that the next frame is drawn as a whole."""
        self._shown = None

    @contextmanager
    def computing(self, draw: Callable[[], object]) -> Iterator[None]:
        """Show a frame with `draw`, and follow signals at once while the block computes and reads no key.

        Control-C then raises KeyboardInterrupt, control-Z suspends the program, and after a change of the
        window's size, `draw` shows a new frame.
        """
        draw()
        self._draw = draw
        try:
            self._follow()
            yield
        finally:
            self._draw = None

    def _follow(self) -> None:
        draw, self._draw = self._draw, None  # no signal interrupts the drawing
        while draw is not None and (self._stopping or self.is_resized):
            if self._stopping:
                self._suspend()
            draw()
        self._draw = draw

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Take control of the terminal.  Restore it at the end of the block, even after an exception.

        What the block writes to a standard error on a terminal would spoil the window; it appears afterwards.
        """
        before = {number: signal.signal(number, self._leave) for number in ENDING}
        before[signal.SIGINT] = signal.signal(signal.SIGINT, self._interrupted)
        before |= {number: signal.signal(number, self._stopped) for number in _STOPPING}
        before[signal.SIGWINCH] = signal.signal(signal.SIGWINCH, self._resized)
        try:
            usual = termios.tcgetattr(self._input)
            with _errors_held(), self._keyboard.cbreak():
                self._modes = (usual, termios.tcgetattr(self._input))
                try:
                    self._enter()
                    yield
                finally:
                    with contextlib.suppress(OSError, SystemExit):  # the window may be gone
                        self._exit()
        except termios.error:  # nothing is left to restore
            _hung_up()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _enter(self) -> None:
        self._write(_ENTER if self._is_old else _KEEP_TITLE + _ENTER)
        self._write((_REPORTS if self._clicks else _PASTES)[True])

    def _exit(self) -> None:
        self._write((_REPORTS if self._clicks else _PASTES)[False])
        self._write(_LEAVE_OLD + _LEAVE if self._is_old else _TITLE_BACK + _LEAVE)

    def _leave(self, number: int, _frame: object) -> NoReturn:
        """End the program.  Ignore further signals, because they would cut off the program's output."""
        for other in ENDING:
            signal.signal(other, ignored)
        self._ended = 128 + number
        sys.exit(self._ended)

    def _stopped(self, number: int, _frame: object) -> None:
        self._stopping.add(number)
        self._follow()

    def _resized(self, _number: int, _frame: object) -> None:
        self.is_resized = True
        self._follow()

    def _suspend(self) -> None:
        """Suspend the program until the shell continues it, or only set up the terminal after that."""
        usual, raw = self._modes
        self._exit()
        if signal.SIGTSTP in self._stopping:
            termios.tcsetattr(self._input, termios.TCSADRAIN, usual)
            stop_process_group()
            signal.signal(signal.SIGTSTP, self._stopped)
        termios.tcsetattr(self._input, termios.TCSADRAIN, raw)
        self._stopping.clear()
        self._enter()
        self.name(self._title)
        shown, self._shown = self._shown, None
        if shown is not None:
            self.show(shown)

    def _interrupted(self, _number: int, _frame: object) -> None:
        is_key = self._draw is None and self.holds_interrupts()
        if self._interrupts or not is_key:  # a second one is meant seriously
            raise KeyboardInterrupt
        self._interrupts += 1

    def _write(self, text: str) -> None:
        """Write text.  If the window is gone, raise SystemExit, as after a hangup."""
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except OSError:
            _hung_up()


class _LastTexts(io.TextIOBase):
    """A stream that keeps the last texts written to it."""

    def __init__(self) -> None:
        self.texts: deque[str] = deque(maxlen=_HELD_TEXTS)

    def write(self, text: str, /) -> int:
        self.texts.append(text)
        return len(text)


@contextmanager
def _errors_held() -> Iterator[None]:
    """If the standard error is a terminal, hold back what the block writes there until the block ends."""
    errors, held = sys.stderr, _LastTexts()
    if not errors.isatty():
        yield
        return
    try:
        with contextlib.redirect_stderr(held):
            yield
    finally:
        with contextlib.suppress(OSError):  # the window may be gone
            errors.writelines(held.texts)
            errors.flush()


def key_name(stroke: str) -> str:
    """Return the viewer's name for a key of the decoder.

    >>> key_name("up"), key_name("x")
    ('KEY_UP', 'x')
    """
    return _NAMES.get(stroke, stroke)


def printable_title(title: str) -> str:
    """Return a title without control characters.

    >>> printable_title("seed 7\x1b]0;\x07")
    'seed 7]0;'
    """
    return "".join(char for char in title if " " <= char <= "~")[:_LONGEST_TITLE]


def check_size(size: tuple[int, int]) -> str:
    """Return a sentence if a window is too small for a game, otherwise "".

    >>> check_size((80, 24)), check_size((79, 24))
    ('', 'The window is 79 x 24; a game needs at least 80 x 24.')
    """
    width, height = size
    if width >= COLS and height >= ROWS:
        return ""
    return f"The window is {width} x {height}; a game needs at least {COLS} x {ROWS}."


def _hung_up() -> NoReturn:
    sys.exit(128 + signal.SIGHUP)
