"""Food: eat in time, never early.

Owns   when to eat and what.
Leaves finding food (loot), hurrying on when there is none (descend).
"""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Beliefs, Deed
from rogomatic.rules import Act, No

FED: Final = No("not hungry")
BARE: Final = No("no food in the pack")
WATCHED: Final = No("a foe is awake in sight")


def eat_when_weak(b: Beliefs) -> Act | No:
    """Weak or fainting: eat whatever happens."""
    return _eat(b) if b.me.hunger in ("Weak", "Faint") else FED


def eat_when_hungry(b: Beliefs) -> Act | No:
    """Hungry, and nothing awake in sight: eat."""
    if b.me.hunger != "Hungry":
        return FED
    if b.threat.near or b.threat.coming:
        return WATCHED
    return _eat(b)


def _eat(b: Beliefs) -> Act | No:
    for letter, thing in b.pack.items():
        if thing.kind == "food":
            return Act(b"e" + letter.encode(), f"{b.me.hunger}, eating {letter}", Deed("eat", letter=letter))
    return BARE
