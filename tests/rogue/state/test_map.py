"""What a made level holds, square by square (MAP), and how the dice become choices (RND)."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.levelgen.spawning import draw_class, draw_kind
from rogue.rules import awareness, traps, turn
from rogue.rules.scoring import worth
from rogue.rules.scrolls import read
from rogue.state.checksum import checksum
from rogue.state.grid import (
    AROUND,
    COLS,
    CORNERS,
    KEY_STEP,
    SIZE,
    STRAIGHT,
    Room,
    distance2,
    is_close,
    spot_of,
)
from rogue.state.level import PASS, REAL, SEEN, Level
from rogue.state.world import Command, World
from rogue.tables.glyphs import DOOR, FLOOR, OBJECTS, PASSAGE, ROCK, STAIRS, TRAP, WALL_H, WALL_V
from rogue.tables.items import ItemClass
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.notation import carry, hall, read_world
from tests.rogue.levelgen.levels import worlds
from tests.support.fixed_dice import Fixed
from tests.support.session_driver import Hands

TERRAIN = {ROCK, WALL_H, WALL_V, FLOOR, DOOR, PASSAGE, TRAP, STAIRS}


def first_above(shown: int, odds: list[int]) -> int:
    """Return the first place whose running total exceeds what the dice show."""
    return next(at for at in range(len(odds)) if sum(odds[: at + 1]) > shown)


@pytest.mark.parametrize("cls", ["potion", "scroll", "food", "weapon", "armor", "ring", "stick"])
def test_rnd_8_the_first_entry_whose_running_total_exceeds_the_draw(cls: ItemClass) -> None:
    world = World(ROGUE_54, 0)
    kinds = ROGUE_54.kinds(cls)
    for shown in range(100):
        world.rng = Fixed(shown)
        assert draw_kind(world, cls) is kinds[first_above(shown, [kind.odds for kind in kinds])]
        classes = ROGUE_54.class_odds
        assert draw_class(world) == classes[first_above(shown, [odds for _, odds in classes])][0]


def test_rnd_6_divisions_round_towards_zero() -> None:
    world = read_world(hall("@.."))
    assert worth(world, carry(world, "potion", "blindness")) == 2  # 5 // 2
    assert worth(world, carry(world, "weapon", "mace", hit_plus=-3)) == 0
    assert worth(world, carry(world, "ring", "adornment")) == (10 + world.knowledge.stone_worth[
        ROGUE_54.kind("ring", "adornment")
    ]) // 2  # fmt: skip


@pytest.mark.slow
def test_rnd_9_equal_seeds_and_keys_give_equal_games_and_others_others() -> None:
    keys = b"lljjhhkkssLJHK...uybn>" * 5

    def game(seed: int) -> tuple[bytes, int]:
        hands = Hands(seed=seed)
        sent = b"".join(hands.type(bytes((key,)) + b" ") for key in keys)
        return sent, checksum(hands.session.world)

    assert game(7) == game(7)
    assert game(7) != game(8)


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 12, 27])
def test_map_2_3_mon_9_what_a_square_holds(depth: int) -> None:
    for world in worlds(depth, 25):
        level = world.level
        assert len(level.cells) == len(level.flags) == len(level.number) == SIZE
        lying = {thing.spot: thing.symbol for thing in level.things}
        assert len(lying) == len(level.things)
        assert len({foe.spot for foe in level.foes}) == len(level.foes)
        for spot, symbol in enumerate(level.cells):
            assert symbol in TERRAIN or symbol == lying[spot]
            assert level.flags[spot] & ~(REAL | PASS | SEEN) == 0
            if level.number[spot] and spot != level.stairs:
                assert level.flags[spot] & PASS or level.is_hidden_trap(spot)
        assert all(level.cells[spot] == symbol for spot, symbol in lying.items())
        assert set(lying.values()) <= OBJECTS


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 14])
def test_map_10_11_gen_30c_rooms_and_networks(depth: int) -> None:
    for world in worlds(depth, 60):
        level = world.level
        assert [room.number for room in level.rooms] == list(range(9))
        for room in level.rooms:
            if room.gone:
                assert (room.exits, room.gold, room.dark) == ([], 0, False)
                continue
            assert 1 <= len(room.exits) <= (8 if room.maze else 4)
            if not room.maze:
                assert max(sides_of_exits(room).values()) == 1
                assert len(set(room.exits)) == len(room.exits)
        assert [net.number for net in level.nets] == list(range(len(level.nets)))
        for net in level.nets[1:]:
            assert net.gone
            assert net.dark
            assert net.gold == 0
            assert all(is_door(level, spot) for spot in net.exits)
        doors = {spot for spot in range(SIZE) if is_door(level, spot)}
        assert {spot for net in level.nets for spot in net.exits} == doors


def sides_of_exits(room: Room) -> Counter[str]:
    """Count a room's exits on each of its sides."""
    sides: Counter[str] = Counter()
    for spot in room.exits:
        row, col = divmod(spot, COLS)
        if row in (room.top, room.top + room.height - 1):
            sides["top" if row == room.top else "bottom"] += 1
        else:
            assert col in (room.left, room.left + room.width - 1)
            sides["left" if col == room.left else "right"] += 1
    return sides


