"""The cost map: the path cost to each square in reach."""

from __future__ import annotations

from struct import unpack
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

LARGE: Final = 255


@final
@mypyc_attr(acyclic=True)
class Costs:
    """Path cost to each square in reach.  Callers must not change this object.

    near   cost + 1 for each spot of the level; 0: not in reach; LARGE: the cost is in `large`
    large  spot -> cost, for costs of LARGE - 1 or more
    order  the squares in reach, sorted by cost, and among equal costs by when they were found.  Each square
           takes two bytes, low byte first

    The arrays are of bytes for speed: an array of bytes is the only kind that is quick to read for both plain
    and compiled code.
    """

    __slots__ = ("large", "near", "order")

    def __init__(self, near: bytes, large: dict[int, int], order: bytes) -> None:
        self.near = near
        self.large = large
        self.order = order

    def get(self, spot: i64, default: int) -> int:
        """Return the cost of a spot, or `default` if the spot is not in reach.  Spot -1 is never in reach.

        >>> costs = Costs(bytes((0, 1, 255, 0)), {2: 300}, bytes((1, 0, 2, 0)))
        >>> [costs.get(spot, 4000) for spot in (1, 2, 3, -1)]
        [0, 300, 4000, 4000]
        """
        cost = self.near[spot]
        if cost == LARGE:
            return self.large[spot]
        return cost - 1 if cost else default

    def spots(self) -> tuple[int, ...]:
        """Return the squares in reach, the cheapest first."""
        return unpack(f"<{len(self.order) // 2}h", self.order)

    def most(self) -> int:
        """Return the highest cost of a square in reach."""
        last = self.order[-2] | self.order[-1] << 8
        return self.get(last if last < len(self.near) else -1, 0)  # a hero not seen yet has no square

    def as_dict(self) -> dict[int, int]:
        """Return square -> cost for the squares in reach, the cheapest first."""
        return {spot: self.get(spot, -1) for spot in self.spots()}
