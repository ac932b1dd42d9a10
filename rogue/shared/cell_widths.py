"""The width of characters on a terminal."""

from __future__ import annotations

from wcwidth import wcwidth


def cells_of(char: str) -> int:
    """Return how many cells of a terminal a character takes.  Control characters take 0 cells.

    >>> list(map(cells_of, ("a", "\u0142", "\u592a", "\u0301")))
    [1, 1, 2, 0]
    """
    return max(wcwidth(char), 0)
