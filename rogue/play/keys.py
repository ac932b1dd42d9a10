"""The keys: what each byte means when a command is awaited.

Owns   the table of all 256 bytes (KEY-1 to KEY-47) and how a key is shown in a complaint.
Leaves what acting keys need and do (rules.commands), what the others show (play.info).
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rogue.rules.commands import ACTIONS, NEEDS
from rogue.state.command import Command

Kind = Literal["act", "ask", "count", "show", "illegal"]
Show = Literal[
    "nothing", "inventory", "one item", "call", "discovered", "options", "help", "symbol", "weapon",
    "armor", "rings", "status", "version", "last message", "redraw", "trap", "save", "quit",
    "shell", "suspend",
]  # fmt: skip

ESCAPE: Final = 0x1B
SPACE: Final = 0x20
INTERRUPT: Final = 0x03
REST: Final = ord(".")


class Key(NamedTuple):
    """The meaning of one byte."""

    kind: Kind
    command: Command  # for "act" and "ask"
    show: Show = "nothing"  # for "show"


# fmt: off
SHOWS: Final[dict[str, Show]] = {
    " ": "nothing",
    "\x1b": "nothing",
    "i": "inventory",
    "I": "one item",
    "c": "call",
    "D": "discovered",
    "o": "options",
    "?": "help",
    "/": "symbol",
    ")": "weapon",
    "]": "armor",
    "=": "rings",
    "@": "status",
    "v": "version",
    "^": "trap",
    "\x10": "last message",
    "\x12": "redraw",
    "\x1a": "suspend",
    "\x03": "quit",
    "Q": "quit",
    "S": "save",
    "!": "shell",
}
"""Keys that cost no turn."""
# fmt: on


def shown_key(key: int) -> str:
    """Return a key as complaints name it.

    >>> shown_key(ord("x")), shown_key(7), shown_key(127), shown_key(200)
    ('x', '^G', '^?', '\\\\xc8')
    """
    if key < SPACE or key == 0x7F:
        return "^" + chr(key ^ 0x40)
    return chr(key) if key < 0x7F else f"\\x{key:02x}"


def _meaning(key: int) -> Key:
    char = chr(key)
    command = Command(char)
    if char in NEEDS:
        return Key("ask", command)
    if char in ACTIONS or char == "a":
        return Key("act", command)
    if char in SHOWS:
        return Key("show", command, SHOWS[char])
    return Key("count" if "0" <= char <= "9" else "illegal", command)


KEYS: Final = tuple(_meaning(key) for key in range(256))
"""Byte -> meaning."""
