"""The kinds of potion, scroll, ring and stick of each edition, and what their use says."""

from __future__ import annotations

from typing import Final

from rogomatic.monster_manual import Edition

Odds = dict[str, int]

# fmt: off
POTIONS: Final[Odds] = {
    "confusion": 7, "hallucination": 8, "poison": 8, "gain strength": 13, "see invisible": 3, "healing": 13,
    "monster detection": 6, "magic detection": 6, "raise level": 2, "extra healing": 5, "haste self": 5,
    "restore strength": 13, "blindness": 5, "levitation": 6,
}
SCROLLS: Final[Odds] = {
    "monster confusion": 7, "magic mapping": 4, "hold monster": 2, "sleep": 3, "enchant armor": 7,
    "identify potion": 10, "identify scroll": 10, "identify weapon": 6, "identify armor": 7,
    "identify ring, wand or staff": 10, "scare monster": 3, "food detection": 2, "teleportation": 5,
    "enchant weapon": 8, "create monster": 4, "remove curse": 7, "aggravate monsters": 3, "protect armor": 2,
}
RINGS: Final[Odds] = {
    "protection": 9, "add strength": 9, "sustain strength": 5, "searching": 10, "see invisible": 10,
    "adornment": 1, "aggravate monster": 10, "dexterity": 8, "increase damage": 8, "regeneration": 4,
    "slow digestion": 9, "teleportation": 5, "stealth": 7, "maintain armor": 5,
}
STICKS: Final[Odds] = {
    "light": 12, "invisibility": 6, "lightning": 3, "fire": 3, "cold": 3, "polymorph": 15,
    "magic missile": 10, "haste monster": 10, "slow monster": 11, "drain life": 9, "nothing": 1,
    "teleport away": 6, "teleport to": 6, "cancellation": 5,
}
_OLD_POTIONS: Final[Odds] = {
    "confusion": 8, "paralysis": 10, "poison": 8, "gain strength": 15, "see invisible": 2, "healing": 15,
    "monster detection": 6, "magic detection": 6, "raise level": 2, "extra healing": 5, "haste self": 4,
    "restore strength": 14, "blindness": 4, "thirst quenching": 1,
}
_SCROLLS_52: Final[Odds] = {
    "monster confusion": 8, "magic mapping": 5, "hold monster": 3, "sleep": 5, "enchant armor": 8,
    "identify": 27, "scare monster": 4, "gold detection": 4, "teleportation": 7, "enchant weapon": 10,
    "create monster": 5, "remove curse": 8, "aggravate monsters": 4, "blank paper": 1, "genocide": 1,
}
_SCROLLS_36: Final[Odds] = {
    "monster confusion": 8, "magic mapping": 5, "light": 10, "hold monster": 2, "sleep": 5,
    "enchant armor": 8, "identify": 21, "scare monster": 4, "gold detection": 4, "teleportation": 7,
    "enchant weapon": 10, "create monster": 5, "remove curse": 8, "aggravate monsters": 1, "blank paper": 1,
    "genocide": 1,
}
_RINGS_36: Final[Odds] = {
    "protection": 9, "add strength": 9, "sustain strength": 5, "searching": 10, "see invisible": 10,
    "adornment": 1, "aggravate monster": 11, "dexterity": 8, "increase damage": 8, "regeneration": 4,
    "slow digestion": 9, "teleportation": 9, "stealth": 7,
}
_OLD_STICKS: Final[Odds] = {
    "light": 12, "striking": 9, "lightning": 3, "fire": 3, "cold": 3, "polymorph": 15, "magic missile": 10,
    "haste monster": 9, "slow monster": 11, "drain life": 9, "nothing": 1, "teleport away": 5,
    "teleport to": 5, "cancellation": 5,
}
CATALOGUE: Final[dict[Edition, dict[str, Odds]]] = {
    "5.4": {"potion": POTIONS, "scroll": SCROLLS, "ring": RINGS, "stick": STICKS},
    "5.2": {"potion": _OLD_POTIONS, "scroll": _SCROLLS_52, "ring": RINGS, "stick": _OLD_STICKS},
    "3.6": {"potion": _OLD_POTIONS, "scroll": _SCROLLS_36, "ring": _RINGS_36, "stick": _OLD_STICKS},
}
CLASSES: Final = frozenset(CATALOGUE["5.4"])
NAMES: Final[dict[str, frozenset[str]]] = {
    kind: frozenset(name for kinds in CATALOGUE.values() for name in kinds[kind]) for kind in CLASSES
}
"""Class -> every kind of it, whatever the edition."""

# What is said on use -> what it was.
_SAID_BY_POTION: Final = {
    "confusion": "confusion", "hallucination": "hallucination", "poison": "poison",
    "poison-resisted": "poison", "gain-strength": "gain strength", "see-invisible": "see invisible",
    "healing": "healing", "extra-healing": "extra healing", "raise-level": "raise level",
    "haste-self": "haste self", "haste-twice": "haste self", "restore-strength": "restore strength",
    "blindness": "blindness", "levitation": "levitation", "magic-detection": "magic detection",
    "monster-detection": "monster detection", "paralysis": "paralysis",
    "thirst-quenching": "thirst quenching",
}
_SAID_BY_SCROLL: Final = {
    "monster-confusion": "monster confusion", "magic-mapping": "magic mapping",
    "hold-monster-one": "hold monster", "hold-monster-many": "hold monster", "sleep": "sleep",
    "enchant-armor": "enchant armor", "scare-monster": "scare monster", "food-detection": "food detection",
    "food-detection-none": "food detection", "enchant-weapon": "enchant weapon",
    "create-monster-none": "create monster", "remove-curse": "remove curse",
    "aggravate-monsters": "aggravate monsters", "protect-armor": "protect armor",
    "gold-detection": "gold detection", "gold-detection-none": "gold detection", "light-room": "light",
    "light-corridor": "light", "blank-paper": "blank paper", "genocide": "genocide",
}
_SAID_BY_STICK: Final = {
    "light-room": "light", "light-corridor": "light", "missile-vanishes": "magic missile",
    "drain-too-weak": "drain life", "drain-nothing-near": "drain life",
}
SAID: Final[dict[str, dict[str, str]]] = {
    "quaff": _SAID_BY_POTION, "read": _SAID_BY_SCROLL, "zap": _SAID_BY_STICK,
}
"""Verb -> kind of fact -> kind of thing."""

HINTS: Final[dict[str, dict[str, frozenset[str]]]] = {
    "quaff": {"strange-feeling": frozenset({"monster detection", "magic detection"})},
    "read": {"sense-of-loss": frozenset({"hold monster", "enchant weapon", "protect armor"})},
}
"""Verb -> kind of fact -> what it may have been."""

SILENT: Final[dict[str, frozenset[str]]] = {
    "quaff": frozenset({"monster detection"}),
    "read": frozenset({"teleportation", "create monster", "enchant armor"}),
}
"""Verb -> what it may have been when nothing was said."""
# fmt: on
