"""What unseen ground promises: rooms not seen yet, and the squares from which something new may be seen.

Owns   what is known of the nine boxes, the rooms still expected in them, the worth of each frontier square.
Leaves hidden things (think.secrets), choosing among the squares and going there (experts.explore).

Each box holds a room or a point where passages meet; a room has at most one door on each side, and only on
sides with a box beyond (GEN-2, GEN-22, GEN-30c).  So in a dark room, where only what is next to the hero
shows, walls towards rooms that are known, and towards the edge of the map, need no look.
"""

from __future__ import annotations

from collections.abc import Container
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
    STRAIGHT,
    UNKNOWN,
    UP,
    UPRIGHT,
    Level,
)  # fmt: skip
from rogomatic.beliefs.rooms import box_of
from rogomatic.screen import COLS

_TOPS: Final = (0, 8, 16)  # the boxes' first rows and columns (GEN-2)
_LEFTS: Final = (1, 27, 53)
_WIDTHS: Final = ((0, 27), (27, 53), (53, 80))
_MOST_ROWS: Final = 5  # of floor in a room, one less in the boxes at the top (GEN-7)
_MOST_COLS: Final = 23
_LEAST_FLOOR: Final = 2  # squares of floor that show of a room: one may be a guess of what is under a foe
_MAZE: Final = 15  # squares of passages that show of a maze
_CROSSING: Final = 5  # squares of passages that show of a box that they lead through
JOINED: Final = 0.77  # chance that two boxes side by side are joined (GEN-19, GEN-20)
_ITEM_WORTH: Final = 20.0  # of the things that lie about in a room, in gold
_STAIRS_WORTH: Final = 150.0  # in gold, while no stairs are known
_ROOM_SQUARES: Final = 45.0
_SIDE_SQUARES: Final = 10.0
_ASIDE: Final = 0.25  # what a door or passage is worth that should lead to a known room, of what is elsewhere
# Chance that there is a room in a box where no floor is known: nothing is known of it; a passage ends in it;
# passages lead through it.
_BLANK_BOX, _END_IN_BOX, _CROSSED_BOX = 0.8, 0.7, 0.1


class Box(NamedTuple):
    """What is known of a box: squares of floor and of passages, the rectangle that holds the floor."""

    floor: int = 0
    passages: int = 0
    top: int = 99
    left: int = 99
    bottom: int = -1
    right: int = -1


class Regions(NamedTuple):
    """Boxes next to each other whose rooms are unseen: which box is in which region, and the rooms expected
    in each region.
    """

    of: dict[int, int]
    rooms: tuple[float, ...]


_BEYOND: Final = {
    **{(box, UP): box - 3 if box >= 3 else -1 for box in range(9)},
    **{(box, DOWN): box + 3 if box < 6 else -1 for box in range(9)},
    **{(box, LEFT): box - 1 if box % 3 > 0 else -1 for box in range(9)},
    **{(box, RIGHT): box + 1 if box % 3 < 2 else -1 for box in range(9)},
}


def beyond(box: int, step: int) -> int:
    """Return the box next to a box in a straight direction, -1 past the edge."""
    return _BEYOND[box, step]


def room_worth(depth: int) -> float:
    """Return the gold expected in an unseen room, things included (GEN-16, RND-7)."""
    return 0.5 * (2 + (49 + 10 * depth) / 2) + _ITEM_WORTH


