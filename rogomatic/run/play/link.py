"""Links: how a game and the agent reach each other.

Owns   what a link is, the link in memory, the options every game gets, the count of keys sent.
Leaves pseudo-terminals (pty), playing a game over a link (game).
"""

from __future__ import annotations

import hashlib
import zlib
from typing import Final, Literal, Protocol

# What the bots of old asked of Rogue (bot-handshake.md, section 1): short texts, no repaint while
# running, a tombstone to read, lists line by line ("inven=slow", or "step" before 5.3).  A pseudo-
# terminal adds where the game's files go.  No edition knows all of these names, and a name that it does
# not know does not end at its value: the rest is tried as names, letters by letters, each a prefix of
# a name (screen.md 13).  So what can go astray must begin no name in any edition ("slow" does not),
# and what only the last of the editions know, with a path behind it, stands at the end.
GAME_OPTIONS: Final = (
    "terse,noflush,jump,seefloor,step,nopassgo,noaskme,tombstone,inven=slow,name=rogo-matic,fruit=apricot"
)

Gone = Literal["", "died", "closed"]  # "" while the game is there


class NotStarted(Exception):
    """A game that could not be started; the text is a sentence that says why."""


class Game(Protocol):
    """A game that takes keys and gives the bytes it draws; it never waits."""

    def feed(self, keys: bytes) -> bytes: ...

    @property
    def closed(self) -> bool: ...


class Link(Protocol):
    """One game at the other end of a line."""

    @property
    def gone(self) -> Gone:
        """Why nothing more will come, or "" while the game is there."""

    @property
    def last_words(self) -> str:
        """How the game's process went, as a sentence; "" while it is there, or if it has none."""

    def send(self, keys: bytes) -> None: ...

    def receive(self, seconds: float) -> bytes:
        """Return the next bytes; b"" when the game stays silent for `seconds` or is gone."""

    def close(self, over: bool) -> float:
        """End the link; return the CPU seconds that the game's own process used.

        `over` says that the game is about to leave by itself and may be waited for.
        """


class MemoryLink:
    """A game in this process: no system call per command, and silence is known at once."""

    __slots__ = ("_drawn", "_game")

    def __init__(self, game: Game) -> None:
        self._game = game
        self._drawn = game.feed(b"")

    @property
    def gone(self) -> Gone:
        return "closed" if self._game.closed and not self._drawn else ""

    @property
    def last_words(self) -> str:
        return ""

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
        """Note one burst as it is sent."""
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


def keys_in(journal: bytes) -> bytes:
    """Return the keys in the journal of a row; b"" when they were not kept.

    Raises zlib.error on anything else.

    >>> played = Played(keep=True)
    >>> played.add(b"llj;")
    >>> keys_in(played.journal()), keys_in(Played().journal())
    (b'llj;', b'')
    """
    return zlib.decompress(journal) if journal else b""
