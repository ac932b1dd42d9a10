"""Ways on the map that the player has seen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rogue.state.grid import spot_of
from rogue.state.level import PlayerMap
from rogue.ui.travel import is_frontier, is_open, neighbors, path_to, remembered_stairs


def canvas_of(*rows: str, trodden: Sequence[tuple[int, int]] = ()) -> PlayerMap:
    """Return a remembered screen with these rows, from row 1 on."""
    canvas = PlayerMap()
    for number, row in enumerate(rows, 1):
        for col, symbol in enumerate(row):
            canvas.put(spot_of(number, col), ord(symbol))
    canvas.trodden.update(spot_of(*place) for place in trodden)
    return canvas


def test_a_path_is_shortest_avoids_traps_and_cuts_no_corner() -> None:
    canvas = canvas_of(
        "-----------", "|...K.....|", "|...^.....|", "|.....----|", "|.........|", "-----------"
    )
    start, goal = spot_of(2, 3), spot_of(2, 5)
    way = path_to(canvas, start, goal.__eq__)
    assert (len(way), way[-1]) == (4, goal)
    assert all(is_open(canvas, spot) for spot in way)
    assert spot_of(5, 6) not in neighbors(canvas, spot_of(4, 5))  # the wall at 4, 6 is in the way


def test_no_way_leads_through_what_was_not_seen() -> None:
    canvas = canvas_of("|..  ..|")
    assert path_to(canvas, spot_of(1, 1), spot_of(1, 5).__eq__) == []
    canvas.glimpsed.update((spot_of(1, 3), spot_of(1, 4)))  # dark floor that was once beside us
    assert len(path_to(canvas, spot_of(1, 1), spot_of(1, 5).__eq__)) == 4


@pytest.mark.parametrize(
    ("rows", "place", "trodden", "more"),
    [
        (("#  ",), (1, 0), (), True),
        (("#  ",), (1, 0), ((1, 0),), False),
        (("## ",), (1, 1), ((1, 0),), True),  # its far side was out of sight
        (("...", ".!.", "..."), (2, 1), (), True),
        (("...", ".!.", "..."), (2, 1), ((2, 1),), False),
        (("---", "...", "---"), (2, 1), (), False),
        (("   ", "...", "---"), (2, 1), (), True),  # floor beside the dark
        (("-+-", "...", "---"), (1, 1), (), True),  # nothing is known behind the door
        (("###", "-+-", "..."), (2, 1), (), False),
    ],
)
def test_what_may_show_more(
    rows: tuple[str, ...], place: tuple[int, int], trodden: tuple[tuple[int, int], ...], more: bool
) -> None:
    canvas = canvas_of(*(f"     {row}" for row in rows), trodden=[(r, c + 5) for r, c in trodden])
    assert is_frontier(canvas, spot_of(place[0], place[1] + 5)) == more


def test_stairs_are_found_on_the_map_only() -> None:
    canvas = canvas_of("|..%|")
    assert remembered_stairs(canvas) == spot_of(1, 3)
    assert remembered_stairs(PlayerMap()) == 0