def boxes_of(code: bytes | bytearray) -> list[Box]:
    """Return what is known of the nine boxes."""
    floor, passages = [0] * 9, [0] * 9
    top, left, bottom, right = [99] * 9, [99] * 9, [-1] * 9, [-1] * 9
    for row in range(1, 23):
        line = code[row * COLS : row * COLS + COLS]
        has_floor, has_passage = FLOOR in line, PASSAGE in line
        if not has_floor and not has_passage:
            continue
        for box, (first, last) in enumerate(_WIDTHS, row // 8 * 3):
            if has_passage:
                passages[box] += line.count(PASSAGE, first, last)
            here = line.count(FLOOR, first, last) if has_floor else 0
            if here:
                floor[box] += here
                top[box], bottom[box] = min(top[box], row), row
                left[box] = min(left[box], line.find(FLOOR, first, last))
                right[box] = max(right[box], line.rfind(FLOOR, first, last))
    return [Box(*figures) for figures in zip(floor, passages, top, left, bottom, right, strict=True)]


def regions_of(boxes: list[Box], with_end: Container[int]) -> Regions:
    """Return the regions of unseen rooms; in the boxes `with_end` a passage ends or is not walked yet."""
    chance: dict[int, float] = {}
    for number, box in enumerate(boxes):
        if box.floor >= _LEAST_FLOOR:
            continue
        if number in with_end:
            chance[number] = _END_IN_BOX
        elif box.passages < _MAZE:
            chance[number] = _CROSSED_BOX if box.passages >= _CROSSING else _BLANK_BOX
    region_of: dict[int, int] = {}
    rooms: list[float] = []
    for first in chance:
        if first in region_of:
            continue
        region_of[first] = len(rooms)
        rooms.append(0.0)
        waiting = [first]
        while waiting:
            here = waiting.pop()
            rooms[-1] += chance[here]
            for step in STRAIGHT:
                near = beyond(here, step)
                if near in chance and near not in region_of:
                    region_of[near] = region_of[first]
                    waiting.append(near)
    return Regions(region_of, tuple(rooms))


def region_worths(level: Level, rooms: tuple[float, ...]) -> list[float]:
    """Return what each region is worth, in gold."""
    each = room_worth(level.depth)
    more = _STAIRS_WORTH if level.stairs < 0 else 0.0
    return [each * count + more * min(count, 1.0) for count in rooms]


def outlook(level: Level) -> dict[int, float]:
    """Return the frontier squares that promise anything, each with the gold that going there promises."""
    boxes = boxes_of(level.code)
    code = level.code
    regions = regions_of(boxes, {box_of(spot) for spot in level.frontier if code[spot] == PASSAGE})
    worths = region_worths(level, regions.rooms)
    most = max(worths, default=0.0)
    squares: dict[int, tuple[float, ...]] = {}
    square = room_worth(level.depth) / _ROOM_SQUARES * (3.0 if level.stairs < 0 else 1.0)
    found: dict[int, float] = {}
    for spot in level.frontier:
        number = box_of(spot)
        box = boxes[number]
        if code[spot] == DOOR or code[spot] == PASSAGE:
            worth = _passage_worth(level, spot, number, regions.of, worths, most)
            if box.passages >= _MAZE:
                worth = max(worth, 4 * square)
        else:
            if number not in squares:
                squares[number] = _squares(code, number, box, regions.of, worths, square)
            worth = _floor_worth(level, spot, box, squares[number])
        if worth > 0:
            found[spot] = worth
    return found


def _passage_worth(
    level: Level, spot: int, number: int, region_of: dict[int, int], worths: list[float], most: float
) -> float:
    """Return what a door or a square of a passage promises that was not walked on yet."""
    code = level.code
    if number in region_of:
        return worths[region_of[number]]
    best = _ASIDE * most
    for step in STRAIGHT:
        other = beyond(number, step)
        if other in region_of and not (code[spot] == DOOR and code[spot - step] == UNKNOWN):
            best = max(best, worths[region_of[other]])
    return best


def _squares(
    code: bytearray, number: int, box: Box, region_of: dict[int, int], worths: list[float], square: float
) -> tuple[float, ...]:
    """Return what an unseen square next to the floor of a room is worth: nine values, for squares above,
    level with and below the known floor, each on its left, level with it and on its right.
    """
    top, left, bottom, right = box.top, box.left, box.bottom, box.right
    walls = {
        UP: code[(top - 1) * COLS + left : (top - 1) * COLS + right + 1],
        DOWN: code[(bottom + 1) * COLS + left : (bottom + 1) * COLS + right + 1],
        LEFT: code[top * COLS + left - 1 : (bottom + 1) * COLS : COLS],
        RIGHT: code[top * COLS + right + 1 : (bottom + 1) * COLS + right + 1 : COLS],
    }
    first_row, first_col = _TOPS[number // 3], _LEFTS[number % 3]
    is_full = bottom - top + 1 >= _MOST_ROWS - (first_row == 0)
    is_end = {
        UP: is_full or top <= max(first_row, 1) + 1,
        DOWN: is_full or bottom >= first_row + _MOST_ROWS,
        LEFT: left <= first_col + 1,
        RIGHT: right >= first_col + _MOST_COLS,
    }
    wall: dict[int, float | None] = {}  # None: there may be more floor
    for step, line in walls.items():
        other = beyond(number, step)
        if not (is_end[step] or DOOR in line or (ACROSS if step in (UP, DOWN) else UPRIGHT) in line):
            wall[step] = None
        elif other in region_of and DOOR not in line:
            wall[step] = JOINED * worths[region_of[other]] / _SIDE_SQUARES
        else:
            wall[step] = 0.0
    values: list[float] = []
    for across in (UP, 0, DOWN):
        for upright in (LEFT, 0, RIGHT):
            ends = [value for step in (across, upright) if step and (value := wall[step]) is not None]
            values.append(square if not ends else ends[0] if len(ends) == 1 else 0.0)
    return tuple(values)


def _floor_worth(level: Level, spot: int, box: Box, values: tuple[float, ...]) -> float:
    """Return what the unseen squares around a square of floor promise."""
    code, looked = level.code, level.looked
    total = 0.0
    for step in AROUND:
        there = spot + step
        if code[there] == UNKNOWN and not looked[there]:
            row, col = divmod(there, COLS)
            down = 0 if row < box.top else 6 if row > box.bottom else 3
            total += values[down + (col > box.right) - (col < box.left) + 1]
    return total
