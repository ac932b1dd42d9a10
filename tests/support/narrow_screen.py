"""The screen of the emulator for what our programs draw: no character takes two columns."""

from __future__ import annotations

import pyte


class NarrowScreen(pyte.Screen):
    """A screen whose rows are read several times as fast."""

    def row(self, number: int) -> str:
        """Return the text of a row."""
        cells = self.buffer[number]
        return "".join([cells[column].data for column in range(self.columns)])

    @property
    def display(self) -> list[str]:
        """The texts of all rows."""
        return [self.row(number) for number in range(self.lines)]
