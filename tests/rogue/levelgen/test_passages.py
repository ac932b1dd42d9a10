"""Passages and doors (GEN-18 to GEN-28)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.levelgen import floor_plan
from rogue.levelgen.floor_plan import NEIGHBOURS, connections, put_passage
from rogue.state.grid import COLS, DOWN, LEFT, RIGHT, UP, Room
from rogue.state.level import PASS, REAL, Level
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, GOLD, PASSAGE, ROCK, STEP_OK, WALL_H, WALL_V
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.notation import draw
from tests.rogue.levelgen.levels import one, worlds

pytestmark = pytest.mark.slow


def test_gen_18_neighbors_of_the_grid() -> None:
    assert NEIGHBOURS[0] == (1, 3)
    assert NEIGHBOURS[4] == (1, 3, 5, 7)
    assert all(place in NEIGHBOURS[other] for place in range(9) for other in NEIGHBOURS[place])


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**64 - 1))
def test_gen_19_to_21_connections_join_all_nine_places(seed: int) -> None:
    joined = connections(World(ROGUE_54, seed))
    assert 8 <= len(joined) <= 12
    assert len(set(joined)) == len(joined)
    assert all(high - low in (1, 3) and high in NEIGHBOURS[low] for low, high in joined)
    seen = {0}
    for _ in range(9):
        seen |= {place for pair in joined if seen & set(pair) for place in pair}
    assert seen == set(range(9))


def straight(shift: int, length: int, seed: int) -> list[str]:
    """Dig one passage between two gone places, `length` rows apart, and return the picture."""
    world = World(ROGUE_54, seed)
    low, high = world.level.rooms[1], world.level.rooms[4]
    for room, top, left in ((low, 2, 40), (high, 3 + length, 40 + shift)):
        room.gone, room.top, room.left = True, top, left
    floor_plan._connect(world, low, high)
    return [line for line in draw(world) if line]


def test_gen_24_a_straight_passage() -> None:
    assert [line.strip() for line in straight(0, 3, 1)] == ["#"] * 5


def test_gen_24_one_sideways_run_with_both_ends() -> None:
    lines = straight(4, 6, 2)
    assert len(lines) == 8
    assert [line.count("#") for line in lines].count(5) == 1
    assert sum(line.count("#") for line in lines) == 8 + 4
    assert lines[0].index("#") == 40
    assert lines[-1].index("#") == 44


def test_gen_25_the_turn_is_anywhere_but_in_the_first_step() -> None:
    pictures = [straight(-3, 5, seed) for seed in range(200)]
    rows = Counter(next(row for row, line in enumerate(lines) if line.count("#") > 1) for lines in pictures)
    assert set(rows) == {2, 3, 4, 5}
    assert all(abs(count - 50) < 3.5 * (200 * 3 / 16) ** 0.5 for count in rows.values())


def test_gen_25_with_one_square_between_the_turn_is_there() -> None:
    lines = straight(3, 1, 1)
    assert [line.count("#") for line in lines] == [1, 4, 1]


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), depth=st.integers(1, 30))
def test_gen_26_doors_stand_in_walls_and_lead_out(seed: int, depth: int) -> None:
    level = one(depth, seed).level
    doors = 0
    for room in level.rooms:
        assert not (room.gone and room.exits)
        sides = set()
        for spot in room.exits:
            row, col = divmod(spot, COLS)
            if room.maze:
                assert level.flags[spot] & PASS
                continue
            doors += 1
            flat = row in (room.top, room.top + room.height - 1)
            upright = col in (room.left, room.left + room.width - 1)
            assert flat != upright, "never in a corner"
            wall = WALL_H if flat else WALL_V
            assert level.cells[spot] == (DOOR if level.flags[spot] & REAL else wall)
            assert not level.flags[spot] & PASS
            outward = (UP if row == room.top else DOWN) if flat else (LEFT if col == room.left else RIGHT)
            assert level.flags[spot + outward] & PASS
            assert STEP_OK[level.cells[spot - outward]]
            sides.add(outward)
        assert room.maze or len(sides) == len(room.exits), "one door per side (GEN-30c)"
    assert doors == sum(cell == DOOR for cell in level.cells) + hidden_doors(level)


def hidden_doors(level: Level) -> int:
    return sum(
        cell in (WALL_H, WALL_V) and not flags & REAL
        for cell, flags in zip(level.cells, level.flags, strict=True)
    )


def test_gen_27_once_visible_a_square_stays_visible() -> None:
    world = World(ROGUE_54, 1)
    put_passage(world, 1000)
    assert world.level.cells[1000] == PASSAGE
    world.depth = 30
    for _ in range(500):
        put_passage(world, 1000)
    assert (world.level.cells[1000], world.level.flags[1000]) == (PASSAGE, REAL | PASS)


def test_gen_27_a_hidden_square_that_is_crossed_may_show() -> None:
    world = World(ROGUE_54, 1)
    world.depth = 30
    spot = 1000
    while world.level.cells[spot] == PASSAGE or not world.level.flags[spot] & PASS:
        spot += 1
        put_passage(world, spot)
    assert (world.level.cells[spot], world.level.flags[spot]) == (ROCK, PASS)
    world.depth = 1
    put_passage(world, spot)
    assert (world.level.cells[spot], world.level.flags[spot]) == (PASSAGE, REAL | PASS)


def test_a_passage_through_a_maze_spares_what_lies_there() -> None:
    world = World(ROGUE_54, 1)
    world.depth = 30
    world.level.cells[1000] = GOLD
    world.level.flags[1000] |= PASS
    for _ in range(200):
        put_passage(world, 1000)
    assert (world.level.cells[1000], world.level.flags[1000]) == (GOLD, REAL | PASS)


def maze_with_links(cols: list[int]) -> tuple[World, Room]:
    """Return a top maze in box 1 whose lower line is dug at those offsets only (GEN-23)."""
    world = World(ROGUE_54, 5)
    room = world.level.rooms[1]
    room.maze = True
    room.top, room.left, room.height, room.width = 1, 27, 6, 25
    for col in cols:
        put_passage(world, 6 * COLS + 27 + col)
    return world, room


def test_gen_23_a_maze_ends_where_it_is_dug() -> None:
    world, room = maze_with_links([0, 4, 8])
    ends = {floor_plan._end(world, room, DOWN) for _ in range(60)}
    assert ends == {6 * COLS + 27 + 4, 6 * COLS + 27 + 8}


def test_bug_2_a_maze_dug_only_at_its_rim_still_has_an_end() -> None:
    world, room = maze_with_links([0, 24])
    ends = {floor_plan._end(world, room, DOWN) for _ in range(60)}
    assert ends == {6 * COLS + 27, 6 * COLS + 51}


def test_gen_30a_at_most_24_doors() -> None:
    for world in worlds(1, 200):
        assert sum(len(room.exits) for room in world.level.rooms) <= 24


def test_gen_22_a_passage_leaves_anywhere_between_the_corners_of_its_wall() -> None:
    world = World(ROGUE_54, 5)
    room = Room(4)
    room.top, room.left, room.height, room.width = 9, 30, 6, 10
    for step, line in (
        (DOWN, [14 * COLS + col for col in range(31, 39)]),
        (UP, [9 * COLS + col for col in range(31, 39)]),
        (RIGHT, [row * COLS + 39 for row in range(10, 14)]),
        (LEFT, [row * COLS + 30 for row in range(10, 14)]),
    ):
        drawn = Counter(floor_plan._end(world, room, step) for _ in range(2000))
        assert sorted(drawn) == line
        mean = 2000 / len(line)
        assert all(abs(count - mean) < 4 * mean**0.5 for count in drawn.values())
    gone = Room(3, gone=True)
    gone.top, gone.left = 12, 20
    assert {floor_plan._end(world, gone, step) for step in (UP, DOWN, LEFT, RIGHT)} == {12 * COLS + 20}


def test_gen_4_26_a_gone_room_holds_a_passage_square_and_no_door() -> None:
    points = 0
    for world in worlds(1, 80):
        for room in world.level.rooms:
            if room.gone:
                spot = room.top * COLS + room.left
                assert world.level.flags[spot] & PASS
                assert room.exits == []
                points += 1
    assert points > 60
