"""Lookouts: squares of lit rooms from which foes that come in by a door can be shot at before they arrive."""

from __future__ import annotations

from math import fsum
from typing import Final

from rogomatic.beliefs.model import Beliefs
from rogomatic.beliefs.terrain_map import FLOOR, STAIRS, TerrainMap, box_of
from rogomatic.think.item_value import arrow_count, bow_letter
from rogomatic.think.pathfinding import costs, roads
from rogomatic.think.pursuit_sim import doors_of
from rogomatic.vt100 import COLS

_MISSED: Final = 0.8  # part of what a foe takes from the hero that is left after one more shot
_WALK_WORTH: Final = 0.004  # of a square of the way there, against the part that shots leave
_SAME: Final = 0.05  # so much better must another square be


def can_shoot(b: Beliefs) -> bool:
    """Return whether there are a bow that can be taken in hand, where one is needed, and arrows enough to
    wait with it.
    """
    held, bow = b.wielded(), bow_letter(b)
    if b.throws_by_hand or not bow or arrow_count(b) < b.knobs.bow_count:
        return b.throws_by_hand and arrow_count(b) >= b.knobs.bow_count
    return held is None or held[0] == bow or held[0] not in b.cursed


def shots_from(level: TerrainMap, spot: int) -> float:
    """Return how many shots there are, in the mean of the doors, at a foe that comes to a square of a room;
    0 in the dark, in passages and doors.

    >>> from rogomatic.beliefs.terrain_map import FLOOR, DOOR
    >>> level = TerrainMap(1)
    >>> for spot in range(161, 169):
    ...     level.put(spot, FLOOR)
    >>> level.put(169, DOOR)
    >>> shots_from(level, 161), shots_from(level, 167), shots_from(level, 169)
    (7.0, 1.0, 0.0)
    """
    found = _shots(level, spot, _entrances(level, box_of(spot)))
    return sum(found) / len(found) if found else 0.0


def lookout(b: Beliefs, most: int) -> int:
    """Return the best square to wait at in reach at a cost below `most`, the hero's own if none is better;
    -1 where no foe would meet an arrow.

    A hero that waits or rests is found by a wanderer sooner or later.  How many arrows meet it on its way
    depends on where the hero waits: in a passage or in the dark it is seen when it is there.
    """
    level, here = b.level, b.me.spot
    entrances: dict[int, list[int]] = {}
    best, best_left, here_left = -1, 1.0, 1.0
    for spot, cost in costs(roads(b), here, most).items():
        box = box_of(spot)
        if box not in entrances:
            entrances[box] = _entrances(level, box)
        shots = _shots(level, spot, entrances[box])
        if not shots or spot in level.frontier:
            continue
        left = fsum([_MISSED**count for count in shots]) / len(shots)
        if spot == here:
            here_left = left
        if left + _WALK_WORTH * cost < best_left:
            best, best_left = spot, left + _WALK_WORTH * cost
    return here if best >= 0 and here_left < best_left + _SAME and here_left < 1.0 else best


def _entrances(level: TerrainMap, box: int) -> list[int]:
    """Return the known doors of a lit room, none of a dark one."""
    if box in level.forgotten:
        return []
    return [spot for spot in doors_of(level) if box_of(spot) == box]


def _shots(level: TerrainMap, spot: int, doors: list[int]) -> list[int]:
    """Return how many shots there are at a foe that comes to a square from each of these doors: it goes
    diagonally first, and then straight at the hero, in the line of fire.
    """
    if level.code[spot] not in (FLOOR, STAIRS):
        return []
    row, col = divmod(spot, COLS)
    found = []
    for door in doors:
        down, right = abs(door // COLS - row), abs(door % COLS - col)
        far, near = max(down, right), min(down, right)
        found.append(max((far if near in (0, far) else far - near) - 1, 0))
    return found
