"""The input modes: one value each, which holds what the next key needs to know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

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

    name: ClassVar[ModeName] = "command"
    count: int = 0  # the digits typed so far
    recalled: bool = False  # the last key has shown the last message: the same key shows all of them


@dataclass(frozen=True, slots=True)
class CarefulMode:
    """A direction to run in with care, or any other command (V52-21)."""

    name: ClassVar[ModeName] = "careful"
    times: int


@dataclass(frozen=True, slots=True)
class MoreMode:
    """--More-- stands behind the message: space only."""

    name: ClassVar[ModeName] = "more"


# -- prompts


@dataclass(frozen=True, slots=True)
class ItemPrompt:
    """A pack letter, `*` for a list."""

    name: ClassVar[ModeName] = "item"
    then: Callable[[str], Mode]  # takes the letter
    escape: Callable[[], Mode]
    nothing: Callable[[], Mode]  # called when `*` finds nothing to list
    verb: str
    classes: tuple[ItemClass, ...] = ()  # what `*` lists; empty for everything


@dataclass(frozen=True, slots=True)
class DirectionPrompt:
    """One of the eight direction keys."""

    name: ClassVar[ModeName] = "direction"
    then: Callable[[str], Mode]  # takes the key
    escape: Callable[[], Mode]


@dataclass(frozen=True, slots=True)
class HandPrompt:
    """Left or right, for a command that is otherwise complete."""

    name: ClassVar[ModeName] = "hand"
    command: Command


@dataclass(frozen=True, slots=True)
class LetterPrompt:
    """Any one key."""

    name: ClassVar[ModeName] = "letter"
    then: Callable[[str], Mode]  # takes the key
    escape: Callable[[], Mode]


@dataclass(frozen=True, slots=True)
class TextPrompt:
    """A line of text up to return."""

    name: ClassVar[ModeName] = "text"
    then: Callable[[str], Mode]  # takes the text
    escape: Callable[[], Mode]
    typed: str = ""


@dataclass(frozen=True, slots=True)
class SymbolPrompt:
    """Any key: what is it?"""

    name: ClassVar[ModeName] = "symbol"


@dataclass(frozen=True, slots=True)
class HelpPrompt:
    """Any key: what does it do?"""

    name: ClassVar[ModeName] = "help"


@dataclass(frozen=True, slots=True)
class DiscoveredPrompt:
    """A class of items to list."""

    name: ClassVar[ModeName] = "discovered"


@dataclass(frozen=True, slots=True)
class AimMode:
    """A square of the map to travel to: keys move the cursor."""

    name: ClassVar[ModeName] = "aim"
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

    name: ClassVar[ModeName] = "page"
    remaining: tuple[Page, ...]  # pages still to be shown


@dataclass(frozen=True, slots=True)
class WindowMode:
    """A picture of the level: space."""

    name: ClassVar[ModeName] = "window"


@dataclass(frozen=True, slots=True)
class OptionsMode:
    """The option screen."""

    name: ClassVar[ModeName] = "options"
    row: int  # of the option whose value is edited; one behind the last: the foot line
    typed: str = ""


@dataclass(frozen=True, slots=True)
class WinnerMode:
    """The screens of a winner: space."""

    name: ClassVar[ModeName] = "winner"
    remaining: tuple[tuple[str, ...], ...]  # the lines of the tables still to be shown


# -- leaving


@dataclass(frozen=True, slots=True)
class QuitPrompt:
    """y leaves the game; after an interrupt any other key goes back to `resumed`."""

    name: ClassVar[ModeName] = "quit"
    resumed: Mode | None = None
    row: str = ""  # what stood in row 0
    cursor: int = -1  # where the cursor stood, -1 if that is not known


@dataclass(frozen=True, slots=True)
class SavePrompt:
    """y or n: save to the known file?"""

    name: ClassVar[ModeName] = "save"


@dataclass(frozen=True, slots=True)
class OverwritePrompt:
    """y or n: replace the file that is there?"""

    name: ClassVar[ModeName] = "overwrite"


@dataclass(frozen=True, slots=True)
class OutsideMode:
    """The host carries out a request: keys wait for its end."""

    name: ClassVar[ModeName] = "outside"
    request: Request
    held: bytes = b""  # keys that wait


@dataclass(frozen=True, slots=True)
class ReturnMode:
    """Return ends the program."""

    name: ClassVar[ModeName] = "return"


@dataclass(frozen=True, slots=True)
class ClosedMode:
    """No key has a meaning any more."""

    name: ClassVar[ModeName] = "closed"


Mode = (
    CommandMode | CarefulMode | MoreMode | ItemPrompt | DirectionPrompt | HandPrompt | LetterPrompt
    | TextPrompt | SymbolPrompt | HelpPrompt | DiscoveredPrompt | AimMode | PageMode | WindowMode
    | OptionsMode | WinnerMode | QuitPrompt | SavePrompt | OverwritePrompt | OutsideMode | ReturnMode
    | ClosedMode
)  # fmt: skip
"""What the next key means."""

COMMAND: Final = CommandMode()
CLOSED: Final = ClosedMode()
UNBREAKABLE: Final = (CommandMode, QuitPrompt, OutsideMode, WinnerMode, ReturnMode, ClosedMode)
"""Modes in which control-C is a key like any other."""
