"""Rooms as units: rectangle, doors, dark or lit, maze, box of the grid (GEN-2, GEN-17)."""

from __future__ import annotations

import pytest
from scenes import ROOM, Scene, spot_of

from rogomatic.beliefs.boxes import box_of
from rogomatic.beliefs.rooms import rooms_of

TWO = """
  ------
  |....|
  |.@..+####
  |....|   #
  --+---   #
    #      #
    #      #
    #      ######+-----
    #            |....|
"""

@pytest.mark.parametrize(("spot", "box"), [(80, 0), (7 * 80 + 26, 0), (8 * 80 + 27, 4), (22 * 80 + 79, 8)])
def test_boxes_go_row_by_row(spot: int, box: int) -> None:
    assert box_of(spot) == box


def test_a_room_is_the_rectangle_of_its_floor_with_the_doors_around_it() -> None:
    level = Scene(TWO).b.level
    rooms = rooms_of(level)
    room = rooms[0]
    assert (room.top, room.left, room.bottom, room.right) == (2, 3, 4, 6)
    assert room.doors == (spot_of(TWO, "+"), 5 * 80 + 4)
    assert not room.dark
    assert not room.maze
    assert room.holds(spot_of(TWO, "@"))
    assert not room.holds(spot_of(TWO, "+"))


def test_a_room_whose_floor_the_screen_forgets_is_dark_VIS_7() -> None:
    scene = Scene(ROOM)
    assert not rooms_of(scene.b.level)[0].dark
    scene.show(ROOM.replace("........", "        "))
    assert rooms_of(scene.b.level)[0].dark


def test_passages_on_a_lattice_are_a_maze_and_others_are_not_GEN_17() -> None:
    lattice = "\n" + "\n".join(("###########", "# # # # # ") * 3) + "\n@#"
    rooms = rooms_of(Scene(lattice).b.level)
    assert rooms[0].maze
    tangle = lattice.replace("# # # # # ", "##########")
    assert rooms_of(Scene(tangle).b.level) == {}
