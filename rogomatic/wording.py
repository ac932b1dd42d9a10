"""Numbers in sentences."""

from __future__ import annotations


def plural(count: int, noun: str) -> str:
    """Return a number of things.

    >>> plural(1, "turn"), plural(1127, "turn")
    ('1 turn', '1,127 turns')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
