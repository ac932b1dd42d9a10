"""Asking the game: its version, what the pack holds, a fresh picture.

Owns   questions that cost no turn.
Leaves what the answers mean (beliefs).
"""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Beliefs, Deed
from rogomatic.rules import Act, No

KNOWN: Final = No("known")
ASKED: Final = No("asked already")
BUSY: Final = No("a foe is near")


def ask_version(b: Beliefs) -> Act | No:
    """The version decides letters, keys and wording."""
    if b.version or b.commands > 3:
        return KNOWN
    return Act(b"v", "which Rogue is this?", Deed("ask"))


def take_stock(b: Beliefs) -> Act | No:
    """The pack is not known for certain."""
    if b.stock == "known":
        return KNOWN
    if b.stock == "asked":
        return ASKED
    if b.stock == "doubtful" and b.threat.near:
        return BUSY
    return Act(b"i", f"the pack is {b.stock}", Deed("stock"))
