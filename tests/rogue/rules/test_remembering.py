"""The screen as the player's memory: what stays drawn and what goes (VIS)."""

from __future__ import annotations

import pytest

from rogue.rules import awareness, monster_steps, potions, turn, turn_phases, vision, wands
from rogue.rules.vision import sees_foe
from rogue.state.entities import BLIND, DETECTS, HALLUCINATING, HELD
from rogue.state.grid import RIGHT, spot_of
from rogue.state.world import Command, World
from rogue.tables.glyphs import FLOOR, LETTER, PASSAGE, PLAYER
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.support.minimal_world import started
from tests.support.session_driver import Hands

ROOM_AND_PASSAGE = """
    -------
    |..!..+###@
    -------
"""


def shown(world: World, row: int, col: int) -> str:
    return chr(world.canvas.cells[spot_of(row, col)])


def walk(world: World, keys: str) -> World:
    for key in keys:
        turn.do(world, Command(key))
    return world


def test_vis_1_a_thing_taken_out_of_sight_stays_drawn_until_seen_again() -> None:
    world = walk(started(ROOM_AND_PASSAGE), "hhhhlll")
    assert shown(world, 2, 3) == "!"
    world.level.take_thing(world.level.things[0])
    walk(world, ".")
    assert shown(world, 2, 3) == "!"
    walk(world, "hhh")
    assert shown(world, 2, 3) == "."


def test_vis_2_the_player_is_drawn_on_top_of_everything() -> None:
    for under in "%!":
        world = read_world(hall("@.."))
        if under == "!":
            world.level.add_thing(plain_item(world, "potion"), world.player.spot)
        hands = Hands()
        hands.enter(world)
        assert hands.terminal.buffer[2][1].data == chr(PLAYER)
        hands.type(b"ml")
        assert hands.terminal.buffer[2][2].data == chr(PLAYER)


def test_vis_5_neighbours_look_like_what_they_pretend_to_be() -> None:
    world = read_world("-----\n|Xt.|\n|.@.|\n--d--", traps={(2, 2): "rust"}, dark=True)
    find_foe(world, "X").disguise = ord("=")
    awareness.look(world)
    assert [shown(world, 2, col) for col in (1, 2, 3)] == ["=", ".", "."]
    assert shown(world, 4, 2) == "-"  # the secret door is a wall
    letters = set()
    world.player.flags |= HALLUCINATING
    for _ in range(40):
        awareness.look(world)
        letters.add(shown(world, 2, 1))
    assert len(letters) > 10
    assert all(LETTER[ord(letter)] for letter in letters)


def test_vis_8_drawn_passages_stay() -> None:
    world = walk(started("@######"), "llllll")
    assert [shown(world, 1, col) for col in range(7)] == ["#"] * 7


def test_vis_10_what_lies_below_a_monster_of_a_room_entered_is_known() -> None:
    world = read_world("-------\n|..B..+@\n-------")
    foe = find_foe(world, "B")
    awareness.enter_room(world, spot_of(2, 6))
    assert shown(world, 2, 3) == "B"
    assert foe.under == FLOOR
    vision.hide_foe(world, foe)
    assert shown(world, 2, 3) == "."


def test_vis_15_in_passages_and_mazes_only_neighbours_are_seen() -> None:
    passage = read_world("@##S\n#\n#H")
    assert not sees_foe(passage, find_foe(passage, "S"))
    monster_steps.place_foe(passage, find_foe(passage, "S"), spot_of(1, 1))
    assert sees_foe(passage, find_foe(passage, "S"))
    maze = read_world("@###E")
    room = maze.level.rooms[0]
    room.gone, room.maze = False, True
    room.top, room.left, room.height, room.width = 1, 0, 6, 25
    maze.player.room = maze.level.room_at(maze.player.spot)
    foe = find_foe(maze, "E")
    assert maze.player.room is foe.room
    assert not sees_foe(maze, foe)


def test_vis_19_stk_3_a_room_stays_dark_until_the_stick_lights_it_for_good() -> None:
    world = started("-------\n|!...@+##\n-------", dark=True)
    assert shown(world, 2, 1) == " "
    walk(world, "lllhhh")
    assert shown(world, 2, 1) == " "
    wands.zap(world, carry(world, "stick", "light"), RIGHT)
    assert shown(world, 2, 1) == "!"
    walk(world, "lll")
    world.canvas.put(spot_of(2, 1), ord(" "))
    walk(world, "hh")
    assert shown(world, 2, 1) == "!"


def test_vis_20_pot_5_8_18_detection_and_the_sight_of_the_invisible() -> None:
    world = started("-------   -----\n|@.P..|   |.B.|\n-------   -----")
    phantom, bat = find_foe(world, "P"), find_foe(world, "B")
    potions.quaff(world, carry(world, "potion", "monster detection"))
    assert (shown(world, 2, 3), shown(world, 2, 12)) == ("P", "B")
    assert {phantom.spot, bat.spot} <= world.canvas.bright
    world.question = None
    potions.quaff(world, carry(world, "potion", "see invisible"))
    assert phantom.spot not in world.canvas.bright
    turn_phases.end_detection(world)
    assert (shown(world, 2, 3), shown(world, 2, 12)) == ("P", " ")
    assert not world.player.has_flag(DETECTS)


def test_pot_8_a_seen_xeroc_is_unmasked_by_detection_but_not_for_good() -> None:
    world = started(hall("@..X."))
    xeroc = find_foe(world, "X")
    xeroc.disguise = ord("!")
    awareness.enter_room(world, world.player.spot)
    assert shown(world, 2, 4) == "!"
    potions.quaff(world, carry(world, "potion", "monster detection"))
    assert shown(world, 2, 4) == "X"
    assert xeroc.spot not in world.canvas.bright
    assert xeroc.disguise == ord("!")
    world.question = None
    turn.do(world, Command("l"))
    turn.do(world, Command("l"))
    assert shown(world, 2, 4) == "!"


@pytest.mark.parametrize("under", [FLOOR, PASSAGE])
def test_vis_17b_a_vanished_monsters_square_shows_what_was_remembered(under: int) -> None:
    world = started(hall("@.B.."))
    foe = find_foe(world, "B")
    foe.under = under
    vision.hide_foe(world, foe)
    assert world.canvas.cells[foe.spot] == under


@pytest.mark.parametrize("col", [0, 50])
def test_vis_11_leaving_a_room_forgets_the_monsters_of_every_row(col: int) -> None:
    world = read_world("------\n|Q...|\n|...@+#\n|Q..Q|\n------", col=col)
    for foe in world.level.foes:
        foe.flags |= HELD  # they stay asleep
    turn.begin(world)
    assert all(world.canvas.cells[foe.spot] == ord("Q") for foe in world.level.foes)
    walk(world, "ll")
    assert [world.canvas.cells[foe.spot] for foe in world.level.foes] == [FLOOR] * 3


def test_con_2_a_blind_walk_leaves_its_squares_on_the_screen() -> None:
    world = read_world(hall("@...."), dark=False)
    world.player.flags |= BLIND
    turn.begin(world)
    walk(world, "lll")
    assert [shown(world, 2, at) for at in range(1, 6)] == [".", ".", ".", " ", " "]
