"""The path calculator against Dijkstra, and its edges."""

from __future__ import annotations

import heapq

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogomatic.agent.beliefs.terrain_map import FLOOR, TerrainMap
from rogomatic.agent.think.ground.pathfinding import FORBIDDEN, Roads, costs, find_path


def level_of(holes: list[int], avoided: list[tuple[int, int]]) -> TerrainMap:
    """Return a 10 by 12 field of floor with holes and avoided squares."""
    level = TerrainMap(1)
    for row in range(3, 13):
        for col in range(5, 17):
            if row * 80 + col not in holes:
                level.put(row * 80 + col, FLOOR)
    for spot, avoid in avoided:
        level.avoid[spot] = avoid
    return level


def dijkstra(level: TerrainMap, start: int) -> dict[int, int]:
    """The plain way to the same answer: a step costs 1 and what the square is avoided by."""
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, spot = heapq.heappop(queue)
        if cost > best[spot]:
            continue
        for near in level.neighbors(spot):
            there = cost + 1 + level.avoid[near]
            if level.avoid[near] != FORBIDDEN and there < best.get(near, 10**6):
                best[near] = there
                heapq.heappush(queue, (there, near))
    return best


def in_order(level: TerrainMap, start: int) -> list[int]:
    """The squares as they come to the head of one queue, where a dear one goes back to its end each time."""
    left = {spot: int(level.avoid[spot]) for spot in range(1920)} | {start: 0}
    queue, queued, found = [start], {start}, list[int]()
    for spot in queue:
        if left[spot]:
            left[spot] -= 1
            queue.append(spot)
            continue
        found.append(spot)
        for near in level.neighbors(spot):
            if near not in queued and level.avoid[near] != FORBIDDEN:
                queued.add(near)
                queue.append(near)
    return found


spots = st.integers(3, 12).flatmap(lambda row: st.integers(5, 16).map(lambda col: row * 80 + col))


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(
    holes=st.lists(spots, max_size=60),
    avoided=st.lists(st.tuples(spots, st.integers(1, 9) | st.just(FORBIDDEN)), max_size=30),
    start=spots,
)
def test_costs_and_ways_are_dijkstras(holes: list[int], avoided: list[tuple[int, int]], start: int) -> None:
    level = level_of([spot for spot in holes if spot != start], avoided)
    expected = dijkstra(level, start)
    found = costs(Roads(level), start)
    assert found.as_dict() == expected
    assert [*found.spots()] == in_order(level, start), "among equals the order of the queue counts"
    for goal in (4 * 80 + 6, 12 * 80 + 16, 8 * 80 + 10):
        path = find_path(Roads(level), start, {goal})
        if goal == start or goal not in expected:
            assert path == ()
            continue
        walked = sum(1 + level.avoid[spot] for spot in path)
        assert path[-1] == goal
        assert walked == expected[goal]
        assert all(there in level.neighbors(here) for here, there in zip((start, *path), path, strict=False))


def test_straight_steps_come_before_diagonal_ones() -> None:
    level = level_of([], [])
    start = 5 * 80 + 8
    assert find_path(Roads(level), start, {start + 2}) == (start + 1, start + 2)


@pytest.mark.parametrize(("most", "found"), [(4, True), (3, False)])  # both sides of the limit
def test_the_limit_is_a_cost_and_is_not_reached(most: int, found: bool) -> None:
    level = level_of([], [])
    start = 5 * 80 + 6
    assert bool(find_path(Roads(level), start, {start + 3}, most)) is found
    assert (costs(Roads(level), start, most).get(start + 3, -1) >= 0) is found


def test_a_forbidden_square_is_no_goal_either() -> None:
    start = 5 * 80 + 6
    level = level_of([], [(start + 1, FORBIDDEN)])
    assert find_path(Roads(level), start, {start + 1}) == ()
    assert costs(Roads(level), start).get(start + 1, -1) < 0


def test_dear_squares_are_walked_around_exactly_when_that_is_cheaper() -> None:
    wall = [row * 80 + 10 for row in range(3, 13)]
    gate, far_gate = 4 * 80 + 10, 12 * 80 + 10
    for avoid, expected in ((15, gate), (16, gate), (17, far_gate)):
        holes = [spot for spot in wall if spot not in (gate, far_gate)]
        level = level_of(holes, [(gate, avoid)])
        path = find_path(Roads(level), 4 * 80 + 9, {4 * 80 + 11})
        assert (expected in path) is True, avoid
