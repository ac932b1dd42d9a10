"""Where hidden doors and passages are likely, as chances that shrink with every search in vain.

Owns   the odds of hidden things per square, the best place to search from.
Leaves when to search at all, and for how long (experts.explore).

One search finds a hidden door next to the hero with chance 1/5, a hidden passage square with 1/3 (SRC-2).
Rooms lie in nine boxes; each box is joined to a neighbour beside it, and a room has at most one door per
side (GEN-22, GEN-30c).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rogomatic.beliefs.level import (
    ACROSS,
    AROUND,
    DIAGONAL,
    DOOR,
    DOWN,
    FLOOR,
    LEFT,
    PASSAGE,
    RIGHT,
    STAIRS,
    STRAIGHT,
    TRAP,
    UNKNOWN,
    UP,
    UPRIGHT,
    WALKABLE,
    Level,
)  # fmt: skip
from rogomatic.beliefs.rooms import box_of
from rogomatic.screen import COLS, SIZE

_DOOR_STAYS: Final = 0.8  # chance that a hidden door is not found in one turn
_PASSAGE_STAYS: Final = 0.667
_SIDE_TO_NOTHING: Final = 0.6  # chance of a hidden door on a side that faces a box where nothing is known
_SIDE_TO_KNOWN: Final = 0.08
_SIDE_WITH_DOOR: Final = 0.004
_DEAD_END: Final = 0.8
_OPEN_DOOR: Final = 0.95  # a door with nothing behind it
_BLOCKED: Final = 0.08  # what is left of it where another passage is just ahead
_ROOM_TO_GO: Final = 4
_ANY_PASSAGE: Final = 0.01
_WALK_WEIGHT: Final = 8.0  # turns of search that a walk is set against

# What is left of a chance after 0, 1, 2, ... searches in vain; Level.searches counts to 250.
_DOOR_LEFT: Final = tuple(_DOOR_STAYS**count for count in range(251))
_PASSAGE_LEFT: Final = tuple(_PASSAGE_STAYS**count for count in range(251))
# Behind an end: a passage square or a door.
_END_LEFT: Final = tuple(
    0.65 * 0.333 * passage + 0.35 * 0.2 * door
    for passage, door in zip(_PASSAGE_LEFT, _DOOR_LEFT, strict=True)
)


class Place(NamedTuple):
    """A square to search from, and the chance per turn to find something from it."""

    spot: int
    gain: float


class Clue(NamedTuple):
    """Something may be hidden at `spot`: with chance weight * left[searches made in vain]."""

    spot: int
    weight: float
    left: tuple[float, ...]


def beyond(box: int, step: int) -> int:
    """Return the box next to a box in a straight direction, -1 past the edge."""
    row, col = divmod(box, 3)
    row += (step == DOWN) - (step == UP)
    col += (step == RIGHT) - (step == LEFT)
    return row * 3 + col if 0 <= row < 3 and 0 <= col < 3 else -1


def best_place(level: Level, reach: dict[int, int]) -> Place | None:
    """Return the square in reach (spot -> cost) where searching promises most per turn;
    None if nothing does.

    Hot, asked before every search (scripts/bench): what follows from the terrain alone is kept.
    """
    odds = hidden_odds(level)
    beside = _beside(bytes(level.code))
    best: Place | None = None
    best_rate = 0.0
    for spot, cost in reach.items():
        if spot in beside:
            gain = 0.0
            for hidden in beside[spot]:
                gain += odds[hidden]
            rate = gain / (cost + _WALK_WEIGHT)
            if rate > best_rate:
                best, best_rate = Place(spot, gain), rate
    return best


def hidden_odds(level: Level) -> dict[int, float]:
    """Return the chance, per square, that something hidden there would be found by one search next to it."""
    odds: dict[int, float] = {}
    searches = level.searches
    for spot, weight, left in _clues(bytes(level.code)):
        chance = weight * left[searches[spot]]
        if chance > odds.get(spot, 0.0):
            odds[spot] = chance
    return odds


@lru_cache(maxsize=16)
def _beside(code: bytes) -> dict[int, tuple[int, ...]]:
    """Return, per square next to a clue, the squares of the clues around it."""
    hidden = {clue.spot for clue in _clues(code)}
    near = {spot + step for spot in hidden for step in AROUND}
    return {spot: tuple(spot + step for step in AROUND if spot + step in hidden) for spot in near}


@lru_cache(maxsize=16)
def _clues(code: bytes) -> tuple[Clue, ...]:
    """Return where this terrain may hide something."""
    clues: list[Clue] = []
    ends: dict[int, Clue] = {}
    sides: dict[tuple[int, int], list[int]] = {}
    with_door: set[tuple[int, int]] = set()
    known = [0] * 9
    for spot in range(COLS, SIZE - COLS):
        here = code[spot]
        if here in (FLOOR, STAIRS, TRAP):
            box = box_of(spot)
            known[box] += 1
            for step in STRAIGHT:
                wall = code[spot + step]
                if wall == (ACROSS if step in (UP, DOWN) else UPRIGHT):
                    sides.setdefault((box, step), []).append(spot + step)
                elif wall == DOOR:
                    with_door.add((box, step))
        elif here == PASSAGE:
            known[box_of(spot)] += 1
            _note_passage(code, spot, ends)
        elif here == DOOR:
            _note_door(code, spot, ends, clues)
    clues += ends.values()
    for (box, step), walls in sides.items():
        other = beyond(box, step)
        if other < 0:
            continue
        chance = _SIDE_TO_KNOWN if known[other] else _SIDE_TO_NOTHING
        if (box, step) in with_door:
            chance = _SIDE_WITH_DOOR
        clues += [Clue(wall, chance / len(walls) * 0.2, _DOOR_LEFT) for wall in walls]
    return tuple(clues)


def _note_passage(code: bytes, spot: int, ends: dict[int, Clue]) -> None:
    """A passage that ends goes on unseen, or a hidden door follows; any other may have a hidden branch."""
    blanks = [step for step in STRAIGHT if code[spot + step] == UNKNOWN]
    if not blanks:
        return
    exits = [step for step in STRAIGHT if code[spot + step] in WALKABLE]
    is_end = len(exits) <= 1 and not any(code[spot + step] in WALKABLE for step in DIAGONAL)
    for step in blanks:
        weight = _ANY_PASSAGE
        if is_end:
            ahead = exits and step == -exits[0]
            weight = _DEAD_END * (0.5 if ahead else 0.25) * (1.0 if _is_open(code, spot, step) else _BLOCKED)
        known = ends.get(spot + step)
        if known is None or weight > known.weight:
            ends[spot + step] = Clue(spot + step, weight, _END_LEFT)


def _is_open(code: bytes, spot: int, step: int) -> bool:
    """Tell whether there is room for a passage this way: in a maze the next arm is near."""
    row, col = divmod(spot, COLS)
    for distance in range(1, _ROOM_TO_GO + 1):
        there = spot + step * distance
        if (
            not 0 < row + (step // COLS) * distance < 23
            or not 0 <= col + (step if abs(step) == 1 else 0) * distance < COLS
        ):
            return distance > 2
        if code[there] in WALKABLE:
            return False
    return True


def _note_door(code: bytes, spot: int, ends: dict[int, Clue], clues: list[Clue]) -> None:
    """A door leads somewhere: if nothing is seen behind it, the first square is hidden."""
    if any(code[spot + step] == PASSAGE for step in STRAIGHT):
        return
    for step in STRAIGHT:
        if code[spot + step] == UNKNOWN and code[spot - step] in (FLOOR, STAIRS, TRAP):
            ends.pop(spot + step, None)
            clues.append(Clue(spot + step, _OPEN_DOOR * 0.333, _PASSAGE_LEFT))
