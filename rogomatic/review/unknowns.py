"""Possible worlds by number: continued games that look the same to the hero."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final, Protocol


class ContinuedGame(Protocol):
    """A game continued from a position."""

    def feed(self, keys: bytes) -> bytes:
        """Take keys, and return the bytes that the game draws."""

    @property
    def closed(self) -> bool:
        """Whether the game takes no more keys."""

    @property
    def turns(self) -> int:
        """Turns of the game's clock."""

    @property
    def gold(self) -> int:
        """Number of gold pieces in the purse."""

    @property
    def is_lost(self) -> bool:
        """Whether the hero has died."""


WorldMaker = Callable[[object, int], ContinuedGame]
"""Makes a game from a position and a number, which determines hidden things and dice; the rest is kept."""

LOOK: Final = 1 << 31
"""First world in which only the last two moves are compared; no choice depends on it or those after it."""
FRESH: Final = 1 << 32
"""First world of the estimates, whose playouts last all turns."""


def dice_of(seed: int, command: int, number: int) -> int:
    """Return the random seed of world `number` at a command of a game.

    Each move is tried in the same worlds (common random numbers), so that moves do not differ by luck.

    >>> dice_of(7, 1, 0) == dice_of(7, 1, 0), dice_of(7, 1, 0) == dice_of(7, 1, 1)
    (True, False)
    """
    mixed = blake2b(b"%d %d %d" % (seed, command, number), digest_size=8)
    return int.from_bytes(mixed.digest(), "big")
