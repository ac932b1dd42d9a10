"""An item: kind, count, quality, what the player knows of it."""

from __future__ import annotations

from typing import Final

from rogue.tables.items import ItemKind

KNOWN: Final = 1  # the player knows its bonuses, value, or charges (NAM-2)
CURSED: Final = 2  # cannot be taken off while in use (ARM-10)
PROTECTED: Final = 4  # armor that cannot rust (SCR-14)
MARKED: Final = 8  # has been in the pack: a scare monster scroll turns to dust when picked up again (ITM-15)
HARMLESS: Final = 16  # not a weapon, so it never hits (CMB-6)


class Item:
    """An item on the floor, in the player's pack, or carried by a monster.

    The meaning of `value` depends on the class: the class of armor (lower is better), the bonus of a ring,
    the charges of a stick, the worth of gold.
    """

    __slots__ = (
        "count", "damage_plus", "flags", "group", "hit_plus", "kind", "label", "letter", "spot", "value",
    )  # fmt: skip

    def __init__(self, kind: ItemKind, count: int = 1, value: int = 0, group: int = 0) -> None:
        self.kind = kind
        self.count = count
        self.value = value
        self.group = group  # 0, or the number of its stack of missiles (ITM-4)
        self.hit_plus = 0
        self.damage_plus = 0
        self.flags = 0
        self.label = ""  # the player's name for this weapon or armor (NAM-3)
        self.letter = ""  # pack letter, "" outside the pack
        self.spot = 0  # its square while on the floor

    @property
    def symbol(self) -> int:
        """Map symbol of the item's class."""
        return self.kind.symbol

    def has_flag(self, mark: int) -> bool:
        """Return whether the item has a flag (KNOWN, CURSED, PROTECTED, MARKED)."""
        return self.flags & mark != 0

    def __repr__(self) -> str:
        return f"<{self.count} {self.kind.name} {self.letter or '-'}>"
