"""Worlds: continuations of a game that look the same to the hero but differ in what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final, Protocol


class ContinuedGame(Protocol):
    """A game that was continued from a position."""

    def feed(self, keys: bytes) -> bytes:
        """Take keys, and return the bytes that the game draws."""

    @property
    def closed(self) -> bool:
        """Whether the game takes no more keys."""

    @property
    def turns(self) -> int:
        """Number of turns on the game's clock."""

    @property
    def gold(self) -> int:
        """Number of gold pieces in the purse."""

    @property
    def is_lost(self) -> bool:
        """Whether the hero has died."""


WorldMaker = Callable[[object, int], ContinuedGame]
"""Function that continues a position.  The number is the seed of the dice and of everything hidden."""

LOOK: Final = 1 << 31
"""Number of the first world that tries only the final two moves, which were chosen in earlier worlds."""
FRESH: Final = 1 << 32
"""Number of the first world that counts for estimates.  From it on, playouts never end early."""


def dice_of(seed: int, command: int, number: int) -> int:
    """Return the seed of the dice for playout number `number` of each move that a command is compared with.

    The seeds differ from command to command.  All moves that could be made in place of one command are tried
    with the same seeds (common random numbers).  So luck cannot make one of these moves look better than
    another.

    >>> dice_of(7, 1, 0) == dice_of(7, 1, 0), dice_of(7, 1, 0) == dice_of(7, 1, 1)
    (True, False)
    """
    mixed = blake2b(b"%d %d %d" % (seed, command, number), digest_size=8)
    return int.from_bytes(mixed.digest(), "big")
