"""The panel beside the game in a wide window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from rogue.state.grid import COLS, ROWS

if TYPE_CHECKING:
    from rogue.ui.side_panel import PanelRow

GAP: Final = 2  # columns between the map and the panel
MIN_COLUMNS: Final = 26  # of a panel; a narrower rest stays empty
MAX_COLUMNS: Final = 60

PanelText = Callable[[int, int], Sequence["PanelRow"]]
"""Function that returns the rows of a panel, given its numbers of rows and columns."""


def panel_size(columns: int, lines: int) -> tuple[int, int] | None:
    """Return the panel's rows and columns in a window of this size, or None if the window is too small.

    >>> panel_size(120, 40), panel_size(100, 40), panel_size(300, 24)
    ((40, 38), None, (24, 60))
    """
    room = min(columns - COLS - GAP, MAX_COLUMNS)
    return None if room < MIN_COLUMNS or lines < ROWS else (lines, room)


class PanelArea:
    """The panel on the screen.  Its rows are remembered, so that only changed rows are drawn again."""

    def __init__(self, text: PanelText) -> None:
        """Remember the function that makes the rows.  Nothing is drawn yet."""
        self._text = text
        self._shown: list[PanelRow] = []
        self._size: tuple[int, int] | None = None

    def forget(self) -> None:
        """Forget the remembered rows, so that the next call of `draw` draws every row.

        Needed when the screen was cleared.
        """
        self._shown = []

    def draw(self, columns: int, lines: int) -> bytes:
        """Return the bytes that update the panel in a window of this size.  The cursor keeps its position."""
        size = panel_size(columns, lines)
        if size != self._size:
            self._size = size
            self.forget()
        if size is None:
            return b""
        rows = list(self._text(*size))
        changed = [
            b"\x1b[%d;%dH\x1b[m%b\x1b[K" % (at + 1, COLS + GAP + 1, _painted(row))
            for at, row in enumerate(rows)
            if at >= len(self._shown) or self._shown[at] != row
        ]
        self._shown = rows
        return b"\x1b7" + b"".join(changed) + b"\x1b8" if changed else b""


def _painted(row: PanelRow) -> bytes:
    text = row.text.encode("ascii", "replace")
    return b"\x1b[1m" + text + b"\x1b[m" if row.is_title else text
