"""Strength: every change of it, within its limits.

Owns   points gained and lost for good, rings of add strength on top (STR, BUG-25, V36-4).
Leaves what causes a change (potions, hit_effects, traps, rings), the figures (tables.strength).
"""

from __future__ import annotations

from rogue.state.creature import Player
from rogue.state.world import World
from rogue.tables.strength import FULL, GAINS, LOSSES, Steps


def change_strength(world: World, delta: int) -> None:
    """Change the player's own strength for good and fit the worn rings on top (STR-2).

    Own strength and the sum are each kept within the edition's limits.  Call it with 0 after a ring of add
    strength was put on or taken off: what the limits swallowed comes back with the ring (BUG-25).  Draws
    dice only for an exceptional strength.
    """
    _set_own(world, _shifted(world, own_strength(world.player), delta))


def restore_strength(world: World) -> None:
    """Raise own strength to the best ever; worn rings count on top (POT-13)."""
    player = world.player
    _set_own(world, max(player.best_strength, own_strength(player)))


def own_strength(player: Player) -> int:
    """Return strength without what rings add."""
    return player.strength - player.ring_strength


def _set_own(world: World, own: int) -> None:
    player = world.player
    player.best_strength = max(player.best_strength, own)
    player.strength = _shifted(world, own, _ring_plus(player))
    player.ring_strength = player.strength - own


def _ring_plus(player: Player) -> int:
    return sum(ring.value for ring in player.rings() if ring.kind.name == "add strength")


def _shifted(world: World, strength: int, points: int) -> int:
    """Return a strength after some points gained, or lost if below 0."""
    rules = world.rules.strength
    if rules.exceptional:
        for _ in range(abs(points)):
            strength = _gained(world, strength) if points > 0 else _lost(world, strength)
    else:
        strength += points
    return min(max(strength, rules.weakest), rules.strongest)


def _gained(world: World, strength: int) -> int:
    """Return an exceptional strength after one point more (V36-4)."""
    part = strength - FULL
    if part < 0 or part > GAINS[-1][0]:
        return strength + 1
    return FULL + _drawn_part(world, GAINS, part)


def _lost(world: World, strength: int) -> int:
    """Return an exceptional strength after one point less (V36-4)."""
    part = strength - FULL
    return strength - 1 if part <= 0 else FULL + _drawn_part(world, LOSSES, part)


def _drawn_part(world: World, steps: Steps, part: int) -> int:
    drawn = next(parts for most, parts in steps if part <= most)
    return world.rng.between(*drawn)
