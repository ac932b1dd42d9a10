"""Random keys for tests: games that nobody chose, the same in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

LIKELY: Final = (
    b"hjklyubnhjklyubnhjklyubnHJKLYUBN\b\n\v\f\x19\x15\x02\x0e    >>ss..,,20"
    b"qrwWTPRdtzefFmacabcdefghi*^/?DoiIv@)]=\x10\x12\x1b"
)
ANY: Final = bytes(range(256)).replace(b"S", b"")


def bursts(seed: int, count: int, size: int = 20) -> Iterator[bytes]:
    """Yield bursts of keys: mostly meaningful ones with spaces between, now and then any bytes."""
    dice = random.Random(seed)
    for _ in range(count):
        pool = ANY if dice.random() < 0.05 else LIKELY
        keys = (bytes([dice.choice(pool)]) + b" " * dice.randrange(2) for _ in range(size))
        yield b"".join(keys)[:size]
