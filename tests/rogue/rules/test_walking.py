"""Single steps and runs, square by square (MOV, RUN)."""

from __future__ import annotations

import pytest

from rogue.rules import turn
from rogue.rules.vision import _AHEAD
from rogue.state.entities import AWAKE, BLIND, DETECTS, HELD, LEVITATING
from rogue.state.grid import AROUND, COLS, KEY_STEP, spot_of
from rogue.state.level import REAL, SEEN
from rogue.state.world import World
from rogue.tables.glyphs import FLOOR, TRAP, WALL_V
from rogue.tables.monsters import INVISIBLE
from scripts.lib.notation import draw, find_foe, hall, read_world
from tests.support.minimal_world import key, started


def place(world: World) -> tuple[int, int]:
    return divmod(world.player.spot, COLS)


@pytest.mark.parametrize(("picture", "keys"), [("@##", "h"), ("@##", "k"), ("@##", "yub"), ("##\n @", "y")])
def test_mov_3_off_the_map_or_round_a_corner_is_refused_free(picture: str, keys: str) -> None:
    world = started(picture)
    here = world.player.spot
    key(world, keys)
    assert (world.player.spot, world.turns, world.said) == (here, 0, [])


def test_mov_3_the_map_ends_at_rows_1_and_22_and_at_both_sides() -> None:
    for row, col, keys in ((1, 0, "hk"), (22, 77, "j"), (22, 0, "hjb"), (1, 77, "kuy")):
        world = read_world("@", row=row, col=col)
        turn.begin(world)
        key(world, keys + keys.upper())
        assert (place(world), world.turns, world.run) == ((row, col), 0, 0)


def test_mov_7_9_14_doors_are_where_rooms_are_entered_and_left() -> None:
    world = started("------\n|..@.+##\n|....|\n------")
    room = world.player.room
    assert room is not None
    assert not room.gone
    key(world, "ll")
    assert (place(world), world.player.room) == ((2, 5), room)  # on its door one is in the room
    key(world, "l")
    assert world.player.room is world.level.room_at(world.player.spot)
    assert world.player.room is not room
    key(world, "h")
    assert world.player.room is room


def test_mov_7_the_room_is_drawn_on_entering_from_the_passage() -> None:
    world = started("------\n|!...+#@\n------")
    thing = world.level.things[0].spot
    key(world, "h")
    assert world.canvas.cells[thing] == ord(" ")
    key(world, "h")
    assert world.canvas.cells[thing] == ord("!")
    world.canvas.clear()
    key(world, "h")
    key(world, "l")
    assert place(world) == (2, 5)
    assert world.canvas.cells[thing] == ord(" ")  # not drawn anew


def test_mov_8_only_trapdoors_and_teleports_replace_the_step() -> None:
    picture = "-----\n|@^.|\n-----\n\n\n-----\n|...|\n-----"
    world = key(started(picture, traps={(2, 2): "bear trap"}), "l")
    assert (place(world), world.player.bear_trap) == ((2, 2), 3)
    away = {place(key(started(picture, traps={(2, 2): "teleport"}, seed=seed), "l")) for seed in range(30)}
    assert len(away) > 3
    floats = started(picture, traps={(2, 2): "teleport"})
    floats.player.flags |= LEVITATING
    assert place(key(floats, "l")) == (2, 2)
    assert floats.level.cells[spot_of(2, 2)] == TRAP


def test_mov_10_floor_is_just_stepped_on() -> None:
    world = started(hall("@.."))
    dice = world.rng.state
    key(world, "l")
    assert (place(world), world.turns, world.said, world.rng.state) == ((2, 2), 1, [], dice)


def test_mov_12_stairs_end_a_run_and_count_as_seen() -> None:
    world = started(hall("@.%.."))
    stairs = world.level.stairs
    assert not world.level.flags[stairs] & SEEN
    key(world, "L")
    assert world.player.spot == stairs
    assert world.level.flags[stairs] & SEEN


def test_mov_11_an_unseen_monster_is_struck_all_the_same() -> None:
    world = started(hall("@P.."), hp=100)
    foe = find_foe(world, "P")
    assert foe.has_flag(INVISIBLE)
    key(world, "l")
    assert (place(world), world.turns) == ((2, 1), 1)
    assert foe.has_flag(AWAKE)


def test_vis_12_between_room_and_door_nothing_changes() -> None:
    world = started("-----\n|..@+#\n|Z..|\n-----")
    foe = find_foe(world, "Z")
    foe.flags |= HELD  # cannot wake
    world.canvas.put(foe.spot, ord("Z"))
    key(world, "l")
    assert place(world) == (2, 4)
    assert world.player.room is world.level.rooms[0]
    assert world.canvas.cells[foe.spot] == ord("Z")
    key(world, "l")
    assert world.canvas.cells[foe.spot] == ord(".")


STOPS = [
    ("a thing beside the way", "--------\n|......|\n|@.....|\n|....!.|\n--------", (3, 4)),
    ("stairs beside the way", "--------\n|......|\n|@.....|\n|....%.|\n--------", (3, 4)),
    ("a trap beside the way", "--------\n|......|\n|@.....|\n|....^.|\n--------", (3, 4)),
    ("a sleeping monster", "--------\n|......|\n|@.....|\n|....B.|\n--------", (3, 4)),
    ("nothing at all", "--------\n|......|\n|@.....|\n|......|\n--------", (3, 6)),
    ("a door straight beside", "--------\n|......|\n|@.....|\n----+---\n    #", (3, 4)),
    ("walls and floor do not", hall("@....."), (2, 6)),
]


