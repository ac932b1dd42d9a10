"""The terminal window: alternate screen, size, suspending."""

from __future__ import annotations

import os
import signal
import textwrap
from collections.abc import Mapping
from typing import Final

from rogue.shared.errors import printable

ROWS: Final = 24
COLS: Final = 80
ENTER: Final = b"\x1b[?1049h\x1b[?1l\x1b=\x1b[m\x1b[H\x1b[J"
"""Alternate screen, normal cursor keys, application keypad."""
CLICKS: Final = (b"\x1b[?1000l\x1b[?1006l", b"\x1b[?1006h\x1b[?1000h")
"""Sequences that turn mouse reports off and on."""
LEAVE: Final = CLICKS[False] + b"\x1b[m\x1b>\x1b[24;1H\r\n\x1b[?1049l"
UNTITLED: Final = ("", "dumb", "linux", "unknown")
"""Terminal types without a window title, or which would print one."""
_MOST: Final = 1000  # maximum columns or lines taken from the environment
TOO_SMALL: Final = "Rogue needs a window of 24 lines of 80 columns.  Make this one larger to go on."


def window_size(descriptor: int, env: Mapping[str, str] = os.environ) -> os.terminal_size:
    """Return the columns and lines of the window on a descriptor.

    Serial lines and new pseudo-terminals report 0, and other files nothing.  Then each of COLUMNS and LINES
    applies if set, otherwise 80 and 24.

    >>> window_size(-1, {"LINES": "50", "COLUMNS": "wide"}), window_size(-1, {"COLUMNS": "-1"})
    (os.terminal_size(columns=80, lines=50), os.terminal_size(columns=80, lines=24))
    """
    try:
        columns, lines = os.get_terminal_size(descriptor)
    except (OSError, ValueError):
        columns = lines = 0
    return os.terminal_size((columns or _number(env, "COLUMNS", COLS), lines or _number(env, "LINES", ROWS)))


def _number(env: Mapping[str, str], name: str, default: int) -> int:
    """Return a size from the environment, or `default` if it is invalid."""
    text = env.get(name, "")
    return min(int(text), _MOST) or default if text.isascii() and text.isdigit() else default


def small_window(rows: int, cols: int) -> bytes:
    """Return the notice for a window that is too small, b"" for a large enough or unknown size.

    >>> small_window(24, 80), small_window(0, 0), small_window(10, 200) != b""
    (b'', b'', True)
    """
    if not (0 < rows < ROWS or 0 < cols < COLS):
        return b""
    lines = textwrap.wrap(TOO_SMALL, max(cols - 1, 1))[: max(rows, 1)]
    return b"\x1b[H\x1b[J" + "\r\n".join(lines).encode()


def title_bytes(title: str, term: str) -> tuple[bytes, bytes]:
    """Return the bytes that set the window's title, and those that bring back the one before.

    >>> title_bytes("Rogue 5.4", "xterm")
    (b'\\x1b[22;0t\\x1b]2;Rogue 5.4\\x07', b'\\x1b[23;0t')
    >>> title_bytes("Rogue 5.4", "linux")
    (b'', b'')
    """
    if not title or term.partition("-")[0] in UNTITLED:
        return b"", b""
    return b"\x1b[22;0t\x1b]2;%b\x07" % printable(title).encode("ascii", "replace"), b"\x1b[23;0t"


def stop_process_group() -> None:
    """Suspend the program as control-Z does.  Return when the shell continues it."""
    signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.killpg(os.getpgrp(), signal.SIGTSTP)
