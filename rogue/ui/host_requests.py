"""The host of a session: the program around it, what it may be asked for, and what it answers."""

from dataclasses import dataclass
from typing import Final, Literal

FROM_SHELL: Final = "shell"
Ability = Literal["save", "shell", "served"]
"""What a host can do for a session: save it to a file, give the player a shell, keep it on a server.

In a served game `S` asks for no name, and no paths are known (SRV-10).
"""
YEAR: Final = 2026  # on the tombstone, unless the host names the year


@dataclass(frozen=True, slots=True)
class Host:
    """What a session knows of its host."""

    year: int = YEAR  # carved on the tombstone
    home: str = ""  # what `~` stands for in texts
    able: tuple[Ability, ...] = ()  # what it may be asked for
    sealed: bool = False  # the number of the dungeon is hidden before the end


@dataclass(frozen=True, slots=True)
class Request:
    """What a session waits for: the game saved to `path`, or a shell for the player."""

    what: Ability
    path: str = ""
    overwrite: bool = False  # the player agreed to replace a file that is there


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a request.  "exists": a file is there already.  "failed": `text` is the reason.

    "done" with the text `FROM_SHELL` is the end of a shell: the game goes on, where a saved one is over.
    """

    how: Literal["done", "exists", "failed"]
    text: str = ""
