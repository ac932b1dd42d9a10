"""Whole levels: connected, inside the map, in order, quick (GEN-1, GEN-29 to GEN-39)."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.levelgen.level_builder import make_level
from rogue.levelgen.new_game import new_world
from rogue.state.entities import GRABBED
from rogue.state.grid import BOTTOM_ROW, COLS, SIZE, TOP_ROW
from rogue.state.level import PASS, REAL
from rogue.tables.glyphs import DOOR, FLOOR, OBJECTS, PASSAGE, ROCK, STAIRS, STEP_OK, WALL_H, WALL_V
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.notation import plain_item
from tests.rogue.levelgen.levels import is_open, one, reachable, worlds

pytestmark = pytest.mark.slow


SEEDS = st.integers(0, 2**64 - 1)
DEPTHS = st.integers(1, 40)


@settings(max_examples=50, deadline=None)
@given(seed=SEEDS, depth=DEPTHS)
def test_gen_30b_everything_is_connected_once_secrets_are_known(seed: int, depth: int) -> None:
    world = one(depth, seed)
    level = world.level
    everywhere = {spot for spot in range(SIZE) if is_open(level, spot)}
    assert reachable(level, world.player.spot) == everywhere
    assert level.stairs in everywhere


@settings(max_examples=50, deadline=None)
@given(seed=SEEDS, depth=DEPTHS)
def test_map_1_nothing_outside_the_map_rows(seed: int, depth: int) -> None:
    level = one(depth, seed).level
    outside = [*range(TOP_ROW * COLS), *range((BOTTOM_ROW + 1) * COLS, SIZE)]
    outside += [row * COLS + col for row in range(24) for col in (78, 79)]
    for spot in outside:
        assert level.cells[spot] == ROCK
        assert level.flags[spot] == REAL


@settings(max_examples=50, deadline=None)
@given(seed=SEEDS, depth=DEPTHS)
def test_squares_agree_with_the_lists(seed: int, depth: int) -> None:
    world = one(depth, seed)
    level, cells, flags = world.level, world.level.cells, world.level.flags
    allowed = {ROCK, WALL_H, WALL_V, FLOOR, DOOR, PASSAGE, STAIRS} | OBJECTS
    assert set(cells) <= allowed, "no trap is visible at first"
    assert [spot for spot in range(SIZE) if cells[spot] == STAIRS] == [level.stairs]
    assert {spot for spot in range(SIZE) if cells[spot] in OBJECTS} == set(level.thing_at)
    assert sorted(level.thing_at) == sorted(thing.spot for thing in level.things)
    assert len(level.foes) == sum(foe is not None for foe in level.foe_at)
    for foe in level.foes:
        assert level.foe_at[foe.spot] is foe
        assert STEP_OK[cells[foe.spot]]
        assert foe.room is level.room_at(foe.spot)
        assert foe.room is not None
        assert foe.room is not level.nets[0]
    for thing in level.things:
        assert flags[thing.spot] & REAL, "no trap lies under a thing at first (GEN-37a)"


@settings(max_examples=50, deadline=None)
@given(seed=SEEDS, depth=DEPTHS)
def test_gen_39_player_stands_on_a_bare_square_without_monster(seed: int, depth: int) -> None:
    world = one(depth, seed)
    spot, level = world.player.spot, world.level
    assert level.cells[spot] in (FLOOR, PASSAGE)
    assert level.foe_at[spot] is None
    assert world.player.room is level.room_at(spot)


@settings(max_examples=50, deadline=None)
@given(seed=SEEDS, depth=DEPTHS)
def test_gen_29_every_passage_square_has_its_network(seed: int, depth: int) -> None:
    level = one(depth, seed).level
    doors = [spot for room in level.rooms if not room.maze for spot in room.exits]
    in_nets = [spot for net in level.nets for spot in net.exits]
    assert sorted(doors) == sorted(in_nets)
    for spot in range(SIZE):
        if level.flags[spot] & PASS:
            assert 1 <= level.number[spot] < len(level.nets)
            assert level.room_at(spot) is level.nets[level.number[spot]]
            for step in (1, COLS):
                if level.flags[spot + step] & PASS:
                    assert level.number[spot + step] == level.number[spot]


@pytest.mark.parametrize("depth", [1, 2, 11])
def test_gen_28_secrets_begin_at_depth_2(depth: int) -> None:
    secrets = doors = 0
    for world in worlds(depth, 60):
        level = world.level
        secrets += sum(not flags & REAL for flags in level.flags if flags & PASS)
        spots = [spot for room in level.rooms if not room.maze for spot in room.exits]
        doors += sum(not level.flags[spot] & REAL for spot in spots)
    assert (secrets > 0) == (doors > 0) == (depth > 1)


def test_gen_5_dark_rooms_begin_at_depth_2_and_rule_from_11() -> None:
    assert not any(room.dark or room.maze for w in worlds(1, 60) for room in w.level.rooms)
    assert any(room.dark for w in worlds(2, 60) for room in w.level.rooms)
    some = [room.dark or room.maze for w in worlds(10, 60) for room in w.level.rooms if not room.gone]
    assert any(some)
    assert not all(some)
    for world in worlds(11, 60):
        assert all(room.dark != room.maze for room in world.level.rooms if not room.gone)


def test_gen_1_arrival_forgets_the_old_level() -> None:
    world = one(3, 5)
    old = world.level
    world.canvas.put(500, FLOOR)
    world.canvas.cleared = False
    world.player.flags |= GRABBED
    world.player.grip = 4
    world.depth = 4
    make_level(world)
    assert world.level is not old
    assert set(world.canvas.cells) == {ROCK}
    assert world.canvas.cleared
    assert not world.player.has_flag(GRABBED)
    assert world.player.grip == 4, "the counter stays (SPC-13)"
    assert world.deepest == 4


def test_gen_1_deepest_never_falls() -> None:
    world = one(9, 5)
    world.depth = 2
    make_level(world)
    assert world.deepest == 9


def test_gen_31_each_level_counts_towards_food() -> None:
    world = one(1, 3)
    steps = set()
    for _ in range(100):
        before = world.levels_without_food
        make_level(world)
        steps.add(world.levels_without_food - before)
        # Food among the lying items leaves 0, food that only a monster carries leaves 1.
        assert world.levels_without_food in (0, 1, before + 1)
    assert 1 in steps
    assert min(steps) < 0


def test_itm_1_after_three_levels_without_food_the_first_item_is_food() -> None:
    world = one(1, 4)
    world.levels_without_food = 3
    make_level(world)
    items = [thing for thing in reversed(world.level.things) if thing.kind.cls != "gold"]
    assert items
    assert items[0].kind.cls == "food"


def test_levels_go_on_below_the_amulet() -> None:
    world = new_world(ROGUE_54, 1)
    world.player.pack.append(plain_item(world, "amulet"))
    world.player.has_amulet = True
    for depth in (26, 40, 90, 25, 1):
        world.depth = depth
        make_level(world)
        assert not any(thing.kind.cls == "amulet" for thing in world.level.things)


def test_a_level_is_made_in_well_under_five_milliseconds() -> None:
    started = process_time()
    made = sum(1 for _ in worlds(12, 100))
    assert (process_time() - started) / made < 0.005
