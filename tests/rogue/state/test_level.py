"""One level: rooms of squares, networks, who and what lies where (MAP-2 to MAP-13)."""

from __future__ import annotations

from random import Random

import pytest

from rogue.rules import vision
from rogue.state.grid import AROUND, COLS, DOWN, HERE_AND_AROUND, LEFT, MAP, RIGHT, UP, is_close, spot_of
from rogue.state.level import PASS, REAL, SEEN, Level, View, number_passages
from rogue.tables.glyphs import DOOR, PASSAGE, STEP_OK, TRAP
from rogue.ui.session import Session
from scripts.lib.notation import hall, plain_item, read_world
from tests.rogue.levelgen.levels import worlds

TWO_ROOMS = """
    -----    ------
    |...+####+....|
    |.B.|  # |....|
    |..t|  p ---d--
    -----  #    #
           #
"""


def test_map_12_room_of_a_square() -> None:
    level = read_world(TWO_ROOMS).level
    left, right = level.rooms[0], level.rooms[1]
    assert level.room_at(spot_of(2, 1)) is left
    assert level.room_at(spot_of(2, 4)) is left, "a door belongs to its room"
    passage = level.room_at(spot_of(2, 6))
    assert passage in level.nets
    assert passage is not None
    assert passage.gone
    assert passage.dark
    assert level.room_at(spot_of(3, 12)) is right
    assert level.room_at(spot_of(20, 20)) is None


def test_map_12_bug_21_rectangles_are_one_too_large_right_and_below() -> None:
    room = read_world(TWO_ROOMS).level.rooms[0]
    assert (room.top, room.left, room.height, room.width) == (1, 0, 5, 5)
    assert room.holds(spot_of(6, 5))
    assert not room.holds(spot_of(6, 6))
    assert not room.holds(spot_of(7, 5))
    assert not room.holds(spot_of(0, 0))


def test_gen_29_networks_and_their_exits() -> None:
    level = read_world(TWO_ROOMS).level
    assert [net.number for net in level.nets] == list(range(len(level.nets)))
    joined = level.room_at(spot_of(2, 6))
    assert joined is not None
    assert sorted(joined.exits) == [spot_of(2, 4), spot_of(2, 9)]
    assert level.number[spot_of(4, 7)] == joined.number, "hidden squares are numbered too"
    own = level.room_at(spot_of(5, 12))
    assert own is not None
    assert own is not joined
    assert own.exits == [spot_of(4, 12)]


def test_bug_3_a_network_may_have_many_exits() -> None:
    """Eighteen doors, six of them secret, on the walls of six rooms.  One passage runs along them."""
    upper = ["----- " * 6, "|...| " * 6, "|...| " * 6, "-+d+- " * 6]
    level = read_world([*(line.rstrip() for line in upper), " " + "#" * 34]).level
    assert len(level.nets) == 2
    assert len(level.nets[1].exits) == 18


def test_map_8_diagonal_steps_need_both_corners() -> None:
    level = read_world(TWO_ROOMS).level
    inside, door = spot_of(2, 2), spot_of(2, 4)
    assert level.diagonal_ok(inside, DOWN + LEFT)
    assert level.diagonal_ok(inside + RIGHT, UP)
    assert not level.diagonal_ok(door, DOWN + LEFT)
    assert level.diagonal_ok(spot_of(2, 7), DOWN + RIGHT)
    assert not level.diagonal_ok(spot_of(3, 7), UP + LEFT)


def test_map_8_a_monster_blocks_no_corner() -> None:
    level = read_world(TWO_ROOMS).level
    assert level.foe_at[spot_of(3, 2)] is not None
    assert level.diagonal_ok(spot_of(2, 2), DOWN + LEFT)


def test_map_4_hidden_trap_until_revealed() -> None:
    level = read_world(TWO_ROOMS, traps={(4, 3): "rust"}).level
    spot = spot_of(4, 3)
    assert level.is_hidden_trap(spot)
    assert not level.is_hidden_trap(spot_of(4, 7)), "a secret passage square is no trap"
    level.reveal(spot, TRAP)
    assert not level.is_hidden_trap(spot)
    assert level.cells[spot] == TRAP
    assert level.flags[spot] == REAL | SEEN
    assert level.trap_kind(spot) == 6


def test_revealed_doors_and_passages_are_not_marked_seen() -> None:
    level = read_world(TWO_ROOMS).level
    level.reveal(spot_of(4, 12), DOOR)
    level.reveal(spot_of(4, 7), PASSAGE)
    assert level.flags[spot_of(4, 12)] == REAL
    assert level.flags[spot_of(4, 7)] == REAL | PASS


