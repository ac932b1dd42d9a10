"""The keys that the actions of the environment stand for."""

from __future__ import annotations

from typing import Final

from rogue.state.grid import KEY_STEP

_RETURN: Final = b"\r"
_ESCAPE: Final = b"\x1b"
_ERASE: Final = b"\b"
_OUTSIDE: Final = b"!S"  # a shell and saved games: there is no world outside
_CONTROL: Final = 0x1F

ALL_KEYS: Final[tuple[bytes, ...]] = (
    *(bytes([key]) for key in range(0x20, 0x7F) if key not in _OUTSIDE),
    *(bytes([ord(key) & _CONTROL]) for key in KEY_STEP if key not in "hj"),
    _ERASE,  # control and h: the step west as a careful run, and a letter taken back
    b"\n",  # control and j: the same south, and return
    *(b"\x10", b"\x12"),  # the last message again; the screen anew (in the older editions control and l)
    _RETURN,
    _ESCAPE,
)
"""Every key that a game in memory has a use for: letters, digits, signs, careful runs, and what answers."""

FEW_KEYS: Final[tuple[bytes, ...]] = (
    *(key.encode() for key in KEY_STEP),
    *(key.upper().encode() for key in KEY_STEP),
    *(b"s", b".", b",", b">", b"<"),
    *(b"e", b"q", b"r", b"w", b"W", b"T"),
    *(b"a", b"b", b"c", b"d", b"f", b"g"),
    b" ",
    _ESCAPE,
)
"""Keys enough to explore, fight, eat and use what is found: for learning."""


ACTIONS: Final = {"all": ALL_KEYS, "few": FEW_KEYS}
"""Name of a set -> the key of each action."""
