"""A small, documented random number generator, identical on every machine."""

from collections.abc import Sequence
from struct import Struct
from typing import Final, TypeVar

from mypy_extensions import i64

_MASK: Final = 0xFFFF_FFFF_FFFF_FFFF
_STEP: Final = 0x9E37_79B9_7F4A_7C15
_STEP_NATIVE: Final = -0x61C8_8646_80B5_83EB  # the same step as a signed native integer
_WRAP: Final = 1 << 64
_HIGHEST: Final = (1 << 63) - 1
_FIRST: Final = 0xBF58_476D_1CE4_E5B9
_SECOND: Final = 0x94D0_49BB_1331_11EB
_HALF: Final = 0xFFFF_FFFF
_COMPILED: Final = not __file__.endswith(".py")
_MAX_NATIVE: Final = 1 << 30  # draws below this limit use native integers
_BLOCK: Final = 1 if _COMPILED else 32  # numbers mixed together, each in a lane of 128 bits of one integer
_ONES: Final = sum([1 << 128 * lane for lane in range(_BLOCK)])
_LANES: Final = _MASK * _ONES
_STEPS: Final = sum([(_BLOCK - lane) * _STEP % _WRAP << 128 * lane for lane in range(_BLOCK)])
_NUMBERS: Final = Struct("<" + _BLOCK * "Q8x")

T = TypeVar("T")


class Rng:
    """A stream of random numbers.

    The algorithm is SplitMix64: the state is a 64-bit counter that grows by a fixed odd constant, and each
    draw mixes the counter.  A draw below n returns (mixed value * n) >> 64.  This needs no division and no
    rejection, and its bias is below n / 2**64.

    FIELDS  the saved fields: `state` and `drawn`
    """

    __slots__ = ("_counter", "_made", "_mixed")
    FIELDS: Final = ("drawn", "state")

    def __init__(self, seed: int) -> None:
        self._counter: i64 = _counter_of(seed & _MASK)  # of the last number in `_mixed`
        self._mixed: list[int] = []  # the next numbers, the last one first
        self._made = 0  # number of draws so far and of those that `_mixed` is for

    @property
    def drawn(self) -> int:
        """Number of draws so far."""
        return self._made - len(self._mixed)

    @drawn.setter
    def drawn(self, drawn: int) -> None:
        self._made = drawn + len(self._mixed)

    @property
    def state(self) -> int:
        """The counter, 0 to 2**64 - 1.  Compiled code stores it as a signed native integer."""
        counter: int = self._counter
        return (counter - len(self._mixed) * _STEP) & _MASK

    @state.setter
    def state(self, state: int) -> None:
        self._counter = _counter_of(state & _MASK)
        self._made -= len(self._mixed)
        self._mixed.clear()

    def rnd(self, n: int) -> int:
        """Return a uniform random integer from 0 to n - 1 (RND-1).  For n below 2, return 0 without a draw.

        >>> Rng(1).rnd(1), 0 <= Rng(1).rnd(6) < 6
        (0, True)
        """
        if n < 2:
            return 0
        mixed = self._mixed
        if not mixed:
            if _COMPILED and n < _MAX_NATIVE:
                self._made += 1
                self._counter += _STEP_NATIVE
                return drawn_below(self._counter >> 32 & _HALF, self._counter & _HALF, n)
            self._mix()
        return mixed.pop() * n >> 64

    def _mix(self) -> None:
        """Mix the next numbers, all at once, since one long integer is faster than many short ones."""
        state = self.state
        self._made += _BLOCK
        self._counter = _counter_of((state + _BLOCK * _STEP) & _MASK)
        z = (state * _ONES + _STEPS) & _LANES
        z = (z ^ (z >> 30 & _LANES)) * _FIRST & _LANES
        z = (z ^ (z >> 27 & _LANES)) * _SECOND & _LANES
        z ^= z >> 31 & _LANES
        self._mixed.extend(_NUMBERS.unpack(z.to_bytes(_NUMBERS.size, "little")))

    def roll(self, count: int, sides: int) -> int:
        """Return the sum of `count` rolls of a die with `sides` sides, or 0 if `sides` is 0 (RND-2)."""
        rnd = self.rnd
        return count + sum(rnd(sides) for _ in range(count)) if sides > 0 else 0

    def percent(self, chance: int) -> bool:
        """Return True with a probability of `chance` percent (RND-5)."""
        return self.rnd(100) < chance

    def one_in(self, n: int) -> bool:
        """Return True with a probability of 1/n (RND-5)."""
        return self.rnd(n) == 0

    def between(self, low: int, high: int) -> int:
        """Return a uniform random integer from `low` to `high`, both included."""
        return low + self.rnd(high - low + 1)

    def pick(self, choices: Sequence[T]) -> T:
        """Return a uniform random element of a non-empty sequence (RND-4)."""
        return choices[self.rnd(len(choices))]


def _counter_of(state: int) -> int:
    """Return the counter for a state from 0 to 2**64 - 1.  Compiled code needs a signed counter."""
    return state - _WRAP if _COMPILED and state > _HIGHEST else state


def drawn_below(high: i64, low: i64, n: i64) -> i64:
    """Return what `rnd(n)` draws, for 2 <= n < 2**30 and a counter given as two 32-bit halves.

    Integers wrap around at 64 bits in compiled code.  The results still equal those of unbounded integers,
    because only the lowest 64 bits of each product are used.
    """
    low ^= ((low >> 30) | (high << 2)) & _HALF
    high ^= high >> 30
    product: i64 = low * (_FIRST & _HALF)
    high = (((product >> 32) & _HALF) + low * (_FIRST >> 32) + high * (_FIRST & _HALF)) & _HALF
    low = product & _HALF
    low ^= ((low >> 27) | (high << 5)) & _HALF
    high ^= high >> 27
    product = low * (_SECOND & _HALF)
    high = (((product >> 32) & _HALF) + low * (_SECOND >> 32) + high * (_SECOND & _HALF)) & _HALF
    low = product & _HALF
    low ^= ((low >> 31) | (high << 1)) & _HALF
    high ^= high >> 31
    return (high * n + ((low * n) >> 32)) >> 32


def split(seed: int) -> tuple[Rng, Rng]:
    """Return the two random streams of a game: the game dice and the decoration dice.

    Hallucinated symbols are drawn with the decoration dice, so that looking around never changes the game.
    """
    return Rng(seed), Rng(~seed)
