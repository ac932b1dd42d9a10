"""Recorded games, event by event: those of C Rogues where they are, and our own journals."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from rogue import Session

TESTS: Final = Path(__file__).resolve().parents[2] / "tests"
FOLDER = Path(os.environ.get("ROGUE_RECORDINGS") or TESTS.parents[1] / "shared" / "recordings")
NAMES = tuple(sorted(f"{path.parent.name}/{path.name[:-8]}" for path in FOLDER.glob("*/*.cast.gz")))
"""Games of C Rogues, by folder and file."""
OURS: Final = ("ours/agent-101", "ours/agent-103", "ours/v52-agent", "ours/v36-agent")
"""Games of our own in all editions, by the names of their journals."""


class Event(NamedTuple):
    """Bytes in one direction; `keys` tells whether they went to the game."""

    keys: bool
    data: bytes


@lru_cache(maxsize=4)
def events(name: str) -> tuple[Event, ...]:
    """Return a recording, event by event."""
    if name in OURS:
        return tuple(_played(path_of(name)))
    return tuple(_read(path_of(name)))


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


def _read(path: Path) -> Iterator[Event]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            _, kind, data = json.loads(line)
            if kind in ("i", "o"):
                yield Event(kind == "i", data.encode())


def _played(journal: Path) -> Iterator[Event]:
    """Play a journal of keys again, and yield the keys and what they drew."""
    head, *rest = map(json.loads, journal.read_text("ascii").splitlines())
    game = Session(head["seed"], head["edition"], head["options"])
    yield Event(False, game.feed(b""))
    for event in rest:
        if "keys" in event:
            keys = event["keys"].encode("latin-1")
            yield Event(True, keys)
            yield Event(False, game.feed(keys))
