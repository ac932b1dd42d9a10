"""Kinds of terminals that can show a game."""

from __future__ import annotations

from typing import Final

_PAPER: Final = ("dumb", "unknown")  # kinds without cursor movement, whatever the system says


def refuse_kind(kind: str) -> str:
    """Return why a kind of terminal cannot show a game, or "" if it can.

    >>> refuse_kind("dumb")
    "A terminal of type 'dumb' cannot show a game.  Set TERM to your terminal's type, such as xterm."
    """
    if can_draw(kind):
        return ""
    return (
        f"A terminal of type {kind!r} cannot show a game.  Set TERM to your terminal's type, such as xterm."
    )


def can_draw(kind: str) -> bool:
    """Return whether a kind of terminal can move its cursor, according to the system.

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
    return curses.tigetstr("cup") is not None
