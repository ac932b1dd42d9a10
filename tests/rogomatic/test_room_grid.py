"""The grid of boxes (GEN-2)."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.terrain_map import box_of


@pytest.mark.parametrize(("spot", "box"), [(80, 0), (7 * 80 + 26, 0), (8 * 80 + 27, 4), (22 * 80 + 79, 8)])
def test_boxes_go_row_by_row(spot: int, box: int) -> None:
    assert box_of(spot) == box
