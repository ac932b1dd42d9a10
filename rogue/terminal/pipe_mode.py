"""Plain mode, in which another program plays over a pipe or a terminal."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType
from typing import Final, Literal, Protocol

from rogue.shared.errors import RogueError
from rogue.shared.program_start import ignored
from rogue.terminal.signals import END_SIGNALS, do_nothing, handling_signals, ignore_end_signals
from rogue.ui.input_modes import ESCAPE_KEY
from rogue.ui.renderer import OPENING

ESCAPE_SECONDS: Final = 1.0  # the wait for the key that Escape takes with it (HANDSHAKE.md 5)
INTERRUPT: Final = b"\x03"
CLOSING: Final = b"\r\x1b[24;1H\r\x1b[?1l\x1b>\r\n"

_ARROW: Final = re.compile(rb"\x1b[O[]([ABCD])")
_ARROW_KEYS: Final = {b"A": b"k", b"B": b"j", b"C": b"l", b"D": b"h"}


class PipeSession(Protocol):
    """The parts of a session that plain mode uses (see rogue.ui.session)."""

    def leave(self) -> bytes:
        """End the session at once with a farewell, and return the bytes to draw."""

    @property
    def closed(self) -> bool: ...


class PipeGame(Protocol):
    """The parts of a game that plain mode uses."""

    def feed(self, keys: bytes) -> bytes:
        """Take keys, and return the bytes to draw."""

    def die(self, killer: str) -> None:
        """End the game as if `killer` had killed the hero.  The next `feed` returns the last screen."""

    @property
    def session(self) -> PipeSession: ...


Ended = Literal["closed", "gone", "left"]
"""How play ended: the game was closed, the player is gone, or SIGQUIT ended the program."""


class HangupError(RogueError):
    """Exception for a signal that ends the program.  The exception's argument is the number of the signal."""


def play(game: PipeGame, signal_ends: bool = False) -> Ended:
    """Pass bytes between stdin, stdout, and a game.  Return how play ended.

    With `signal_ends`, a signal kills the hero, and the last screen waits for Return (SCREEN.md 12.5).
    """
    # The other side may leave at any time, so an OSError is the end of input.
    with suppress(HangupError, OSError), ExitStack() as undo:
        signal_descriptor = undo.enter_context(_signals())
        line = _Line(sys.stdin.fileno(), signal_descriptor)
        undo.enter_context(_every_key(line.keyboard))
        undo.callback(_close, game)
        try:
            _pass_keys(game, line, OPENING + game.feed(b""))
        except HangupError as signalled:
            if not signal_ends:
                ignore_end_signals()
            if signalled.args[0] == signal.SIGQUIT:
                write(game.session.leave())
                return "left"
            if signal_ends:
                game.die("signal")
                _pass_keys(game, line, game.feed(b""))
    return "closed" if game.session.closed else "gone"


def _pass_keys(game: PipeGame, line: _Line, first: bytes) -> None:
    """Write `first`.  Then pass keys and write what the game draws, until it is closed or input ends."""
    write(first)
    while not game.session.closed:
        keys = line.read()
        if not keys:
            ignore_end_signals()
            return
        _feed(game, keys, line)


def arrows(keys: bytes) -> bytes:
    """Return `keys` with each vt100 arrow key replaced by a letter (CMD-2).

    The letter is the command that steps in the arrow's direction.

    >>> arrows(b"v\\x1bOD\\x1b[A;\\x1b;")
    b'vhk;\\x1b;'
    """
    return _ARROW.sub(lambda found: _ARROW_KEYS[found[1]], keys) if ESCAPE_KEY in keys else keys


def write(data: bytes) -> None:
    """Write bytes to stdout immediately, without buffering."""
    sys.stdout.flush()
    while data:
        data = data[os.write(sys.stdout.fileno(), data) :]


def _close(game: PipeGame) -> None:
    """Write the bytes that reset a terminal, if the game is closed or stdout is a writable terminal."""
    screen = sys.stdout.fileno()
    if game.session.closed or (os.isatty(screen) and select.select([], [screen], [], 0)[1]):
        with suppress(OSError):
            write(CLOSING)


class _Line:
    """The input of plain mode.  SIGINT counts as the key control-C."""

    def __init__(self, keyboard: int, signal_descriptor: int) -> None:
        self.keyboard = keyboard
        self._signal_descriptor = signal_descriptor
        self._has_arrows = os.isatty(keyboard)

    def read(self, seconds: float | None = None) -> bytes:
        """Return the next bytes.  Return b"" if input ends or nothing arrives within `seconds` seconds."""
        ready, _, _ = select.select([self.keyboard, self._signal_descriptor], [], [], seconds)
        if self._signal_descriptor in ready and signal.SIGINT in os.read(self._signal_descriptor, 512):
            return INTERRUPT
        return os.read(self.keyboard, 4096) if ready else b""

    def meant(self, keys: bytes) -> bytes:
        """Return the keys that the game should get for the input bytes `keys`.

        If the input is a terminal, arrow keys are translated; otherwise the bytes are returned unchanged.
        """
        return arrows(keys) if self._has_arrows else keys


def _feed(game: PipeGame, keys: bytes, line: _Line) -> None:
    """Feed keys to the game.  If the last key is Escape, first wait a moment for the key that follows it."""
    while keys.endswith(ESCAPE_KEY):
        write(game.feed(line.meant(keys[:-1])))
        more = line.read(ESCAPE_SECONDS)
        keys = ESCAPE_KEY + more
        if more in (b"", ESCAPE_KEY):
            break
    write(game.feed(line.meant(keys)))


@contextmanager
def _signals() -> Iterator[int]:
    """Handle signals.  Yield a descriptor that becomes readable after SIGINT.

    The first time that a signal which ends the program arrives, HangupError is raised.  If that signal
    arrives again, it is ignored, because closing a window may send a signal twice.
    """

    def hang_up(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, ignored)
        raise HangupError(number)

    wanted = dict.fromkeys(END_SIGNALS, hang_up) | {signal.SIGINT: do_nothing}
    # Signals ignored from the start, as by nohup or `&`, stay ignored; Python itself ignores SIGPIPE.
    mine = {
        number: take
        for number, take in wanted.items()
        if number == signal.SIGPIPE or signal.getsignal(number) is not signal.SIG_IGN
    }
    with handling_signals(mine) as descriptor:
        yield descriptor


@contextmanager
def _every_key(descriptor: int) -> Iterator[None]:
    """Make a terminal pass each key on as soon as it is pressed.

    Control-C is passed on too, and then sends no signal.  A pipe needs no change.
    """
    if not os.isatty(descriptor):
        yield
        return
    before = termios.tcgetattr(descriptor)
    mode = termios.tcgetattr(descriptor)
    mode[0] &= ~(termios.ICRNL | termios.INLCR | termios.IXON | termios.ISTRIP)
    mode[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
    termios.tcsetattr(descriptor, termios.TCSANOW, mode)
    try:
        yield
    finally:
        with suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(descriptor, termios.TCSANOW, before)
