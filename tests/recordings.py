"""Real games of C Rogues, as recorded: gzipped asciicast, "i" for keys, "o" for what the game sent.

They lie beside the repository and are read in place; without them the tests that need them are skipped.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest

FOLDER = Path(__file__).resolve().parents[1].parent / "shared" / "recordings"
NAMES = tuple(sorted(f"{path.parent.name}/{path.name[:-8]}" for path in FOLDER.glob("*/*.cast.gz")))

needs_recordings = pytest.mark.skipif(not NAMES, reason=f"no recordings of C Rogues in {FOLDER}")


class Event(NamedTuple):
    """Bytes in one direction; `keys` tells whether they went to the game."""

    keys: bool
    data: bytes


@lru_cache(maxsize=4)
def events(name: str) -> tuple[Event, ...]:
    """Return a recording, event by event."""
    return tuple(_read(FOLDER / f"{name}.cast.gz"))


def output(name: str) -> bytes:
    """Return everything the game sent."""
    return b"".join(event.data for event in events(name) if not event.keys)


def game_output(name: str) -> bytes:
    """Return what the game sent before the score list.

    The list comes after curses has ended; on a pipe its bare line feeds draw a staircase.
    """
    return output(name).partition(b"Top 10 ")[0].partition(b"Top Ten ")[0]


def outcomes(folder: str) -> dict[str, dict[str, object]]:
    """Return how the games of a folder ended, by the names of their recordings."""
    path = FOLDER / folder / "outcomes.json"
    listed: dict[str, dict[str, object]] = json.loads(path.read_text()) if path.exists() else {}
    return {f"{folder}/{name.removesuffix('.cast.gz')}": end for name, end in listed.items()}


def _read(path: Path) -> Iterator[Event]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            _, kind, data = json.loads(line)
            if kind in ("i", "o"):
                yield Event(kind == "i", data.encode())
