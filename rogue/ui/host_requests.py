"""The host of a session: its abilities, requests to it, its answers."""

from dataclasses import dataclass
from typing import Final, Literal

FROM_SHELL: Final = "shell"
Ability = Literal["save", "shell", "served"]
"""An ability of a host: saving to a file, a shell for the player, keeping the game on a server.

In a served game `S` asks for no file name, and no paths are known (SRV-10).
"""
YEAR: Final = 2026  # year on the tombstone by default


@dataclass(frozen=True, slots=True)
class Host:
    """The session's view of its host."""

    year: int = YEAR  # shown on the tombstone
    home: str = ""  # home folder, for `~` in texts
    able: tuple[Ability, ...] = ()  # its abilities
    sealed: bool = False  # the dungeon number is hidden until the end


@dataclass(frozen=True, slots=True)
class Request:
    """A request that the session waits for: save the game to `path`, or open a shell."""

    what: Ability
    path: str = ""
    overwrite: bool = False  # the player agreed to replace an existing file


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a request: "done", "exists" (the file exists), or "failed" for the reason `text`.

    "done" with the text `FROM_SHELL` means that a shell ended and the game continues; after a save it is
    over.
    """

    how: Literal["done", "exists", "failed"]
    text: str = ""
