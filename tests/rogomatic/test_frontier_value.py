"""What unseen ground promises: which gaps of a dark room are worth a look, and where rooms are expected."""

from __future__ import annotations

from functools import partial

import pytest

from rogomatic.agent.beliefs.results import Box
from rogomatic.agent.beliefs.terrain_map import FLOOR, PASSAGE, STAIRS, TerrainMap
from rogomatic.agent.think.ground.frontier_value import (
    Frontier,
    boxes_of,
    kept_boxes,
    region_worths,
    regions_of,
    room_worth,
)
from tests.support.agent_scenes import beliefs, spot_of

KNOWN = Box(floor=20)
WHOLE = """
  -------
  |.....|
  |..@..|
  |.....|
  -------
"""


def without(picture: str, row: int, col: int, more: str = "") -> str:
    """Return a picture with a blank in it, and something to the right of its second row."""
    lines = picture.strip("\n").split("\n")
    lines[row] = lines[row][:col] + " " + lines[row][col + 1 :]
    lines[1] = lines[1].ljust(30) + more
    return "\n".join(lines)


def outlook(level: TerrainMap) -> dict[int, float]:
    promises = Frontier(level)
    return {spot: promises.worth(spot) for spot in promises}


def test_a_room_seen_whole_promises_nothing() -> None:
    assert outlook(beliefs(WHOLE).level) == {}


@pytest.mark.parametrize(
    ("row", "col", "more", "is_worth"),
    [
        (0, 4, "", False),  # the upper edge of the map is behind it
        (2, 2, "", False),  # the left edge
        (4, 4, "", True),  # a room is expected below
        (2, 8, "", True),  # and on the right
        (2, 8, "...", False),  # the room on the right is known
        (4, 4, "...", True),
    ],
)
def test_a_gap_in_a_wall_counts_where_a_door_may_lead_to_something_new(
    row: int, col: int, more: str, is_worth: bool
) -> None:
    level = beliefs(without(WHOLE, row, col, more)).level
    known = {spot for spot in outlook(level) if spot % 80 < 20}
    assert {spot for spot in level.frontier if spot % 80 < 20}
    assert bool(known) == is_worth


def test_unseen_floor_is_worth_most_where_most_of_it_shows() -> None:
    picture = """
  -------
  |..
  |.@.
  |..
"""
    level = beliefs(picture).level
    worths = outlook(level)
    right, corner = spot_of(picture, "@") + 1, spot_of(picture, "@") - 79
    assert worths[right] > worths.get(corner, 0.0)


def test_a_door_to_the_unknown_is_worth_a_room() -> None:
    picture = WHOLE.replace("@..|", "@..+")
    level = beliefs(picture).level
    assert outlook(level)[spot_of(picture, "+")] > room_worth(1)


def test_regions_are_boxes_side_by_side() -> None:
    empty, crossed = Box(), Box(passages=8)
    boxes = [KNOWN, empty, empty, KNOWN, KNOWN, KNOWN, crossed, KNOWN, empty]
    regions = regions_of(boxes, ())
    assert regions.of == {1: 0, 2: 0, 6: 1, 8: 2}
    assert regions.rooms == pytest.approx((1.6, 0.1, 0.8))
    assert regions_of(boxes, {6}).rooms[1] == pytest.approx(0.7)
    assert regions_of([KNOWN] * 9, ()).rooms == ()


def test_a_box_with_a_maze_is_known_unless_a_passage_ends_in_it() -> None:
    boxes = [KNOWN] * 8 + [Box(passages=30)]
    assert regions_of(boxes, ()).of == {}
    assert regions_of(boxes, {8}).of == {8: 0}


def test_unseen_rooms_are_worth_more_while_no_stairs_are_known() -> None:
    bare = beliefs(WHOLE).level
    shown = beliefs(WHOLE.replace("...|", "..%|", 1)).level
    assert region_worths(bare, (1.0,))[0] > region_worths(shown, (1.0,))[0] == room_worth(1)


def test_the_rectangle_of_a_box() -> None:
    box = boxes_of(beliefs(WHOLE).level.code)[0]
    assert (box.floor, box.top, box.left, box.bottom, box.right) == (15, 2, 3, 4, 7)


def test_boxes_are_kept_until_a_square_in_them_changes() -> None:
    level = beliefs(WHOLE).level
    assert kept_boxes(level) == boxes_of(level.code)
    before = kept_boxes(level)
    for spot, number in ((3 * 80 + 20, 0), (10 * 80 + 30, 4), (22 * 80 + 79, 8)):
        level.put(spot, FLOOR)
        after = kept_boxes(level)
        assert after == boxes_of(level.code)
        assert [one is other for one, other in zip(before, after, strict=True)].index(False) == number
        before = after


def test_promises_follow_what_is_seen_looked_at_and_walked_on() -> None:
    level = beliefs(without(WHOLE, 4, 4, "###")).level
    end = next(spot for spot in level.frontier if level.code[spot] == PASSAGE)
    first = outlook(level)
    for change in (
        partial(level.visit, 3 * 80 + 4),
        partial(level.put, 10 * 80 + 30, FLOOR),
        partial(level.visit, end),
        partial(level.put, 12 * 80 + 40, STAIRS),
        partial(level.put, 12 * 80 + 41, FLOOR),
    ):
        change()
        level.update_frontier()
        found = outlook(level)
        level.results.outlook = None
        assert found == outlook(level)
    assert first != found


def test_promises_are_the_frontier_squares_worth_something() -> None:
    level = beliefs(without(WHOLE, 4, 4)).level
    promises = Frontier(level)
    assert {spot for spot in level.frontier if spot in promises} == set(promises) != set()
    assert all((spot in promises) == (promises.worth(spot) > 0) for spot in level.frontier)
    assert 5 not in promises
