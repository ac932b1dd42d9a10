"""The pack: items by letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from rogomatic.agent.sight.item_parser import Thing

Item = tuple[str, Thing]
"""(pack letter, item)"""

_ON_FINGERS: Final = ("left", "right")


@final
class Kit:
    """Summary of a pack.

    worn     the armor in use, or None if no armor is worn
    wielded  the item in hand, or None if the hands are empty
    rings    the rings in use
    meals    number of meals
    amulet   whether the pack holds the Amulet
    kinds    kind -> the items of this kind
    size     number of items
    """

    __slots__ = ("amulet", "kinds", "meals", "rings", "size", "wielded", "worn")

    def __init__(self, things: dict[str, Thing]) -> None:
        self.kinds: dict[str, tuple[Item, ...]] = {}
        self.worn: Item | None = None
        self.wielded: Item | None = None
        self.rings: tuple[Item, ...] = ()
        for item in things.items():
            kind, use = item[1].kind, item[1].use
            self.kinds[kind] = (*self.kinds.get(kind, ()), item)
            if not use:
                continue
            if use == "worn":
                self.worn = self.worn or item
            elif use == "wielded":
                self.wielded = self.wielded or item
            elif use in _ON_FINGERS:
                self.rings = (*self.rings, item)
        self.meals = sum([thing.count for _, thing in self.kinds.get("food", ())])
        self.amulet = "amulet" in self.kinds
        self.size = len(things)


@final
class Inventory:
    """Items of the pack by letter, used like a dictionary.  `kit` is a summary, built again at each change.

    >>> pack = Inventory({"a": Thing("food", count=2)})
    >>> pack["b"] = Thing("ring", use="left")
    >>> pack.kit.meals, pack.kit.rings[0][0], pack.of_kind("potion")
    (2, 'b', ())
    """

    __slots__ = ("_things", "kit")

    def __init__(self, things: dict[str, Thing] | None = None) -> None:
        self._things: dict[str, Thing] = dict(things) if things else {}
        self.kit = Kit(self._things)

    def __len__(self) -> int:
        return len(self._things)

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def __contains__(self, letter: object) -> bool:
        return letter in self._things

    def __getitem__(self, letter: str) -> Thing:
        return self._things[letter]

    def __setitem__(self, letter: str, thing: Thing) -> None:
        self._things[letter] = thing
        self.kit = Kit(self._things)

    def __delitem__(self, letter: str) -> None:
        del self._things[letter]
        self.kit = Kit(self._things)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Inventory) and self._things == other._things

    __hash__ = None  # type: ignore[assignment]  # it is changed

    def __reduce__(self) -> tuple[type, tuple[dict[str, Thing]]]:
        return type(self), (self._things,)

    def get(self, letter: str) -> Thing | None:
        """Return the item with a pack letter, or None if there is none."""
        return self._things.get(letter)

    def items(self) -> list[Item]:
        """Return the letters and items, in the order of the pack."""
        return list(self._things.items())

    def things(self) -> list[Thing]:
        """Return the items, in the order of the pack."""
        return list(self._things.values())

    def of_kind(self, kind: str) -> tuple[Item, ...]:
        """Return the letters and items of one kind, in the order of the pack."""
        return self.kit.kinds.get(kind, ())
