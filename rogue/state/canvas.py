"""The canvas: what the player remembers of the map, square by square.

Owns   the symbol that stands on the screen for each square, and which changed since last painted (VIS-1).
Leaves when a symbol changes (rules.senses), how it becomes bytes (play.paint).

The player's `@` is not on the canvas; it is painted on top (VIS-2).
"""

from rogue.state.grid import SIZE
from rogue.tables.symbols import ROCK

_BLANK = bytes([ROCK]) * SIZE


class Canvas:
    """A remembered symbol per square, with marks for what was drawn highlighted."""

    __slots__ = ("bright", "cells", "cleared", "dirty")

    def __init__(self) -> None:
        self.cells = bytearray(_BLANK)
        self.bright: set[int] = set()  # squares drawn highlighted (detected monsters)
        self.dirty: set[int] = set()  # squares changed since the painter last took them
        self.cleared = True  # everything was wiped since the painter last looked

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

    def clear(self) -> None:
        """Forget everything (a new level)."""
        self.cells[:] = _BLANK
        self.bright.clear()
        self.dirty.clear()
        self.cleared = True