def is_door(level: Level, spot: int) -> bool:
    secret = not level.flags[spot] & (REAL | PASS) and level.cells[spot] in (WALL_H, WALL_V)
    return level.cells[spot] == DOOR or secret


def test_map_14_a_level_is_never_met_again() -> None:
    world = read_world(hall("@.."), under="%")
    turn.begin(world)
    carry(world, "amulet")
    world.player.has_amulet = True
    seen = [bytes(world.level.cells)]
    for key in "><><":
        world.player.spot = world.level.stairs
        if key == "<" and world.depth == 1:
            break
        turn.do(world, Command(key))
        seen.append(bytes(world.level.cells))
    assert world.depth == 1
    assert len(set(seen)) == len(seen) == 5


def test_map_15_which_squares_count_as_seen() -> None:
    picture = "------\n|@t^.|\n|tt..|\n--+---\n  #\n  p\n  #"
    world = read_world(picture, traps={(2, 3): "rust"})
    level = world.level
    world.rng = Fixed(0)  # every search finds
    traps.search(world)
    assert [spot for spot in range(SIZE) if level.flags[spot] & SEEN] == [
        spot_of(2, 2), spot_of(2, 3), spot_of(3, 1), spot_of(3, 2),
    ]  # fmt: skip
    read(world, carry(world, "scroll", "magic mapping"))
    assert all(level.flags[spot_of(row, 2)] & SEEN for row in (5, 6, 7))
    assert not level.flags[spot_of(2, 4)] & SEEN


@pytest.mark.slow
@pytest.mark.parametrize("depth", [10, 26])
def test_map_16_traps_keep_their_kind_on_room_floor_passages_their_network(depth: int) -> None:
    traps = 0
    for world in worlds(depth, 60):
        level = world.level
        for spot in range(SIZE):
            if level.is_hidden_trap(spot):
                traps += 1
                assert level.trap_kind(spot) < 8
                assert level.cells[spot] == FLOOR
                room = level.room_at(spot)
                assert room is not None
                assert room in level.rooms
                assert not room.maze
            elif level.flags[spot] & PASS and level.number[spot]:
                assert level.room_at(spot) is level.nets[level.number[spot]]
    assert traps > 60


def test_map_17_the_players_room_is_stored_until_it_changes_by_rule() -> None:
    world = read_world("-----   -----\n|@..+###+..!|\n-----   -----")
    turn.begin(world)
    room = world.player.room
    world.player.spot = spot_of(2, 9)  # carried over by nobody's rule
    awareness.look(world)
    assert world.player.room is room
    assert world.level.room_at(world.player.spot) is not room
    awareness.enter_room(world, world.player.spot)
    assert world.player.room is world.level.room_at(spot_of(2, 9))
    assert world.player.room is not room


def test_gen_30_touching_and_crossing_passages_are_one_network() -> None:
    crossing = read_world("""
        -----   #   -----
        |@..+#######+...|
        -----   #   -----
                #
              --+--
              |...|
              -----
    """)
    assert len(crossing.level.nets) == 2
    assert len(crossing.level.nets[1].exits) == 3
    apart = read_world("-----     -----\n|@..+##   |...|\n|...|   ##+...|\n-----     -----")
    assert [len(net.exits) for net in apart.level.nets[1:]] == [1, 1]
    beside = read_world("-----     -----\n|@..+###  |...|\n|...|  ###+...|\n-----     -----")
    assert [len(net.exits) for net in beside.level.nets[1:]] == [2]


def test_map_7_distances() -> None:
    here = spot_of(10, 40)
    assert distance2(here, here) == 0
    assert distance2(here, spot_of(13, 36)) == distance2(spot_of(13, 36), here) == 25
    assert [is_close(here, here + step) for step in (*AROUND, 0)] == [True] * 9
    assert not is_close(here, here + 2)
    assert not is_close(here, here + 2 * COLS + 1)


def test_map_7_a_row_end_is_not_beside_the_next_row() -> None:
    assert not is_close(spot_of(3, COLS - 1), spot_of(4, 0))


def test_eight_directions() -> None:
    assert sorted(KEY_STEP.values()) == sorted(AROUND)
    assert sum(AROUND) == 0
    assert len(set(AROUND)) == 8


def test_map_8_corners_lie_beside_both_squares() -> None:
    assert set(CORNERS) == set(AROUND) - set(STRAIGHT)
    for step, (first, second) in CORNERS.items():
        assert first + second == step
        assert {first, second} <= set(STRAIGHT)
