"""Kinds of terminals: what they can show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_PAPER: Final = ("dumb", "unknown")  # kinds without cursor movement, whatever the system says
_OLD: Final = ("vt1", "vt2", "vt3", "vt4", "vt5", "ansi", "linux")
_ANSI: Final = (b"\x1b[", b"\x9b")  # beginnings of the control sequences that our programs use
_MANY: Final = 256


def refuse_kind(kind: str) -> str:
    """Return why a kind of terminal cannot show a game, or "" if it can.

    >>> refuse_kind("dumb")
    "A terminal of type 'dumb' cannot show a game.  Set TERM to your terminal's type, such as xterm."
    >>> refuse_kind("")
    "TERM is not set.  Set TERM to your terminal's type, such as xterm."
    """
    if kind and can_draw(kind):
        return ""
    reason = f"A terminal of type {kind!r} cannot show a game." if kind else "TERM is not set."
    return f"{reason}  Set TERM to your terminal's type, such as xterm."


def can_draw(kind: str) -> bool:
    """Return whether a kind of terminal moves its cursor as ANSI terminals do, according to the system.

    The result is always False for "dumb" and "unknown", and True for any other kind that the system does not
    know.  Call this with only one kind per process, because curses keeps the first kind.

    >>> can_draw("dumb"), can_draw("unknown")
    (False, False)
    """
    if kind in _PAPER:
        return False
    import curses

    try:
        curses.setupterm(kind, 1)
    except curses.error:
        return True
    return (curses.tigetstr("cup") or b"").startswith(_ANSI)


def colors_of(env: Mapping[str, str], output: int) -> int:
    """Return the number of colors of a terminal.

    If the system does not know the kind, its name or COLORTERM shows whether it has colors.
    """
    import curses

    kind = env.get("TERM", "")
    try:
        curses.setupterm(kind, output)
        return max(curses.tigetnum("colors"), 0)
    except curses.error:
        return _MANY if kind and (env.get("COLORTERM") or "256color" in kind) else 0


def is_old(kind: str) -> bool:
    """Return whether a kind of terminal has no window title, and may have only one screen.

    >>> is_old("vt220"), is_old("linux-16color"), is_old("vte-256color"), is_old("")
    (True, True, False, True)
    """
    return kind in ("", *_PAPER) or kind.startswith(_OLD)
