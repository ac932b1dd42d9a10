"""Input modes: each is a value that holds the data needed to handle the next key or the host's answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from rogue.state.world import Command
from rogue.tables.items import ItemClass

FROM_SHELL: Final = "shell"
Ability = Literal["save", "shell", "served"]
"""An ability of a host: saving to a file, a shell for the player, keeping the game on a server.

In a served game `S` asks for no file name, and no paths are known (SRV-10).
"""
YEAR: Final = 2026  # year on the tombstone by default
SAVE_NAME: Final = ".rogue.save"  # default file in the home folder (SCREEN.md 13)
UNBREAKABLE: Final = frozenset(("command", "quit", "outside", "winner", "return", "closed"))
"""Modes in which control-C is an ordinary key."""
_RETURNS: Final = frozenset((b"\r", b"\n"))
ESCAPE_KEY: Final = b"\x1b"
_SPACE: Final = b" "
_ASIDE: Final = frozenset((_SPACE, ESCAPE_KEY))
WAITS_FOR_SPACE: Final = frozenset(("more", "page", "window", "winner"))
WAITS_FOR_RETURN: Final = frozenset(("return",))


@dataclass(frozen=True, slots=True)
class Host:
    """What a session knows about the program that runs it."""

    year: int = YEAR  # shown on the tombstone
    home: str = ""  # home folder, for `~` in texts
    able: tuple[Ability, ...] = ()  # its abilities
    sealed: bool = False  # the dungeon number is hidden until the end


def default_save_file(home: str) -> str:
    """Return the path of the default save file, or "" if `home` is "".

    >>> default_save_file("/home/ann/")
    '/home/ann/.rogue.save'
    """
    return f"{home.rstrip('/')}/{SAVE_NAME}" if home else ""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to the host: save the game to `path`, or open a shell.  The session waits for an Answer."""

    what: Ability
    path: str = ""
    overwrite: bool = False  # the player agreed to replace an existing file


@dataclass(frozen=True, slots=True)
class Answer:
    """The host's answer to a request: "done", "exists" (the file exists), or "failed".

    After "failed", `text` is the reason.  "done" with the text `FROM_SHELL` means that a shell has ended and
    the game continues.  "done" after a save means that the game is over.
    """

    how: Literal["done", "exists", "failed"]
    text: str = ""


