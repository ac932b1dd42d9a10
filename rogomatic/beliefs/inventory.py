"""The pack: items by letter, and what is plain to see of them, sorted out once per change."""

from __future__ import annotations

from typing import Final, NamedTuple

from rogomatic.sight.item_parser import Thing

Item = tuple[str, Thing]
"""An item with its letter."""

_ON_FINGERS: Final = ("left", "right")


class Kit(NamedTuple):
    """What is plain to see of a pack.

    worn, wielded   in use, the first of each      rings  in use
    meals           how many it holds              amulet whether it holds the Amulet
    kinds           kind -> the items of it
    """

    worn: Item | None
    wielded: Item | None
    rings: tuple[Item, ...]
    meals: int
    amulet: bool
    kinds: dict[str, tuple[Item, ...]]


class Inventory(dict[str, Thing]):
    """Items by their letters.  To be changed by `pack[letter] = thing` and `del pack[letter]` alone."""

    __slots__ = ("_kit",)

    def __init__(self, things: dict[str, Thing] | None = None) -> None:
        super().__init__(things or {})
        self._kit: Kit | None = None

    def __setitem__(self, letter: str, thing: Thing) -> None:
        super().__setitem__(letter, thing)
        self._kit = None

    def __delitem__(self, letter: str) -> None:
        super().__delitem__(letter)
        self._kit = None

    @property
    def kit(self) -> Kit:
        """What is plain to see of it.

        >>> pack = Inventory({"a": Thing("food", count=2)})
        >>> pack["b"] = Thing("ring", use="left")
        >>> pack.kit.meals, pack.kit.rings[0][0], pack.of_kind("potion")
        (2, 'b', ())
        """
        kit = self._kit
        if kit is None:
            kit = self._kit = _sort_out(self)
        return kit

    def of_kind(self, kind: str) -> tuple[Item, ...]:
        """Return the items of a kind with their letters, in the order of the pack."""
        return self.kit.kinds.get(kind, ())


def _sort_out(pack: Inventory) -> Kit:
    kinds: dict[str, tuple[Item, ...]] = {}
    for item in pack.items():
        kinds[item[1].kind] = (*kinds.get(item[1].kind, ()), item)
    return Kit(
        worn=next((item for item in pack.items() if item[1].use == "worn"), None),
        wielded=next((item for item in pack.items() if item[1].use == "wielded"), None),
        rings=tuple(item for item in pack.items() if item[1].use in _ON_FINGERS),
        meals=sum(thing.count for _, thing in kinds.get("food", ())),
        amulet="amulet" in kinds,
        kinds=kinds,
    )
