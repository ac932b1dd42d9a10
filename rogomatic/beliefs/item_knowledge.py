"""What this game has shown so far of potions, scrolls, rings and sticks, and of letters."""

from __future__ import annotations

from dataclasses import dataclass, field

from rogomatic.beliefs.item_catalog import CATALOGUE, CLASSES, NAMES, Odds
from rogomatic.sight.item_parser import Thing

Looks = tuple[str, str]
"""(class, colour or title or stone or material)"""


@dataclass(slots=True)
class Lore:
    """What is known of kinds.

    names  looks -> kind, as far as known     tried  looks of things used without learning their kind
    maybe  looks -> the kinds that its use left possible
    kinds  class -> the kinds of this edition with their odds
    letters  (letter, monster) -> how often messages called by this name what the letter shows
    """

    names: dict[Looks, str] = field(default_factory=dict)
    tried: set[Looks] = field(default_factory=set)
    maybe: dict[Looks, frozenset[str]] = field(default_factory=dict)
    kinds: dict[str, Odds] = field(default_factory=lambda: CATALOGUE["5.4"])
    letters: dict[tuple[str, str], int] = field(default_factory=dict)

    def name_of(self, thing: Thing) -> str:
        """Return the kind of a thing, "" while unknown; the last kind left over follows by elimination."""
        if thing.name or thing.kind not in CLASSES:
            return thing.name
        known = self.names.get((thing.kind, thing.looks))
        if known:
            return known
        if thing.called in NAMES[thing.kind]:
            return thing.called
        left = self._left(thing)
        return next(iter(left)) if len(left) == 1 else ""

    def learn(self, kind: str, looks: str, name: str) -> None:
        """Write that things of these looks are of this kind."""
        if not looks or kind not in CLASSES:
            return
        self.names[kind, looks] = name
        self.tried.discard((kind, looks))
        self.maybe.pop((kind, looks), None)

    def narrow(self, kind: str, looks: str, possible: frozenset[str]) -> None:
        """Write that things of these looks are one of these kinds."""
        if looks and kind in CLASSES and (kind, looks) not in self.names:
            before = self.maybe.get((kind, looks), possible)
            self.maybe[kind, looks] = before & possible or possible

    def is_tried(self, thing: Thing) -> bool:
        """Return whether such a thing was used before, with or without result."""
        return (thing.kind, looks_of(thing)) in self.tried

    def open_kinds(self, kind: str) -> Odds:
        """Return the kinds of a class that have not been met, with their odds."""
        met = {name for (one, _), name in self.names.items() if one == kind}
        return {name: odds for name, odds in self.kinds[kind].items() if name not in met}

    def chances(self, thing: Thing) -> dict[str, float]:
        """Return what a thing may be: kind -> chance, all together 1; {} for a class without kinds.

        Odds as the dungeon makes them, among what is still open and what its use left possible.
        """
        name = self.name_of(thing)
        if name or thing.kind not in CLASSES:
            return {name: 1.0} if name else {}
        left = self._left(thing)
        total = sum(left.values())
        return {kind: odds / total for kind, odds in left.items()} if total else {}

    def _left(self, thing: Thing) -> Odds:
        """Return the open kinds that a thing of unknown kind may be."""
        left = self.open_kinds(thing.kind)
        maybe = self.maybe.get((thing.kind, looks_of(thing)))
        if maybe is None:
            return left
        return {name: odds for name, odds in left.items() if name in maybe} or left


def looks_of(thing: Thing) -> str:
    """Return what tells unknown things of one class apart."""
    return thing.looks or thing.called
