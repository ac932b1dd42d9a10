"""Attributes: hit points, experience and strength, every change of them, and saving throws."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, Literal

from rogue.rules.output import emit
from rogue.state.actors import Player
from rogue.state.world import World
from rogue.tables.variant_rules import FULL_STRENGTH, STRENGTH_GAINS, STRENGTH_LOSSES, StrengthSteps

FAST_LEVEL: Final = 8  # from here on points come by dice (HPX-3)
FAST_TURNS: Final = 3
SLOW_TURNS: Final = 20  # a point when quiet turns and twice the level pass this (HPX-2)
HIT_DIE: Final = 10  # sides of the die per level gained (HPX-6)
Severity = Literal["poison", "magic"]

_SEVERITY: Final[dict[Severity, int]] = {"poison": 0, "magic": 3}


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
    if left is not None and left.kind.does == "regeneration":
        points += 1
    if right is not None and right.kind.does == "regeneration":
        points += 1
    if points:
        player.hp = min(player.hp + points, player.max_hp)
        player.quiet = 0  # any gain before the cap counts (HPX-4)


def gain_experience(world: World, points: int) -> None:
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
        emit(world, f"Welcome to level {level}")


def raise_level(world: World) -> None:
    """Lift the player one level by points; without effect on the highest (HPX-8, BUG-10)."""
    thresholds, level = world.rules.thresholds, world.player.level
    if level <= len(thresholds):
        world.player.exp = thresholds[level - 1] + 1
        check_level(world)


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
    return sum(ring.value for ring in player.rings() if ring.kind.does == "add strength")


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
    part = strength - FULL_STRENGTH
    if part < 0 or part > STRENGTH_GAINS[-1][0]:
        return strength + 1
    return FULL_STRENGTH + _drawn_part(world, STRENGTH_GAINS, part)


def _lost(world: World, strength: int) -> int:
    """Return an exceptional strength after one point less (V36-4)."""
    part = strength - FULL_STRENGTH
    return strength - 1 if part <= 0 else FULL_STRENGTH + _drawn_part(world, STRENGTH_LOSSES, part)


def _drawn_part(world: World, steps: StrengthSteps, part: int) -> int:
    drawn = next(parts for max_part, parts in steps if part <= max_part)
    return world.rng.between(*drawn)


def saves(world: World, level: int, severity: int) -> bool:
    """Draw whether a creature of `level` resists: 1d20 >= 14 + severity - level // 2 (CMB-18)."""
    return world.rng.rnd(20) + 1 >= 14 + severity - level // 2


def player_saves(world: World, kind: Severity) -> bool:
    """Draw whether the player resists; rings of protection help against magic only (CMB-18, CHK-20).

    In some editions they do not help at all.
    """
    severity = _SEVERITY[kind]
    if kind == "magic" and world.rules.fighting.protection_saves:
        severity -= sum(ring.value for ring in world.player.rings() if ring.kind.does == "protection")
    return saves(world, world.player.level, severity)
