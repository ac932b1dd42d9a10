"""Firing lines: the paths of missiles, with the best squares to shoot from."""

from __future__ import annotations

from math import fsum
from typing import Final

from rogomatic.agent.beliefs.cached_results import Sights
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import AROUND, DOOR, FLOOR, STAIRS, Square, TerrainMap, box_of
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.ground.exits import doors_of
from rogomatic.agent.think.ground.pathfinding import Roads, costs
from rogomatic.agent.think.items.item_value import bow_letter, can_shoot


def line_to(beliefs: Beliefs, spot: Square) -> int:
    """Return the direction, as a step, in which the hero must shoot to hit `spot`.

    Return 0 if no shot gets there.
    """
    return line_between(beliefs, beliefs.me.spot, spot)


def line_between(beliefs: Beliefs, start: int, spot: Square) -> int:
    """Return the direction of a shot from `start` at `spot`, as a step.  Return 0 if no shot gets there."""
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


def lines_of_fire(beliefs: Beliefs, spot: Square, most: int) -> list[list[int]]:
    """Return for each direction the squares from which a missile reaches `spot`, nearest first.

    most  maximum number of squares in a direction
    """
    level, foes = beliefs.level, beliefs.foes.seen
    lines = []
    for step in AROUND:
        line: list[int] = []
        there = spot + step
        while (
            len(line) < most and level.is_walkable(there) and level.code[there] != DOOR and there not in foes
        ):
            line.append(there)
            there += step
        lines.append(line)
    return lines


_MISSED: Final = 0.8  # share of a foe's damage that remains after one more shot
_WALK_WORTH: Final = 0.004  # weight of a square of the way, against that share
_SAME: Final = 0.05  # minimum advantage of another square
ARROWS: Final = "the bow, to shoot foes that may come"  # reason for wielding the bow while waiting


def shots_from(level: TerrainMap, spot: Square) -> float:
    """Return the mean number of shots at a foe that comes from a door to this square.  In the dark, return 0.

    >>> from rogomatic.agent.beliefs.terrain_map import FLOOR, DOOR
    >>> level = TerrainMap(1)
    >>> for spot in range(161, 169):
    ...     level.put(spot, FLOOR)
    >>> level.put(169, DOOR)
    >>> shots_from(level, 161), shots_from(level, 167), shots_from(level, 169)
    (7.0, 1.0, 0.0)
    """
    found = _shots(level, spot, _entrances(level, box_of(spot)))
    return sum(found) / len(found) if found else 0.0


def bow_to_wait(beliefs: Beliefs) -> str:
    """Return the letter of the bow that the hero should wield before it waits.  Return "" for no change."""
    held, bow = beliefs.wielded(), bow_letter(beliefs)
    if not bow or not beliefs.on_first_levels or (held and held[0] == bow) or not can_shoot(beliefs):
        return ""
    shots = shots_from(beliefs.level, beliefs.me.spot)
    return bow if 100 * shots >= beliefs.knobs.lookout_shots_pct else ""


def lookout(beliefs: Beliefs, ground: Roads, most: int) -> int:
    """Return the `best_lookout` for the hero's square.  It is computed again only if its inputs change."""
    level = beliefs.level
    results = level.results
    seen = bytes(level.been), bytes(level.looked), frozenset(level.forgotten)
    state: Sights = (level.version, beliefs.me.spot, most), seen, bytes(ground.avoid)
    kept = results.lookout
    if kept is None or kept[0] != state:
        kept = results.lookout = state, best_lookout(level, ground, beliefs.me.spot, most)
    return kept[1]


def best_lookout(level: TerrainMap, ground: Roads, here: int, most: int) -> int:
    """Return the best square at a path cost below `most` from which to shoot at arriving foes.

    Return -1 if there is no such square.

    A wandering monster sooner or later finds a hero that waits or rests.  The number of shots at the monster
    depends on where the hero waits.  In a passage or in the dark, the hero sees only adjacent monsters.
    """
    entrances: dict[int, list[int]] = {}
    best, best_left, here_left = -1, 1.0, 1.0
    found = costs(ground, here, most)
    for spot in found.spots():
        box = box_of(spot)
        if box not in entrances:
            entrances[box] = _entrances(level, box)
        shots = _shots(level, spot, entrances[box])
        if not shots or spot in level.frontier:
            continue
        left = fsum([_MISSED**count for count in shots]) / len(shots)
        if spot == here:
            here_left = left
        left += _WALK_WORTH * found.get(spot, 0)
        if left < best_left:
            best, best_left = spot, left
    return here if best >= 0 and here_left < best_left + _SAME and here_left < 1.0 else best


def _entrances(level: TerrainMap, box: int) -> list[int]:
    """Return the known doors of a lit room.  Return [] for a dark room."""
    if box in level.forgotten:
        return []
    return [spot for spot in doors_of(level) if box_of(spot) == box]


def _shots(level: TerrainMap, spot: Square, doors: list[int]) -> list[int]:
    """Return for each door the number of shots at a foe that comes from there.

    The foe walks diagonally at first.  The hero shoots once the foe is in line.
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
