"""The value of the frontier: how much gold unseen ground may hold, which decides where to look next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import fsum  # rounds alike in every Python, as `sum` of fractions does not
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.box_contents import Box
from rogomatic.agent.beliefs.cached_results import Bound, Rooms
from rogomatic.agent.beliefs.terrain_map import (
    AROUND,
    COUNT,
    DOOR,
    DOWN,
    FLOOR,
    LEFT,
    LEFTS,
    PASSAGE,
    RIGHT,
    STRAIGHT,
    TOPS,
    UNKNOWN,
    UP,
    UPRIGHT,
    Square,
    TerrainMap,
    beyond,
)  # fmt: skip
from rogomatic.agent.kernels import floor_worth, sides_of_floor
from rogomatic.agent.kernels.level_grid import BOXES
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.ground.pathfinding import Roads, Sieve, costs, find_path
from rogomatic.agent.think.items.food_value import food_worth

_MAX_ROWS: Final = 5  # maximum floor rows of a room, one less in the top boxes (GEN-7)
MAX_COLS: Final = 23
_MIN_FLOOR: Final = 2  # minimum visible floor of a room; one square may be a wrong guess below a foe
_MAZE: Final = 15  # visible passage squares that indicate a maze
_CROSSING: Final = 5  # visible passage squares that indicate passages through a box
JOINED: Final = 0.77  # chance that two boxes side by side are joined (GEN-19, GEN-20)
_ITEM_WORTH: Final = 20.0  # worth of the items in a room, in gold
_STAIRS_WORTH: Final = 150.0  # in gold, while no stairs are known
_ROOM_SQUARES: Final = 45.0
_SIDE_SQUARES: Final = 10.0
_ASIDE: Final = 0.25  # relative worth of a door or passage that probably leads to a known room
# Chance of a room in a box without known floor: nothing is known of the box; a passage ends in it; passages
# lead through it.
_BLANK_BOX, _END_IN_BOX, _CROSSED_BOX = 0.8, 0.7, 0.1
_ROOM_CHANCES: Final[tuple[float, ...]] = (0.0, _BLANK_BOX, _END_IN_BOX, _CROSSED_BOX)
# The boxes above, below, to the left, and to the right of each box, -1 for none.
_BOXES_BESIDE: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(beyond(box, step) for step in (UP, DOWN, LEFT, RIGHT)) for box in range(COUNT)
)
_NEXT_TO: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(beyond(box, step) for step in STRAIGHT if beyond(box, step) >= 0) for box in range(COUNT)
)


class Regions(NamedTuple):
    """Connected groups of boxes that may have unseen rooms.

    of     box -> number of the region that contains the box
    rooms  expected number of unseen rooms in each region

    Each box holds a room or a point where passages meet.  A room has at most one door on each side.  A side
    has a door only if there is another box on that side (GEN-2, GEN-22, GEN-30c).  So in a dark room, the
    hero looks for doors only on sides toward boxes that may have unseen rooms.
    """

    of: dict[int, int]
    rooms: tuple[float, ...]


def room_worth(depth: int) -> float:
    """Return the expected worth, in gold, of an unseen room: its gold and its items (GEN-16, RND-7)."""
    return 0.5 * (2 + (49 + 10 * depth) / 2) + _ITEM_WORTH


def chances_of_rooms(boxes: list[Box], with_end: int) -> int:
    """Return the chances that the boxes have unseen rooms.

    Each box has two bits of the answer, which are an index into `_ROOM_CHANCES`.  The bits of `with_end`
    stand for boxes that contain the end of a passage, or passage squares that the hero has not walked on.
    """
    chances = 0
    for number, box in enumerate(boxes):
        if box.floor < _MIN_FLOOR:
            if with_end >> number & 1:
                chances |= 2 << 2 * number
            elif box.passages < _MAZE:
                chances |= (3 if box.passages >= _CROSSING else 1) << 2 * number
    return chances


@lru_cache(maxsize=1024)
def regions_of(room_chances: int) -> Regions:
    """Return the regions of unseen rooms, whose chances are an answer of `chances_of_rooms`."""
    chances = [_ROOM_CHANCES[room_chances >> 2 * number & 3] for number in range(COUNT)]
    region_of: dict[int, int] = {}
    rooms: list[float] = []
    for first, likely in enumerate(chances):
        if not likely or first in region_of:
            continue
        region_of[first] = len(rooms)
        rooms.append(0.0)
        waiting = [first]
        while waiting:
            here = waiting.pop()
            rooms[-1] += chances[here]
            for near in _NEXT_TO[here]:
                if chances[near] and near not in region_of:
                    region_of[near] = region_of[first]
                    waiting.append(near)
    return Regions(region_of, tuple(rooms))


def region_worths(level: TerrainMap, rooms: tuple[float, ...], meal: int = 0) -> list[float]:
    """Return the worth of each region in gold, if a meal is worth `meal` gold."""
    each = room_worth(level.depth) + food_worth(level, meal, fsum(rooms))
    more = _STAIRS_WORTH if level.stairs < 0 else 0.0
    return [each * count + more * min(count, 1.0) for count in rooms]


class Frontier(Sieve):
    """Frontier squares with their expected gold.  A Frontier is valid until something on the level changes.

    A meal is worth `meal` gold.  A new Frontier is built after nearly every step.  To save time, a square is
    evaluated only when its value is asked for, and the value is kept until its inputs change.
    """

    __slots__ = ("_code", "_ends", "_level", "_meal", "_rooms", "_worth")

    def __init__(self, level: TerrainMap, meal: int = 0) -> None:
        self.squares = level.frontier
        self._level, self._code, self._meal = level, level.ground(), meal
        self._ends = 0  # boxes with the end of a passage, as bits
        for spot in level.tips:
            self._ends |= 1 << BOXES[spot]
        self._rooms: Rooms | None = None
        state = level.version, level.looks, self._ends, level.stairs, meal, level.food_seen
        results = level.results
        kept = results.outlook
        if kept is None or kept[0] != state:
            kept = results.outlook = state, {}
        self._worth = kept[1]

    def __contains__(self, spot: object) -> bool:
        return spot in self.squares and isinstance(spot, int) and self.worth(spot) > 0

    def __iter__(self) -> Iterator[int]:
        return iter(self.promising())

    def may_pay(self, least: float, bound: Bound) -> bool:
        """Return whether a square may promise `least` gold for each step of the walk to the square."""
        for spot in self.squares:
            worth = self.worth(spot)
            if worth > 0 and worth >= least * bound.to(spot):
                return True
        return False

    def promising(self) -> list[int]:
        """Return the frontier squares from which some gold is expected."""
        return [spot for spot in self.squares if self.worth(spot) > 0]

    def worth(self, spot: Square) -> float:
        """Return the gold expected in the ground that the hero will see from a frontier square."""
        known = self._worth.get(spot)
        if known is None:
            known = self._worth[spot] = self._look_into(spot)
        return known

    def _look_into(self, spot: Square) -> float:
        level, code, number = self._level, self._code, BOXES[spot]
        rooms = self._rooms
        if rooms is None:
            rooms = self._rooms = _rooms_of(level, self._ends, self._meal)
        box = level.boxes[number]
        if code[spot] == DOOR or code[spot] == PASSAGE:
            worth = _passage_worth(code, spot, number, rooms.region_of, rooms.worths, rooms.most)
            return max(worth, 4 * rooms.square) if box.passages >= _MAZE else worth
        values = rooms.squares.get(number)
        if values is None:
            values = _squares(code, number, box, rooms.region_of, rooms.worths, rooms.square)
            rooms.squares[number] = values
        return floor_worth(code, level.looked, spot, (box.top, box.left, box.bottom, box.right), values)


def _rooms_of(level: TerrainMap, ends: int, meal: int) -> Rooms:
    """Return the regions and their worth.  Recompute them only if inputs change."""
    results = level.results
    chances = chances_of_rooms(level.boxes, ends)
    state = chances, level.stairs < 0, meal, level.food_seen
    rooms = results.rooms
    if rooms is None or rooms.state != state:
        regions = regions_of(chances)
        worths = region_worths(level, regions.rooms, meal)
        # A partly seen room may hold the food as well as an unseen one.
        each = room_worth(level.depth) + food_worth(level, meal, fsum(regions.rooms) + 1.0)
        square = each / _ROOM_SQUARES * (3.0 if level.stairs < 0 else 1.0)
        rooms = results.rooms = Rooms(state, regions.of, worths, max(worths, default=0.0), square)
    if rooms.version != level.version:
        rooms.version = level.version
        rooms.squares.clear()
    return rooms


def _passage_worth(
    code: bytes, spot: Square, number: int, region_of: dict[int, int], worths: list[float], most: float
) -> float:
    """Return the worth, in gold, of a door or passage square that the hero has not walked on yet."""
    if number in region_of:
        return worths[region_of[number]]
    best = _ASIDE * most
    for step in STRAIGHT:
        other = beyond(number, step)
        if other in region_of and not (code[spot] == DOOR and code[spot - step] == UNKNOWN):
            best = max(best, worths[region_of[other]])
    return best


def _squares(
    code: bytes, number: int, box: Box, region_of: dict[int, int], worths: list[float], square: float
) -> tuple[float, ...]:
    """Return the worth, in gold, of an unseen square at a room's corners, at its sides, and inside.

    The nine numbers are in the order of the map: upper left corner, upper side, and so on.
    """
    top, left, bottom, right = box.top, box.left, box.bottom, box.right
    first_row, first_col = TOPS[number // 3], LEFTS[number % 3]
    is_full = bottom - top + 1 >= _MAX_ROWS - (first_row == 0)
    doors, walls = sides_of_floor(code, top, left, bottom, right)
    if is_full or top <= max(first_row, 1) + 1:
        walls |= 1
    if is_full or bottom >= first_row + _MAX_ROWS:
        walls |= 2
    if left <= first_col + 1:
        walls |= 4
    if right >= first_col + MAX_COLS:
        walls |= 8
    ends: list[float | None] = []  # per side; None: there may be more floor
    for side, other in enumerate(_BOXES_BESIDE[number]):
        door = doors >> side & 1
        if not door and not walls >> side & 1:
            ends.append(None)
            continue
        region = -1 if door else region_of.get(other, -1)
        ends.append(JOINED * worths[region] / _SIDE_SQUARES if region >= 0 else 0.0)
    up, down, on_left, on_right = ends
    return (
        _corner(up, on_left, square), square if up is None else up, _corner(up, on_right, square),
        square if on_left is None else on_left, square, square if on_right is None else on_right,
        _corner(down, on_left, square), square if down is None else down, _corner(down, on_right, square),
    )  # fmt: skip


def _corner(one: float | None, other: float | None, square: float) -> float:
    """Return the worth, in gold, of an unseen corner of a room, 0 where no floor can be."""
    if one is None:
        return square if other is None else other
    return one if other is None else 0.0


# Deduction from a square that shows more of the room's farther end than of the nearer one, or as much, as a
# share of the best square's view.
_FARTHER: Final = 0.8
_AS_MUCH: Final = 0.2


def next_look(
    level: TerrainMap, outlook: Frontier, ground: Roads, spot: Square, path: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the path to the square from which to look next, while the hero explores a dark room.

    `path` is the path to the nearest frontier square that promises gold.  Among equally near squares, prefer
    one that shows much of the room.  Finish the room's nearer end first, so that the hero need not come back
    to this end.  Outside a dark room, return `path`.
    """
    goal, number = path[-1], BOXES[spot]
    if number not in level.forgotten or BOXES[goal] != number or level.code[goal] != FLOOR:
        return path
    cost = ground.cost_of(path)
    found: dict[int, float] = {}
    for one in _at_cost(ground, spot, cost, level.frontier):
        if level.code[one] == FLOOR and BOXES[one] == number:
            worth = outlook.worth(one)
            if worth > 0:
                found[one] = worth
    if len(found) < 2:
        return path
    left, right = _ends(level, number)
    col = spot % COLS
    side = -1 if col - left < right - col else 1
    most = max(found.values())
    best, best_rank = goal, -1.0 - _FARTHER
    for one, worth in found.items():
        aside = side * _unseen_aside(level, one, col, left, right)
        rank = worth / most - (_FARTHER if aside < 0 else _AS_MUCH if aside == 0 else 0.0)
        if rank > best_rank:
            best, best_rank = one, rank
    if best == goal:
        return path
    return (best,) if cost == 1 else find_path(ground, spot, {best}, cost + 1)


