"""Saving throws of monsters and of the player.

Owns   who resists poison and magic (CMB-18, CMB-19).
Leaves what happens on success or failure (hit_effects, bolts, traps, senses).
"""

from __future__ import annotations

from typing import Final, Literal

from rogue.state.world import World

Severity = Literal["poison", "magic"]

_SEVERITY: Final[dict[Severity, int]] = {"poison": 0, "magic": 3}


def saves(world: World, level: int, severity: int) -> bool:
    """Draw whether a creature of `level` resists: 1d20 >= 14 + severity - level // 2 (CMB-18)."""
    return world.rng.rnd(20) + 1 >= 14 + severity - level // 2


def player_saves(world: World, kind: Severity) -> bool:
    """Draw whether the player resists; rings of protection help against magic only (CMB-18, CHK-20).

    In some editions they do not help at all.
    """
    severity = _SEVERITY[kind]
    if kind == "magic" and world.rules.fighting.protection_saves:
        severity -= sum(ring.value for ring in world.player.rings() if ring.kind.name == "protection")
    return saves(world, world.player.level, severity)
