"""The player's attributes: hit points, experience, strength, saving throws, confusion."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, Literal

from rogue.rules.output import emit
from rogue.state.entities import (
    CONFUSED,
    PlayerCharacter,
)
from rogue.state.world import World
from rogue.tables.variant_rules import FULL_STRENGTH, STRENGTH_GAINS, STRENGTH_LOSSES, StrengthSteps

FAST_LEVEL: Final = 8  # from this level on, the points gained are rolled (HPX-3)
FAST_TURNS: Final = 3
SLOW_TURNS: Final = 20  # one point once quiet turns + 2 * level exceed this (HPX-2)
HIT_DIE: Final = 10  # sides of the die rolled per level gained (HPX-6)
Severity = Literal["poison", "magic"]

_SEVERITY: Final[dict[Severity, int]] = {"poison": 0, "magic": 3}


def heal(world: World) -> None:
    """Count a quiet turn.  After enough quiet turns, restore hit points (HPX-1 to HPX-4).

    Draws dice only from experience level 9 on.
    """
    player = world.player
    quiet = player.quiet = player.quiet + 1
    points = 0
    level = player.level
    if level < FAST_LEVEL:
        if quiet + 2 * level > SLOW_TURNS:
            points = 1
    elif quiet >= FAST_TURNS:
        points = 1 + world.rng.rnd(level - FAST_LEVEL + 1)
    left, right = player.left, player.right
    if left is not None and left.kind.does == "regeneration":
        points += 1
    if right is not None and right.kind.does == "regeneration":
        points += 1
    if points:
        healed = player.hp + points
        player.hp = healed if healed < player.max_hp else player.max_hp
        player.quiet = 0  # even if the maximum limits the gain (HPX-4)


def gain_experience(world: World, points: int) -> None:
    """Add experience points and update the experience level (HPX-5)."""
    world.player.exp += points
    check_level(world)


def check_level(world: World) -> None:
    """Set the experience level from the experience points (HPX-5).

    Each level gained adds 1d10 hit points (HPX-6).
    """
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
    """Raise the player by one experience level, and set the points to match (HPX-8, BUG-10).

    Do nothing at the highest level.
    """
    thresholds, level = world.rules.thresholds, world.player.level
    if level <= len(thresholds):
        world.player.exp = thresholds[level - 1] + 1
        check_level(world)


def change_strength(world: World, delta: int) -> None:
    """Change the player's own strength (without rings) by `delta`, then add the bonus of worn rings (STR-2).

    The player's own strength and the total with the rings' bonus are each limited to the edition's range.
    Call with 0 after a ring of add strength is put on or taken off.  Putting on a ring and taking it off
    again leaves the player's own strength unchanged, even if the total was limited while the ring was worn
    (BUG-25).  Draws dice only for an exceptional strength.
    """
    _set_own(world, _shifted(world, own_strength(world.player), delta))


def restore_strength(world: World) -> None:
    """Restore the player's own strength (without rings) to its highest value so far (POT-13).

    Then add the rings' bonus.
    """
    player = world.player
    _set_own(world, max(player.best_strength, own_strength(player)))


def own_strength(player: PlayerCharacter) -> int:
    """Return the strength without the bonus of rings."""
    return player.strength - player.ring_strength


def _set_own(world: World, own: int) -> None:
    player = world.player
    player.best_strength = max(player.best_strength, own)
    player.strength = _shifted(world, own, _ring_plus(player))
    player.ring_strength = player.strength - own


def _ring_plus(player: PlayerCharacter) -> int:
    return sum(ring.value for ring in player.rings() if ring.kind.does == "add strength")


def _shifted(world: World, strength: int, points: int) -> int:
    """Return `strength` plus `points`, which may be negative, within the edition's limits."""
    rules = world.rules.strength
    if rules.exceptional:
        for _ in range(abs(points)):
            strength = _gained(world, strength) if points > 0 else _lost(world, strength)
    else:
        strength += points
    return min(max(strength, rules.weakest), rules.strongest)


def _gained(world: World, strength: int) -> int:
    """Return the strength after a gain of one point.  The strength may be exceptional (V36-4)."""
    part = strength - FULL_STRENGTH
    if part < 0 or part > STRENGTH_GAINS[-1][0]:
        return strength + 1
    return FULL_STRENGTH + _drawn_part(world, STRENGTH_GAINS, part)


def _lost(world: World, strength: int) -> int:
    """Return the strength after a loss of one point.  The strength may be exceptional (V36-4)."""
    part = strength - FULL_STRENGTH
    return strength - 1 if part <= 0 else FULL_STRENGTH + _drawn_part(world, STRENGTH_LOSSES, part)


def _drawn_part(world: World, steps: StrengthSteps, part: int) -> int:
    drawn = next(parts for max_part, parts in steps if part <= max_part)
    return world.rng.between(*drawn)


def saves(world: World, level: int, severity: int) -> bool:
    """Roll a saving throw: return whether 1d20 >= 14 + severity - level // 2 (CMB-18)."""
    return world.rng.rnd(20) + 1 >= 14 + severity - level // 2


def player_saves(world: World, kind: Severity) -> bool:
    """Roll the player's saving throw, and return whether it succeeds (CMB-18, CHK-20).

    Rings of protection help only against magic.  In some editions they never help.
    """
    severity = _SEVERITY[kind]
    if kind == "magic" and world.rules.fighting.protection_saves:
        severity -= sum(ring.value for ring in world.player.rings() if ring.kind.does == "protection")
    return saves(world, world.player.level, severity)


def confuse(world: World, turns: int) -> None:
    """Confuse the player for `turns` more turns.

    If the player is confused already, the new turns are added to those that remain (CON-1).
    """
    if not world.player.flags & CONFUSED or not world.lengthen_timer("confusion", turns):
        world.start_timer("confusion", turns)
    world.player.flags |= CONFUSED
