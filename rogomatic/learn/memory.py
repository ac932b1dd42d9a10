"""The long-term memory: what fights with each kind of monster have cost so far.

Owns   figures per monster, adding a game's experience, merging two memories.
Leaves keeping it as text and in files (run), what a fight may cost (think.danger).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple


class Record(NamedTuple):
    """Figures of one kind of monster: counts, and hit points the hero lost to it."""

    met: int = 0
    killed: int = 0
    deaths: int = 0  # heroes it killed
    hits: int = 0  # its blows that hit
    misses: int = 0
    damage: int = 0  # hit points lost to its hits
    most: int = 0  # the worst of them

    def plus(self, other: Record) -> Record:
        """Add two records; the order makes no difference."""
        return Record(
            self.met + other.met,
            self.killed + other.killed,
            self.deaths + other.deaths,
            self.hits + other.hits,
            self.misses + other.misses,
            self.damage + other.damage,
            max(self.most, other.most),
        )


@dataclass(frozen=True, slots=True)
class Memory:
    """A value: monster -> record, and how many games it comes from.  Never changed in place."""

    games: int = 0
    records: Mapping[str, Record] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, name: str) -> Record:
        """Return the record of a monster, all zero if it was never met."""
        return self.records.get(name, Record())


def merge(a: Memory, b: Memory) -> Memory:
    """Return both memories together; merge(a, b) == merge(b, a)."""
    names = sorted({*a.records, *b.records})
    records = {name: a.of(name).plus(b.of(name)) for name in names}
    return Memory(a.games + b.games, MappingProxyType(records))


def default_memory() -> Memory:
    """Return the memory of one who has played no game."""
    return Memory()
