"""A record in the making: what one game shows of one kind of monster.

Owns   counting up, and giving the record.
Leaves what is counted and when (recorder), what the counts mean (memory).
"""

from __future__ import annotations

from collections import Counter

from rogomatic.learn.memory import Count, Record, TableName


class Tally:
    """Counts that can be added to."""

    __slots__ = ("_counts", "_depths", "_least", "_most", "_signs", "_tables")

    def __init__(self) -> None:
        self._counts: Counter[Count] = Counter()
        self._depths: Counter[int] = Counter()
        self._signs: Counter[str] = Counter()
        self._tables: dict[TableName, dict[int, list[int]]] = {}
        self._least: int | None = None
        self._most = 0

    def add(self, count: Count, number: int = 1) -> None:
        """Count something."""
        self._counts[count] += number

    def meet(self, depth: int) -> None:
        """Count one that came into view."""
        self._counts["met"] += 1
        self._depths[depth] += 1

    def mark(self, table: TableName, key: int, column: int = 0, columns: int = 1) -> None:
        """Count a case in a cell of a table of so many columns."""
        row = self._tables.setdefault(table, {}).setdefault(key, [0] * columns)
        row[column] += 1

    def strike(self, table: TableName, key: int, hit: bool) -> None:
        """Count a blow in a table of hits and misses."""
        self.mark(table, key, 0 if hit else 1, 2)

    def sign(self, name: str, number: int = 1) -> None:
        """Count what a hit did besides damage, or that it did nothing ("none")."""
        self._signs[name] += number

    def feel(self, points: int) -> None:
        """Count the hit points that one hit took."""
        self._counts.update({"felt": 1, "damage": points, "squares": points * points})
        self._least = points if self._least is None else min(self._least, points)
        self._most = max(self._most, points)
        self.mark("wounds", points)

    def record(self) -> Record:
        """Return the record of what was counted."""
        counts = {name: number for name, number in self._counts.items() if number}
        if self._least is not None:
            counts["least"] = self._least + 1
            if self._most:
                counts["most"] = self._most
        return Record(
            counts,
            {depth: (number,) for depth, number in sorted(self._depths.items())},
            {
                name: {key: tuple(row) for key, row in sorted(table.items())}
                for name, table in sorted(self._tables.items())
            },
            {name: (number,) for name, number in sorted(self._signs.items()) if number},
        )
