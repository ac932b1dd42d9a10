"""The status line: level, gold, hit points, strength, armour, experience, hunger."""

from __future__ import annotations

from typing import NamedTuple

from rogue.rules.item_names import UNARMORED
from rogue.state.world import World
from rogue.tables.strength_bonuses import FULL


class Status(NamedTuple):
    """The status line at one moment."""

    key: tuple[int, ...]  # the values whose change has it written again
    row: str


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
    """Return the status line as text.

    `Arm` is ten minus the armour class, `Ac` the class itself; rings count in neither (V52-23).
    """
    player = world.player
    words = world.rules.words
    armor = UNARMORED if player.worn is None else player.worn.value
    width = len(str(player.max_hp))
    strength = f"{player.strength:2d}({player.best_strength})"
    hunger = words.hunger[player.hunger]
    return (
        f"Level: {world.depth}  Gold: {player.purse:<5d}  "
        f"Hp: {player.hp:{width}d}({player.max_hp})  "
        f"Str: {strength if words.best_strength else _exceptional(player.strength)}  "
        f"{f'Ac: {armor:<2d}' if words.raw_armor else f'Arm: {UNARMORED - armor:<2d}'}  "
        f"Exp: {player.level}/{player.exp}{'  ' if hunger or words.hunger_blanks else ''}{hunger}"
    )


def _exceptional(strength: int) -> str:
    """Return a strength as 3.6 shows it: 18/50 is the number 68 (V36-4)."""
    return f"{strength:<2d}" if strength <= FULL else f"{FULL}/{strength - FULL}"
