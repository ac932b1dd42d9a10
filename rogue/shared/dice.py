"""Dice with a key: the same key gives the same numbers on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

Thing = TypeVar("Thing")


class Dice:
    """A stream of random numbers that its key determines; different keys give independent streams.

    >>> Dice(1, 2).below(1000) == Dice(1, 2).below(1000)
    True
    """

    __slots__ = ("_drawn", "_key")

    def __init__(self, *key: int | str) -> None:
        self._key = ",".join(map(str, key))
        self._drawn = 0

    def below(self, count: int) -> int:
        """Return a number from 0 to count - 1; all have the same chance, within count / 2**64."""
        self._drawn += 1
        digest = blake2b(f"{self._key}:{self._drawn}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % count

    def between(self, least: int, most: int) -> int:
        """Return a number from least to most."""
        return least + self.below(most - least + 1)

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """Return one of some things; all have the same chance."""
        return things[self.below(len(things))]
