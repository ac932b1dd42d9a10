"""Flight: how far a thrown thing or a stick's beam gets.

Owns   the squares flown over and where that ends (THR-2, STK-5).
Leaves bouncing bolts (bolts), what happens at the end (throw, sticks).
"""

from __future__ import annotations

from rogue.state.creature import Monster
from rogue.state.world import World
from rogue.tables.symbols import DOOR, STEP_OK


def thrown_end(world: World, step: int) -> int:
    """Return the square where a thing thrown from the player stops (THR-2).

    It is the first whose apparent symbol is a door or cannot be stepped on; a disguised xeroc is
    flown over.
    """
    level = world.level
    spot = world.player.spot + step
    while STEP_OK[symbol := level.apparent(spot)] and symbol != DOOR:
        spot += step
    return spot


def beam_target(world: World, step: int) -> Monster | None:
    """Return the monster a beam from the player stops at, None for a wall; doors let it pass (STK-5)."""
    level = world.level
    spot = world.player.spot + step
    while STEP_OK[level.apparent(spot)]:
        spot += step
    return level.foe_at[spot]
