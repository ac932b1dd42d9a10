"""Who and what is seen (VIS-13, VIS-14)."""

from __future__ import annotations

from random import Random

import pytest

from rogue.rules import vision
from rogue.rules.vision import corner_hides, observe, sees_foe, sees_spot
from rogue.state.actors import BLIND, SEES_INVISIBLE
from rogue.state.grid import AROUND, DOWN, RIGHT, spot_of
from rogue.state.level import PASS, REAL, SEEN
from tests.support.notation import find_foe, read_world

ROOM = """
    --------      -----
    |@....B|      |...|
    |......+######+.T.|
    --------      -----
"""


@pytest.mark.parametrize(("dark", "far"), [(False, True), (True, False)])
def test_vis_13_far_monsters_are_seen_in_the_same_lit_room_only(dark: bool, far: bool) -> None:
    world = read_world(ROOM, dark=dark)
    assert sees_foe(world, find_foe(world, "B")) is far
    assert not sees_foe(world, find_foe(world, "T"))
    world.player.spot = find_foe(world, "B").spot - 1
    assert sees_foe(world, find_foe(world, "B"))


def test_vis_13_blind_players_see_no_monster_not_even_close() -> None:
    world = read_world("-----\n|@B.|\n-----")
    world.player.flags |= BLIND
    assert not sees_foe(world, find_foe(world, "B"))
    assert not sees_spot(world, world.player.spot)


def test_vis_13_invisible_monsters() -> None:
    world = read_world("-----\n|@P.|\n-----")
    phantom = find_foe(world, "P")
    assert not sees_foe(world, phantom)
    world.player.flags |= SEES_INVISIBLE
    assert sees_foe(world, phantom)


def test_vis_13_and_14_a_diagonal_behind_rock_is_cut_off() -> None:
    world = read_world("""
        ----
        |..+@
        ---- H
    """)
    hobgoblin = find_foe(world, "H")
    assert corner_hides(world, world.player.spot, hobgoblin.spot)
    assert not corner_hides(world, world.player.spot, world.player.spot + RIGHT)
    assert not sees_foe(world, hobgoblin)
    assert not sees_spot(world, hobgoblin.spot)
    world.level.cells[world.player.spot + DOWN] = ord("#")
    world.level.changes += 1
    assert sees_foe(world, hobgoblin)


@pytest.mark.parametrize(("row", "col", "seen"), [(3, 6, True), (1, 0, True), (3, 8, False), (3, 15, False)])
def test_vis_14_squares_of_the_own_lit_room(row: int, col: int, seen: bool) -> None:
    assert sees_spot(read_world(ROOM), spot_of(row, col)) is seen


def test_vis_3_what_is_kept_of_a_look_holds_only_while_the_terrain_does() -> None:
    world, dice = read_world(ROOM, dark=True), Random(1)
    world.player.spot = here = spot_of(2, 4)
    level, found = world.level, set()
    for _ in range(300):
        spot = here + dice.choice((*AROUND, 0, 0))
        level.cells[spot] = dice.choice(b"..  #+|-!")
        level.flags[spot] = dice.choice((REAL, REAL | PASS, PASS, REAL | SEEN))
        level.number[spot] = dice.randrange(2)
        level.changes += 1
        steps = vision.neighbours_in_view(world).steps
        assert steps == vision._steps_in_view(world)
        assert vision.neighbours_in_view(world) is level.views[here]
        found.add(tuple(steps))
    assert len(found) > 50


def test_vis_5_what_is_drawn_falsely_is_drawn_anew_at_the_next_look() -> None:
    world = read_world(ROOM)
    observe(world)
    near = world.player.spot + RIGHT
    for symbol, shown in ((ord("%"), "."), (ord(" "), "."), (ord("."), ".")):
        world.canvas.put(near, symbol)
        observe(world)
        assert chr(world.canvas.cells[near]) == shown
    bat = find_foe(world, "B")
    world.level.shift_foe(bat, near)
    observe(world)
    assert chr(world.canvas.cells[near]) == "B"
    world.level.shift_foe(bat, near + RIGHT)
    observe(world)
    assert chr(world.canvas.cells[near]) == "."
