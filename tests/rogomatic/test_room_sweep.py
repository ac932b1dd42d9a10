"""How a dark room is swept: which square comes next among those that are as near."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rogomatic.agent.beliefs.terrain_map import ACROSS, AROUND, DOOR, FLOOR, UPRIGHT, TerrainMap, box_of
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.ground.frontier_value import Frontier, next_look
from rogomatic.agent.think.ground.pathfinding import Roads, find_path

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


def test_a_sweep_takes_a_quarter_fewer_steps_than_nearest_first() -> None:
    swept = sum(steps_of_a_sweep(one, is_swept=True)[0] for one in ROOMS)
    nearest = sum(steps_of_a_sweep(one, is_swept=False)[0] for one in ROOMS)
    assert swept <= 0.75 * nearest


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
