"""Level exits: which way the quest leads now, and by which squares a level can be left.

Without the Amulet the stairs only lead down, with it both ways, and out at the top (AMU-2).  It lies on
every level from 26 on until it is taken (GEN-35).  Its owner hungers no more (AMU-3).
"""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Action, Beliefs

AMULET: Final = ","
_AMULET_DEPTH: Final = 26


def is_seeking(b: Beliefs) -> bool:
    """Return whether the Amulet lies on this level."""
    return b.me.depth >= _AMULET_DEPTH and not b.has_amulet


def way_out(b: Beliefs) -> tuple[bytes, Action]:
    """Return the key that leaves a level by the stairs, and its deed."""
    return (b"<", Action("up")) if b.has_amulet else (b">", Action("down"))


def exits(b: Beliefs) -> set[int]:
    """Return the squares by which the level can be left: the stairs, and trapdoors for those who go down."""
    found = set() if b.has_amulet else {spot for spot, name in b.level.traps.items() if name == "trapdoor"}
    if b.level.stairs >= 0:
        found.add(b.level.stairs)
    return found
