"""What a reader of the manual knows of things, and what this game has shown of them so far.

Owns   the kinds of potion, scroll, ring and stick; which looks are which kind, by use, by message, by
       elimination.
Leaves what a thing is worth now (think.worth), reading descriptions (sight.things).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rogomatic.sight.things import Thing

# Odds per cent inside the class: what an unknown one may be.
POTIONS: Final = {
    "confusion": 7, "hallucination": 8, "poison": 8, "gain strength": 13, "see invisible": 3, "healing": 13,
    "monster detection": 6, "magic detection": 6, "raise level": 2, "extra healing": 5, "haste self": 5,
    "restore strength": 13, "blindness": 5, "levitation": 6,
}  # fmt: skip
SCROLLS: Final = {
    "monster confusion": 7, "magic mapping": 4, "hold monster": 2, "sleep": 3, "enchant armor": 7,
    "identify potion": 10, "identify scroll": 10, "identify weapon": 6, "identify armor": 7,
    "identify ring, wand or staff": 10, "scare monster": 3, "food detection": 2, "teleportation": 5,
    "enchant weapon": 8, "create monster": 4, "remove curse": 7, "aggravate monsters": 3, "protect armor": 2,
}  # fmt: skip
RINGS: Final = {
    "protection": 9, "add strength": 9, "sustain strength": 5, "searching": 10, "see invisible": 10,
    "adornment": 1,
    "aggravate monster": 10, "dexterity": 8, "increase damage": 8, "regeneration": 4, "slow digestion": 9,
    "teleportation": 5, "stealth": 7, "maintain armor": 5,
}  # fmt: skip
STICKS: Final = {
    "light": 12, "invisibility": 6, "lightning": 3, "fire": 3, "cold": 3, "polymorph": 15,
    "magic missile": 10,
    "haste monster": 10, "slow monster": 11, "drain life": 9, "nothing": 1, "teleport away": 6,
    "teleport to": 6,
    "cancellation": 5,
}  # fmt: skip
KINDS: Final[dict[str, dict[str, int]]] = {
    "potion": POTIONS,
    "scroll": SCROLLS,
    "ring": RINGS,
    "stick": STICKS,
}

# What is said on use -> what it was.
SAID_BY_POTION: Final = {
    "confusion": "confusion", "hallucination": "hallucination", "poison": "poison",
    "poison-resisted": "poison",
    "gain-strength": "gain strength", "see-invisible": "see invisible", "healing": "healing",
    "extra-healing": "extra healing", "raise-level": "raise level", "haste-self": "haste self",
    "haste-twice": "haste self", "restore-strength": "restore strength", "blindness": "blindness",
    "levitation": "levitation", "magic-detection": "magic detection",
    "monster-detection": "monster detection",
}  # fmt: skip
SAID_BY_SCROLL: Final = {
    "monster-confusion": "monster confusion", "magic-mapping": "magic mapping",
    "hold-monster-one": "hold monster",
    "hold-monster-many": "hold monster", "sleep": "sleep", "enchant-armor": "enchant armor",
    "scare-monster": "scare monster", "food-detection": "food detection",
    "food-detection-none": "food detection",
    "enchant-weapon": "enchant weapon", "create-monster-none": "create monster",
    "remove-curse": "remove curse",
    "aggravate-monsters": "aggravate monsters", "protect-armor": "protect armor",
}  # fmt: skip
SAID_BY_STICK: Final = {
    "light-room": "light", "light-corridor": "light", "missile-vanishes": "magic missile",
    "drain-too-weak": "drain life", "drain-nothing-near": "drain life",
}  # fmt: skip

Looks = tuple[str, str]
"""(class, colour or title or stone or material)"""


@dataclass(slots=True)
class Lore:
    """names: looks -> kind, as far as known; tried: looks of things that were used without learning their
    kind.
    """

    names: dict[Looks, str] = field(default_factory=dict)
    tried: set[Looks] = field(default_factory=set)

    def name_of(self, thing: Thing) -> str:
        """Return the kind of a thing, "" while unknown; the last kind left over follows by elimination."""
        if thing.name or thing.kind not in KINDS:
            return thing.name
        known = self.names.get((thing.kind, thing.looks))
        if known:
            return known
        if thing.called in KINDS[thing.kind]:
            return thing.called
        left = self.open_kinds(thing.kind)
        return next(iter(left)) if len(left) == 1 else ""

    def learn(self, kind: str, looks: str, name: str) -> None:
        """Write that things of these looks are of this kind."""
        if not looks or kind not in KINDS:
            return
        self.names[kind, looks] = name
        self.tried.discard((kind, looks))

    def is_tried(self, thing: Thing) -> bool:
        """Tell whether such a thing was used before, with or without result."""
        return (thing.kind, looks_of(thing)) in self.tried

    def open_kinds(self, kind: str) -> dict[str, int]:
        """Return the kinds of a class that have not been met, with their odds."""
        met = {name for (one, _), name in self.names.items() if one == kind}
        return {name: odds for name, odds in KINDS[kind].items() if name not in met}


def looks_of(thing: Thing) -> str:
    """Return what tells unknown things of one class apart."""
    return thing.looks or thing.called
