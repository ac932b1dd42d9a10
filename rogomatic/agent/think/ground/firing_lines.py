"""Free lines along which a missile flies."""

from __future__ import annotations

from collections.abc import Iterator

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import DOOR
from rogomatic.agent.screen.vt100 import COLS


def line_to(beliefs: Beliefs, spot: int) -> int:
    """Return the step along which a missile from the hero reaches `spot`, 0 if there is no free line."""
    return line_between(beliefs, beliefs.me.spot, spot)


def line_between(beliefs: Beliefs, start: int, spot: int) -> int:
    """Return the step along which a missile thrown at `start` reaches `spot`, 0 if there is no free line."""
    down, right = spot // COLS - start // COLS, spot % COLS - start % COLS
    if down and right and abs(down) != abs(right):
        return 0
    distance = max(abs(down), abs(right))
    step = (down > 0) * COLS - (down < 0) * COLS + (right > 0) - (right < 0)
    level, here = beliefs.level, start
    for _ in range(distance - 1):
        here += step
        if not level.is_walkable(here) or level.code[here] == DOOR or here in beliefs.foes.seen:
            return 0
    return step


def line_from(beliefs: Beliefs, spot: int, step: int, most: int) -> Iterator[int]:
    """Yield the squares from which a missile flies to a spot against `step`, the nearest first."""
    for _ in range(most):
        spot += step
        if (
            not beliefs.level.is_walkable(spot)
            or spot in beliefs.foes.seen
            or beliefs.level.code[spot] == DOOR
        ):
            return
        yield spot
