"""A room, or a passage network, which behaves like one."""

from __future__ import annotations

from rogue.state.grid import COLS


class Room:
    """A room, or a passage network: it behaves like a room gone and dark (MAP-10, MAP-11)."""

    __slots__ = (
        "dark", "exits", "gold", "gold_spot", "gone", "height", "left", "maze", "number", "top", "width",
    )  # fmt: skip

    def __init__(self, number: int, *, gone: bool = False, dark: bool = False) -> None:
        self.number = number  # rooms 0..8, networks from 1
        self.top = 0
        self.left = 0
        self.height = 0  # walls included
        self.width = 0
        self.gone = gone
        self.dark = dark
        self.maze = False
        self.exits: list[int] = []  # spots of its doors, secret ones too
        self.gold = 0  # value of its gold pile, 0 for none (GEN-16)
        self.gold_spot = 0

    def holds(self, spot: int) -> bool:
        """Return whether the rectangle holds a spot; one too far right and below (MAP-12, BUG-21)."""
        row, col = divmod(spot, COLS)
        return self.top <= row <= self.top + self.height and self.left <= col <= self.left + self.width

    def covers(self, spot: int) -> bool:
        """Return whether a spot lies in the rectangle, walls included."""
        row, col = divmod(spot, COLS)
        return self.top <= row < self.top + self.height and self.left <= col < self.left + self.width

    def __repr__(self) -> str:
        return f"<room {self.number} at {self.top},{self.left} {self.height}x{self.width}>"
