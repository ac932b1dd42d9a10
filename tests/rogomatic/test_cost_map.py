"""The cost map: what it says of squares that are near, far, or out of reach."""

from __future__ import annotations

from rogomatic.agent.beliefs.terrain_map import FLOOR, TerrainMap
from rogomatic.agent.kernels.cost_map import LARGE
from rogomatic.agent.think.ground.pathfinding import FORBIDDEN, Roads, costs
from tests.support.cost_maps import costs_of

FAR = 4000
DEAREST = FORBIDDEN - 1  # that is ever waited out


def test_each_square_has_its_cost_on_both_sides_of_what_a_byte_holds() -> None:
    known = {100: 0, 101: LARGE - 2, 181: LARGE - 1, 102: LARGE, 1800: 3999}
    found = costs_of(known)
    assert [found.get(spot, FAR) for spot in known] == [*known.values()]
    assert [*found.as_dict().items()] == [*known.items()]
    assert found.spots() == (*known,)
    assert found.large.keys() == {181, 102, 1800}
    assert found.most() == 3999


def test_what_is_not_in_reach_and_no_spot_at_all_have_what_the_caller_says() -> None:
    found = costs_of({100: 0})
    assert [found.get(spot, FAR) for spot in (-1, 0, 99, 1919)] == [FAR] * 4
    assert found.most() == 0


def test_a_search_that_may_cost_nothing_finds_nothing() -> None:
    found = costs(Roads(TerrainMap(1)), 100, 0)
    assert (found.spots(), found.as_dict(), found.get(100, FAR)) == ((), {}, FAR)


def test_a_search_goes_on_where_costs_outgrow_a_byte() -> None:
    level = TerrainMap(1)
    for spot in range(100, 104):
        level.put(spot, FLOOR)
    for first in (DEAREST - 2, DEAREST - 1, DEAREST):
        level.avoid[101], level.avoid[103] = first, DEAREST
        known = {100: 0, 101: first + 1, 102: first + 2, 103: first + 3 + DEAREST}
        assert [*costs(Roads(level), 100).as_dict().items()] == [*known.items()]
        assert costs(Roads(level), 100).most() == known[103]
        assert costs(Roads(level), 100, known[103]).spots() == (100, 101, 102)


def test_a_search_from_nowhere_finds_just_that() -> None:
    found = costs(Roads(TerrainMap(1)), -1)
    assert (found.spots(), found.as_dict(), found.most()) == ((-1,), {-1: 0}, 0)
