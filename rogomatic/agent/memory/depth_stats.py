"""Statistics of a game's levels: turns, gold, food, hidden doors per depth."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import DOOR, PASSAGE
from rogomatic.agent.memory.long_term_memory import DEPTH_COLUMNS, Table
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.sight.item_parser import read_picked_up

_COLUMN: Final = {name: number for number, name in enumerate(DEPTH_COLUMNS)}
_WAYS: Final = (DOOR, PASSAGE)
_GOLD: Final = "*"


class DepthStats:
    """Counts of what a game's levels have shown, updated at each command."""

    __slots__ = ("_around", "_depth", "_heaps", "_rows", "_spot", "_turn")

    def __init__(self) -> None:
        self._rows: dict[int, list[int]] = {}
        self._depth = self._turn = 0
        self._spot = -1
        self._around = b""
        self._heaps: set[int] = set()  # squares where gold was seen on this level

    def note(self, beliefs: Beliefs) -> None:
        """Record the changes since the last command."""
        depth, spot = beliefs.me.depth, beliefs.me.spot
        if self._depth:
            self._add(self._depth, "turns", beliefs.turn - self._turn)
        for fact in beliefs.facts:
            if fact.kind == "gold":
                self._add(depth, "heaps taken")
                self._add(depth, "gold", fact.n)
            elif fact.kind == "picked-up":
                found = read_picked_up(fact.item)
                if found is not None and found[1].kind == "food":
                    self._add(depth, "food", found[1].count)
        if depth != self._depth:
            self._add(depth, "visits")
            self._heaps.clear()
        for where, mark in beliefs.level.things.items():
            if mark == _GOLD and where not in self._heaps:
                self._heaps.add(where)
                self._add(depth, "heaps seen")
        code = beliefs.level.code
        around = bytes(code[spot - COLS - 1 : spot - COLS + 2] + code[spot - 1 : spot + 2])
        around += bytes(code[spot + COLS - 1 : spot + COLS + 2])
        if beliefs.action.verb in ("search", "rest") and spot == self._spot and around != self._around:
            self._add(depth, "hidden doors", sum(
                new in _WAYS and old not in _WAYS for old, new in zip(self._around, around, strict=True)
            ))  # fmt: skip
        self._depth, self._turn, self._spot, self._around = depth, beliefs.turn, spot, around

    def die(self) -> None:
        """Record that the hero died on this level."""
        if self._depth:
            self._add(self._depth, "deaths")

    def table(self) -> Table[int]:
        """Return depth -> numbers in the order of DEPTH_COLUMNS."""
        return {depth: tuple(row) for depth, row in sorted(self._rows.items())}

    def _add(self, depth: int, column: str, number: int = 1) -> None:
        self._rows.setdefault(depth, [0] * len(DEPTH_COLUMNS))[_COLUMN[column]] += number
