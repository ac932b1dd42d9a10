"""A player beside monsters whose hits do more than hurt."""

from __future__ import annotations

from rogue.rules import fight
from rogue.state.world import World
from scripts.lib.notation import find_foe, hall, read_world

TOUGH = 10**6
SURE = 100  # a level that never misses


def struck(letter: str, *, seed: int = 0, level: int = SURE, terse: bool = False, depth: int = 1) -> World:
    """Return a world after one attack of a monster that cannot miss; the player has the kit."""
    world = ring(letter, seed=seed, level=level, terse=terse, depth=depth)
    fight.foe_attacks(world, find_foe(world, letter))
    return world


def ring(letter: str, *, seed: int = 0, level: int = SURE, terse: bool = False, depth: int = 1) -> World:
    picture = hall(f".@{letter}.")
    world = read_world(picture, seed=seed, terse=terse, depth=depth, kit=True, awake=True)
    world.player.hp = world.player.max_hp = TOUGH
    find_foe(world, letter).level = level
    return world
