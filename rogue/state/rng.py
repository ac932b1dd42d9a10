"""Dice: a small, documented generator, the same on every machine and Python.

The algorithm is SplitMix64: the state is a 64-bit counter that grows by a fixed odd constant; each draw
mixes it.  A draw below n takes the high bits of the mixed value times n: no division, no rejection, and a
bias below n / 2**64.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

_MASK: Final = 0xFFFF_FFFF_FFFF_FFFF
_STEP: Final = 0x9E37_79B9_7F4A_7C15

T = TypeVar("T")


class Rng:
    """One stream of dice."""

    __slots__ = ("drawn", "state")

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK
        self.drawn = 0  # how many integers were drawn so far

    def rnd(self, n: int) -> int:
        """Draw a uniform integer 0..n-1; 0 for n below 2, without a draw (RND-1).

        >>> Rng(1).rnd(1), 0 <= Rng(1).rnd(6) < 6
        (0, True)
        """
        if n < 2:
            return 0
        self.drawn += 1
        z = self.state = (self.state + _STEP) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D0_49BB_1331_11EB) & _MASK
        return ((z ^ (z >> 31)) * n) >> 64

    def roll(self, count: int, sides: int) -> int:
        """Draw the sum of `count` dice of 1..sides (RND-2)."""
        rnd = self.rnd
        return count + sum(rnd(sides) for _ in range(count)) if sides > 0 else 0

    def percent(self, chance: int) -> bool:
        """Draw true with chance `chance` in 100 (RND-5)."""
        return self.rnd(100) < chance

    def one_in(self, n: int) -> bool:
        """Draw true with chance 1/n (RND-5)."""
        return self.rnd(n) == 0

    def between(self, low: int, high: int) -> int:
        """Draw a uniform integer low..high, both included."""
        return low + self.rnd(high - low + 1)

    def pick(self, choices: Sequence[T]) -> T:
        """Draw one of a non-empty sequence, uniformly (RND-4)."""
        return choices[self.rnd(len(choices))]


def split(seed: int) -> tuple[Rng, Rng]:
    """Return the two streams of a game: play and decoration.

    Drawing pictures (hallucination) takes from the second, so that looking never changes what happens.
    """
    return Rng(seed), Rng(~seed)
