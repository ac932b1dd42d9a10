"""Cost maps that no search has made, by what each square costs."""

from __future__ import annotations

from struct import pack

from rogomatic.agent.kernels.cost_map import LARGE, Costs
from rogomatic.agent.screen.vt100 import SIZE


def costs_of(known: dict[int, int]) -> Costs:
    """Return the cost map of these squares, in this order."""
    near, large = bytearray(SIZE + 80), dict[int, int]()
    for spot, cost in known.items():
        near[spot] = min(cost + 1, LARGE)
        if near[spot] == LARGE:
            large[spot] = cost
    return Costs(bytes(near), large, pack(f"<{len(known)}h", *known))
