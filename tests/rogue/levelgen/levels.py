"""Made levels for the tests of digging."""

from __future__ import annotations

from collections.abc import Iterator

from rogue.levelgen.level_builder import make_level
from rogue.state.grid import STRAIGHT
from rogue.state.level import PASS, REAL, Level
from rogue.state.world import World
from rogue.tables.glyphs import STEP_OK
from rogue.tables.ruleset import ROGUE_54, Ruleset


def worlds(depth: int, count: int, seed: int = 0, rules: Ruleset = ROGUE_54) -> Iterator[World]:
    """Yield a world again and again, each time with a new level of that depth."""
    world = World(rules, seed)
    for _ in range(count):
        world.depth = world.deepest = depth
        world.levels_without_food = 0
        make_level(world)
        yield world


def one(depth: int, seed: int) -> World:
    """Return a world on a first level of that depth."""
    return next(worlds(depth, 1, seed))


def reachable(level: Level, start: int) -> set[int]:
    """Return where one gets by straight steps when all secrets are known."""
    seen = {start}
    stack = [start]
    while stack:
        spot = stack.pop()
        for step in STRAIGHT:
            if spot + step not in seen and is_open(level, spot + step):
                seen.add(spot + step)
                stack.append(spot + step)
    return seen


def is_open(level: Level, spot: int) -> bool:
    """Tell whether a square can be stepped on once it is found."""
    return bool(STEP_OK[level.cells[spot]] or level.flags[spot] & PASS or not level.flags[spot] & REAL)
