"""A survey of the levels of a variant: is every staircase and every Amulet to be had on foot?"""

from __future__ import annotations

import time
from typing import Final

from rogue.levelgen.level_builder import make_level
from rogue.levelgen.new_game import new_world
from rogue.state.grid import SIZE, STRAIGHT
from rogue.state.level import PASS, REAL, Level
from rogue.state.world import World
from rogue.tables.glyphs import STEP_OK
from rogue.tables.ruleset import Ruleset

LEVELS: Final = 200  # of each depth
SLOWEST: Final = 1.0  # seconds for one level
BUDGET: Final = 60.0  # seconds for all


def level_problems(rules: Ruleset, levels: int = LEVELS) -> list[str]:
    """Return a sentence for each depth whose levels are not as they must be, with a seed that shows it."""
    found: dict[int, str] = {}
    begun = time.monotonic()
    for seed in range(levels):
        world = new_world(rules, seed)
        for depth in range(1, rules.amulet_depth + 2):
            started = time.monotonic()
            if depth > 1:
                world.depth = depth
                make_level(world)
            seconds = time.monotonic() - started
            text = f"it takes {seconds:.1f} seconds to make" if seconds > SLOWEST else _trouble(world)
            if text and depth not in found:
                found[depth] = f"level {depth} of seed {seed}: {text}"
        if time.monotonic() - begun > BUDGET:
            found[0] = (
                f"only {seed + 1} levels of each depth were surveyed, as that took {BUDGET:.0f} seconds"
            )
            break
    return [found[depth] for depth in sorted(found)]


def _trouble(world: World) -> str:
    level = world.level
    near = reachable(level, world.player.spot)
    if level.stairs not in near:
        return "the stairs cannot be reached"
    amulets = [item.spot for item in level.things if item.kind.cls == "amulet"]
    if world.depth >= world.rules.amulet_depth and not amulets:
        return "the Amulet is missing"
    return "" if set(amulets) <= near else "the Amulet cannot be reached"


def reachable(level: Level, start: int) -> set[int]:
    """Return where one comes by straight steps when all secrets are known."""
    seen, stack = {start}, [start]
    while stack:
        spot = stack.pop()
        for step in STRAIGHT:
            to = spot + step
            if 0 <= to < SIZE and to not in seen and _is_open(level, to):
                seen.add(to)
                stack.append(to)
    return seen


def _is_open(level: Level, spot: int) -> bool:
    return bool(STEP_OK[level.cells[spot]] or level.flags[spot] & PASS or not level.flags[spot] & REAL)
