"""Who and what is seen (VIS-13, VIS-14)."""

from __future__ import annotations

import pytest

from rogue.rules.vision import corner_hides, sees_foe, sees_spot
from rogue.state.actors import BLIND, SEES_INVISIBLE
from rogue.state.grid import DOWN, RIGHT, spot_of
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
    assert sees_foe(world, hobgoblin)


@pytest.mark.parametrize(("row", "col", "seen"), [(3, 6, True), (1, 0, True), (3, 8, False), (3, 15, False)])
def test_vis_14_squares_of_the_own_lit_room(row: int, col: int, seen: bool) -> None:
    assert sees_spot(read_world(ROOM), spot_of(row, col)) is seen