@pytest.mark.parametrize(("why", "picture", "end"), STOPS)
def test_run_3_5_what_stops_a_careful_run(why: str, picture: str, end: tuple[int, int]) -> None:
    world = key(started(picture), "\x0c")
    assert place(world) == end, why


@pytest.mark.parametrize(("why", "picture", "end"), STOPS)
def test_run_3_a_blind_run_is_only_a_plain_run(why: str, picture: str, end: tuple[int, int]) -> None:
    world = started(picture)
    world.player.flags |= BLIND
    key(world, "\x0c")
    assert place(world) == (end[0], 6), why


BEHIND = {
    "h": {(-1, 1), (0, 1), (1, 1)},
    "l": {(-1, -1), (0, -1), (1, -1)},
    "k": {(1, -1), (1, 0), (1, 1)},
    "j": {(-1, -1), (-1, 0), (-1, 1)},
    "y": {(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if right + down >= 1},
    "u": {(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down - right >= 1},
    "n": {(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if right + down <= -1},
    "b": {(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down - right <= -1},
}


@pytest.mark.parametrize("run", BEHIND)
def test_run_4_what_lies_behind_stops_nobody(run: str) -> None:
    behind = {down * COLS + right for down, right in BEHIND[run]}
    assert _AHEAD[KEY_STEP[run]] == set(AROUND) - behind
    rows = ["-----------", *(["|.........|"] * 9), "-----------"]
    for step in AROUND:  # a thing beside the second square of the run
        start = spot_of(6, 5)
        at = start + KEY_STEP[run] + step
        if at in (start, start + KEY_STEP[run]):
            continue
        row, col = divmod(at, COLS)
        picture = [list(line) for line in rows]
        picture[6 - 1][5] = "@"
        picture[row - 1][col] = "!"
        world = started("\n".join("".join(line) for line in picture))
        key(world, chr(ord(run) & 0x1F))
        stopped = world.player.spot == start + KEY_STEP[run]
        ahead = step not in behind and at != start + 2 * KEY_STEP[run]
        if at != start + 2 * KEY_STEP[run]:
            assert stopped is ahead, (run, divmod(step, COLS), draw(world))


@pytest.mark.parametrize(("detects", "end"), [(True, (2, 4)), (False, (2, 6))])
def test_run_6_an_invisible_monster_stops_who_detects_it(detects: bool, end: tuple[int, int]) -> None:
    world = started("--------\n|@.....|\n|....P.|\n--------")
    find_foe(world, "P").flags |= HELD
    if detects:
        world.player.flags |= DETECTS
    key(world, "\x0c")
    assert place(world) == end


def test_run_7_a_count_before_a_careful_run_repeats_it() -> None:
    picture = "-----------\n|.........|\n|@........|\n|...!.:...|\n-----------"
    assert place(key(started(picture), "\x0c")) == (3, 3)
    assert place(key(started(picture), "\x0c", times=2)) == (3, 4)
    assert place(key(started(picture), "\x0c", times=6)) == (3, 9)


def test_run_2_a_plain_run_does_not_stop_for_what_comes_into_view() -> None:
    world = key(started("       -----\n@######+.B.|\n       -----"), "L")
    assert place(world) == (2, 7)  # at the door only
    passing = key(started("--------\n|.B....|\n|@.....|\n|..!%..|\n--------"), "L")
    assert place(passing) == (3, 6)


def test_run_8_only_one_usable_side_turns_a_run_and_only_in_passages() -> None:
    both = "   #\n@###\n   #"
    assert place(key(started(both, passgo=True), "L")) == (2, 3)
    hidden = "   p\n@###\n   #\n   #"
    assert place(key(started(hidden, passgo=True), "L")) == (4, 3)
    diagonal = "#\n #\n ##@\n #"
    assert place(key(started(diagonal, passgo=True), "H"))[1] == 1
    room = "-----\n|@..|\n|...|\n-----"
    assert place(key(started(room, passgo=True), "L")) == (2, 3)
    blind = started("@###\n   #\n   #", passgo=True)
    blind.player.flags |= BLIND
    assert place(key(blind, "L")) == (1, 3)


def test_run_8_the_turned_square_counts_as_seen() -> None:
    world = key(started("@###\n   #\n   #", passgo=True), "L")
    assert place(world) == (3, 3)
    assert world.level.flags[spot_of(1, 3)] & SEEN  # MAP-15


def test_mov_4_a_hidden_trap_is_not_set_off_through_a_wall_symbol() -> None:
    world = started(hall("@.."))
    door = spot_of(2, 4)
    world.level.flags[door] &= ~REAL  # a secret door is no trap
    assert world.level.cells[door] == WALL_V
    key(world, "lll")
    assert place(world) == (2, 3)
    assert world.turns == 2
    assert world.level.cells[spot_of(2, 2)] == FLOOR
