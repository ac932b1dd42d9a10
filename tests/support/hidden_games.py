"""Which described games hide something from a player, told by their descriptions."""

from __future__ import annotations

from rogue.eggg.engines import engine_of
from rogue.eggg.language.description import Description
from rogue.eggg.library import description_of


def hides(name: str) -> bool:
    """Return whether a shipped game in turns has the trait "hidden"; to make each game takes longer."""
    description = description_of(name)
    return engine_of(description).kind == "card games" or bool(description.all("hidden", "hand"))


def is_in_turns(description: Description) -> bool:
    """Return whether a description makes a game in turns."""
    return engine_of(description).kind not in ("real-time games", "text worlds")
