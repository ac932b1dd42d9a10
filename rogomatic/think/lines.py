"""Lines: along which way something thrown or zapped flies from one square to another.

Owns   the free straight line between two squares.
Leaves whom to aim at (experts.missiles, experts.sticks, think.remedies).
"""

from __future__ import annotations

from rogomatic.beliefs.level import DOOR
from rogomatic.beliefs.model import Beliefs
from rogomatic.screen import COLS


def line_to(b: Beliefs, spot: int) -> int:
    """Return the step along which a missile from the hero reaches `spot`, 0 if there is no free line."""
    return line_between(b, b.me.spot, spot)


def line_between(b: Beliefs, start: int, spot: int) -> int:
    """Return the step along which a missile thrown at `start` reaches `spot`, 0 if there is no free line."""
    row, col = divmod(start, COLS)
    there_row, there_col = divmod(spot, COLS)
    down, right = there_row - row, there_col - col
    if down and right and abs(down) != abs(right):
        return 0
    distance = max(abs(down), abs(right))
    step = (down > 0) * COLS - (down < 0) * COLS + (right > 0) - (right < 0)
    level, here = b.level, start
    for _ in range(distance - 1):
        here += step
        if not level.is_walkable(here) or level.code[here] == DOOR or here in b.foes.seen:
            return 0
    return step
