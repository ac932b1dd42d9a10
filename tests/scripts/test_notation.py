"""Pictures: what each character becomes, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.levelgen.level_builder import make_level
from rogue.levelgen.new_game import new_world
from rogue.state.entities import AWAKE, CURSED, KNOWN, MARKED
from rogue.state.grid import Room, spot_of
from rogue.state.level import PASS, REAL, SEEN
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, FLOOR, PASSAGE, ROCK, STAIRS, TRAP, WALL_H, WALL_V
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.notation import carry, draw, find_foe, plain_item, read_world

ROOM = """
    --d----
    |.@..!|
    |B..^.+##p
    |%...t|
    -------
"""


def at(world: World, row: int, col: int) -> tuple[int, int]:
    spot = spot_of(row, col)
    return world.level.cells[spot], world.level.flags[spot]


def test_terrain() -> None:
    world = read_world(ROOM)
    assert at(world, 1, 0) == (WALL_H, REAL)
    assert at(world, 2, 0) == (WALL_V, REAL)
    assert at(world, 2, 1) == (FLOOR, REAL)
    assert at(world, 3, 6) == (DOOR, REAL)
    assert at(world, 3, 7) == (PASSAGE, REAL | PASS)
    assert at(world, 4, 1) == (STAIRS, REAL)
    assert world.level.stairs == spot_of(4, 1)
    assert at(world, 20, 20) == (ROCK, REAL)


def test_hidden_things() -> None:
    world = read_world(ROOM, traps={(4, 5): "teleport"})
    assert at(world, 1, 2) == (WALL_H, 0)
    assert at(world, 3, 9) == (ROCK, PASS)
    assert at(world, 4, 5) == (FLOOR, 0)
    assert world.level.trap_kind(spot_of(4, 5)) == 4
    assert at(world, 3, 4) == (TRAP, REAL | SEEN)
    assert world.level.trap_kind(spot_of(3, 4)) == 0


def test_a_secret_door_keeps_the_wall_of_its_side() -> None:
    world = read_world("---\nd.|\n-d-")
    assert at(world, 2, 0) == (WALL_V, 0)
    assert at(world, 3, 1) == (WALL_H, 0)
    assert sorted(world.level.rooms[0].exits) == [spot_of(2, 0), spot_of(3, 1)]


def test_rooms_stand_where_the_map_puts_them() -> None:
    assert read_world(ROOM).level.rooms[0].exits == [spot_of(1, 2), spot_of(3, 6)]
    world = read_world(ROOM, row=17, col=53)
    assert [room.number for room in world.level.rooms if not room.gone] == [8]
    assert world.player.spot == spot_of(18, 55)


def test_two_rooms_of_one_box_get_different_numbers() -> None:
    world = read_world("--- ---\n|.| |.|\n--- ---")
    assert [(room.number, room.left) for room in world.level.rooms if not room.gone] == [(0, 0), (1, 4)]


def test_player() -> None:
    world = read_world(ROOM)
    assert world.player.spot == spot_of(2, 2)
    assert world.player.room is world.level.rooms[0]
    assert world.player.pack == []
    nobody = read_world("---\n|.|\n---")
    assert (nobody.player.spot, nobody.player.room) == (0, None)


@pytest.mark.parametrize(
    ("under", "cell"), [("", FLOOR), ("%", STAIRS), ("^", TRAP), ("*", ord("*")), (".", FLOOR)]
)
def test_what_lies_under_the_player(under: str, cell: int) -> None:
    world = read_world("----\n|@.|\n----", under=under)
    assert at(world, 2, 1)[0] == cell
    assert world.player.spot == spot_of(2, 1)


def test_in_a_wall_stands_a_door_and_outside_is_passage() -> None:
    world = read_world("----\n|..@\n|..|A\n-Z--")
    assert at(world, 2, 3) == (DOOR, REAL)
    assert at(world, 4, 1) == (DOOR, REAL)
    assert at(world, 3, 4) == (PASSAGE, REAL | PASS)
    assert world.player.room is world.level.rooms[0]
    assert find_foe(world, "A").room in world.level.nets


def test_monsters_have_the_mean_of_their_kind() -> None:
    world = read_world("------\n|TB.B|\n------")
    assert [foe.kind.letter for foe in world.level.foes] == ["T", "B", "B"]
    troll = find_foe(world, "T")
    assert (troll.level, troll.hp, troll.max_hp, troll.exp) == (6, 27, 27, 120)
    assert not troll.has_flag(AWAKE)
    assert troll.goal is None
    assert world.level.foe_at[troll.spot] is troll
    with pytest.raises(ValueError, match="too many"):
        find_foe(world, "B")
    with pytest.raises(ValueError, match="not enough"):
        find_foe(world, "C")


def test_monsters_awake_and_weak_on_request() -> None:
    foe = find_foe(read_world(ROOM, awake=True, hp=1), "B")
    assert foe.has_flag(AWAKE)
    assert (foe.hp, foe.max_hp) == (1, 1)


def test_things_by_symbol_and_by_square() -> None:
    world = read_world(
        "------\n|!!?)|\n|*]/=|\n------", kinds={"!": "healing", (2, 2): "poison", ")": "arrow", "/": "fire"}
    )
    names = [thing.kind.name for thing in world.level.things]
    assert names[:4] == ["healing", "poison", "monster confusion", "arrow"]
    assert [thing.spot for thing in world.level.things[:2]] == [spot_of(2, 1), spot_of(2, 2)]
    gold, armor, fire, ring = world.level.things[4:]
    assert (gold.value, armor.value, fire.value, ring.value) == (10, 8, 3, 1)
    assert world.level.thing_at[spot_of(2, 4)].group == 1


def test_nothing_is_drawn_from_the_dice() -> None:
    world = read_world(ROOM, kit=True, seed=99)
    assert (world.rng.drawn, world.deco.drawn, world.seed) == (0, 0, 99)


def test_kit() -> None:
    """ITM-10, ITM-28."""
    player = read_world(ROOM, kit=True).player
    assert [(item.letter, item.kind.name, item.count) for item in player.pack] == [
        ("a", "food", 1), ("b", "ring mail", 1), ("c", "mace", 1), ("d", "short bow", 1), ("e", "arrow", 32),
    ]  # fmt: skip
    assert player.worn is player.pack[1]
    assert player.worn.value == 6
    assert player.wielded is player.pack[2]
    assert [(item.hit_plus, item.damage_plus) for item in player.pack[2:]] == [(1, 1), (1, 0), (0, 0)]
    assert all(item.has_flag(KNOWN) and item.has_flag(MARKED) for item in player.pack)


def test_carry_takes_the_lowest_free_letter() -> None:
    world = read_world(ROOM, kit=True)
    del world.player.pack[3]
    potion = carry(world, "potion", "healing", count=3)
    ring = carry(world, "ring", "protection", value=-1, flags=CURSED)
    assert (potion.letter, potion.count, ring.letter, ring.value) == ("d", 3, "f", -1)
    assert ring.has_flag(CURSED)
    assert world.player.pack[-2:] == [potion, ring]


def test_plain_items_refuse_what_is_not() -> None:
    world = read_world(ROOM)
    with pytest.raises(KeyError):
        plain_item(world, "potion", "water")
    with pytest.raises(AttributeError):
        plain_item(world, "potion", "healing", color="red")


def test_depth_options_and_darkness() -> None:
    world = read_world(ROOM, depth=7, dark=True, terse=True, fruit="mango")
    assert (world.depth, world.deepest) == (7, 7)
    assert world.level.rooms[0].dark
    assert (world.options.terse, world.options.fruit) == (True, "mango")
    assert not read_world(ROOM).level.rooms[0].dark


def test_unknown_kinds_have_looks_of_their_own() -> None:
    world = read_world(ROOM)
    kinds = (*world.rules.potions, *world.rules.scrolls, *world.rules.rings, *world.rules.sticks)
    looks = world.knowledge.looks
    assert set(looks) == set(kinds)
    assert looks[world.rules.potions[0]] == "amber"
    assert set(world.knowledge.stone_worth) == set(world.rules.rings)


@pytest.mark.parametrize(
    ("picture", "complaint"),
    [
        ("---\n|&|\n---", "row 2, column 1: '&' stands for nothing"),
        ("---\n|.|", "'-' in row 1, column 0 belongs to no room"),
        ("##+##", r"'\+' in row 1, column 2 belongs to no room"),
        ("---\n|.|\n---\n  |", r"'\|' in row 4, column 2 belongs to no room"),
        ("#^#", "row 1, column 1: a trap needs a room's floor"),
        (["#"] * 23, "row 23, column 0 is outside the map"),
        ("#" * 81, "row 1, column 80 is outside the map"),
        ([" ".join(["---"] * 5), " ".join(["|.|"] * 5), " ".join(["---"] * 5)] * 2, "nine rooms at most"),
    ],
)
def test_pictures_that_make_no_level(picture: str | list[str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        read_world(picture)


def test_wrong_options_are_refused() -> None:
    with pytest.raises(TypeError, match="color"):
        read_world(ROOM, color=True)


def test_the_picture_comes_back() -> None:
    lines = draw(read_world(ROOM))
    assert len(lines) == 22
    assert lines[:5] == ["--d----", "|.@..!|", "|B..^.+##p", "|%...t|", "-------"]
    assert not any(lines[5:])


@pytest.mark.parametrize(
    ("lines", "rooms"),
    [
        pytest.param(
            ["---#---", "|.+#+.|", "|.|#|.|", "---@---"], [(0, 3), (4, 3)], id="player between rooms"
        ),
        pytest.param(["------", "|.BC.|", "|.@H.|", "------"], [(0, 6)], id="monsters side by side"),
    ],
)
def test_what_stands_beside_walls_is_no_wall(lines: list[str], rooms: list[tuple[int, int]]) -> None:
    world = read_world(lines)
    assert [(room.left, room.width) for room in world.level.rooms if not room.gone] == rooms
    assert draw(world)[:4] == lines


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), depth=st.integers(1, 40))
def test_made_levels_survive_the_round_trip(seed: int, depth: int) -> None:
    world = new_world(ROGUE_54, seed)
    world.depth = depth
    make_level(world)
    lines = draw(world)
    again = read_world(lines)
    assert draw(again) == lines
    pairs = list(zip(world.level.rooms, again.level.rooms, strict=True))
    assert [copy for room, copy in pairs if (room.gone or room.maze) != copy.gone] == []
    there = [(room, copy) for room, copy in pairs if not copy.gone]
    assert [place(copy) for _, copy in there] == [place(room) for room, _ in there]
    assert [copy.exits for _, copy in there] == [sorted(room.exits) for room, _ in there]


def place(room: Room) -> tuple[int, int, int, int]:
    return room.top, room.left, room.height, room.width
