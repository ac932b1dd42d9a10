"""A hall with its hero: the least world that a turn can pass in."""

from __future__ import annotations

from rogue.rules import turn
from rogue.state.world import Command, World
from scripts.lib.notation import read_world

HALL = """
    ---------
    |.......|
    |..@....|
    |.......|
    ---------
"""


def started(picture: str = HALL, **changes: object) -> World:
    """Return the world of a picture (read_world) in its first turn."""
    world = read_world(picture, **changes)  # type: ignore[arg-type]
    turn.begin(world)
    return world


def key(world: World, keys: str, **more: object) -> World:
    """Do one command after the other, each with more (such as a direction); return the world."""
    for one in keys:
        turn.do(world, Command(one, **more))  # type: ignore[arg-type]
    return world
