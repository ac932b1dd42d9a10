"""Where hidden doors and passages are likely, as chances that shrink with every search in vain.

Owns   the odds of hidden things per square, the best place to search from.
Leaves when to search at all, and for how long (experts.explore).

One search finds a hidden door next to the hero with chance 1/5, a hidden passage square with 1/3 (SRC-2).
Rooms lie in nine boxes; each box is joined to a neighbour beside it, and a room has at most one door per
side (GEN-22, GEN-30c).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rogomatic.beliefs.level import (
    ACROSS,
    AROUND,
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
    Level,
)  # fmt: skip
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


class Spot(NamedTuple):
    """A place to search from, and the chance per turn to find something, times 1."""

    spot: int
    gain: float


def box_of(spot: int) -> int:
    """Return the box, 0 to 8, that a square lies in (GEN-2).

    >>> box_of(3 * 80 + 30), box_of(20 * 80 + 79)
    (1, 8)
    """
    row, col = divmod(spot, COLS)
    return row // 8 * 3 + (0 if col < 27 else 1 if col < 53 else 2)


def beyond(box: int, step: int) -> int:
    """Return the box next to a box in a straight direction, -1 past the edge."""
    row, col = divmod(box, 3)
    row += (step == DOWN) - (step == UP)
    col += (step == RIGHT) - (step == LEFT)
    return row * 3 + col if 0 <= row < 3 and 0 <= col < 3 else -1


def best_place(level: Level, reach: dict[int, int]) -> Spot | None:
    """Return the square in reach (spot -> cost) where searching promises most per turn;
    None if nothing does.
    """
    odds = hidden_odds(level)
    best: Spot | None = None
    best_rate = 0.0
    for spot, cost in reach.items():
        gain = sum(odds.get(spot + step, 0.0) for step in AROUND)
        if gain <= 0.0:
            continue
        rate = gain / (cost + _WALK_WEIGHT)
        if rate > best_rate:
            best, best_rate = Spot(spot, gain), rate
    return best


def hidden_odds(level: Level) -> dict[int, float]:
    """Return the chance, per square, that something hidden there would be found by one search next to it."""
    odds: dict[int, float] = {}
    sides: dict[tuple[int, int], list[int]] = {}
    with_door: set[tuple[int, int]] = set()
    known = [0] * 9
    code, searches = level.code, level.searches
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
            _passage_odds(level, spot, odds)
        elif here == DOOR:
            _door_odds(level, spot, odds)
    for (box, step), walls in sides.items():
        other = beyond(box, step)
        if other < 0:
            continue
        chance = _SIDE_TO_KNOWN if known[other] else _SIDE_TO_NOTHING
        if (box, step) in with_door:
            chance = _SIDE_WITH_DOOR
        for wall in walls:
            share = chance / len(walls) * 0.2 * _DOOR_STAYS ** searches[wall]
            odds[wall] = max(odds.get(wall, 0.0), share)
    return odds


def _passage_odds(level: Level, spot: int, odds: dict[int, float]) -> None:
    """A passage that ends goes on unseen, or a hidden door follows; any other may have a hidden branch."""
    code = level.code
    exits = [step for step in STRAIGHT if level.is_walkable(spot + step)]
    blanks = [step for step in STRAIGHT if code[spot + step] == UNKNOWN]
    if not blanks:
        return
    ends = len(exits) <= 1 and not any(level.is_walkable(spot + step) for step in AROUND if step not in exits)
    for step in blanks:
        weight = _ANY_PASSAGE
        if ends:
            ahead = exits and step == -exits[0]
            weight = _DEAD_END * (0.5 if ahead else 0.25) * (1.0 if _is_open(level, spot, step) else _BLOCKED)
        odds[spot + step] = max(odds.get(spot + step, 0.0), weight * _behind(level.searches[spot + step]))


def _behind(searches: int) -> float:
    """Return the chance to find, with the next search,
    what hides behind an end: a passage square or a door.
    """
    return 0.65 * 0.333 * _PASSAGE_STAYS**searches + 0.35 * 0.2 * _DOOR_STAYS**searches


def _is_open(level: Level, spot: int, step: int) -> bool:
    """Tell whether there is room for a passage this way: in a maze the next arm is near."""
    row, col = divmod(spot, COLS)
    for distance in range(1, _ROOM_TO_GO + 1):
        there = spot + step * distance
        if (
            not 0 < row + (step // COLS) * distance < 23
            or not 0 <= col + (step if abs(step) == 1 else 0) * distance < COLS
        ):
            return distance > 2
        if level.is_walkable(there):
            return False
    return True


def _door_odds(level: Level, spot: int, odds: dict[int, float]) -> None:
    """A door leads somewhere: if nothing is seen behind it, the first square is hidden."""
    code = level.code
    if any(code[spot + step] == PASSAGE for step in STRAIGHT):
        return
    for step in STRAIGHT:
        if code[spot + step] == UNKNOWN and code[spot - step] in (FLOOR, STAIRS, TRAP):
            odds[spot + step] = _OPEN_DOOR * 0.333 * _PASSAGE_STAYS ** level.searches[spot + step]
