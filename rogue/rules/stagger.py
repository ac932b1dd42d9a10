"""Random steps of the confused and the erratic.

Owns   where a random step leads (MOV-2, CHS-12).
Leaves who takes one and when (move, chase).
"""

from __future__ import annotations

from rogue.state.grid import AROUND, COLS
from rogue.state.world import World
from rogue.tables.symbols import SCROLL, STEP_OK


def random_spot(world: World, spot: int) -> int:
    """Draw the square a random step from `spot` leads to; `spot` itself when the step cannot be taken.

    A step never attacks, except a disguised xeroc's square, and never enters a scare monster scroll (MOV-2).
    """
    if world.rules.chasing.stagger == "legal step":
        return _legal_spot(world, spot)
    step = (world.rng.rnd(3) - 1) * COLS + world.rng.rnd(3) - 1
    level = world.level
    goal = spot + step
    if not step or not level.diagonal_ok(spot, step) or not STEP_OK[level.apparent(goal)]:
        return spot
    return spot if holds_scare(world, goal) else goal


def _legal_spot(world: World, spot: int) -> int:
    """Draw one of the squares a step from `spot` may lead to, the player's own among them (V36-11)."""
    level = world.level
    legal = [spot] if spot == world.player.spot else []
    for step in AROUND:
        goal = spot + step
        if level.diagonal_ok(spot, step) and STEP_OK[level.apparent(goal)] and not holds_scare(world, goal):
            legal.append(goal)
    return world.rng.pick(legal) if legal else spot


def holds_scare(world: World, spot: int) -> bool:
    """Tell whether a scare monster scroll lies on a square (CHS-9)."""
    if world.level.cells[spot] != SCROLL:
        return False
    thing = world.level.thing_at.get(spot)
    return thing is not None and thing.kind.name == "scare monster"
