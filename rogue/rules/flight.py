"""Flight: how far a thrown thing or a stick's beam gets.

Owns   the squares flown over, a thrown thing on them, and where that ends (THR-2, STK-5, VIS-17a).
Leaves bouncing bolts (bolts), what happens at the end (throw, sticks).
"""

from __future__ import annotations

from rogue.rules.sight import sees_spot
from rogue.state.creature import Monster
from rogue.state.world import World
from rogue.tables.symbols import DOOR, STEP_OK


def fly(world: World, step: int, symbol: int) -> int:
    """Let a thing that looks like `symbol` fly from the player; return the square where it stops (THR-2).

    It is the first whose apparent symbol is a door or cannot be stepped on; a disguised xeroc is
    flown over.  It is shown on every square of its way that is seen, unless option terse hides that
    (VIS-17a).
    """
    level, flying = world.level, world.canvas.flying
    shown = not (world.options.terse and world.rules.looking.terse_hides_flight)
    spot = world.player.spot + step
    while STEP_OK[below := level.apparent(spot)] and below != DOOR:
        if shown and sees_spot(world, spot):
            flying[spot] = symbol
            world.show("flight")
            flying.clear()
        spot += step
    return spot


def beam_target(world: World, step: int) -> Monster | None:
    """Return the monster a beam from the player stops at, None for a wall; doors let it pass (STK-5)."""
    level = world.level
    spot = world.player.spot + step
    while STEP_OK[level.apparent(spot)]:
        spot += step
    return level.foe_at[spot]
