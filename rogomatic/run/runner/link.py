"""Links to games: the protocol, the link to a game in this process, a record of the keys."""

from __future__ import annotations

import hashlib
import zlib
from typing import Final, Literal, Protocol

from mypy_extensions import mypyc_attr

from rogue.shared.errors import RogomaticError

Gone = Literal["", "died", "closed"]  # "" while the game is there

# Options of the bots of 1984 (HANDSHAKE.md, section 1): short texts, no repaint while running, a readable
# tombstone, lists line by line ("inven=slow", or "step" before 5.3).  A pseudo-terminal adds the paths of the
# game's files.  No edition knows all of these names.  After an unknown name, an edition tries the letters of
# its value as prefixes of names (SCREEN.md 13).  So such a value must not begin with a prefix of any name
# ("slow" does not), and options with paths that only the latest editions know come last.
GAME_OPTIONS: Final = (
    "terse,noflush,jump,seefloor,step,nopassgo,noaskme,tombstone,inven=slow,name=rogo-matic,fruit=apricot"
)


class InMemoryGame(Protocol):
    """Protocol of a game that takes keys and returns drawn bytes without waiting."""

    def feed(self, keys: bytes) -> bytes:
        """Take keys and return the bytes drawn until the game waits for the next key."""

    @property
    def closed(self) -> bool:
        """Whether the game has ended and takes no more keys."""

    @property
    def turns(self) -> int | None:
        """Number of turns of the game so far.  None if the game does not count turns."""


@mypyc_attr(allow_interpreted_subclasses=True)
class MemoryLink:
    """A link to a game in this process, without system calls.

    When such a game has no more output, the link knows that it waits for a key.
    """

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

    @property
    def turns(self) -> int | None:
        return self._game.turns

    def send(self, keys: bytes) -> None:
        drawn = self._game.feed(keys)
        self._drawn = self._drawn + drawn if self._drawn else drawn

    def receive(self, seconds: float) -> bytes:  # noqa: ARG002  (a game in memory never waits)
        drawn, self._drawn = self._drawn, b""
        return drawn

    def close(self, over: bool) -> float:  # noqa: ARG002
        return 0.0


class Played:
    """Bursts of keys that were sent to a game: number, digest, and (with `keep`) keys."""

    __slots__ = ("_hash", "bursts", "commands")

    def __init__(self, keep: bool = False) -> None:
        self.commands = 0
        self.bursts: list[bytes] | None = [] if keep else None
        self._hash = hashlib.blake2b(digest_size=16)

    def add(self, keys: bytes) -> None:
        """Record one burst of keys before it is sent."""
        self.commands += 1
        self._hash.update(keys)
        if self.bursts is not None:
            self.bursts.append(keys)

    def digest(self) -> str:
        """Return a digest of all keys.  It does not depend on how they were divided into bursts."""
        return self._hash.hexdigest()

    def journal(self) -> bytes:
        """Return all keys, compressed; b"" if they were not kept."""
        return zlib.compress(b"".join(self.bursts)) if self.bursts else b""


__all__ = (
    "GAME_OPTIONS", "GameStartError", "Gone", "InMemoryGame", "Link", "LinkWrapper", "MemoryLink", "Played",
    "keys_in",
)  # fmt: skip


class GameStartError(RogomaticError):
    """Exception for a game that could not be started.  Its text is a sentence."""


class Link(Protocol):
    """A connection to one game: keys go out, drawn bytes come back.

    The link decides when a screen is complete: `receive` returns everything that the game draws until it
    waits for the next key.  Some links can only guess when the game waits.
    """

    @property
    def gone(self) -> Gone:
        """The reason why no more output will come.  It is "" while the game runs."""

    @property
    def last_words(self) -> str:
        """A sentence that says how the game's process ended, or that it is still running and busy computing.

        Return "" if neither is known.
        """

    @property
    def is_waiting(self) -> bool:
        """Whether the game is known to wait for a key, and the link has received all output."""

    @property
    def is_busy(self) -> bool:
        """Whether the game is known to compute or sleep instead of waiting for a key."""

    @property
    def waited(self) -> float:
        """Seconds of real time spent on making sure that the game has stopped drawing."""

    @property
    def turns(self) -> int | None:
        """Number of turns of the game.  None if only the agent counts turns."""

    def send(self, keys: bytes) -> None:
        """Send keys to the game, without waiting for an answer."""

    def receive(self, seconds: float) -> bytes:
        """Return the bytes that the game has drawn since the last key.

        If nothing has been drawn yet, wait until it is known that the game waits for a key, or that it is
        gone, or until it has been silent for `seconds`.  If still nothing was drawn by then, return b"".
        """

    def close(self, over: bool) -> float:
        """End the link and return the CPU seconds of the game's own process.

        over: whether the game is about to exit by itself, so that waiting for it is safe
        """


@mypyc_attr(allow_interpreted_subclasses=True)
class LinkWrapper:
    """Base class of links that contain another link."""

    def __init__(self, link: Link) -> None:
        self._link = link

    @property
    def gone(self) -> Gone:
        return self._link.gone

    @property
    def last_words(self) -> str:
        return self._link.last_words

    @property
    def is_waiting(self) -> bool:
        return self._link.is_waiting

    @property
    def is_busy(self) -> bool:
        return self._link.is_busy

    @property
    def waited(self) -> float:
        return self._link.waited

    @property
    def turns(self) -> int | None:
        return self._link.turns

    def send(self, keys: bytes) -> None:
        self._link.send(keys)

    def receive(self, seconds: float) -> bytes:
        return self._link.receive(seconds)

    def mark(self, label: str) -> None:
        """Record a label for this moment in every recording that an inner link makes."""
        if isinstance(self._link, LinkWrapper):
            self._link.mark(label)

    def close(self, over: bool) -> float:
        return self._link.close(over)


def keys_in(journal: bytes) -> bytes:
    """Return the keys in the journal of a row.  Return b"" if the keys were not kept.

    Raises zlib.error if the data is not a journal.

    >>> played = Played(keep=True)
    >>> played.add(b"llj;")
    >>> keys_in(played.journal()), keys_in(Played().journal())
    (b'llj;', b'')
    """
    return zlib.decompress(journal) if journal else b""