ModeName = Literal[
    "command", "more", "item", "direction", "aim", "careful", "letter", "hand", "text", "quit", "save",
    "overwrite", "outside", "page", "window", "symbol", "help", "discovered", "options", "winner", "return",
    "closed",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class CommandMode:
    """The wait for a command key, or for a digit of the count before the command key."""

    count: int = 0  # the digits typed so far
    recalled: bool = False  # the last key showed the last message, so the same key shows all


@dataclass(frozen=True, slots=True)
class CarefulMode:
    """The wait for the key after the careful-run key (V52-21).

    The key is either a direction for the careful run, or any other command instead.
    """

    times: int


@dataclass(frozen=True, slots=True)
class ItemPrompt:
    """A prompt for a pack letter, with `*` for a list."""

    then: Callable[[str], Mode]  # called with the letter
    escape: Callable[[], Mode]
    nothing: Callable[[], Mode]  # called if `*` finds nothing to list
    verb: str
    classes: tuple[ItemClass, ...] = ()  # classes that `*` lists; empty for all


@dataclass(frozen=True, slots=True)
class DirectionPrompt:
    """A prompt for one of the eight direction keys."""

    then: Callable[[str], Mode]  # called with the key
    escape: Callable[[], Mode]


@dataclass(frozen=True, slots=True)
class HandPrompt:
    """A prompt for the left or right hand, after which the command is complete."""

    command: Command


@dataclass(frozen=True, slots=True)
class LetterPrompt:
    """A prompt for any one key."""

    then: Callable[[str], Mode]  # called with the key
    escape: Callable[[], Mode]


@dataclass(frozen=True, slots=True)
class TextPrompt:
    """A prompt for a line of text, ended by Return."""

    then: Callable[[str], Mode]  # called with the text
    escape: Callable[[], Mode]
    typed: str = ""


@dataclass(frozen=True, slots=True)
class AimMode:
    """The choice of a square to travel to.  Keys move the cursor."""

    spot: int  # the square under the cursor


@dataclass(frozen=True, slots=True)
class Page:
    """Lines on a cleared screen or in a box over the map."""

    lines: tuple[str, ...]
    boxed: bool


@dataclass(frozen=True, slots=True)
class PageMode:
    """The wait for space while a list is shown on its own screen or in a box."""

    remaining: tuple[Page, ...]  # pages not shown yet


@dataclass(frozen=True, slots=True)
class OptionsMode:
    """The option screen."""

    row: int  # row of the edited option; one beyond the last: the foot line
    typed: str = ""


@dataclass(frozen=True, slots=True)
class WinnerMode:
    """The wait for space while one of the winner's screens is shown."""

    remaining: tuple[tuple[str, ...], ...]  # tables not shown yet, as lines


@dataclass(frozen=True, slots=True)
class QuitPrompt:
    """The prompt that asks whether to quit.  The key y quits.

    If control-C opened the prompt, all keys but y return to the mode stored in `resumed`.
    """

    resumed: Mode | None = None
    row: str = ""  # previous text of row 0
    cursor: int = -1  # previous cursor spot, -1 if unknown


@dataclass(frozen=True, slots=True)
class OutsideMode:
    """The wait for the host to finish a request.  Until the host answers, keys are held back."""

    request: Request
    held: bytes = b""  # keys held back


@dataclass(frozen=True, slots=True)
class PlainMode:
    """A mode without data, such as --More--, a y/n prompt, or the end."""

    name: ModeName


MORE: Final = PlainMode("more")
CLOSED: Final = PlainMode("closed")

Mode = (
    CommandMode | CarefulMode | ItemPrompt | DirectionPrompt | HandPrompt | LetterPrompt | TextPrompt
    | AimMode | PageMode | OptionsMode | WinnerMode | QuitPrompt | OutsideMode | PlainMode
)  # fmt: skip
"""The mode that gives the next key its meaning."""

_NAMES: Final[dict[type, ModeName]] = {
    CommandMode: "command", CarefulMode: "careful", ItemPrompt: "item", DirectionPrompt: "direction",
    HandPrompt: "hand", LetterPrompt: "letter", TextPrompt: "text", AimMode: "aim", PageMode: "page",
    OptionsMode: "options", WinnerMode: "winner", QuitPrompt: "quit", OutsideMode: "outside",
}  # fmt: skip

COMMAND: Final = CommandMode()


def mode_name(mode: Mode) -> ModeName:
    """Return the public name of a mode."""
    return mode.name if isinstance(mode, PlainMode) else _NAMES[type(mode)]


def is_plain(mode: Mode, name: ModeName) -> bool:
    """Return whether a mode is the `PlainMode` with this name."""
    return isinstance(mode, PlainMode) and mode.name == name


def going_on(key: bytes, mode: ModeName, *, escape_ends: bool) -> bytes:
    """Return the key that the game waits for (space or Return) if `key` is one that people press to continue.

    Otherwise, return `key` unchanged.

    escape_ends  whether Escape ends the list on the screen

    >>> going_on(b"\\r", "more", escape_ends=False), going_on(b" ", "return", escape_ends=False)
    (b' ', b'\\n')
    >>> going_on(b"\\x1b", "more", escape_ends=False), going_on(b"\\x1b", "more", escape_ends=True)
    (b' ', b'\\x1b')
    """
    if mode in WAITS_FOR_SPACE and (key in _RETURNS or (key == ESCAPE_KEY and not escape_ends)):
        return _SPACE
    if mode in WAITS_FOR_RETURN and key in _ASIDE:
        return b"\n"
    return key
