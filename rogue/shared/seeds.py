"""Seeds read from text, with streams of random numbers made from seeds."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import Final, TypeVar

SEEDS: Final = 1 << 64
FORM: Final = "write decimal digits, or 0x and hexadecimal digits"
_NUMBER: Final = re.compile(r"[0-9]{1,30}|0[xX][0-9a-fA-F]{1,30}")  # longer numbers are too large or mistakes
_SHOWN: Final = 80  # characters of a wrong text
_PURPOSE: Final = b"eggg shuffle"


class SeedError(argparse.ArgumentTypeError):
    """Exception for a text that is not a seed."""


def read_seed(text: str, end: int = SEEDS) -> int:
    """Return the seed in a text.  Raises SeedError if the text is not a number from 0 to `end` - 1.

    Leading zeros change nothing.  Signs, blanks, underscores, and digits of other scripts are refused.

    >>> read_seed("42"), read_seed("042"), read_seed("0x2A")
    (42, 42, 42)
    """
    if not _NUMBER.fullmatch(text):
        raise SeedError(f"{text[:_SHOWN]!r} is not a seed: {FORM}")
    seed = int(text, 16 if text[1:2] in ("x", "X") else 10)
    if seed >= end:
        raise SeedError(f"{text} is too large: it must be below {_in_short(end)}")
    return seed


def _in_short(bound: int) -> str:
    """Return a bound as text.  A bound that is a power of 2 is written as a power.

    >>> _in_short(2**64), _in_short(1000)
    ('2**64', '1000')
    """
    bits = bound.bit_length() - 1
    return f"2**{bits}" if bound == 1 << bits else str(bound)


Thing = TypeVar("Thing")


class Dice:
    """A stream of random numbers, determined by a key.

    >>> Dice(1, 2).below(1000) == Dice(1, 2).below(1000)
    True
    """

    __slots__ = ("_drawn", "_key")

    def __init__(self, *key: int | str) -> None:
        self._key = ",".join(map(str, key))
        self._drawn = 0

    def below(self, count: int) -> int:
        """Return a uniform number from 0 to count - 1.  The bias is below count / 2**64."""
        self._drawn += 1
        digest = blake2b(f"{self._key}:{self._drawn}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % count

    def between(self, least: int, most: int) -> int:
        """Return a number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """Return one of `things`, all with the same chance."""
        return things[self.below(len(things))]


def drawn(seed: int, count: int, sides: int) -> int:
    """Return the number at index `count` of a seed's stream, uniform from 0 to sides - 1."""
    limit = (1 << 64) // sides * sides
    for attempt in range(64):
        text = b"%s %d %d %d" % (_PURPOSE, seed, count, attempt)
        if (number := int.from_bytes(sha256(text).digest()[:8], "big")) < limit:
            return number % sides
    return 0


def mixed(things: Sequence[int], seed: int, dice: int) -> tuple[list[int], int]:
    """Return `things` in random order, and the new count of random numbers drawn from the seed's stream.

    `dice` is the count before the call; the returned count adds the numbers that this function draws.
    """
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = drawn(seed, dice, last + 1)
        dice += 1
        order[last], order[other] = order[other], order[last]
    return order, dice
