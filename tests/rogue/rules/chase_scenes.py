"""Rooms and passages in which monsters walk."""

from __future__ import annotations

from rogue.rules import monster_ai
from rogue.state.world import World
from scripts.lib.notation import read_world

TOUGH = 10**6
Place = tuple[int, int]
TWO_ROOMS = """
    -------     -------
    |.@...+#####+..{}..|
    |.....|     |.!...|
    -------     -------
"""


def world_of(picture: str, letter: str = "", *, seed: int = 0, dark: bool = False) -> World:
    world = read_world(picture.replace("{}", letter), seed=seed, awake=True, dark=dark)
    world.player.hp = world.player.max_hp = TOUGH
    return world


def walk(world: World, turns: int = 1) -> list[Place]:
    """Return where the only monster stands after each of some turns."""
    (foe,) = world.level.foes
    path = []
    for _ in range(turns):
        monster_ai.move_foes(world)
        path.append(divmod(foe.spot, 80))
    return path
