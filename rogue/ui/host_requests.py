"""Requests: what a session may ask of the world outside, and what comes back."""

from dataclasses import dataclass
from typing import Literal

Ability = Literal["save", "shell", "served"]
"""What the world outside can do for a session.  "served": a server keeps the game itself, so `S` asks for
no name, no paths are known, and the dungeon's number stays secret until the end (SRV-10, PRF-7).
"""


@dataclass(frozen=True, slots=True)
class Request:
    """What a session waits for: the game saved to `path`, or a shell for the player."""

    what: Ability
    path: str = ""
    overwrite: bool = False  # the player agreed to replace a file that is there


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request.  "exists": a file is there already.  "failed": `text` says why."""

    how: Literal["done", "exists", "failed"]
    text: str = ""
