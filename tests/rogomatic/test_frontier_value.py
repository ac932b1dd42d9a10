"""What unseen ground promises, and in which order a dark room is swept."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import NamedTuple

import pytest

from rogomatic.agent.beliefs.box_contents import COUNT, Box, measured
from rogomatic.agent.beliefs.terrain_map import (
    ACROSS,
    AROUND,
    DOOR,
    FLOOR,
    PASSAGE,
    STAIRS,
    UPRIGHT,
    TerrainMap,
    box_of,
)
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.ground.frontier_value import (
    Frontier,
    Regions,
    chances_of_rooms,
    next_look,
    region_worths,
    regions_of,
    room_worth,
)
from rogomatic.agent.think.ground.pathfinding import Roads, find_path
from tests.support.agent_scenes import beliefs, spot_of

KNOWN = Box(floor=20)
WHOLE = """
  -------
  |.....|
  |..@..|
  |.....|
  -------
"""


def without(picture: str, row: int, col: int, more: str = "") -> str:
    """Return a picture with a blank in it, and something to the right of its second row."""
    lines = picture.strip("\n").split("\n")
    lines[row] = lines[row][:col] + " " + lines[row][col + 1 :]
    lines[1] = lines[1].ljust(30) + more
    return "\n".join(lines)


def outlook(level: TerrainMap) -> dict[int, float]:
    promises = Frontier(level)
    return {spot: promises.worth(spot) for spot in promises}


def test_a_room_seen_whole_promises_nothing() -> None:
    assert outlook(beliefs(WHOLE).level) == {}


@pytest.mark.parametrize(
    ("row", "col", "more", "is_worth"),
    [
        (0, 4, "", False),  # the upper edge of the map is behind it
        (2, 2, "", False),  # the left edge
        (4, 4, "", True),  # a room is expected below
        (2, 8, "", True),  # and on the right
        (2, 8, "...", False),  # the room on the right is known
        (4, 4, "...", True),
    ],
)
def test_a_gap_counts_where_a_door_may_lead_somewhere(row: int, col: int, more: str, is_worth: bool) -> None:
    level = beliefs(without(WHOLE, row, col, more)).level
    known = {spot for spot in outlook(level) if spot % 80 < 20}
    assert {spot for spot in level.frontier if spot % 80 < 20}
    assert bool(known) == is_worth


def test_unseen_floor_is_worth_most_where_most_of_it_shows() -> None:
    picture = """
  -------
  |..
  |.@.
  |..
