"""Recorded games: those of our own game, always, and those of C Rogues, where they are.

Games of ours are played again from tests/journals, which costs less than to keep their bytes.  Games of C
Rogues are gzipped asciicast, "i" for keys, "o" for what the game sent.  They are too large for the project:
ROGUE_RECORDINGS names their folder, or they lie beside the repository.  Without them the tests that need
them are skipped, and the suite says how many those are (conftest).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import pytest

from scripts.lib.recorded_events import FOLDER, NAMES, Event, recorded

__all__ = (
    "A_SIXTH", "EVERY", "FOLDER", "MISSING", "NAMES", "OURS", "TESTS", "Event", "events", "game_output",
    "needs_recordings", "outcomes", "output", "path_of",
)  # fmt: skip

TESTS: Final = Path(__file__).resolve().parents[1]
OURS: Final = ("ours/agent-101", "ours/agent-103", "ours/v52-agent", "ours/v36-agent")
"""Games of our own in all editions, by the names of their journals."""
MISSING: Final = "no recordings of C Rogues"

needs_recordings = pytest.mark.skipif(not NAMES, reason=f"{MISSING} in {FOLDER}")
EVERY: Final[tuple[Any, ...]] = OURS + (NAMES or (pytest.param("", marks=needs_recordings, id=MISSING),))
"""The parameters of a test that takes any recording."""
A_SIXTH: Final[tuple[Any, ...]] = (
    *((*OURS, *NAMES[::6]) if NAMES else EVERY),
    *(pytest.param(name, marks=pytest.mark.long) for number, name in enumerate(NAMES) if number % 6),
)
"""The same of a test that takes its time: five sixths of those of C Rogues are left to --long."""


@lru_cache(maxsize=4)
def events(name: str) -> tuple[Event, ...]:
    """Return a recording, event by event."""
    return tuple(_played(path_of(name))) if name in OURS else recorded(name)


def path_of(name: str) -> Path:
    """Return the file of a recording, or of the journal that is played again."""
    if name in OURS:
        return TESTS / "journals" / f"{name.removeprefix('ours/')}.jsonl"
    return FOLDER / f"{name}.cast.gz"


def output(name: str) -> bytes:
    """Return everything the game sent."""
    return b"".join(event.data for event in events(name) if not event.keys)


def game_output(name: str) -> bytes:
    """Return what the game sent before the score list.

    The list comes after curses has ended; on a pipe its bare line feeds draw a staircase.
    """
    return output(name).partition(b"Top 10 ")[0].partition(b"Top Ten ")[0]


def _played(journal: Path) -> Iterator[Event]:
    """Play a journal of keys again, and yield the keys and what they drew."""
    from rogue import Session  # the process that gives out the tests reads this, too, and plays nothing

    head, *rest = map(json.loads, journal.read_text("ascii").splitlines())
    game = Session(head["seed"], head["edition"], head["options"])
    yield Event(False, game.feed(b""))
    for event in rest:
        if "keys" in event:
            keys = event["keys"].encode("latin-1")
            yield Event(True, keys)
            yield Event(False, game.feed(keys))


def outcomes(folder: str) -> dict[str, dict[str, object]]:
    """Return how the games of a folder ended, by the names of their recordings."""
    path = FOLDER / folder / "outcomes.json"
    listed: dict[str, dict[str, object]] = json.loads(path.read_text()) if path.exists() else {}
    return {f"{folder}/{name.removesuffix('.cast.gz')}": end for name, end in listed.items()}
