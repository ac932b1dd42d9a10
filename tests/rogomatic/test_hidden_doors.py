"""Where hidden things are likely, and that it grows less with every search in vain."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.cached_results import Bound
from rogomatic.agent.beliefs.terrain_map import AROUND, PASSAGE, TerrainMap, beyond, box_of, maze_cells
from rogomatic.agent.beliefs.update import arrive
from rogomatic.agent.editions import Edition
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.ground.hidden_doors import best_place, hidden_odds, most_at_once, most_yields
from rogomatic.agent.think.ground.pathfinding import Roads, costs
from rogomatic.agent.think.ground.secret_clues import survey_of
from tests.support.agent_scenes import beliefs, spot_of, status
from tests.support.cost_maps import costs_of

DEAD_END = """
  -------
  |.....|
  |..@..+#####
  |.....|
  -------
"""
END = spot_of(DEAD_END, "#") + 4
NOTHING_KNOWN = Bound(None, 0, 0)


def odds_of(level: TerrainMap) -> dict[int, tuple[float, float]]:
    """Return the chance and the gold of each square that may hide something."""
    return {spot: pair for spot, pair in enumerate(zip(*hidden_odds(level), strict=True)) if pair[0]}


def walked(depth: int = 1) -> TerrainMap:
    """Return the level of the picture, with the passage walked to its end."""
    level = beliefs(DEAD_END, status(depth)).level
    for spot in range(spot_of(DEAD_END, "+"), END + 1):
        level.visit(spot)
    return level


@pytest.mark.parametrize(
    ("spot", "box"),
    [(1 * 80, 0), (7 * 80 + 26, 0), (8 * 80 + 27, 4), (7 * 80 + 52, 1), (16 * 80 + 53, 8), (22 * 80 + 79, 8)],
)
def test_boxes_GEN_2(spot: int, box: int) -> None:
    assert box_of(spot) == box


@pytest.mark.parametrize(
    ("box", "step", "other"), [(0, 1, 1), (0, 80, 3), (0, -1, -1), (0, -80, -1), (8, 1, -1), (4, -80, 1)]
)
def test_the_box_beyond(box: int, step: int, other: int) -> None:
    assert beyond(box, step) == other


def test_an_end_of_a_passage_is_likelier_than_any_wall() -> None:
    level = walked()
    odds = odds_of(level)
    assert max(odds, key=lambda spot: odds[spot][0]) == END + 1
    place = best_place(level, costs(Roads(level), spot_of(DEAD_END, "@")))
    assert place is not None
    assert END - 1 <= place.spot <= END


def test_a_passage_may_go_on_to_the_left_in_the_top_rows_as_anywhere() -> None:
    weights = []
    for row in (2, 4):
        level = TerrainMap(1)
        for spot in range(row * COLS + 40, row * COLS + 44):
            level.put(spot, PASSAGE)
            level.visit(spot)
        left, right = row * COLS + 39, row * COLS + 44
        clues = survey_of(bytes(level.code), 1, level.is_plain).clues
        found = {spot: weight for spots, weight, _, _ in clues for spot in spots}
        assert found[left] == found[right] > 0
        weights.append(found[left])
    assert weights[0] == weights[1]


def test_searches_in_vain_make_it_less_likely() -> None:
    level = walked()
    before = odds_of(level)[END + 1][0]
    level.note_search(END, 5)
    after = odds_of(level)[END + 1][0]
    assert 0 < after < 0.8 * before
    level.note_search(END, 60)
    assert odds_of(level)[END + 1][0] < before / 1000


def test_what_is_almost_sure_is_not_given_up_after_five_searches() -> None:
    level = walked()
    before = odds_of(level)[END + 1][0]
    level.note_search(END, 5)
    # Five searches miss a door one time in three, a square of a passage one time in eight.
    assert odds_of(level)[END + 1][0] > 0.5 * before


def test_a_door_with_nothing_behind_it_is_a_sure_thing() -> None:
    picture = """
  -------
  |.....|
  |..@..+
  |.....|
  -------
