"""Asking the game: its version, what the pack holds, a fresh picture."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.rule_engine import Act, No

KNOWN: Final = No("known")
ASKED: Final = No("asked already")
BUSY: Final = No("a foe is near")


def ask_version(b: Beliefs) -> Act | No:
    """The version decides letters, keys and wording."""
    if b.version or b.commands > 3:
        return KNOWN
    return Act(b"v", "which Rogue is this?", Action("ask"))


def check_inventory(b: Beliefs) -> Act | No:
    """The pack is not known for certain."""
    if b.stock == "known":
        return KNOWN
    if b.stock == "asked":
        return ASKED
    if b.stock == "doubtful" and b.threat.near:
        return BUSY
    return Act(b"i", f"the pack is {b.stock}", Action("stock"))
