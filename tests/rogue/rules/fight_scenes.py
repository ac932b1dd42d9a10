"""A ring of monsters around the player, for blows by the thousand."""

from __future__ import annotations

from rogue.state.actors import Monster
from rogue.state.world import World
from tests.support.notation import find_foe, read_world

TOUGH = 10**6


def ring(letter: str = "H", *, seed: int = 0, terse: bool = False, hp: int = TOUGH) -> tuple[World, Monster]:
    """Return a lit room with the player, who has the starting kit, beside one sleeping monster."""
    picture = f"""
        ------
        |.@{letter}.|
        |....|
        ------
    """
    world = read_world(picture, seed=seed, terse=terse, hp=hp, kit=True)
    world.player.hp = world.player.max_hp = TOUGH
    return world, find_foe(world, letter)
