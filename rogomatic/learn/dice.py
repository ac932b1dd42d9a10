"""Dice for breeding: numbers that follow from a key.

Owns   a stream of numbers, the same on every machine and in every version of Python.
Leaves what is done with them (genotypes, breeding).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

Thing = TypeVar("Thing")


class Dice:
    """A stream of numbers that its key decides; streams of two keys have nothing to do with each other.

    >>> Dice(1, 2).below(1000) == Dice(1, 2).below(1000)
    True
    """

    __slots__ = ("_drawn", "_key")

    def __init__(self, *key: int) -> None:
        self._key = ",".join(map(str, key))
        self._drawn = 0

    def below(self, count: int) -> int:
        """Return one of 0 ... count - 1, all alike (of a number of 64 bits, so nearly alike)."""
        self._drawn += 1
        digest = blake2b(f"{self._key}:{self._drawn}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % count

    def between(self, least: int, most: int) -> int:
        """Return one of least ... most."""
        return least + self.below(most - least + 1)

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """Return one of some things, all alike."""
        return things[self.below(len(things))]
