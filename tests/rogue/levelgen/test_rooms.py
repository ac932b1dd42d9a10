"""Rooms: where they lie, how large they are, mazes (GEN-2 to GEN-14)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.levelgen import floor_plan
from rogue.levelgen.floor_plan import box_of, lay_rooms
from rogue.levelgen.spawning import inside, random_spot
from rogue.state.grid import COLS, Room
from rogue.state.level import PASS
from rogue.state.world import World
from rogue.tables.glyphs import FLOOR, PASSAGE, ROCK, WALL_H, WALL_V
from rogue.tables.ruleset import ROGUE_54

pytestmark = pytest.mark.slow


def laid(seed: int, depth: int) -> World:
    world = World(ROGUE_54, seed)
    world.depth = depth
    lay_rooms(world)
    return world


def mazes(count: int, depth: int = 11) -> list[tuple[World, Room]]:
    found: list[tuple[World, Room]] = []
    seed = 0
    while len(found) < count:
        world = laid(seed, depth)
        found += [(world, room) for room in world.level.rooms if room.maze]
        seed += 1
    return found


@settings(max_examples=75, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), depth=st.integers(1, 30))
def test_gen_7_rooms_fit_their_boxes(seed: int, depth: int) -> None:
    for room in laid(seed, depth).level.rooms:
        row, col = box_of(room.number)
        if room.gone:
            assert row + 1 <= room.top <= row + 6
            assert col + 1 <= room.left <= col + 24
            assert (room.width, room.height, room.dark, room.maze) == (0, 0, False, False)
        elif not room.maze:
            assert 4 <= room.width <= 25
            assert 4 <= room.height <= (7 if row else 6)
            assert max(row, 1) <= room.top
            assert room.top + room.height <= row + 7 + (room.number >= 4)
            assert col <= room.left
            assert room.left + room.width <= col + 26


@settings(max_examples=75, deadline=None)
@given(seed=st.integers(0, 2**64 - 1))
def test_gen_9_a_blank_line_lies_between_neighbors(seed: int) -> None:
    """Mazes at the top may touch what is below room 0, which GEN-8 leaves out."""
    places = laid(seed, 1).level.rooms
    for room in places:
        for other in places[room.number + 1 :]:
            if room.gone or other.gone:
                continue
            beside = room.number // 3 == other.number // 3
            if beside:
                assert room.left + room.width < other.left
            else:
                assert room.top + room.height < other.top


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**64 - 1))
def test_gen_10_walls_around_floor(seed: int) -> None:
    world = laid(seed, 1)
    cells = world.level.cells
    drawn = 0
    for room in world.level.rooms:
        if room.gone:
            continue
        floor = set(inside(room))
        for row in range(room.top, room.top + room.height):
            for spot in range(row * COLS + room.left, row * COLS + room.left + room.width):
                level_wall = row in (room.top, room.top + room.height - 1)
                wanted = FLOOR if spot in floor else WALL_H if level_wall else WALL_V
                assert cells[spot] == wanted
                drawn += 1
    assert drawn == sum(cell != ROCK for cell in cells)


def test_gen_3_none_to_three_rooms_are_gone_and_each_may_be() -> None:
    numbers: Counter[int] = Counter()
    counts: Counter[int] = Counter()
    for seed in range(400):
        gone = [room.number for room in laid(seed, 1).level.rooms if room.gone]
        counts[len(gone)] += 1
        numbers.update(gone)
    assert set(counts) == {0, 1, 2, 3}
    assert all(abs(count - 100) < 3.5 * (400 * 3 / 16) ** 0.5 for count in counts.values())
    assert set(numbers) == set(range(9))


@pytest.mark.parametrize(
    ("top", "height", "maze", "expected"),
    [
        (8, 5, True, (9, 4)),
        (8, 4, True, (9, 4)),  # never lower than four
        (9, 5, True, (9, 5)),
        (8, 5, False, (8, 5)),
    ],
)
def test_gen_8_rooms_keep_off_the_maze(top: int, height: int, maze: bool, expected: tuple[int, int]) -> None:
    above, room = Room(1), Room(4)
    above.top, above.height, above.maze = 1, 6, maze
    room.top, room.height = top, height
    floor_plan._keep_off_maze(room, above)
    assert (room.top, room.height) == expected


def test_gen_8_leaves_out_room_3() -> None:
    tops: dict[int, set[int]] = {3: set(), 4: set(), 5: set()}
    for world, maze in mazes(150):
        for below in world.level.rooms[3:6]:
            if below.number - 3 == maze.number and not (below.gone or below.maze):
                tops[below.number].add(below.top)
    assert min(tops[3]) == 8
    assert min(tops[4]) == min(tops[5]) == 9


def test_gen_6_one_dark_room_in_fifteen_is_a_maze() -> None:
    deep = [room for seed in range(800) for room in laid(seed, 11).level.rooms if not room.gone]
    share, count = 1 / 15, len(deep)
    found = sum(room.maze for room in deep)
    assert abs(found - count * share) < 3.5 * (count * share * (1 - share)) ** 0.5


def test_gen_11_mazes_fill_their_boxes() -> None:
    seen = set()
    for _, maze in mazes(60):
        row, col = box_of(maze.number)
        seen.add(row)
        assert (maze.top, maze.height) == ((row, 7) if row else (1, 6))
        assert (maze.left, maze.width) == (0 if col == 1 else col, 25)
        assert not maze.dark
        assert not maze.gone
    assert seen == {0, 8, 16}


def test_gen_12_a_maze_is_a_spanning_tree_over_52_cells() -> None:
    for world, maze in mazes(30):
        flags = world.level.flags
        origin = maze.top * COLS + maze.left
        square = [[flags[origin + r * COLS + c] & PASS for c in range(25)] for r in range(7)]
        assert all(square[r][c] for r in range(0, 7, 2) for c in range(0, 25, 2))
        assert not any(square[r][c] for r in range(1, 7, 2) for c in range(1, 25, 2))
        dug = sum(map(bool, (cell for line in square for cell in line)))
        assert dug == 52 + 51, "a tree has one link less than cells"


def test_gen_13_mazes_have_passages_and_secrets_only() -> None:
    secrets = 0
    for world, maze in mazes(30):
        origin = maze.top * COLS + maze.left
        cells = [world.level.cells[origin + r * COLS + c] for r in range(7) for c in range(25)]
        assert set(cells) <= {ROCK, PASSAGE}
        secrets += 103 - cells.count(PASSAGE)
    assert 0 < secrets < 30 * 103 / 40 * 2


def test_gen_14_random_spots_leave_out_the_rim() -> None:
    world = laid(3, 1)
    room = next(place for place in world.level.rooms if not place.gone)
    room.width = room.height = 4
    spots = {random_spot(world, room) for _ in range(200)}
    assert spots == set(inside(room))
    assert len(spots) == 4


def test_gen_2_nine_boxes_of_26_columns_by_8_rows() -> None:
    assert [box_of(number) for number in range(9)] == [
        (row, col) for row in (0, 8, 16) for col in (1, 27, 53)
    ]


def test_gen_4_a_gone_room_is_a_point_anywhere_inside_its_box() -> None:
    points: dict[str, Counter[int]] = {"rows": Counter(), "columns": Counter()}
    for seed in range(1500):
        for room in laid(seed, 1).level.rooms:
            if room.gone:
                row, col = box_of(room.number)
                points["rows"][room.top - row] += 1
                points["columns"][room.left - col] += 1
                assert (room.width, room.height, room.gold) == (0, 0, 0)
    for line, last in (("rows", 6), ("columns", 24)):
        counts = points[line]
        assert set(counts) == set(range(1, last + 1))
        mean = counts.total() / last
        assert all(abs(count - mean) < 4 * mean**0.5 for count in counts.values())
