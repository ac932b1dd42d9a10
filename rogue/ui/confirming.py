"""Which keys of a person mean "go on" where the game itself takes one key only."""

from __future__ import annotations

from typing import Final

from rogue.ui.input_modes import ModeName

_RETURNS: Final = frozenset((b"\r", b"\n"))
_ESCAPE: Final = b"\x1b"
_SPACE: Final = b" "
_ASIDE: Final = frozenset((_SPACE, _ESCAPE))
WAITS_FOR_SPACE: Final = frozenset(("more", "page", "window", "winner"))
WAITS_FOR_RETURN: Final = frozenset(("return",))


def going_on(key: bytes, mode: ModeName, *, escape_ends: bool) -> bytes:
    """Return the key that the game takes for what a person has pressed; all others are as they were.

    escape_ends  Escape has a meaning of its own: it ends a list

    >>> going_on(b"\\r", "more", escape_ends=False), going_on(b" ", "return", escape_ends=False)
    (b' ', b'\\n')
    >>> going_on(b"\\x1b", "more", escape_ends=False), going_on(b"\\x1b", "more", escape_ends=True)
    (b' ', b'\\x1b')
    """
    if mode in WAITS_FOR_SPACE and (key in _RETURNS or (key == _ESCAPE and not escape_ends)):
        return _SPACE
    if mode in WAITS_FOR_RETURN and key in _ASIDE:
        return b"\n"
    return key
