"""The player's map: what the player remembers of the map, square by square.

The player's `@` is not on the canvas; it is painted on top (VIS-2).
"""

from __future__ import annotations

from rogue.state.grid import AROUND, SIZE
from rogue.tables.glyphs import FLOOR, ROCK

_BLANK = bytes([ROCK]) * SIZE


class PlayerMap:
    """A remembered symbol per square, with marks for what was drawn highlighted."""

    __slots__ = ("bright", "cells", "cleared", "dirty", "flying", "glimpsed", "trodden")

    def __init__(self) -> None:
        self.cells = bytearray(_BLANK)
        self.bright: set[int] = set()  # squares drawn highlighted (detected monsters)
        self.dirty: set[int] = set()  # squares changed since the painter last took them
        self.cleared = True  # everything was wiped since the painter last looked
        self.flying: dict[int, int] = {}  # symbol by square of what flies over the map just now
        self.glimpsed: set[int] = set()  # floor seen near the player; noted for the helpers only
        self.trodden: set[int] = set()  # squares the player stood on; likewise

    def snapshot(self) -> PlayerMap:
        """Return a copy with what flies drawn in; it takes the marks of what changed with it."""
        copy = PlayerMap()
        copy.cells[:] = self.cells
        copy.bright.update(self.bright)
        copy.dirty, self.dirty = self.dirty, copy.dirty
        copy.cleared, self.cleared = self.cleared, False
        for spot, symbol in self.flying.items():
            copy.put(spot, symbol)
            copy.dirty.add(spot)
        self.dirty.update(self.flying)  # they are drawn anew when it has gone
        return copy

    def put(self, spot: int, symbol: int) -> None:
        """Show `symbol` plainly on `spot`."""
        if self.cells[spot] != symbol:
            self.cells[spot] = symbol
            self.dirty.add(spot)
        if self.bright and spot in self.bright:
            self.bright.discard(spot)
            self.dirty.add(spot)

    def put_bright(self, spot: int, symbol: int) -> None:
        """Show `symbol` highlighted on `spot`."""
        if self.cells[spot] != symbol or spot not in self.bright:
            self.cells[spot] = symbol
            self.bright.add(spot)
            self.dirty.add(spot)

    def note_place(self, spot: int) -> None:
        """Note that the player stands here, and which floor is in sight: the dark forgets it (VIS-7)."""
        self.trodden.add(spot)
        self.glimpsed.add(spot)
        self.glimpsed.update(spot + step for step in AROUND if self.cells[spot + step] == FLOOR)

    def clear(self) -> None:
        """Forget everything (a new level)."""
        self.cells[:] = _BLANK
        self.bright.clear()
        self.dirty.clear()
        self.flying.clear()
        self.glimpsed.clear()
        self.trodden.clear()
        self.cleared = True
