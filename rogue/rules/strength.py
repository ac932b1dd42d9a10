"""Strength: its limits, and what it adds to a blow.

Owns   every change of strength, rings of add strength among them (STR, BUG-25).
Leaves what causes a change (potions, hit_effects, traps, rings).
"""

from __future__ import annotations

from typing import Final

from rogue.state.creature import Player
from rogue.state.world import World

WEAKEST: Final = 3
STRONGEST: Final = 31

# fmt: off
TO_HIT: Final = (
    -7, -6, -5, -4, -3, -2, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3,
)
"""To-hit bonus by strength 0..31 (STR-3)."""

DAMAGE: Final = (
    -7, -6, -5, -4, -3, -2, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6,
)
"""Damage bonus by strength 0..31 (STR-4)."""
# fmt: on


def change_strength(world: World, delta: int) -> None:
    """Change the player's own strength for good and fit the worn rings on top (STR-2).

    Own strength and the sum are each kept in 3..31.  Call it with 0 after a ring of add strength
    was put on or taken off: what the limits swallowed comes back with the ring (BUG-25).
    """
    player = world.player
    own = _clamp(own_strength(player) + delta)
    player.best_strength = max(player.best_strength, own)
    player.strength = _clamp(own + _ring_plus(player))
    player.ring_strength = player.strength - own


def restore_strength(world: World) -> None:
    """Raise own strength to the best ever; worn rings count on top (POT-13)."""
    player = world.player
    change_strength(world, max(0, player.best_strength - own_strength(player)))


def own_strength(player: Player) -> int:
    """Return strength without what rings add."""
    return player.strength - player.ring_strength


def _ring_plus(player: Player) -> int:
    return sum(ring.value for ring in player.rings() if ring.kind.name == "add strength")


def _clamp(strength: int) -> int:
    return min(max(strength, WEAKEST), STRONGEST)
