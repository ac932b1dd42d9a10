"""Experience: points and levels.

Owns   how points become levels, and the hit points a new level brings (HPX-5 to HPX-8).
Leaves what a monster is worth (dig.spawn), levels lost to a wraith (hit_effects).
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from rogue.state.world import World

HIT_DIE: Final = 10  # sides of the die per level gained (HPX-6)


def gain(world: World, points: int) -> None:
    """Give experience points and work the level out again (HPX-5)."""
    world.player.exp += points
    check_level(world)


def check_level(world: World) -> None:
    """Make the level fit the points; each level gained brings 1d10 hit points (HPX-5, HPX-6)."""
    player = world.player
    level = 1 + bisect_right(world.rules.thresholds, player.exp)
    gained = level - player.level
    player.level = level
    if gained > 0:
        more = world.rng.roll(gained, HIT_DIE)
        player.max_hp += more
        player.hp += more
        world.say(f"Welcome to level {level}")


def raise_level(world: World) -> None:
    """Lift the player one level by points; without effect on the highest (HPX-8, BUG-10)."""
    thresholds, level = world.rules.thresholds, world.player.level
    if level <= len(thresholds):
        world.player.exp = thresholds[level - 1] + 1
        check_level(world)
