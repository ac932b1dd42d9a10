"""What a reader of the manual knows of weapons and armor."""

from __future__ import annotations

from typing import Final, NamedTuple

Dice = tuple[int, int]
"""Number of dice, and sides of each."""


class Arm(NamedTuple):
    """A weapon by name: dice in hand, dice thrown, what must be in hand to throw it well."""

    wield: Dice
    thrown: Dice
    launcher: str = ""
    missile: bool = False


WEAPONS: Final = {
    "mace": Arm((2, 4), (1, 3)),
    "long sword": Arm((3, 4), (1, 2)),
    "short bow": Arm((1, 1), (1, 1)),
    "arrow": Arm((1, 1), (2, 3), "short bow", missile=True),
    "dagger": Arm((1, 6), (1, 4), missile=True),
    "two handed sword": Arm((4, 4), (1, 2)),
    "dart": Arm((1, 1), (1, 3), missile=True),
    "shuriken": Arm((1, 2), (2, 4), missile=True),
    "spear": Arm((2, 3), (1, 6), missile=True),
    # 5.2 and 3.6 only
    "crossbow": Arm((1, 1), (1, 1)),
    "crossbow bolt": Arm((1, 2), (2, 5), "crossbow", missile=True),
    # 3.6 only
    "rock": Arm((1, 2), (1, 4), "sling", missile=True),
    "sling": Arm((0, 0), (0, 0)),
}
WEAPONS_36: Final = WEAPONS | {
    "long sword": Arm((1, 10), (1, 2)),
    "arrow": Arm((1, 1), (1, 6), "short bow", missile=True),
    "two handed sword": Arm((3, 6), (1, 2)),
    "crossbow bolt": Arm((1, 2), (1, 10), "crossbow", missile=True),
    # thrown by hand they do what they do in it (V52-17)
    "dagger": Arm((1, 6), (1, 6), missile=True),
    "dart": Arm((1, 1), (1, 1), missile=True),
    "spear": Arm((1, 8), (1, 8), missile=True),
}
BOW: Final = "short bow"
LAUNCHERS: Final = frozenset(arm.launcher for arm in WEAPONS.values() if arm.launcher)
FISTS: Final[Dice] = (1, 4)

ARMOR_VALUE: Final = {  # as the status row counts: 10 - class, more is better
    "leather armor": 2,
    "ring mail": 3,
    "studded leather armor": 3,
    "scale mail": 4,
    "chain mail": 5,
    "splint mail": 6,
    "banded mail": 6,
    "plate mail": 7,
}
