"""What a stroke of the keyboard means to the game: arrows and keypad as steps and runs."""

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
    """Return the key that runs carefully where `key` steps.

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
"""Modes in which an arrow is the key of its direction; in others it could choose an item or answer yes."""
_TYPING: Final = frozenset(("text", "options"))
_WALKING: Final = {"down": b"\n", "up": b"\x15-"}
"""On the option screen: a row on, or what was typed is dropped and a row back."""
_RINGS: Final = {"left": b"l", "right": b"r"}


def game_keys(
    stroke: str, mode: ModeName = "command", run_prefix: bytes = b"", *, escape_ends: bool = False
) -> bytes:
    """Return what a stroke of ui.keyboard means to the game, b"" for nothing.

    A game that has a key before the direction of a careful run gets that instead of control.
    escape_ends  Escape ends the list that stands there

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
    """Return words that were typed in letters that the screen has.

    >>> spelt("Zoë".encode()), spelt("Zoë".encode("latin-1")), spelt("李".encode())
    ('Zoe', 'Zo?', '?')
    """
    keyboard = Keyboard()
    strokes = keyboard.feed(typed) + keyboard.flush()
    return "".join([in_screen_letters(stroke) for stroke in strokes if len(stroke) == 1])
