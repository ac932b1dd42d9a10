"""Places of the squares of a ring on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MOST_COLUMNS: Final = 76
EDGE: Final = 3  # columns for the numbers of rows
WIDE: Final = 3  # columns of a square
NARROW: Final = 2  # on a board that would be too wide


def ring_width(count: int) -> tuple[int, int]:
    """Return how many squares the longest row of a ring has, and how many columns a square takes."""
    across = min((count + 1) // 2, (MOST_COLUMNS - EDGE) // NARROW)
    return across, WIDE if EDGE + WIDE * across <= MOST_COLUMNS else NARROW


def ring_points(count: int) -> Sequence[tuple[float, float]]:
    """Return (column, row) of each square of a ring, measured in squares.  Row 0 is at the bottom."""
    across, wide = ring_width(count)
    spots = ring_spots(count, across, wide)
    low = max(row for row, _, _, _ in spots)
    return [((col - EDGE) / wide, low - row) for row, col, _, _ in spots]


def ring_spots(count: int, across: int, wide: int) -> list[tuple[int, int, int, int]]:
    """Return (row, column, row offset of the name, column offset of the name) for each square of a ring."""
    right = max(count - 2 * across + 1, 0) // 2
    left, low = max(count - 2 * across - right, 0), max(right, 1) + 2
    last = EDGE + wide * (across - 1)
    upper = [(1, EDGE + wide * place, -1, 0) for place in range(across)]
    lower = [(low, EDGE + wide * place, 1, 0) for place in reversed(range(min(across, count - across)))]
    down = [(2 + place, last, 0, -3) for place in range(right)]
    return [*upper, *down, *lower, *[(low - 1 - place, EDGE, 0, 2) for place in range(left)]]
