"""The game's keys for named keys: steps or runs for arrows or the keypad."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rogue.ui.input_modes import going_on
from rogue.ui.keyboard import Keyboard
from rogue.ui.screen_letters import in_screen_letters

if TYPE_CHECKING:
    from rogue.ui.input_modes import ModeName

_STEPS: Final = {
    "up": "k", "down": "j", "left": "h", "right": "l",
    "home": "y", "page up": "u", "end": "b", "page down": "n", "middle": ".",
}  # fmt: skip


def run_key(key: str) -> str:
    """Return the careful-run key for a step key.

    >>> run_key("h")
    '\\x08'
    """
    return chr(ord(key) & 0x1F)


def _moves() -> dict[str, str]:
    moves = dict(_STEPS)
    for name, key in _STEPS.items():
        if name != "middle":
            for held in ("shift", "ctrl", "ctrl shift"):
                moves[f"{held} {name}"] = run_key(key)
    return moves | {f"keypad {digit}": key for digit, key in enumerate("bjnh.lyku", 1)}


MOVES: Final = _moves()
"""Name of a key -> the game's key."""
_AIMED: Final = frozenset(("command", "direction", "symbol", "help", "aim"))
"""Modes in which an arrow acts as its direction key; elsewhere it might pick an item or answer yes."""
_TYPING: Final = frozenset(("text", "options"))
_WALKING: Final = {"down": b"\n", "up": b"\x15-"}
"""Keys on the option screen: next row; discard the typed text and go back a row."""
_RINGS: Final = {"left": b"l", "right": b"r"}


def game_keys(
    stroke: str, mode: ModeName = "command", run_prefix: bytes = b"", *, escape_ends: bool = False
) -> bytes:
    """Return the game's keys for a named key of ui.keyboard, b"" for none.

    An edition with a run prefix gets the prefix and direction in place of a control key.

    escape_ends  whether Escape ends the list on the screen

    >>> game_keys("up"), game_keys("up", "item"), game_keys("\\r", "more")
    (b'k', b'', b' ')
    """
    if len(stroke) == 1:
        spelt = in_screen_letters(stroke) if mode in _TYPING else stroke
        typed = b"\n" if stroke == "\r" else spelt.encode("ascii", "ignore")
        return going_on(typed, mode, escape_ends=escape_ends)
    if stroke in MOVES and mode in _AIMED:
        key = MOVES[stroke]
        if key < " " and mode == "command" and run_prefix:
            return run_prefix + chr(ord(key) | 0x60).encode()
        return (chr(ord(key) | 0x40) if mode == "aim" and key < " " else key).encode()
    if stroke.startswith("keypad "):
        return stroke[-1:].encode()
    if stroke == "delete" and mode in _TYPING:
        return b"\x7f"
    if mode == "hand":
        return _RINGS.get(stroke, b"")
    return _WALKING.get(stroke, b"") if mode == "options" else b""


def spelt(typed: bytes) -> str:
    """Return typed text in the letters that the screen can show.

    >>> spelt("Zoë".encode()), spelt("Zoë".encode("latin-1")), spelt("李".encode())
    ('Zoe', 'Zo?', '?')
    """
    keyboard = Keyboard()
    strokes = keyboard.feed(typed) + keyboard.flush()
    return "".join([in_screen_letters(stroke) for stroke in strokes if len(stroke) == 1])
