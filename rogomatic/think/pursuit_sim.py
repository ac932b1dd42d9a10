"""Pursuit: where the foes are when the hero has walked a way and stands, and which strike it meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from rogomatic.beliefs.known_monsters import Foe, apart
from rogomatic.beliefs.terrain_map import DOOR, PASSAGE, TerrainMap, box_of
from rogomatic.monster_manual import ERRATIC, FLIES, ROOTED
from rogomatic.think.combat_sim import NEVER
from rogomatic.think.working_memory import WORKING_MEMORY
from rogomatic.vt100 import COLS

_BY_THE_RULE: Final[Mapping[int, int]] = {}
_WAIT: Final = 12  # rounds that are simulated once the hero stands


class Chaser(NamedTuple):
    """One foe on a chase.

    before   rounds that it strikes while the hero walks
    arrival  rounds of the hero standing until it is next to it; NEVER (combat_sim) without a way or room
    end      where it stands then
    """

    foe: Foe
    before: int
    arrival: int
    end: int


class Chase(NamedTuple):
    """What comes of a walk: the chasers, first come first; where the hero stands at last, and how many get
    next to it at a time.
    """

    chasers: tuple[Chaser, ...]
    spot: int
    front: int


def chase(
    level: TerrainMap,
    start: int,
    path: Sequence[int],
    foes: Iterable[Foe],
    wait: int = _WAIT,
    first: Mapping[int, int] = _BY_THE_RULE,
) -> Chase:
    """Return what comes of walking `path` from `start` and standing at its end for so many turns.

    Foes that are asleep, held or rooted stay where they are.  `first` says where foes are after the first
    turn that go elsewhere than the rule has them, by the squares they are on.
    """
    order = sorted(foes, key=lambda foe: (apart(foe.spot, start), foe.spot))
    at = [foe.spot for foe in order]
    before, arrival = [0] * len(order), [NEVER] * len(order)
    doors = doors_of(level)
    for turn, spot in enumerate(path):
        for number, foe in enumerate(order):
            if not (first and turn == 0 and _goes_elsewhere(foe, number, at, first)):
                before[number] += _move(level, foe, number, at, spot, turn, doors)
    spot = path[-1] if path else start
    for turn in range(wait):
        beside = level.neighbours(spot)
        moved = False
        for number, foe in enumerate(order):
            if first and turn == 0 and not path and _goes_elsewhere(foe, number, at, first):
                moved = True
                continue
            if at[number] in beside:
                arrival[number] = min(arrival[number], turn)
                continue
            was = at[number]
            _move(level, foe, number, at, spot, turn, doors)
            moved = moved or at[number] != was
        if not moved:
            break
    beside = level.neighbours(spot)
    front = max(sum(one in beside for one in at), 1)
    found = [Chaser(*one) for one in zip(order, before, arrival, at, strict=True)]
    return Chase(tuple(sorted(found, key=lambda one: one.arrival)), spot, front)


def next_step(level: TerrainMap, at: int, spot: int, taken: Sequence[int] = ()) -> int:
    """Return where a pursuer on `at` goes when the hero stands on `spot`; `at` itself if it cannot."""
    return _step(level, at, spot, taken, doors_of(level))


def _goes_elsewhere(foe: Foe, number: int, at: list[int], first: Mapping[int, int]) -> bool:
    """Make a foe's first step as it was foreseen, if the square is free; return whether it was made."""
    after = first.get(foe.spot, -1)
    if after < 0 or (after != at[number] and after in at):
        return False
    at[number] = after
    return True


def rule_step(level: TerrainMap, foe: Foe, at: int, spot: int, taken: Sequence[int]) -> int:
    """Return where a foe on `at` is after its move when the hero stands on `spot`; `at` if it strikes.

    taken  squares of other foes

    A foe next to the hero strikes and stays; any other makes one greedy step by straight distance, to the
    hero if it is in the same room, else to the exit of its own room that is nearest to the hero (CHS-7,
    CHS-9).  No two of them share a square, none cuts a corner, and a bat or a kestrel that is not near moves
    twice.
    """
    places = [at, *taken]
    _move(level, foe, 0, places, spot, 0, doors_of(level))
    return places[0]


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


def doors_of(level: TerrainMap) -> list[int]:
    """Return the squares of the known doors, rising; not to be changed, kept until the terrain changes."""
    kept = WORKING_MEMORY.of_level(level)
    if kept.doors[0] != level.version:
        found, code, spot = [], level.code, -1
        while (spot := code.find(DOOR, spot + 1)) >= 0:
            found.append(spot)
        kept.doors = level.version, found
    return kept.doors[1]