"""
    level = beliefs(picture).level
    door = spot_of(picture, "+")
    assert door + 1 not in odds_of(level)
    level.visit(door)
    odds = odds_of(level)
    assert odds[door + 1][0] > 0.3
    assert odds[door + 1] == max(odds.values())


@pytest.mark.parametrize(("edition", "plain"), [("5.4", False), ("5.2", True), ("3.6", True)])
def test_levels_of_the_older_editions_are_plain_V52_1(edition: Edition, plain: bool) -> None:
    b = beliefs(DEAD_END)
    b.edition = edition
    arrive(b)
    assert b.level.is_plain is plain


def test_on_plain_levels_nothing_is_hidden_but_doors_V52_1() -> None:
    level = walked()
    branches = {spot for spot in odds_of(level) if END - 4 <= spot % 80 + END // 80 * 80 < END}
    level.is_plain = True
    odds = odds_of(level)
    assert max(odds, key=lambda spot: odds[spot][0]) == END + 1
    assert branches
    assert not branches & set(odds), "a branch of a passage would be seen"
    found = odds[END + 1][0]
    level.note_search(END, 1)
    assert 0.6 < odds_of(level)[END + 1][0] / found < 1.0, "a door is found with one search in five"


def test_a_side_with_a_door_has_hardly_another_GEN_30c() -> None:
    level = walked()
    odds = odds_of(level)
    right, bottom = spot_of(DEAD_END, "+") - 80, spot_of(DEAD_END, "@") + 160
    assert odds[right][0] < odds[bottom][0] / 5


def test_nothing_hides_where_all_is_known() -> None:
    assert best_place(walked(), costs_of({})) is None


def test_new_terrain_and_new_searches_are_seen_at_once() -> None:
    level = walked()
    assert odds_of(level) == odds_of(level)
    before = odds_of(level)[END + 1]
    level.note_search(END, 1)
    assert odds_of(level)[END + 1] < before
    level.put(END + 1, PASSAGE)
    level.visit(END + 1)
    odds = odds_of(level)
    assert END + 1 not in odds
    assert odds[END + 2] > odds[END + 1 + 80]


def test_the_place_gains_what_the_squares_around_it_promise() -> None:
    level = walked()
    odds = odds_of(level)
    place = best_place(level, costs_of({END: 0}))
    assert place is not None
    assert place.gain == pytest.approx(sum(odds[END + step][0] for step in AROUND if END + step in odds))


def test_a_long_walk_is_set_against_what_the_place_promises() -> None:
    level = walked()
    near = best_place(level, costs_of({END - 1: 0, END: 1}))
    far = best_place(level, costs_of({END - 1: 0, END: 1000}))
    assert near is not None
    assert far is not None
    assert (near.spot, far.spot) == (END, END - 1)


def test_a_search_in_vain_makes_other_places_likelier_GEN_30b() -> None:
    level = walked()
    bottom = spot_of(DEAD_END, "@") + 160
    before = odds_of(level)[bottom][0]
    level.note_search(END, 60)
    assert odds_of(level)[bottom][0] > before


def test_a_deeper_level_hides_more_GEN_26() -> None:
    shallow, deep = (walked(depth) for depth in (3, 11))
    wall = spot_of(DEAD_END, "@") + 160
    assert odds_of(deep)[wall][0] > 2 * odds_of(shallow)[wall][0]


def test_a_search_promises_gold_and_a_long_walk_makes_it_poorer() -> None:
    level = walked()
    near, far = best_place(level, costs_of({END: 0})), best_place(level, costs_of({END: 50}))
    assert near is not None
    assert far is not None
    assert near.gain == far.gain
    assert near.yields > 5 * far.yields > 0


def maze(hidden: set[int]) -> TerrainMap:
    """Return a level with a maze like a comb in the middle box, walked but for the squares `hidden`."""
    cells = maze_cells(4)
    links = [cell + 1 for cell in cells[:12]] + [cell + 80 for cell in cells[:39]]
    level = TerrainMap(11)
    for spot in (*cells, *links):
        if spot not in hidden:
            level.put(spot, PASSAGE)
    for spot in (*cells, *links):
        if spot not in hidden:
            level.visit(spot)
    level.update_frontier()
    return level


@pytest.mark.slow
def test_in_a_maze_that_is_known_nothing_is_sought_GEN_12() -> None:
    cells = maze_cells(4)
    odds = odds_of(maze(set()))
    rows, columns = range(cells[0] // 80, cells[-1] // 80 + 1), range(cells[0] % 80, cells[-1] % 80 + 1)
    assert not [spot for spot in odds if spot // 80 in rows and spot % 80 in columns]


@pytest.mark.parametrize("link", [True, False])
def test_the_way_to_an_unseen_arm_of_a_maze_is_sought_beside_it(link: bool) -> None:
    cells = maze_cells(4)
    hidden = {cells[39], cells[26], cells[26] + 80} | ({cells[26] - 80} if link else set())
    level = maze(hidden)
    odds = odds_of(level)
    assert odds[cells[26] - 80 if link else cells[26]][0] > 0.05
    place = best_place(level, costs(Roads(level), cells[0]))
    assert place is not None
    assert place.spot in {cells[13], cells[14], cells[40], cells[27], cells[26] - 80}


def test_a_maze_is_searched_though_a_thing_is_sensed_in_its_unseen_part() -> None:
    cells = maze_cells(4)
    level = maze({cells[39], cells[26], cells[26] + 80, cells[26] - 80})
    level.put(cells[39], PASSAGE)
    level.update_frontier()
    assert cells[39] in level.frontier
    assert odds_of(level)[cells[26] - 80][0] > 0.05


def test_the_best_place_follows_every_search_and_step() -> None:
    b = beliefs(DEAD_END)
    reach = costs(Roads(b.level), b.me.spot)
    first = best_place(b.level, reach)
    assert first is not None
    b.level.note_search(first.spot, 5)
    second = best_place(b.level, reach)
    assert second is not None
    assert second.yields < first.yields
    assert best_place(b.level, reach) == second, "kept while nothing changes"


def test_no_place_yields_more_than_the_bound() -> None:
    b = beliefs(DEAD_END)
    reach = costs(Roads(b.level), b.me.spot)
    best = best_place(b.level, reach)
    assert best is not None
    assert most_yields(b.level, Bound(reach, 0, 4000)) == best.yields
    assert most_yields(b.level, NOTHING_KNOWN) == most_at_once(b.level) > best.yields
    assert most_yields(TerrainMap(1), NOTHING_KNOWN) == -1
    assert most_at_once(TerrainMap(1)) == 0


@pytest.mark.parametrize("end", [22 * 80 + 79, 22 * 80, 80, 80 + 79])
def test_a_passage_may_end_in_any_corner_of_the_map(end: int) -> None:
    """Mazes of some games fill the last row and column."""
    level = walked()
    step = 1 if end % 80 == 0 else -1
    for spot in (end, end + step, end + 2 * step):
        level.put(spot, PASSAGE)
        level.visit(spot)
    place = best_place(level, costs(Roads(level), spot_of(DEAD_END, "@")))
    assert place is not None
    assert level.code[place.spot] != 0
