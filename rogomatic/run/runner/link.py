"""Links between a game and the agent."""

from __future__ import annotations

import zlib
from typing import Final, Protocol

from rogomatic.run.runner.memory_link import Gone, InMemoryGame, MemoryLink, Played
from rogue.shared.errors import RogomaticError

__all__ = (
    "GAME_OPTIONS", "GameStartError", "Gone", "InMemoryGame", "Link", "LinkWrapper", "MemoryLink", "Played",
    "keys_in",
)  # fmt: skip

# What the bots of old asked of Rogue (HANDSHAKE.md, section 1): short texts, no repaint while
# running, a tombstone to read, lists line by line ("inven=slow", or "step" before 5.3).  A pseudo-
# terminal adds where the game's files go.  No edition knows all of these names, and a name that it does
# not know does not end at its value: the rest is tried as names, letters by letters, each a prefix of
# a name (SCREEN.md 13).  So what can go astray must begin no name in any edition ("slow" does not),
# and what only the last of the editions know, with a path behind it, stands at the end.
GAME_OPTIONS: Final = (
    "terse,noflush,jump,seefloor,step,nopassgo,noaskme,tombstone,inven=slow,name=rogo-matic,fruit=apricot"
)


class GameStartError(RogomaticError):
    """A game that could not be started; the text is a sentence with the reason."""


class Link(Protocol):
    """A connection to one game: keys go out, drawn bytes come back.

    Knowing that a screen is complete is the job of the link: what `receive` returns is all that the game
    draws until it waits for the next key, as far as that can be known.
    """

    @property
    def gone(self) -> Gone:
        """Why nothing more will come, or "" while the game is there."""

    @property
    def last_words(self) -> str:
        """How the game's process went, as a sentence; "" while it is there, or if it has none."""

    @property
    def is_waiting(self) -> bool:
        """Whether the game is known to wait for a key, with nothing drawn that was not received."""

    @property
    def is_busy(self) -> bool:
        """Whether the game is seen to do something else than wait for a key: to work, or to sleep."""

    @property
    def waited(self) -> float:
        """Seconds by the clock that were spent on making sure that nothing more comes."""

    def send(self, keys: bytes) -> None:
        """Give the game keys; never waits for an answer."""

    def receive(self, seconds: float) -> bytes:
        """Return the bytes that the game has drawn since the last key.

        Returns b"" if it has drawn nothing and waits for a key, stays silent for `seconds`, or is gone.
        """

    def close(self, over: bool) -> float:
        """End the link; return the CPU seconds that the game's own process used.

        `over` says that the game is about to leave by itself and may be waited for.
        """


class LinkWrapper:
    """A link that passes everything on to another one; a base for those that look at what passes."""

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

    def send(self, keys: bytes) -> None:
        self._link.send(keys)

    def receive(self, seconds: float) -> bytes:
        return self._link.receive(seconds)

    def close(self, over: bool) -> float:
        return self._link.close(over)


def keys_in(journal: bytes) -> bytes:
    """Return the keys in the journal of a row; b"" when they were not kept.

    Raises zlib.error on anything else.

    >>> played = Played(keep=True)
    >>> played.add(b"llj;")
    >>> keys_in(played.journal()), keys_in(Played().journal())
    (b'llj;', b'')
    """
    return zlib.decompress(journal) if journal else b""
