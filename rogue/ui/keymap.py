"""The keymap: the meaning of each byte in command mode."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from rogue.rules.commands import ACTIONS, NEEDS
from rogue.state.world import Command
from rogue.tables.variant_rules import CAREFUL, KEYS_54, Keymap

Kind = Literal["act", "ask", "count", "show", "careful", "illegal"]
Show = Literal[
    "nothing", "inventory", "one item", "call", "discovered", "options", "help", "symbol", "weapon",
    "armor", "rings", "status", "version", "last message", "redraw", "trap", "save", "quit",
    "shell",
]  # fmt: skip

ESCAPE: Final = 0x1B
SPACE: Final = 0x20
INTERRUPT: Final = 0x03
REST: Final = ord(".")
CONTROL: Final = 0x1F  # bits of a letter that its control key keeps


@dataclass(frozen=True, slots=True)
class KeyMeaning:
    """The meaning of a byte in command mode."""

    kind: Kind
    command: Command  # for "act" and "ask"
    show: Show = "nothing"  # for "show"
    costs: bool = False  # an information command that costs a turn


SHOWS: Final[dict[str, Show]] = {
    " ": "nothing", "\x1b": "nothing", "i": "inventory", "I": "one item", "c": "call",
    "D": "discovered", "o": "options", "?": "help", "/": "symbol", ")": "weapon", "]": "armor",
    "=": "rings", "@": "status", "v": "version", "^": "trap", "\x10": "last message", "\x12": "redraw",
    "\x03": "quit", "Q": "quit", "S": "save", "!": "shell",
}  # fmt: skip
"""Keys that cost no turn."""


def shown_key(key: int) -> str:
    """Return a key as error messages show it.

    >>> shown_key(ord("x")), shown_key(7), shown_key(127), shown_key(200)
    ('x', '^G', '^?', '\\\\xc8')
    """
    if key < SPACE or key == 0x7F:
        return "^" + chr(key ^ 0x40)
    return chr(key) if key < 0x7F else f"\\x{key:02x}"


@lru_cache
def keys_of(keymap: Keymap) -> tuple[KeyMeaning, ...]:
    """Return the meanings of all 256 bytes in an edition."""
    other = dict(keymap.other)
    return tuple(_meaning(chr(key), keymap, other) for key in range(256))


def _meaning(char: str, keymap: Keymap, other: dict[str, str]) -> KeyMeaning:
    """Return the meaning of a key in an edition.  Keys mean the same as in 5.4 unless `keymap` differs."""
    if char in keymap.without and char not in other:
        return KeyMeaning("illegal", Command(char))
    does = other.get(char, char)
    command = Command(does)
    if does == CAREFUL:
        return KeyMeaning("careful", command)
    if does in NEEDS:
        return KeyMeaning("ask", command)
    if does in ACTIONS or does == "a":
        return KeyMeaning("act", command)
    if does in SHOWS:
        return KeyMeaning("show", command, SHOWS[does], char in keymap.costly)
    return KeyMeaning("count" if "0" <= does <= "9" else "illegal", command)


KEYS: Final = keys_of(KEYS_54)
"""Byte -> meaning in 5.4."""