"""
    level = beliefs(picture).level
    worths = outlook(level)
    right, corner = spot_of(picture, "@") + 1, spot_of(picture, "@") - 79
    assert worths[right] > worths.get(corner, 0.0)


def test_a_door_to_the_unknown_is_worth_a_room() -> None:
    picture = WHOLE.replace("@..|", "@..+")
    level = beliefs(picture).level
    assert outlook(level)[spot_of(picture, "+")] > room_worth(1)


def regions_with(boxes: list[Box], ends: int) -> Regions:
    return regions_of(chances_of_rooms(boxes, ends))


def test_regions_are_boxes_side_by_side() -> None:
    empty, crossed = Box(), Box(passages=8)
    boxes = [KNOWN, empty, empty, KNOWN, KNOWN, KNOWN, crossed, KNOWN, empty]
    regions = regions_with(boxes, 0)
    assert regions.of == {1: 0, 2: 0, 6: 1, 8: 2}
    assert regions.rooms == pytest.approx((1.6, 0.1, 0.8))
    assert regions_with(boxes, 1 << 6).rooms[1] == pytest.approx(0.7)
    assert regions_with([KNOWN] * 9, 0).rooms == ()


def test_a_box_with_a_maze_is_known_unless_a_passage_ends_in_it() -> None:
    boxes = [KNOWN] * 8 + [Box(passages=30)]
    assert regions_with(boxes, 0).of == {}
    assert regions_with(boxes, 1 << 8).of == {8: 0}


def test_unseen_rooms_are_worth_more_while_no_stairs_are_known() -> None:
    bare = beliefs(WHOLE).level
    shown = beliefs(WHOLE.replace("...|", "..%|", 1)).level
    assert region_worths(bare, (1.0,))[0] > region_worths(shown, (1.0,))[0] == room_worth(1)


def test_the_rectangle_of_a_box() -> None:
    box = measured(beliefs(WHOLE).level.ground(), 0)
    assert (box.floor, box.top, box.left, box.bottom, box.right) == (15, 2, 3, 4, 7)


def test_boxes_follow_each_change_of_a_square() -> None:
    dice = Random(3)
    level = beliefs(WHOLE).level
    for change in range(400):
        spot = dice.randrange(24 * 80) if change % 4 else 2 * 80 + dice.randrange(9)
        level.put(spot, dice.randrange(8) if change % 3 else FLOOR)
        boxes = [measured(level.ground(), number) for number in range(COUNT)]
        assert [box.fields() for box in level.boxes] == [box.fields() for box in boxes]


def test_promises_follow_what_is_seen_looked_at_and_walked_on() -> None:
    level = beliefs(without(WHOLE, 4, 4, "###")).level
    end = next(spot for spot in level.frontier if level.code[spot] == PASSAGE)
    first = outlook(level)
    for change in (
        partial(level.visit, 3 * 80 + 4),
        partial(level.put, 10 * 80 + 30, FLOOR),
        partial(level.visit, end),
        partial(level.put, 12 * 80 + 40, STAIRS),
        partial(level.put, 12 * 80 + 41, FLOOR),
    ):
        change()
        level.update_frontier()
        found = outlook(level)
        level.results.outlook = None
        assert found == outlook(level)
    assert first != found


def test_promises_are_the_frontier_squares_worth_something() -> None:
    level = beliefs(without(WHOLE, 4, 4)).level
    promises = Frontier(level)
    assert {spot for spot in level.frontier if spot in promises} == set(promises) != set()
    assert all((spot in promises) == (promises.worth(spot) > 0) for spot in level.frontier)
    assert 5 not in promises


FLOOR_SEEN_DARK = 3  # squares that the screen forgot


class Room(NamedTuple):
    """A dark room with one door: its first row and column, its size, and where the door is."""

    top: int
    left: int
    height: int
    width: int
    door: int
    inside: int  # the square behind the door

    def cells(self) -> dict[int, int]:
        """Return what its squares are, walls and door included."""
        rows = range(self.top - 1, self.top + self.height + 1)
        cols = range(self.left - 1, self.left + self.width + 1)
        found = {row * COLS + col: self._cell(row, col) for row in rows for col in cols}
        return {**found, self.door: DOOR}

    def _cell(self, row: int, col: int) -> int:
        if not self.top <= row < self.top + self.height:
            return ACROSS
        return FLOOR if self.left <= col < self.left + self.width else UPRIGHT


def room(height: int, width: int, door_row: int, door_col: int) -> Room:
    """Return a room in the box in the middle; the row and the column of the door count from its floor."""
    top, left = 10, 29
    door = (top + door_row) * COLS + left + door_col
    row, col = min(max(door_row, 0), height - 1), min(max(door_col, 0), width - 1)
    return Room(top, left, height, width, door, (top + row) * COLS + left + col)


def look(level: TerrainMap, cells: dict[int, int], spot: int) -> None:
    """Show what is next to a hero that stands on a square."""
    for step in (0, *AROUND):
        if spot + step in cells:
            level.put(spot + step, cells[spot + step])
    level.visit(spot)
    level.update_frontier()


def entered(there: Room) -> tuple[TerrainMap, dict[int, int]]:
    """Return a level on which the hero has come through the door of a dark room, and what the room is."""
    level, cells = TerrainMap(8), there.cells()
    level.put(there.door, DOOR)
    level.visit(there.door)
    level.forgotten[box_of(there.inside)] = FLOOR_SEEN_DARK
    look(level, cells, there.inside)
    return level, cells


def steps_of_a_sweep(there: Room, is_swept: bool) -> tuple[int, int]:
    """Return the steps until the room promises nothing more, and how much floor was seen then."""
    level, cells = entered(there)
    spot, steps = there.inside, 1
    while path := find_path(Roads(level), spot, Frontier(level)):
        if is_swept:
            path = next_look(level, Frontier(level), Roads(level), spot, path)
        spot, steps = path[0], steps + 1
        look(level, cells, spot)
    return steps, level.code.count(FLOOR)


ROOMS = [
    room(height, width, *door)
    for height, width in ((2, 9), (3, 14), (4, 12), (4, 20), (5, 17))
    for door in ((-1, width // 3), (height, width - 2), (height // 2, -1), (0, width))
]


@pytest.mark.slow
def test_a_sweep_takes_a_quarter_fewer_steps_than_nearest_first() -> None:
    swept = sum(steps_of_a_sweep(one, is_swept=True)[0] for one in ROOMS)
    nearest = sum(steps_of_a_sweep(one, is_swept=False)[0] for one in ROOMS)
    assert swept <= 0.75 * nearest


@pytest.mark.slow
def test_a_sweep_leaves_at_most_a_corner_of_the_floor_unseen() -> None:
    seen = [(one, steps_of_a_sweep(one, is_swept=True)[1]) for one in ROOMS]
    assert [one for one, floor in seen if floor < one.height * one.width - 1] == []


@pytest.mark.parametrize(("door_col", "side"), [(2, -1), (11, 1)])
def test_the_nearer_end_comes_first(door_col: int, side: int) -> None:
    there = room(3, 14, -1, door_col)
    level, cells = entered(there)
    look(level, cells, there.inside + COLS)  # a step away from the wall, both ends are as near
    start = there.inside + COLS
    path = next_look(level, Frontier(level), Roads(level), start, (start - side,))
    assert (path[0] % COLS - start % COLS) * side > 0


def test_in_a_lit_room_the_way_stays_as_it_is() -> None:
    there = room(3, 14, -1, 2)
    level, _ = entered(there)
    level.forgotten.clear()
    path = find_path(Roads(level), there.inside, Frontier(level))
    assert next_look(level, Frontier(level), Roads(level), there.inside, path) == path


def test_a_way_out_of_the_room_stays_as_it_is() -> None:
    there = room(3, 14, -1, 2)
    level, _ = entered(there)
    assert next_look(level, Frontier(level), Roads(level), there.inside, (there.door,)) == (there.door,)
