"""A link to a game in this process, and the keys that a game was sent."""

from __future__ import annotations

import hashlib
import zlib
from typing import Literal, Protocol

from mypy_extensions import mypyc_attr

Gone = Literal["", "died", "closed"]  # "" while the game is there


class InMemoryGame(Protocol):
    """A game that takes keys and gives the bytes it draws; it never waits."""

    def feed(self, keys: bytes) -> bytes:
        """Take keys; return the bytes drawn until the game waits for the next key."""

    @property
    def closed(self) -> bool:
        """Whether the game has ended, so that it takes no more keys."""


@mypyc_attr(allow_interpreted_subclasses=True)
class MemoryLink:
    """A game in this process: no system call per command, and silence is known at once."""

    __slots__ = ("_drawn", "_game")

    def __init__(self, game: InMemoryGame) -> None:
        self._game = game
        self._drawn = game.feed(b"")

    @property
    def gone(self) -> Gone:
        return "closed" if self._game.closed and not self._drawn else ""

    @property
    def last_words(self) -> str:
        return ""

    @property
    def is_waiting(self) -> bool:
        return not self._drawn

    @property
    def is_busy(self) -> bool:
        return False

    @property
    def waited(self) -> float:
        return 0.0

    def send(self, keys: bytes) -> None:
        self._drawn += self._game.feed(keys)

    def receive(self, seconds: float) -> bytes:  # noqa: ARG002  (a game in memory never waits)
        drawn, self._drawn = self._drawn, b""
        return drawn

    def close(self, over: bool) -> float:  # noqa: ARG002
        return 0.0


class Played:
    """The keys that one game was sent: their number, their digest, and on request themselves."""

    __slots__ = ("_hash", "bursts", "commands")

    def __init__(self, keep: bool = False) -> None:
        self.commands = 0
        self.bursts: list[bytes] | None = [] if keep else None
        self._hash = hashlib.blake2b(digest_size=16)

    def add(self, keys: bytes) -> None:
        """Record one burst before it is sent."""
        self.commands += 1
        self._hash.update(keys)
        if self.bursts is not None:
            self.bursts.append(keys)

    def digest(self) -> str:
        """Return a digest of all keys; how they were cut into bursts does not matter."""
        return self._hash.hexdigest()

    def journal(self) -> bytes:
        """Return all keys, compressed; b"" when they were not kept."""
        return zlib.compress(b"".join(self.bursts)) if self.bursts else b""
