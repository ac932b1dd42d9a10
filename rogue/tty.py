"""A person's terminal: keyboard, size, suspending, and leaving the terminal as it was found.

Owns   arrow and keypad keys as the game's own keys (CMD-2), what else a person's keys mean in
       questions and lists, a window that changes its size, control-Z, signals.
Leaves the game's keys and drawing (rogue.play), plain mode for programs that play (rogue.plain).

blessed does the keyboard and the raw mode.  Its own questions to the terminal are turned off: a
terminal that does not answer them would hold up the start for ten seconds.  The few sequences
needed are the game's own and the two below.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Final, Literal, Protocol

from rogue.signals import ENDS, heard, taken

if TYPE_CHECKING:
    from blessed import Terminal

    from rogue.play.mode import Mode

ROWS: Final = 24
COLS: Final = 80
ENTER: Final = b"\x1b[?1049h\x1b[?1l\x1b>\x1b[m\x1b[H\x1b[J"
"""A screen of its own, ordinary cursor keys."""
LEAVE: Final = b"\x1b[m\x1b[24;1H\r\n\x1b[?1049l"
ESCAPE_SECONDS: Final = 0.1  # how long an Escape may be the beginning of a longer key
SUSPEND: Final = b"\x1a"
INTERRUPT: Final = b"\x03"
TOO_SMALL: Final = "Rogue needs a window of 24 lines of 80 columns.  Make this one larger to go on."

Pause = Literal["stop", "anew"]
"""Why a talk with the player ends early: to stop the program, or to take the terminal anew."""
Stroke = tuple[str, str | None]
"""What a key sent, and what the key is called."""

_HEARD: Final = (signal.SIGWINCH, signal.SIGINT, signal.SIGTSTP, signal.SIGCONT)

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

    @property
    def mode(self) -> Mode: ...


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


_LISTS: Final = frozenset(("more", "page", "window", "winner"))
"""Modes in which only a space goes on; a person's return does, too."""
_TYPING: Final[dict[Mode, dict[str, bytes]]] = {
    "text": {},
    "options": {"KEY_DOWN": b"\n", "KEY_UP": b"\x15-"},  # what was typed is dropped, then one back
}
"""Modes in which letters are text, so that an arrow must not send one; and what it sends."""


def game_keys(text: str, name: str | None, mode: Mode = "command") -> bytes:
    """Return what a keystroke means to the game: `text` was sent, `name` is what it is called.

    A key held with Alt, or typed right behind Escape, is an Escape.
    """
    if name in KEY_NAMES:
        if mode in _TYPING:
            return _TYPING[mode].get(name, b"")
        return KEY_NAMES[name].encode()
    if name == "KEY_ENTER":
        return b" " if mode in _LISTS else b"\n"
    if name is not None and name.startswith("KEY_ALT_"):
        return b"\x1b"
    return text.encode("ascii") if len(text) == 1 and text.isascii() else b""


def play(game: Game) -> None:
    """Let a person play until the game is closed.  Leaves the terminal as it was, whatever happens.

    SIGTERM, SIGHUP and the like end the program with SystemExit; SIGINT is control-C, SIGTSTP
    control-Z; input that ends returns as if the game were closed.
    """
    from blessed import Terminal

    terminal = Terminal(force_styling=None)
    first: bytes | None = game.feed(b"")
    while True:
        with _Desk(terminal) as desk:
            pause = desk.converse(game, first)
        if pause is None:
            return
        if pause == "stop":
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
        self._small = False

    def __enter__(self) -> _Desk:
        with _held(), ExitStack() as undo:
            self._bell = undo.enter_context(_signals())
            undo.enter_context(self._terminal.raw())
            self._write(ENTER)
            undo.callback(self._write, LEAVE)
            self._undo = undo.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        with _held(), suppress(OSError, termios.error):  # the terminal may be gone
            self._undo.close()

    @staticmethod
    def _write(data: bytes) -> None:
        out = sys.__stdout__
        assert out is not None
        out.flush()
        while data:
            data = data[os.write(out.fileno(), data) :]

    def converse(self, game: Game, first: bytes | None) -> Pause | None:
        """Pass keys and bytes to and fro until the game is closed, input ends, or a pause.

        `first` is drawn first, None draws the whole screen anew.
        """
        self._show(game, first)
        while not game.closed:
            heard, strokes = self._wait()
            if strokes is None:
                return None
            if signal.SIGCONT in heard:
                return "anew"
            if signal.SIGWINCH in heard:
                self._show(game, None)
            for text, name in strokes:
                keys = game_keys(text, name, game.mode)
                if keys == SUSPEND:
                    return "stop"
                if keys and not self._small and not game.closed:
                    self._write(game.feed(keys))
        return None

    def _show(self, game: Game, data: bytes | None) -> None:
        """Draw `data` or the whole screen; in a window that is too small a line that says so."""
        rows, cols = self._terminal.height, self._terminal.width
        self._small = 0 < rows < ROWS or 0 < cols < COLS
        if self._small:
            lines = textwrap.wrap(TOO_SMALL, max(cols - 1, 1))[: max(rows, 1)]
            self._write(b"\x1b[H\x1b[J" + "\r\n".join(lines).encode())
        else:
            self._write(game.redraw() if data is None else data)

    def _wait(self) -> tuple[bytes, list[Stroke] | None]:
        """Return the signals that came, and the keys, None when input has ended.

        A signal that stands for a key is among the keys.
        """
        stdin = sys.__stdin__
        assert stdin is not None
        descriptor = stdin.fileno()
        ready, _, _ = select.select([descriptor, self._bell], [], [])
        heard = os.read(self._bell, 512) if self._bell in ready else b""
        strokes: list[Stroke] = []
        if signal.SIGINT in heard:
            strokes.append((INTERRUPT.decode(), None))
        if signal.SIGTSTP in heard:
            strokes.append((SUSPEND.decode(), None))
        if descriptor not in ready:
            return heard, strokes
        try:
            while stroke := self._terminal.inkey(timeout=0, esc_delay=ESCAPE_SECONDS):
                strokes.append((str(stroke), stroke.name))
        except EOFError:
            return heard, None
        return heard, None if not strokes and _at_end(descriptor) else strokes


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
def _held() -> Iterator[None]:
    """Keep signals back while the terminal changes hands.

    In the background the system stops the program there; the signal that lets it go on must not
    break what it was about.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HEARD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _signals() -> Iterator[int]:
    """Take the signals of a terminal; yields a descriptor that gives the number of each.

    Those that end the program do so once: a window that is closed may send several.
    """

    def leave(number: int, _frame: FrameType | None) -> None:
        for other in ENDS:
            signal.signal(other, signal.SIG_IGN)
        raise SystemExit(128 + number)

    with taken(dict.fromkeys(ENDS, leave) | dict.fromkeys(_HEARD, heard)) as descriptor:
        yield descriptor
