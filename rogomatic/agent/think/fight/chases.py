"""The chase before a fight: where the foes are when the hero has walked a path and stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.terrain_map import DOOR, PASSAGE, TerrainMap, box_of
from rogomatic.agent.monster_manual import ERRATIC, FLIES, ROOTED
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.fight.combat_sim import NEVER
from rogomatic.agent.think.ground.doors import doors_of
from rogomatic.agent.think.ground.pathfinding import past

_WAIT: Final = 12  # rounds that are simulated once the hero stands


class Chaser(NamedTuple):
    """One foe on a chase.

    before   rounds that it strikes while the hero walks
    arrival  rounds of the hero standing until it is next to it; NEVER without a way or room
    end      where it stands then
    """

    foe: Foe
    before: int
    arrival: int
    end: int


class Chase(NamedTuple):
    """What comes of a walk: the chasers, first come first; where the hero stands at last, and how many get
    next to it at a time.

    blocked  a foe stood in its way, so that it did not come to the end
    """

    chasers: tuple[Chaser, ...]
    spot: int
    front: int
    blocked: bool = False


def chase(
    level: TerrainMap,
    start: int,
    path: Sequence[int],
    foes: Iterable[Foe],
    wait: int = _WAIT,
) -> Chase:
    """Return what comes of walking `path` from `start` and standing at its end for so many turns.

    Foes that are asleep, held or rooted stay where they are.  No two share a square: where one stands in
    the way, and there is no way round it, the hero fights there.
    """
    order = list(foes)
    if len(order) > 1:
        order.sort(key=lambda foe: (distance_between(foe.spot, start), foe.spot))
    at = [foe.spot for foe in order]
    before, arrival = [0] * len(order), [NEVER] * len(order)
    doors = doors_of(level)
    here, blocked = start, False
    for turn in range(len(path)):
        spot = past(level, here, path, turn, at)
        if spot < 0:
            blocked, wait = True, max(wait, _WAIT)
            break
        here = spot
        for number, foe in enumerate(order):
            before[number] += _move(level, foe, number, at, spot, turn, doors)
    spot = here
    for turn in range(wait):
        beside = level.neighbours(spot)
        moved = False
        for number, foe in enumerate(order):
            if at[number] in beside:
                arrival[number] = min(arrival[number], turn)
                continue
            was = at[number]
            _move(level, foe, number, at, spot, turn, doors)
            moved = moved or at[number] != was
        if not moved:
            break
    beside = level.neighbours(spot)
    front = 0
    found: list[Chaser] = []
    for number, foe in enumerate(order):
        front += at[number] in beside
        found.append(Chaser(foe, before[number], arrival[number], at[number]))
    if len(found) > 1:
        found.sort(key=lambda one: one.arrival)
    return Chase(tuple(found), spot, max(front, 1), blocked)


def next_step(level: TerrainMap, at: int, spot: int, taken: Sequence[int] = ()) -> int:
    """Return where a pursuer on `at` goes when the hero stands on `spot`; `at` itself if it cannot."""
    return _step(level, at, spot, taken, doors_of(level))


def _move(
    level: TerrainMap, foe: Foe, number: int, at: list[int], spot: int, turn: int, doors: Sequence[int]
) -> int:
    """Move one foe, or let it strike; return how often it strikes."""
    if foe.awake is False or foe.held or (foe.slowed and turn % 2):
        return 0
    if spot in level.neighbours(at[number]):
        return 1
    if foe.kind.traits & ROOTED:
        return 0
    moves = 2 if foe.kind.traits & FLIES and not foe.kind.traits & ERRATIC else 1
    for _ in range(moves):
        at[number] = _step(level, at[number], spot, at, doors)
        if spot in level.neighbours(at[number]):
            break
    return 0


def _step(level: TerrainMap, at: int, spot: int, taken: Sequence[int], doors: Sequence[int]) -> int:
    """Return the greedy step: the free square next to `at` that is nearest to the aim, if it is nearer."""
    aim = _aim(level, at, spot, doors)
    best, nearest = at, _straight(at, aim)
    for near in level.neighbours(at):
        far = _straight(near, aim)
        if far < nearest and near not in taken and near != spot:
            best, nearest = near, far
    return best


def _aim(level: TerrainMap, at: int, spot: int, doors: Sequence[int]) -> int:
    """Return what a pursuer makes for: the hero, or the way out of its room that is nearest to the hero."""
    code = level.code
    inside = code[at] not in (PASSAGE, DOOR)
    if not inside or (code[spot] != PASSAGE and box_of(spot) == box_of(at)):
        return spot
    box = box_of(at)
    best, nearest = spot, -1
    for door in doors:
        if box_of(door) == box:
            far = _straight(door, spot)
            if nearest < 0 or far < nearest:  # of two that are as near, the first
                best, nearest = door, far
    return best


def _straight(a: int, b: int) -> int:
    """Return the square of the straight distance of two squares."""
    down, right = a // COLS - b // COLS, a % COLS - b % COLS
    return down * down + right * right
