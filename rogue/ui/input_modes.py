"""The input modes: one value each, with what the next key needs to know, and the keys that go on in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from rogue.state.world import Command
from rogue.tables.items import ItemClass
from rogue.ui.host_requests import Request

ModeName = Literal[
    "command", "more", "item", "direction", "aim", "careful", "letter", "hand", "text", "quit", "save",
    "overwrite", "outside", "page", "window", "symbol", "help", "discovered", "options", "winner", "return",
    "closed",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class CommandMode:
    """A command key, or a digit of its count."""

    count: int = 0  # the digits typed so far
    recalled: bool = False  # the last key has shown the last message: the same key shows all of them


@dataclass(frozen=True, slots=True)
class CarefulMode:
    """A direction to run in with care, or any other command (V52-21)."""

    times: int


@dataclass(frozen=True, slots=True)
class MoreMode:
    """--More-- stands behind the message: space only."""


# -- prompts


@dataclass(frozen=True, slots=True)
class ItemPrompt:
    """A pack letter, `*` for a list."""

    then: Callable[[str], Mode]  # takes the letter
    escape: Callable[[], Mode]
    nothing: Callable[[], Mode]  # called when `*` finds nothing to list
    verb: str
    classes: tuple[ItemClass, ...] = ()  # what `*` lists; empty for everything


@dataclass(frozen=True, slots=True)
class DirectionPrompt:
    """One of the eight direction keys."""

    then: Callable[[str], Mode]  # takes the key
    escape: Callable[[], Mode]


@dataclass(frozen=True, slots=True)
class HandPrompt:
    """Left or right, for a command that is otherwise complete."""

    command: Command


@dataclass(frozen=True, slots=True)
class LetterPrompt:
    """Any one key."""

    then: Callable[[str], Mode]  # takes the key
    escape: Callable[[], Mode]


@dataclass(frozen=True, slots=True)
class TextPrompt:
    """A line of text up to return."""

    then: Callable[[str], Mode]  # takes the text
    escape: Callable[[], Mode]
    typed: str = ""


@dataclass(frozen=True, slots=True)
class SymbolPrompt:
    """Any key: what is it?"""


@dataclass(frozen=True, slots=True)
class HelpPrompt:
    """Any key: what does it do?"""


@dataclass(frozen=True, slots=True)
class DiscoveredPrompt:
    """A class of items to list."""


@dataclass(frozen=True, slots=True)
class AimMode:
    """A square of the map to travel to: keys move the cursor."""

    spot: int  # under the cursor


# -- screens


@dataclass(frozen=True, slots=True)
class Page:
    """Lines on a cleared screen, or in a box over the map."""

    lines: tuple[str, ...]
    boxed: bool


@dataclass(frozen=True, slots=True)
class PageMode:
    """A list on a screen or box of its own: space."""

    remaining: tuple[Page, ...]  # pages still to be shown


@dataclass(frozen=True, slots=True)
class WindowMode:
    """A picture of the level: space."""


@dataclass(frozen=True, slots=True)
class OptionsMode:
    """The option screen."""

    row: int  # of the option whose value is edited; one behind the last: the foot line
    typed: str = ""


@dataclass(frozen=True, slots=True)
class WinnerMode:
    """The screens of a winner: space."""

    remaining: tuple[tuple[str, ...], ...]  # the lines of the tables still to be shown


# -- leaving


@dataclass(frozen=True, slots=True)
class QuitPrompt:
    """y leaves the game; after an interrupt any other key goes back to `resumed`."""

    resumed: Mode | None = None
    row: str = ""  # what stood in row 0
    cursor: int = -1  # where the cursor stood, -1 if that is not known


@dataclass(frozen=True, slots=True)
class SavePrompt:
    """y or n: save to the known file?"""


@dataclass(frozen=True, slots=True)
class OverwritePrompt:
    """y or n: replace the file that is there?"""


@dataclass(frozen=True, slots=True)
class OutsideMode:
    """The host carries out a request: keys wait for its end."""

    request: Request
    held: bytes = b""  # keys that wait


@dataclass(frozen=True, slots=True)
class ReturnMode:
    """Return ends the program."""


@dataclass(frozen=True, slots=True)
class ClosedMode:
    """No key has a meaning any more."""


Mode = (
    CommandMode | CarefulMode | MoreMode | ItemPrompt | DirectionPrompt | HandPrompt | LetterPrompt
    | TextPrompt | SymbolPrompt | HelpPrompt | DiscoveredPrompt | AimMode | PageMode | WindowMode
    | OptionsMode | WinnerMode | QuitPrompt | SavePrompt | OverwritePrompt | OutsideMode | ReturnMode
    | ClosedMode
)  # fmt: skip
"""What the next key means."""

NAMES: Final[dict[type, ModeName]] = {
    CommandMode: "command",
    CarefulMode: "careful",
    MoreMode: "more",
    ItemPrompt: "item",
    DirectionPrompt: "direction",
    HandPrompt: "hand",
    LetterPrompt: "letter",
    TextPrompt: "text",
    SymbolPrompt: "symbol",
    HelpPrompt: "help",
    DiscoveredPrompt: "discovered",
    AimMode: "aim",
    PageMode: "page",
    WindowMode: "window",
    OptionsMode: "options",
    WinnerMode: "winner",
    QuitPrompt: "quit",
    SavePrompt: "save",
    OverwritePrompt: "overwrite",
    OutsideMode: "outside",
    ReturnMode: "return",
    ClosedMode: "closed",
}
"""Class of a mode -> its name for others than the session."""

COMMAND: Final = CommandMode()
CLOSED: Final = ClosedMode()
UNBREAKABLE: Final = (CommandMode, QuitPrompt, OutsideMode, WinnerMode, ReturnMode, ClosedMode)
"""Modes in which control-C is a key like any other."""


# -- which keys go on

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
