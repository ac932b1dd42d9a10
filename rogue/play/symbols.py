"""What a symbol on the map means, as the `/` command answers.

Owns   the meaning of every symbol (screen.md 3).
Leaves asking for the symbol (play.info).
"""

from __future__ import annotations

from typing import Final

from rogue.play.keys import shown_key
from rogue.tables import symbols
from rogue.tables.ruleset import Ruleset

UNKNOWN: Final = "unknown character"
MEANINGS: Final = {
    symbols.WALL_V: "wall of a room",
    symbols.WALL_H: "wall of a room",
    symbols.GOLD: "gold",
    symbols.STAIRS: "a staircase",
    symbols.DOOR: "door",
    symbols.FLOOR: "room floor",
    symbols.PLAYER: "you",
    symbols.PASSAGE: "passage",
    symbols.TRAP: "trap",
    symbols.POTION: "potion",
    symbols.SCROLL: "scroll",
    symbols.FOOD: "food",
    symbols.WEAPON: "weapon",
    symbols.ROCK: "solid rock",
    symbols.ARMOR: "armor",
    symbols.AMULET: "the Amulet of Yendor",
    symbols.RING: "ring",
    symbols.STICK: "wand or staff",
}


def explain_symbol(rules: Ruleset, key: int) -> str:
    """Return what a symbol means; a capital letter is a monster."""
    kind = rules.monsters.get(chr(key))
    meaning = MEANINGS.get(key, UNKNOWN) if kind is None else kind.name
    return f"'{shown_key(key)}': {meaning}"