def test_map_6_apparent_symbol_is_the_disguise() -> None:
    level = read_world(TWO_ROOMS).level
    foe = level.foes[0]
    assert level.apparent(foe.spot) == ord("B")
    foe.disguise = ord("!")
    assert level.apparent(foe.spot) == ord("!")
    assert level.apparent(spot_of(2, 2)) == ord(".")


def test_monsters_come_shift_and_go() -> None:
    level = read_world(TWO_ROOMS).level
    foe = level.foes[0]
    old, new = foe.spot, spot_of(2, 6)
    level.shift_foe(foe, new)
    assert (level.foe_at[old], level.foe_at[new], foe.room) == (None, foe, level.room_at(new))
    level.drop_foe(foe)
    assert level.foes == []
    assert level.foe_at[new] is None


def test_map_13_new_ones_come_first() -> None:
    world = read_world(TWO_ROOMS)
    level = world.level
    first, second = plain_item(world, "ring"), plain_item(world, "stick")
    level.add_thing(first, spot_of(2, 1))
    level.add_thing(second, spot_of(2, 6))
    assert level.things == [second, first]
    assert level.cells[spot_of(2, 6)] == second.symbol


def test_chs_11_a_taken_thing_leaves_floor_or_passage() -> None:
    world = read_world(TWO_ROOMS)
    level = world.level
    for spot, below in ((spot_of(2, 1), ord(".")), (spot_of(2, 6), PASSAGE)):
        item = plain_item(world, "food")
        level.add_thing(item, spot)
        level.take_thing(item)
        assert level.cells[spot] == below
        assert spot not in level.thing_at
    assert level.things == []


def test_numbering_twice_gives_the_same() -> None:
    level = read_world(TWO_ROOMS).level
    before = [(net.number, sorted(net.exits)) for net in level.nets], bytes(level.number)
    number_passages(level)
    assert ([(net.number, sorted(net.exits)) for net in level.nets], bytes(level.number)) == before
    assert len(level.number) == 24 * COLS


def test_map_12_the_numbering_notes_the_rooms_of_squares() -> None:
    for world in worlds(20, 6):
        level = world.level
        assert all(room is level._find_room(spot) for spot, room in enumerate(level.rooms_at))


def test_a_changed_square_drops_the_views_beside_it_and_no_others() -> None:
    world = read_world(hall("@...."))
    level, spot = world.level, spot_of(1, 2)
    thing = plain_item(world, "potion", "healing")
    beside = {spot + step for step in HERE_AND_AROUND}
    others = {spot - 2 * COLS, spot - 2, spot + 2, spot + 2 * COLS + 2}

    def dropped() -> bool:
        left = set(level.views)
        level.views.update({at: View([]) for at in beside | others})
        return left == others

    dropped()
    level.add_thing(thing, spot)
    assert dropped()
    level.take_thing(thing)
    assert dropped()
    level.flags[spot] &= ~REAL
    level.find_open()
    level.reveal(spot, TRAP)
    assert dropped()
    assert level.open == b""
    level.mark_seen(spot)
    assert set(level.views) == beside | others  # what a square looks like has not changed


def test_legal_steps_lead_to_passable_squares_and_cut_no_corners() -> None:
    level, dice = Level(), Random(6)
    level.cells[MAP.start : MAP.stop] = bytes(dice.choices(b"..#+ |", k=len(MAP)))
    for spot in MAP:
        near = [step for step in AROUND if spot + step in MAP and is_close(spot, spot + step)]
        steps = [step for step in near if STEP_OK[level.cells[spot + step]] and level.diagonal_ok(spot, step)]
        assert level.legal_steps(spot) == tuple(steps)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6", "minds"])
def test_whoever_writes_to_squares_drops_what_depends_on_them(edition: str) -> None:
    keys, kept, bad = Random(4), 0, []
    for seed in range(3):
        session = Session(seed, edition, wizard=True)
        session.feed(b"")
        for number in range(600):
            session.feed(bytes([keys.choice(b"hjklyubnHJKL,sss.>t \x1b\r\x06\x04")]))
            world = session.world
            here = world.player.spot
            for spot, view in world.level.views.items() if number % 10 == 0 else ():
                kept += 1
                world.player.spot = spot
                is_bare = all(world.level.flags[spot + step] & REAL for step in AROUND)
                if view.spots != vision._spots_in_view(world) or (view.bare and not is_bare):
                    bad.append((seed, number, spot))
            world.player.spot = here
            level, then = world.level, (world.level.open, world.level.indoors)
            if level.open and (level.find_open(), level.indoors) != then:
                bad.append((seed, number, here))
    assert kept > 1000
    assert bad == []
