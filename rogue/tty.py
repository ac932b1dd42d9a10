"""A person's terminal: keyboard, size, suspending, and leaving the terminal as it was found.

Owns   arrow and keypad keys as the game's own keys (CMD-2), a window that changes its size,
       control-Z, signals.
Leaves the game's keys and drawing (rogue.play), the plain mode for programs that play (rogue.cli).

blessed does the keyboard and the raw mode.  Its own questions to the terminal are turned off: a
terminal that does not answer them would hold up the start for ten seconds.  The few sequences
needed are the game's own and the two below.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from blessed import Terminal

ROWS: Final = 24
COLS: Final = 80
ENTER: Final = b"\x1b[?1049h\x1b[?1l\x1b>\x1b[m\x1b[H\x1b[J"
"""A screen of its own, ordinary cursor keys."""
LEAVE: Final = b"\x1b[m\x1b[24;1H\r\n\x1b[?1049l"
ESCAPE_SECONDS: Final = 0.1  # how long an Escape may be the beginning of a longer key
SUSPEND: Final = "\x1a"
TOO_SMALL: Final = "The window is too small: Rogue needs 24 lines of 80 columns."

Handler = Callable[[int, "FrameType | None"], None]

_MOVES: Final = {
    "UP": "k", "DOWN": "j", "LEFT": "h", "RIGHT": "l",
    "HOME": "y", "PGUP": "u", "END": "b", "PGDOWN": "n",
}  # fmt: skip
_SHIFTED: Final = {  # names in older releases of blessed
    "SR": "k", "SF": "j", "SLEFT": "h", "SRIGHT": "l",
    "SHOME": "y", "SPREVIOUS": "u", "SEND": "b", "SNEXT": "n",
}  # fmt: skip
_KEYPAD: Final = dict(zip("123456789", "bjnh.lyku", strict=True))


class Game(Protocol):
    """What a terminal needs of a session."""

    def feed(self, keys: bytes) -> bytes: ...
    def redraw(self) -> bytes: ...

    @property
    def closed(self) -> bool: ...


def run_key(key: str) -> str:
    """Return the key that runs carefully where `key` steps.

    >>> run_key("h")
    '\\x08'
    """
    return chr(ord(key) & 0x1F)


def _key_names() -> dict[str, str]:
    names = {f"KEY_{name}": key for name, key in _MOVES.items()}
    for name, key in _MOVES.items():
        for held in ("SHIFT", "CTRL", "CTRL_SHIFT"):
            names[f"KEY_{held}_{name}"] = run_key(key)
    names |= {f"KEY_KP_{digit}": key for digit, key in _KEYPAD.items()}
    return names | {f"KEY_{name}": run_key(key) for name, key in _SHIFTED.items()}


KEY_NAMES: Final = _key_names()
"""Name of a key -> the game's key."""


def game_keys(text: str, name: str | None) -> bytes:
    """Return what a keystroke means to the game: `text` was sent, `name` is what it is called."""
    if name in KEY_NAMES:
        return KEY_NAMES[name].encode()
    if name == "KEY_ENTER":
        return b"\n"
    return text.encode("ascii") if len(text) == 1 and text.isascii() else b""


def play(game: Game) -> None:
    """Let a person play until the game is closed.  Leaves the terminal as it was, whatever happens.

    SIGTERM and SIGHUP end the program with SystemExit; input that ends returns as if the game were
    closed.
    """
    from blessed import Terminal

    terminal = Terminal(force_styling=None)
    first: bytes | None = game.feed(b"")
    while True:
        with _Desk(terminal) as desk:
            suspended = desk.converse(game, first)
        if not suspended:
            return
        _stop_process_group()
        first = None


def _stop_process_group() -> None:
    """Stop as control-Z does; returns when the shell lets us go on."""
    signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.killpg(os.getpgrp(), signal.SIGTSTP)


class _Desk:
    """The terminal while the game has it."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._undo = ExitStack()
        self._resized = False
        self._small = False

    def __enter__(self) -> _Desk:
        with ExitStack() as undo:
            self._bell = undo.enter_context(_signals(self._on_resize))
            undo.enter_context(self._terminal.raw())
            self._write(ENTER)
            undo.callback(self._write, LEAVE)
            self._undo = undo.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._undo.close()

    def _on_resize(self, _number: int, _frame: FrameType | None) -> None:
        self._resized = True

    @staticmethod
    def _write(data: bytes) -> None:
        out = sys.__stdout__
        assert out is not None
        out.flush()
        while data:
            data = data[os.write(out.fileno(), data) :]

    def converse(self, game: Game, first: bytes | None) -> bool:
        """Pass keys and bytes to and fro; True when the player suspends the program.

        `first` is drawn first, None draws the whole screen anew.
        """
        self._show(game, first)
        while not game.closed:
            keys = self._wait()
            if keys is None:
                return False
            if self._resized:
                self._resized = False
                self._show(game, None)
            for key in keys:
                if key == SUSPEND.encode():
                    return True
                if not self._small and not game.closed:
                    self._write(game.feed(key))
        return False

    def _show(self, game: Game, data: bytes | None) -> None:
        """Draw `data` or the whole screen; in a window that is too small a line that says so."""
        rows, cols = self._terminal.height, self._terminal.width
        self._small = 0 < rows < ROWS or 0 < cols < COLS
        if self._small:
            self._write(b"\x1b[H\x1b[J" + TOO_SMALL[: max(cols - 1, 1)].encode())
        else:
            self._write(game.redraw() if data is None else data)

    def _wait(self) -> list[bytes] | None:
        """Return the next keys one by one; none after a resize, None when input has ended."""
        stdin = sys.__stdin__
        assert stdin is not None
        descriptor = stdin.fileno()
        ready, _, _ = select.select([descriptor, self._bell], [], [])
        if self._bell in ready:
            os.read(self._bell, 512)
        if descriptor not in ready:
            return []
        keys = []
        try:
            while stroke := self._terminal.inkey(timeout=0, esc_delay=ESCAPE_SECONDS):
                keys.append(game_keys(str(stroke), stroke.name))
        except EOFError:
            return None
        return [key for key in keys if key] if keys or not _at_end(descriptor) else None


def _at_end(descriptor: int) -> bool:
    """Tell whether a descriptor that is ready to be read has nothing left to give."""
    ready, _, _ = select.select([descriptor], [], [], 0)
    if not ready:
        return False
    try:
        return os.read(descriptor, 1) == b""
    except OSError:
        return True


@contextmanager
def _signals(on_resize: Handler) -> Iterator[int]:
    """Take the signals of a terminal; yields a descriptor that becomes readable with each."""

    def leave(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    handlers = {signal.SIGWINCH: on_resize, signal.SIGTERM: leave, signal.SIGHUP: leave}
    old = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield reader
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)
