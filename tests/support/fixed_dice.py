"""Dice that show what they are told, for the exact edge of a chance."""

from __future__ import annotations

from rogue.state.rng import Rng


class Fixed(Rng):
    """Dice that always show the same number, whatever their sides."""

    def __init__(self, shown: int) -> None:
        super().__init__(0)
        self.shown = shown

    def rnd(self, n: int) -> int:
        """Return the number; `n` does not matter."""
        return self.shown
