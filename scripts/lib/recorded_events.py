"""Recorded games of C Rogues, event by event, where there are any."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("ROGUE_RECORDINGS") or ROOT.parent / "shared" / "recordings")
NAMES = tuple(sorted(f"{path.parent.name}/{path.name[:-8]}" for path in FOLDER.glob("*/*.cast.gz")))
"""Games by folder and file."""


class Event(NamedTuple):
    """Bytes in one direction; `keys` tells whether they went to the game."""

    keys: bool
    data: bytes


@lru_cache(maxsize=4)
def recorded(name: str) -> tuple[Event, ...]:
    """Return a recording, event by event."""
    return tuple(_read(FOLDER / f"{name}.cast.gz"))


def output(name: str) -> bytes:
    """Return everything the game sent."""
    return b"".join(event.data for event in recorded(name) if not event.keys)


def _read(path: Path) -> Iterator[Event]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            _, kind, data = json.loads(line)
            if kind in ("i", "o"):
                yield Event(kind == "i", data.encode())
