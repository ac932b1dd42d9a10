"""A person's window: the screen that a program has for itself there, its size, and stopping as ^Z does."""

from __future__ import annotations

import os
import signal
import textwrap
from typing import Final

ROWS: Final = 24
COLS: Final = 80
ENTER: Final = b"\x1b[?1049h\x1b[?1l\x1b=\x1b[m\x1b[H\x1b[J"
"""The alternate screen, ordinary cursor keys, and a keypad that differs from the digits."""
CLICKS: Final = (b"\x1b[?1000l\x1b[?1006l", b"\x1b[?1006h\x1b[?1000h")
"""No reports of the mouse, and reports of its buttons."""
LEAVE: Final = CLICKS[False] + b"\x1b[m\x1b>\x1b[24;1H\r\n\x1b[?1049l"
TOO_SMALL: Final = "Rogue needs a window of 24 lines of 80 columns.  Make this one larger to go on."


def small_window(rows: int, cols: int) -> bytes:
    """Return what is drawn in a window without room for the game; b"" for one that has it, or no known size.

    >>> small_window(24, 80), small_window(0, 0), small_window(10, 200) != b""
    (b'', b'', True)
    """
    if not (0 < rows < ROWS or 0 < cols < COLS):
        return b""
    lines = textwrap.wrap(TOO_SMALL, max(cols - 1, 1))[: max(rows, 1)]
    return b"\x1b[H\x1b[J" + "\r\n".join(lines).encode()


def stop_process_group() -> None:
    """Stop as control-Z does; returns when the shell lets us go on."""
    signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.killpg(os.getpgrp(), signal.SIGTSTP)
