"""What is redrawn when a monster moves (VIS-13 to VIS-17)."""

from __future__ import annotations

from rogue.rules import awareness, monster_steps
from rogue.state.entities import BLIND, DETECTS
from rogue.state.grid import spot_of
from rogue.state.world import World
from rogue.tables.monsters import INVISIBLE
from scripts.lib.notation import find_foe, hall
from tests.rogue.rules.chase_scenes import TWO_ROOMS, walk, world_of

CORRIDOR = """
    ------------
    |@........{}|
    ------------
"""


def shown(world: World, row: int) -> str:
    return world.canvas.cells[row * 80 : row * 80 + 80].decode("ascii").rstrip()


def test_vis_16_a_seen_monster_moves_on_the_screen() -> None:
    world = world_of(CORRIDOR, "H")
    awareness.enter_room(world, world.player.spot)
    assert shown(world, 2) == "|.........H|"
    walk(world)
    assert shown(world, 2) == "|........H.|"
    assert find_foe(world, "H").under == ord(".")


def test_vis_13_an_invisible_monster_is_not_drawn() -> None:
    world = world_of(CORRIDOR, "H")
    find_foe(world, "H").flags |= INVISIBLE
    awareness.enter_room(world, world.player.spot)
    walk(world)
    assert shown(world, 2) == "|..........|"
    assert find_foe(world, "H").under == 0


def test_vis_16_a_detected_monster_is_drawn_highlighted() -> None:
    world = world_of(TWO_ROOMS, "H")
    world.player.flags |= DETECTS
    path = walk(world, 2)
    spots = [spot_of(*place) for place in path]
    canvas = world.canvas
    assert canvas.cells[spots[1]] == ord("H")
    assert canvas.bright == {spots[1]}
    assert canvas.cells[spots[0]] == ord(" ")


def test_vis_17_in_the_dark_what_lies_below_is_blank_again() -> None:
    world = world_of(CORRIDOR, "H", dark=True)
    awareness.look(world)
    walk(world, 8)
    foe = find_foe(world, "H")
    assert world.canvas.cells[foe.spot] == ord("H")
    assert foe.under == ord(" ")


def test_vis_17_a_thing_below_a_near_monster_is_remembered() -> None:
    world = world_of(hall("@.!H."))
    awareness.enter_room(world, world.player.spot)
    walk(world)
    assert find_foe(world, "H").under == ord("!")


def test_vis_17_the_blind_remember_what_the_screen_showed() -> None:
    world = world_of(CORRIDOR, "H")
    awareness.enter_room(world, world.player.spot)
    foe = find_foe(world, "H")
    world.player.flags |= BLIND
    walk(world)
    assert shown(world, 2) == "|..........|"
    assert foe.under == 0


def test_place_foe_on_a_square_out_of_sight_draws_nothing() -> None:
    world = world_of(TWO_ROOMS, "H")
    monster_steps.place_foe(world, find_foe(world, "H"), spot_of(2, 17))
    assert shown(world, 2) == ""
    assert world.level.foe_at[spot_of(2, 17)] is find_foe(world, "H")
