"""Map symbols as character codes."""

from typing import Final

ROCK: Final = ord(" ")
FLOOR: Final = ord(".")
PASSAGE: Final = ord("#")
DOOR: Final = ord("+")
STAIRS: Final = ord("%")
TRAP: Final = ord("^")
WALL_H: Final = ord("-")
WALL_V: Final = ord("|")

GOLD: Final = ord("*")
POTION: Final = ord("!")
SCROLL: Final = ord("?")
FOOD: Final = ord(":")
WEAPON: Final = ord(")")
ARMOR: Final = ord("]")
RING: Final = ord("=")
STICK: Final = ord("/")
AMULET: Final = ord(",")

PLAYER: Final = ord("@")
MAGIC: Final = ord("$")  # a magic item in the window of magic detection

OBJECTS: Final = frozenset((GOLD, POTION, SCROLL, FOOD, WEAPON, ARMOR, RING, STICK, AMULET))

FAKE_OBJECTS: Final = (POTION, SCROLL, RING, STICK, FOOD, WEAPON, ARMOR, STAIRS, GOLD, AMULET)
"""Symbols for hallucination and a xeroc's disguise.  The last occurs only at the amulet's depth (MON-7)."""


def _is_letter(code: int) -> bool:
    return ord("A") <= code <= ord("Z")


LETTER: Final = bytes(_is_letter(code) for code in range(256))
"""LETTER[code] is 1 for a creature's letter."""

STEP_OK: Final = bytes(code not in (ROCK, WALL_H, WALL_V) and not _is_letter(code) for code in range(256))
"""STEP_OK[code] is 1 for a symbol that can be stepped on (MAP-5)."""
