"""Healing: hit points come back by themselves.

Owns   the quiet counter and what it brings, rings of regeneration (HPX-1 to HPX-4).
Leaves potions (potions), what ends the quiet (fight, chase).
"""

from __future__ import annotations

from typing import Final

from rogue.state.world import World

FAST_LEVEL: Final = 8  # from here on points come by dice (HPX-3)
FAST_TURNS: Final = 3
SLOW_TURNS: Final = 20  # a point when quiet turns and twice the level pass this (HPX-2)


def heal(world: World) -> None:
    """Count a quiet turn and give back hit points.  Draws dice from level 9 on only."""
    player = world.player
    player.quiet += 1
    points = 0
    level = player.level
    if level < FAST_LEVEL:
        if player.quiet + 2 * level > SLOW_TURNS:
            points = 1
    elif player.quiet >= FAST_TURNS:
        points = 1 + world.rng.rnd(level - FAST_LEVEL + 1)
    left, right = player.left, player.right
    if left is not None and left.kind.name == "regeneration":
        points += 1
    if right is not None and right.kind.name == "regeneration":
        points += 1
    if points:
        player.hp = min(player.hp + points, player.max_hp)
        player.quiet = 0  # any gain before the cap counts (HPX-4)