def _at_cost(ground: Roads, spot: Square, cost: int, among: set[int]) -> list[int]:
    """Return the squares of `among` at exactly this path cost from `spot`, in a search's order."""
    if cost == 1:
        return [one for one in ground.level.neighbors(spot) if one in among and not ground.avoid[one]]
    near = costs(ground, spot, cost + 1)
    return [one for one in near.spots() if one in among and near.get(one, -1) == cost]


def _ends(level: TerrainMap, number: int) -> tuple[int, int]:
    """Return the columns of a room's left and right walls.

    A wall that has not been seen is assumed to be as far out as possible.
    """
    box, code, first = level.boxes[number], level.code, LEFTS[number % 3]
    top, bottom = box.top * COLS, box.bottom * COLS
    left = max(first, box.right - MAX_COLS)
    if UPRIGHT in code[top + box.left - 1 : bottom + box.left : COLS]:
        left = box.left - 1
    right = min(first + MAX_COLS + 1, box.left + MAX_COLS, COLS - 1)
    if UPRIGHT in code[top + box.right + 1 : bottom + box.right + 2 : COLS]:
        right = box.right + 1
    return left, right


def _unseen_aside(level: TerrainMap, spot: Square, col: int, left: int, right: int) -> int:
    """Return the sum of (column - `col`) over the unseen squares around `spot` that are inside the room."""
    total, code, looked = 0, level.code, level.looked
    for step in AROUND:
        there = spot + step
        if not code[there] and not looked[there]:
            there %= COLS
            if left < there < right:
                total += there - col
    return total
