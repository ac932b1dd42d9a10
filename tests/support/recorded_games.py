"""Recorded games: those of our own game, always, and those of C Rogues, where they are.

Games of ours are played again from tests/journals, which costs less than to keep their bytes.  Games of C
Rogues are gzipped asciicast, "i" for keys, "o" for what the game sent.  They are too large for the project:
ROGUE_RECORDINGS names their folder, or they lie beside the repository.  Without them the tests that need
them are skipped, and the suite says how many those are (conftest).
"""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from scripts.lib.recorded_events import (
    FOLDER,
    NAMES,
    OURS,
    TESTS,
    Event,
    events,
    game_output,
    output,
    path_of,
)

__all__ = (
    "A_SIXTH", "EVERY", "FOLDER", "MISSING", "NAMES", "OURS", "TESTS", "Event", "events", "game_output",
    "needs_recordings", "outcomes", "output", "path_of",
)  # fmt: skip

MISSING: Final = "no recordings of C Rogues"

needs_recordings = pytest.mark.skipif(not NAMES, reason=f"{MISSING} in {FOLDER}")
EVERY: Final[tuple[Any, ...]] = OURS + (NAMES or (pytest.param("", marks=needs_recordings, id=MISSING),))
"""The parameters of a test that takes any recording."""
A_SIXTH: Final[tuple[Any, ...]] = (
    *((*OURS, *NAMES[::6]) if NAMES else EVERY),
    *(pytest.param(name, marks=pytest.mark.long) for number, name in enumerate(NAMES) if number % 6),
)
"""The same of a test that takes its time: five sixths of those of C Rogues are left to --long."""


def outcomes(folder: str) -> dict[str, dict[str, object]]:
    """Return how the games of a folder ended, by the names of their recordings."""
    path = FOLDER / folder / "outcomes.json"
    listed: dict[str, dict[str, object]] = json.loads(path.read_text()) if path.exists() else {}
    return {f"{folder}/{name.removesuffix('.cast.gz')}": end for name, end in listed.items()}
