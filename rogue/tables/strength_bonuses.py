"""Strength in figures: what it adds to a blow, and the steps of an exceptional one.

An exceptional strength of 18/1 to 18/100 is the number 19 to 118.
"""

from typing import Final

# fmt: off
TO_HIT: Final = (
    -7, -6, -5, -4, -3, -2, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3,
)
"""To-hit bonus by strength 0..31 (STR-3)."""

DAMAGE: Final = (
    -7, -6, -5, -4, -3, -2, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6,
)
"""Damage bonus by strength 0..31 (STR-4)."""

FULL: Final = 18
"""The strength that may have an exceptional part (V36-4)."""

_WEAK: Final = (-7, -6, -5, -4, -3, -2, -1, *[0] * 9)  # 0..15

EXCEPTIONAL_TO_HIT: Final = (*_WEAK, 0, *[1] * 52, *[2] * 49, 3)
"""To-hit bonus by 0..18 and 18/1..18/100: 2 above 18/50, 3 at 18/100."""

EXCEPTIONAL_DAMAGE: Final = (*_WEAK, 1, 1, 2, *[3] * 75, *[4] * 15, *[5] * 9, 6)
"""Damage bonus by 0..18 and 18/1..18/100: 3 to 18/75, 4 to 18/90, 5 to 18/99, 6 at 18/100."""

Steps = tuple[tuple[int, tuple[int, int]], ...]
"""(part at most, least and most of the new part); the first row that holds counts."""

GAINS: Final[Steps] = ((0, (1, 50)), (50, (51, 74)), (75, (76, 89)), (90, (91, 91)))
"""The part after a point gained; from 91 on it is one more (V36-4)."""

LOSSES: Final[Steps] = ((50, (0, 0)), (75, (1, 50)), (90, (51, 75)), (99, (76, 89)), (100, (91, 98)))
"""The part after a point lost (V36-4)."""
# fmt: on
