"""The words of games of letters: those of this project's own texts, with common short ones."""

from __future__ import annotations

from functools import cache
from importlib import resources

from rogue.eggg.language.description import Description


def words_for(description: Description) -> frozenset[str]:
    """Return the words that may be laid in a game, none unless it has hands of letters."""
    return _words() if description.says("hand", "letter") else frozenset()


@cache
def _words() -> frozenset[str]:
    return frozenset((resources.files("rogue.eggg") / "games" / "dictionary.txt").read_text("ascii").split())
