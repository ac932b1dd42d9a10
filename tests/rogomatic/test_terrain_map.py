"""The terrain map: legal steps, what is worth a visit, what was searched (MAP-8, VIS-4)."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.terrain_map import (
    DOOR,
    FLOOR,
    PASSAGE,
    STAIRS,
    TRAP,
    TRAP_AVOID,
    UNKNOWN,
    UNNAMED_TRAP_AVOID,
    TerrainMap,
)

AT = 10 * 80 + 20


def test_no_corner_is_cut() -> None:
    level = TerrainMap(1)
    for spot in (AT, AT + 1, AT + 81):
        level.put(spot, PASSAGE)
    assert AT + 81 not in level.neighbors(AT)
    level.put(AT + 80, PASSAGE)
    assert AT + 81 in level.neighbors(AT)


def test_links_are_worked_out_anew_when_terrain_changes() -> None:
    level = TerrainMap(1)
    level.put(AT, FLOOR)
    assert level.neighbors(AT) == ()
    level.put(AT + 1, FLOOR)
    assert level.links[AT] is None
    assert level.neighbors(AT) == (AT + 1,)
    assert level.neighbors(AT) is level.links[AT]


@pytest.mark.parametrize(("col", "step"), [(0, -1), (79, 1)])
def test_steps_do_not_wrap_around_the_edges(col: int, step: int) -> None:
    level = TerrainMap(1)
    spot = 10 * 80 + col
    level.put(spot, FLOOR)
    level.put(spot + step, FLOOR)
    assert level.neighbors(spot) == ()


@pytest.mark.parametrize(("row", "kept"), [(0, UNKNOWN), (1, FLOOR), (22, FLOOR), (23, UNKNOWN)])
def test_only_rows_1_to_22_are_map(row: int, kept: int) -> None:
    level = TerrainMap(1)
    level.put(row * 80 + 5, FLOOR)
    assert level.code[row * 80 + 5] == kept


def test_a_passage_square_is_worth_a_visit_until_its_sides_are_seen() -> None:
    level = TerrainMap(1)
    level.put(AT, PASSAGE)
    level.visit(AT)
    level.put(AT + 1, PASSAGE)
    level.update_frontier()
    assert level.frontier == {AT + 1}
    level.visit(AT + 1)
    level.update_frontier()
    assert level.frontier == set()


def test_floor_with_known_neighbors_is_not_worth_a_visit() -> None:
    level = TerrainMap(1)
    for row in range(-1, 2):
        for col in range(-1, 2):
            level.put(AT + 80 * row + col, FLOOR)
    level.update_frontier()
    assert AT not in level.frontier
    assert AT + 81 in level.frontier


def test_a_blind_visit_sees_nothing() -> None:
    level = TerrainMap(1)
    level.put(AT, FLOOR)
    level.visit(AT, blind=True)
    assert level.been[AT] == 1
    assert level.looked[AT] == 0


def test_where_the_blind_have_been_is_worth_a_visit_when_they_see_again() -> None:
    level = TerrainMap(1)
    level.put(AT, PASSAGE)
    level.put(AT + 1, PASSAGE)
    level.visit(AT, blind=True)
    level.update_frontier()
    assert AT not in level.frontier, "the blind need not go there twice"
    level.visit(AT + 1)
    level.update_frontier()
    assert AT in level.frontier


def test_what_was_seen_from_beside_is_worth_a_visit_after_a_blind_one() -> None:
    level = TerrainMap(1)
    for spot in (AT, AT + 1, AT + 2):
        level.put(spot, PASSAGE)
    level.visit(AT + 2)
    level.visit(AT + 1, blind=True)
    level.visit(AT + 2)
    level.update_frontier()
    assert AT + 1 in level.frontier


def test_searches_count_on_the_nine_squares_and_stop_at_250() -> None:
    level = TerrainMap(1)
    level.note_search(AT, 200)
    level.note_search(AT + 1, 200)
    assert level.searches[AT - 1] == 200
    assert level.searches[AT] == 250
    assert level.searches[AT + 3] == 0


def test_stairs_are_kept_and_forgotten_with_their_square() -> None:
    level = TerrainMap(1)
    level.put(AT, STAIRS)
    assert level.stairs == AT
    level.put(AT, FLOOR)
    assert level.stairs == -1


def test_traps_are_shunned_by_their_kind() -> None:
    level = TerrainMap(1)
    level.put(AT, TRAP)
    assert level.avoid[AT] == UNNAMED_TRAP_AVOID
    level.name_trap(AT, "trapdoor")
    assert (level.traps[AT], level.avoid[AT]) == ("trapdoor", TRAP_AVOID["trapdoor"])
    level.put(AT, FLOOR)
    assert (AT in level.traps, level.avoid[AT]) == (False, 0)


def test_what_hides_the_terrain_is_taken_for_passage_only_between_passages() -> None:
    level = TerrainMap(1)
    assert level.guess(AT) == FLOOR
    level.put(AT - 1, PASSAGE)
    assert level.guess(AT) == PASSAGE
    level.put(AT + 1, FLOOR)
    assert level.guess(AT) == FLOOR


def test_known_squares_are_counted_through_every_change() -> None:
    level = TerrainMap(1)
    for spot, code in ((AT, FLOOR), (AT, DOOR), (AT + 1, PASSAGE), (AT, UNKNOWN), (AT, UNKNOWN)):
        level.put(spot, code)
        assert level.known == len(level.code) - level.code.count(UNKNOWN)
    assert level.known == 1


def test_the_terrain_that_is_kept_is_that_of_now() -> None:
    level = TerrainMap(1)
    assert level.ground() == level.code
    for code in (FLOOR, STAIRS, UNKNOWN):
        level.put(AT, code)
        assert level.ground() == level.code
    assert level.ground() is level.ground()
