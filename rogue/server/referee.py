"""The protocol of a fair game: nobody chooses the dungeon alone, nor knows it before (PRF-6 to PRF-8).

The referee draws a secret and shows the commitment, the player answers with a text of their own, and the
dungeon follows from both.  When the game is over the secret is shown, and anybody checks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from rogue.ui.journal import Start, header_line

SECRET_BYTES: Final = 32
_SEED_BYTES: Final = 8
MAX_TEXT: Final = 80  # characters of the player's own text


@dataclass(frozen=True, slots=True)
class Commitment:
    """What the referee has bound itself to: how the game begins, without its seed, and a secret."""

    header: str
    secret: bytes

    @property
    def digest(self) -> bytes:
        """The commitment that is shown before the first key."""
        return sha256(self.header.encode("ascii") + self.secret).digest()

    def seed(self, text: str) -> int:
        """Return the dungeon that follows from the commitment, the secret and the player's text."""
        found = sha256(self.digest + self.secret + text.encode("ascii")).digest()
        return int.from_bytes(found[:_SEED_BYTES])


def header_of(start: Start) -> str:
    """Return how a game begins, without its seed, as a line that is the same for the same beginning."""
    row = json.loads(header_line(start))
    del row["seed"]
    return json.dumps(row, sort_keys=True, separators=(",", ":"))


def is_fair(start: Start, secret: bytes, text: str, commitment: str) -> bool:
    """Return whether a game that is over was the one that was committed to, in digits of hex."""
    made = Commitment(header_of(start), secret)
    return made.digest.hex() == commitment and made.seed(text) == start.seed


class KeyDigest:
    """The running digest of a game's keys: first the commitment, then the hash of the last and a line."""

    __slots__ = ("_digest",)

    def __init__(self, commitment: bytes) -> None:
        self._digest = commitment

    def add(self, keys: bytes) -> None:
        """Go on by one line of keys."""
        self._digest = sha256(self._digest + keys).digest()

    def hex(self) -> str:
        """Return the digest so far."""
        return self._digest.hex()
