"""Translate command names into the keys that an edition uses for those commands."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rogue.shared.errors import RogueError, meant
from rogue.shared.wording import listed
from rogue.tables.variant_rules import Keymap
from rogue.ui.keymap import keys_of

DIRECTIONS: Final = {
    "west": "h", "south": "j", "north": "k", "east": "l",
    "northwest": "y", "northeast": "u", "southwest": "b", "southeast": "n",
}  # fmt: skip
_TYPED: Final = {
    "Esc": 0x1B, "Return": 0x0D, "Space": 0x20, "Backspace": 0x08,
}  # fmt: skip
_NAME: Final = r"<(?:([a-zA-Z]{2,})|[Cc]-([a-zA-Z])|0[xX]([0-9a-fA-F]{2}))>"
_TOKEN: Final = re.compile(rf"{_NAME}|(.)", re.DOTALL)
_NEEDS_NAME: Final = re.compile(rf"[^ -~]|(?={_NAME})<")
_CONTROL_BITS: Final = 0x1F
_LAST_CONTROL: Final = 0x1A  # <C-z>


class NamedCommand(NamedTuple):
    """A command that can be given by name.

    action     the key of the command in edition 5.4, or "" for a step or a run
    direction  whether a direction follows
    item       whether the letter of an item follows
    answer     the key that answers the question of the command, or ""
    """

    action: str
    direction: bool = False
    item: bool = False
    answer: str = ""


COMMANDS: Final = {
    "walk": NamedCommand("", direction=True),
    "run": NamedCommand("", direction=True),
    "fight": NamedCommand("f", direction=True),
    "search": NamedCommand("s"),
    "rest": NamedCommand("."),
    "pick up": NamedCommand(","),
    "go down": NamedCommand(">"),
    "go up": NamedCommand("<"),
    "inventory": NamedCommand("i"),
    "discoveries": NamedCommand("D", answer="*"),
    "eat": NamedCommand("e", item=True),
    "quaff": NamedCommand("q", item=True),
    "read": NamedCommand("r", item=True),
    "wield": NamedCommand("w", item=True),
    "wear": NamedCommand("W", item=True),
    "take off": NamedCommand("T"),
    "put on": NamedCommand("P", item=True),
    "remove": NamedCommand("R"),
    "drop": NamedCommand("d", item=True),
    "throw": NamedCommand("t", direction=True, item=True),
    "zap": NamedCommand("z", direction=True, item=True),
}  # fmt: skip
"""Name -> command."""


class CommandNameError(RogueError):
    """Raised for an unknown command or key, or for wrong arguments.  The text tells the player why."""


def keys_of_command(name: str, direction: str, item: str, count: int, keymap: Keymap) -> bytes:
    """Return the keys that carry out a named command.  Raises CommandNameError.

    direction  a name in `DIRECTIONS`
    item       a letter of the pack
    count      how often to do the command, at least 1

    >>> keys_of_command("throw", "east", "d", 1, Keymap())
    b'tld'
    >>> keys_of_command("search", "", "", 10, Keymap())
    b'10s'
    """
    known = COMMANDS.get(name)
    if known is None:
        near = meant(name, COMMANDS)
        raise CommandNameError(
            f"there is no command {name!r}; the commands are {listed(list(COMMANDS))}{near}"
        )
    step = _direction_key(name, direction) if known.direction else ""
    letter = _item_letter(name, item) if known.item else ""
    if not 1 <= count <= keymap.count_max:
        raise CommandNameError(f"count must be from 1 to {keymap.count_max}, not {count}")
    digits = str(count) if count > 1 else ""
    if name == "run":
        step = step.upper()
    return f"{digits}{_action_key(name, known.action, keymap)}{step}{letter}{known.answer}".encode("ascii")


def _direction_key(name: str, direction: str) -> str:
    if direction not in DIRECTIONS:
        raise CommandNameError(f"{name} needs a direction: {listed(list(DIRECTIONS), 'or')}")
    return DIRECTIONS[direction]


def _item_letter(name: str, item: str) -> str:
    if len(item) != 1 or not "a" <= item <= "z":
        raise CommandNameError(f"{name} needs the letter of an item in the pack, from a to z")
    return item


def _action_key(name: str, action: str, keymap: Keymap) -> str:
    """Return the key for an action in the edition that `keymap` belongs to.

    `action` is the key for it in edition 5.4; if that is "", return "".
    """
    if not action:
        return ""
    for code, key in enumerate(keys_of(keymap)):
        if key.kind != "illegal" and key.command.key == action:
            return chr(code)
    raise CommandNameError(f"this edition has no command {name!r}")


def keys_of_text(text: str) -> bytes:
    """Return the keys in a text.  <Esc>, <Return>, <Space>, <Backspace>, <C-x>, and <0x7f> mean one key each.

    <C-a> to <C-z> are the control characters.  <0x00> to <0xff> are all keys.  Raises CommandNameError for
    unknown names, NUL, and non-ASCII characters.

    >>> keys_of_text("10s<Esc>q<C-p>")
    b'10s\\x1bq\\x10'
    """
    found = bytearray()
    for name, letter, code, char in _TOKEN.findall(text):
        if name:
            found.append(_named_key(name))
        elif letter:
            found.append(ord(letter) & _CONTROL_BITS)
        elif code:
            found.append(int(code, 16))
        elif "\0" < char <= "\x7f":
            found.append(ord(char))
        else:
            raise CommandNameError(f"{char!r} is not a key of the game")
    return bytes(found)


def _named_key(name: str) -> int:
    """Return the key with this name, ignoring case.  Raises CommandNameError for an unknown name."""
    if name.capitalize() not in _TYPED:
        names = listed([*(f"<{one}>" for one in _TYPED), "<C-p>", "<0x7f>"])
        raise CommandNameError(f"<{name}> is not the name of a key; the names are {names}")
    return _TYPED[name.capitalize()]


def text_of_keys(keys: bytes) -> str:
    """Write keys as a text that `keys_of_text` turns back into the same keys.

    >>> text_of_keys(b"10s\\x1bq\\x10\\r<<Esc>")
    '10s<Esc>q<C-p><Return><<0x3c>Esc>'
    """
    return _NEEDS_NAME.sub(lambda found: _name_of_key(ord(found[0])), keys.decode("latin-1"))


def _name_of_key(key: int) -> str:
    for name, code in _TYPED.items():
        if code == key:
            return f"<{name}>"
    return f"<C-{chr(key | 0x60)}>" if 0 < key <= _LAST_CONTROL else f"<0x{key:02x}>"
