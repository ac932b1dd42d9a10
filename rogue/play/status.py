"""The status line: level, gold, hit points, strength, armour, experience, hunger.

Owns   its words and columns, and which changes make it be written again (screen.md 2, OPT-4).
Leaves the numbers (state.creature), the row's place on the screen (play.stage).
"""

from __future__ import annotations

from typing import Final

from rogue.state.world import World

HUNGER: Final = ("", "Hungry", "Weak", "Faint")
UNARMORED: Final = 10  # armour class without armour


def status_key(world: World) -> tuple[int, ...]:
    """Return the values whose change has the row written again; no maximum is one (OPT-4)."""
    player = world.player
    worn = player.worn
    return (
        player.hp,
        player.exp,
        player.purse,
        UNARMORED if worn is None else worn.value,
        player.strength,
        world.depth,
        player.hunger,
    )


def status_row(world: World) -> str:
    """Return the status line as text.  `Arm` is ten minus the armour class; rings do not count."""
    player = world.player
    armor = UNARMORED - (UNARMORED if player.worn is None else player.worn.value)
    width = len(str(player.max_hp))
    return (
        f"Level: {world.depth}  Gold: {player.purse:<5d}  "
        f"Hp: {player.hp:{width}d}({player.max_hp})  "
        f"Str: {player.strength:2d}({player.best_strength})  Arm: {armor:<2d}  "
        f"Exp: {player.level}/{player.exp}  {HUNGER[player.hunger]}"
    )
