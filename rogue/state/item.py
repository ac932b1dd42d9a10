"""One item: what it is, how many, how good, what is known of it."""

from __future__ import annotations

from typing import Final

from rogue.tables.items import ItemKind

KNOWN: Final = 1  # its pluses, value or charges are known to the player (NAM-2)
CURSED: Final = 2  # cannot be taken off while in use (ARM-10)
PROTECTED: Final = 4  # armour that never rusts again (SCR-14)
MARKED: Final = 8  # has been in a pack before: a scare monster scroll turns to dust (ITM-15)
HARMLESS: Final = 16  # no weapon at all: it never hits (CMB-6)


class Item:
    """An item lying on the level, carried by the player or by a monster.

    `value` means a different thing per class: the armour class of armour (lower is better), the plus of a
    ring, the charges of a stick, the worth of gold.
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
        self.label = ""  # what the player calls this very weapon or armour (NAM-3)
        self.letter = ""  # pack letter, "" outside the pack
        self.spot = 0  # where it lies, when it lies

    @property
    def symbol(self) -> int:
        """The map symbol of its class."""
        return self.kind.symbol

    def has_flag(self, mark: int) -> bool:
        """Return whether the item carries a mark (KNOWN, CURSED, PROTECTED, MARKED)."""
        return self.flags & mark != 0

    def __repr__(self) -> str:
        return f"<{self.count} {self.kind.name} {self.letter or '-'}>"
