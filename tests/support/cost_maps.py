"""Cost maps that no search has made, by what each square costs."""

from __future__ import annotations

from struct import pack

from rogomatic.agent.kernels.cost_map import DEAR, Costs
from rogomatic.agent.screen.vt100 import SIZE


def costs_of(known: dict[int, int]) -> Costs:
    """Return the cost map of these squares, in this order."""
    near, dear = bytearray(SIZE + 80), dict[int, int]()
    for spot, cost in known.items():
        near[spot] = min(cost + 1, DEAR)
        if near[spot] == DEAR:
            dear[spot] = cost
    return Costs(bytes(near), dear, pack(f"<{len(known)}h", *known))
