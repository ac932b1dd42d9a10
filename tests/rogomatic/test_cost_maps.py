"""What is known to be out of reach: the same answers as a search, and only one search for them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import FLOOR, UNKNOWN
from rogomatic.agent.think.fight.walk_costs import roads
from rogomatic.agent.think.ground import pathfinding as module
from rogomatic.agent.think.ground.pathfinding import (
    EVERYWHERE,
    FORBIDDEN,
    bounds,
    costs,
    find_path,
    hero_path,
    reach,
)
from tests.support import agent_scenes

pytestmark = pytest.mark.slow


START = 5 * 80 + 8
SPOTS = st.integers(3, 12).flatmap(lambda row: st.integers(5, 16).map(lambda col: row * 80 + col))
AVOIDED = st.lists(st.tuples(SPOTS, st.integers(1, 9) | st.just(FORBIDDEN)), max_size=30)


def beliefs(holes: list[int]) -> Beliefs:
    """The hero on a 10 by 12 field of floor with holes."""
    b = Beliefs()
    for row in range(3, 13):
        for col in range(5, 17):
            if row * 80 + col not in holes or row * 80 + col == START:
                b.level.put(row * 80 + col, FLOOR)
    b.me.spot = START
    return b


@settings(max_examples=20, deadline=None)
@given(
    st.lists(SPOTS, max_size=70),
    AVOIDED,
    st.lists(
        st.tuples(st.frozensets(SPOTS, max_size=3), st.sampled_from((5, 40, EVERYWHERE)), SPOTS, SPOTS),
        max_size=6,
    ),
    st.booleans(),
)
def test_the_answers_are_those_of_a_search_whatever_was_asked_before(
    holes: list[int],
    avoided: list[tuple[int, int]],
    asked: list[tuple[frozenset[int], int, int, int]],
    is_kept: bool,
) -> None:
    b = beliefs(holes)
    for spot, avoid in avoided:
        b.level.avoid[spot] = avoid
    for goals, most, dug, gone in asked:
        ground, here = roads(b), b.me.spot
        assert hero_path(b, ground, goals, most) == find_path(ground, here, goals, most)
        if is_kept:
            known, found = reach(b, ground), costs(ground, here)
            assert [*known.as_dict().items()] == [*found.as_dict().items()]
        if dug != here and dug % 3 == 0:
            b.level.put(dug, UNKNOWN)
        if b.level.is_walkable(gone):
            b.me.spot = gone


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The searches that are made."""
    made: list[str] = []
    for name, search in (("find_path", find_path), ("costs", costs)):
        monkeypatch.setattr(
            module, name, lambda *args, name=name, search=search: made.append(name) or search(*args)
        )
    return made


def test_a_way_that_there_is_not_is_sought_once(searches: list[str]) -> None:
    b = beliefs([row * 80 + 12 for row in range(3, 13)])
    for goal in (5 * 80 + 14, 6 * 80 + 14, 7 * 80 + 16):
        assert hero_path(b, roads(b), {goal}) == ()
    assert searches == ["find_path", "costs"]


def test_it_is_not_sought_again_when_the_hero_has_walked(searches: list[str]) -> None:
    b = beliefs([row * 80 + 12 for row in range(3, 13)])
    assert hero_path(b, roads(b), {5 * 80 + 14}) == ()
    b.me.spot += 1
    assert hero_path(b, roads(b), {5 * 80 + 14, b.me.spot}) == ()
    assert searches == ["find_path", "costs"]
    assert hero_path(b, roads(b), {5 * 80 + 14, START}) == (START,)


def test_what_was_too_far_from_elsewhere_may_be_in_reach_from_here() -> None:
    path = [*range(START, 5 * 80 + 17), 6 * 80 + 16, *range(7 * 80 + 16, 7 * 80 + 4, -1)]
    b = beliefs(
        [row * 80 + col for row in range(3, 13) for col in range(5, 17) if row * 80 + col not in path]
    )
    for spot in path:
        b.level.avoid[spot] = FORBIDDEN - 1
    assert reach(b, roads(b)).get(path[-1], -1) < 0
    b.me.spot = path[10]
    assert hero_path(b, roads(b), {path[-1]}) == tuple(path[11:])


@pytest.mark.parametrize("change", ["map", "foe"])
def test_it_is_sought_again_when_something_is_another(searches: list[str], change: str) -> None:
    b = beliefs([row * 80 + 12 for row in range(3, 13)])
    goal = 5 * 80 + 14
    assert hero_path(b, roads(b), {goal}) == ()
    if change == "map":
        b.level.put(5 * 80 + 12, FLOOR)
    else:
        b.level.avoid[START + 2] = 9
    assert bool(hero_path(b, roads(b), {goal})) is (change == "map")
    assert searches[:3] == ["find_path", "costs", "find_path"]


@settings(max_examples=20, deadline=None)
@given(st.lists(SPOTS, max_size=50), AVOIDED, SPOTS)
def test_a_bound_is_never_more_than_the_cost_wherever_the_hero_has_gone(
    holes: list[int], avoided: list[tuple[int, int]], gone: int
) -> None:
    b = beliefs(holes)
    for spot, avoid in avoided:
        b.level.avoid[spot] = avoid
    ground = roads(b)
    assert bounds(b, ground).to(START) == 0
    before = reach(b, ground).as_dict()
    assert [bounds(b, ground).to(spot) for spot in before] == list(before.values())
    b.me.spot = gone
    now, bound = costs(ground, gone).as_dict(), bounds(b, ground)
    assert all(bound.to(spot) <= cost for spot, cost in now.items())
    b.level.put(START, UNKNOWN)
    assert all(bounds(b, ground).to(spot) == 0 for spot in now), "another map may have shorter ways"


def test_no_ordinary_walk_leads_over_a_foe_that_stands_beside_another() -> None:
    b = agent_scenes.beliefs("""
  -------
  |.@BB.|
  |.BB..|
  -------
""")
    assert len(b.foes.seen) == 4
    assert [roads(b).avoid[spot] for spot in b.foes.seen] == [FORBIDDEN] * 4
    b.foes.lurking.update(b.foes.seen)
    b.foes.seen.clear()
    assert [roads(b).avoid[spot] for spot in b.foes.lurking] == [FORBIDDEN] * 4
