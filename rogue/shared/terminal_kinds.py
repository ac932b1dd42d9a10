"""Kinds of terminal that can show a game."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Final

_PAPER: Final = ("dumb", "unknown")  # kinds without a cursor to move, whatever the system knows of them
_CANNOT: Final = 3  # exit code of the question below
_QUESTION: Final = f"""
import curses, sys
curses.setupterm(sys.argv[1], 1)
sys.exit({_CANNOT} * (curses.tigetstr("cup") is None))
"""


def refuse_kind(kind: str) -> str:
    """Return why a kind of terminal cannot show a game, "" if it can.

    >>> refuse_kind("dumb")
    "A terminal of the kind 'dumb' cannot show a game.  Set TERM to its kind, such as xterm."
    """
    if can_draw(kind):
        return ""
    return f"A terminal of the kind {kind!r} cannot show a game.  Set TERM to its kind, such as xterm."


@cache
def can_draw(kind: str) -> bool:
    """Return whether a kind of terminal can move its cursor, as far as the system knows it.

    >>> can_draw("dumb"), can_draw("unknown")
    (False, False)
    """
    if kind in _PAPER:
        return False
    import curses

    try:
        curses.tigetstr("cup")
    except curses.error:  # no kind is set up yet
        try:
            curses.setupterm(kind, 1)
        except curses.error:
            return True
        return curses.tigetstr("cup") is not None
    return _can_draw_elsewhere(kind)


def _can_draw_elsewhere(kind: str) -> bool:
    """Ask another process about a kind, since curses knows one kind in each process, the first."""
    words = [sys.executable, "-I", "-c", _QUESTION, kind]
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode != _CANNOT
    except (OSError, ValueError):
        return True
