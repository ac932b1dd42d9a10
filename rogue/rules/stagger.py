"""Random steps of the confused and the erratic.

Owns   where a random step leads (MOV-2, CHS-12).
Leaves who takes one and when (move, chase).
"""

from __future__ import annotations

from rogue.state.grid import COLS
from rogue.state.world import World
from rogue.tables.symbols import SCROLL, STEP_OK


def random_spot(world: World, spot: int) -> int:
    """Draw the square a random step from `spot` leads to; `spot` itself when the step cannot be taken.

    A step never attacks, except a disguised xeroc's square, and never enters a scare monster scroll (MOV-2).
    """
    step = (world.rng.rnd(3) - 1) * COLS + world.rng.rnd(3) - 1
    level = world.level
    goal = spot + step
    if not step or not level.diagonal_ok(spot, step) or not STEP_OK[level.apparent(goal)]:
        return spot
    return spot if holds_scare(world, goal) else goal


def holds_scare(world: World, spot: int) -> bool:
    """Tell whether a scare monster scroll lies on a square (CHS-9)."""
    if world.level.cells[spot] != SCROLL:
        return False
    thing = world.level.thing_at.get(spot)
    return thing is not None and thing.kind.name == "scare monster"
