"""Squares and directions (MAP-1, MAP-7, MAP-8)."""

from __future__ import annotations

from rogue.state.grid import AROUND, COLS, CORNERS, KEY_STEP, STRAIGHT, distance2, is_close, spot_of


def test_map_7_distances() -> None:
    here = spot_of(10, 40)
    assert distance2(here, here) == 0
    assert distance2(here, spot_of(13, 36)) == distance2(spot_of(13, 36), here) == 25
    assert [is_close(here, here + step) for step in (*AROUND, 0)] == [True] * 9
    assert not is_close(here, here + 2)
    assert not is_close(here, here + 2 * COLS + 1)


def test_map_7_a_row_end_is_not_beside_the_next_row() -> None:
    assert not is_close(spot_of(3, COLS - 1), spot_of(4, 0))


def test_eight_directions() -> None:
    assert sorted(KEY_STEP.values()) == sorted(AROUND)
    assert sum(AROUND) == 0
    assert len(set(AROUND)) == 8


def test_map_8_corners_lie_beside_both_squares() -> None:
    assert set(CORNERS) == set(AROUND) - set(STRAIGHT)
    for step, (first, second) in CORNERS.items():
        assert first + second == step
        assert {first, second} <= set(STRAIGHT)
