"""The status line: level, gold, hit points, strength, armour, experience, hunger."""

from __future__ import annotations

from rogue.state.actors import UNARMORED
from rogue.state.world import Status
from rogue.tables.messages import Wording
from rogue.tables.strength_bonuses import FULL


def status_key(status: Status) -> tuple[int, ...]:
    """Return the numbers whose change has the row drawn again; no maximum is one (OPT-4)."""
    return status[:7]


def status_row(status: Status, words: Wording) -> str:
    """Return the status line as text.

    `Arm` is ten minus the armour class, `Ac` the class itself; rings count in neither (V52-23).
    """
    width = len(str(status.max_hp))
    strength = f"{status.strength:2d}({status.best_strength})"
    armor = status.armor
    hunger = words.hunger[status.hunger]
    return (
        f"Level: {status.depth}  Gold: {status.purse:<5d}  "
        f"Hp: {status.hp:{width}d}({status.max_hp})  "
        f"Str: {strength if words.best_strength else _exceptional(status.strength)}  "
        f"{f'Ac: {armor:<2d}' if words.raw_armor else f'Arm: {UNARMORED - armor:<2d}'}  "
        f"Exp: {status.level}/{status.exp}{'  ' if hunger or words.hunger_blanks else ''}{hunger}"
    )


def _exceptional(strength: int) -> str:
    """Return a strength as 3.6 shows it: 18/50 is the number 68 (V36-4)."""
    return f"{strength:<2d}" if strength <= FULL else f"{FULL}/{strength - FULL}"
