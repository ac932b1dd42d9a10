"""Where food must lie by the rules, what a meal is worth, and what a hungry hero does about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rogomatic.agent.beliefs.food_supply import FRESH_COUNTER, Stomach, due_chance, next_counter
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import COUNT, FLOOR, PASSAGE, TerrainMap
from rogomatic.agent.engine.refusals import SEARCH_FOOD
from rogomatic.agent.experts.explore import search_on
from rogomatic.agent.experts.leaving import is_hurried
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.ground.frontier_value import Frontier
from rogomatic.agent.think.items.food_value import food_worth, hides_food, meal_worth
from tests.support.agent_scenes import KIT, ROOM, Scene, status

NO_FOOD = KIT[1:]
CORRIDOR = """
  ----------
  |........|
  |..@..%..+########################
  |........|
  ----------
"""


def level_with(rooms: int) -> TerrainMap:
    """A level of which so many rooms were seen."""
    level = TerrainMap(1)
    for box in range(rooms):
        first = (3 + 8 * (box // 3)) * COLS + 5 + 27 * (box % 3)
        for spot in range(first, first + 6):
            level.put(spot, FLOOR)
    return level


def left(*levels: TerrainMap) -> tuple[float, ...]:
    """The counter behind these levels."""
    counter = next_counter(FRESH_COUNTER, TerrainMap(0))
    for level in levels:
        counter = next_counter(counter, level)
    return counter


def poor(picture: str, turns: float = 200.0, due: float = 1.0) -> Beliefs:
    """An alert hero at depth 4 without a meal, on a level where food is due with that chance."""
    b = Scene(picture, status(depth=4), NO_FOOD).b
    b.me.alert, b.me.depth, b.level.depth, b.level.due_food = True, 4, 4, due
    b.me.stomach = Stomach.between(int(turns) - 5, int(turns) + 5)
    return b


def test_food_is_due_after_three_levels_that_had_none() -> None:
    seen = level_with(COUNT)
    due = [due_chance(left(*[seen] * levels)) for levels in range(5)]
    assert due[:3] == [0, 0, 0]
    assert 0.9 < due[3] < 1, "on the fourth level, unless some was missed"
    assert due[4] < due[3], "who has seen nothing there either has more likely missed it"


def test_what_was_not_seen_may_have_been_missed() -> None:
    due = [due_chance(left(*[level_with(rooms)] * 3)) for rooms in (0, 3, 6)]
    assert due == sorted(due)
    assert due[0] < 0.3 < due[2]
    assert sum(left(*[level_with(3)] * 7)) == pytest.approx(1)


def test_food_that_was_seen_starts_the_count_anew() -> None:
    eaten = level_with(COUNT)
    eaten.food_seen = True
    assert left(*[level_with(COUNT)] * 3, eaten) == left()


def test_a_meal_is_worth_more_the_less_food_there_is() -> None:
    worths = [meal_worth(poor(ROOM, turns)) for turns in (0, 300, 1_000, 2_000)]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] > 3 * worths[3] > 0
    deep = poor(ROOM)
    deep.me.depth = 15
    assert 0 < meal_worth(deep) < meal_worth(poor(ROOM)) / 2


def test_a_meal_is_worth_nothing_where_hunger_does_not_kill() -> None:
    b = poor(ROOM)
    b.edition = "3.6"
    assert meal_worth(b) == 0
    b = poor(ROOM)
    b.knobs = replace(b.knobs, meal_gold=0)
    assert meal_worth(b) == 0
    assert not hides_food(b)


def test_food_that_is_due_lies_in_one_of_the_rooms_left() -> None:
    level = TerrainMap(4)
    usual = food_worth(level, 400, 3.0)
    level.due_food = 1.0
    assert food_worth(level, 400, 3.0) > usual
    assert food_worth(level, 400, 1.0) == 400
    level.food_seen = True
    assert food_worth(level, 400, 1.0) < usual


def test_a_hungry_hero_does_not_hurry_past_food_that_is_due() -> None:
    assert is_hurried(poor(ROOM, due=0.2))
    b = poor(ROOM)
    assert not is_hurried(b)
    b.level.food_seen = True
    assert is_hurried(b)


def test_a_hungry_hero_searches_only_where_food_is_due() -> None:
    assert search_on(poor(CORRIDOR, due=0.2)) is SEARCH_FOOD
    assert search_on(poor(CORRIDOR)) is not SEARCH_FOOD


def test_unseen_rooms_promise_a_hungry_hero_more() -> None:
    fed, hungry = poor(CORRIDOR, 1_900.0, due=0.0), poor(CORRIDOR)
    end = max(spot for spot in hungry.level.frontier if hungry.level.code[spot] == PASSAGE)
    bare, filled = (Frontier(b.level, meal_worth(b)).worth(end) for b in (fed, hungry))
    assert filled > bare + 0.8 * meal_worth(hungry), "the meal is somewhere there"
    before = Frontier(hungry.level, meal_worth(hungry)).worth(end)
    hungry.level.food_seen = True
    assert Frontier(hungry.level, meal_worth(hungry)).worth(end) < before, "worked out anew"


def test_food_in_sight_is_noted() -> None:
    assert not Scene(ROOM).b.level.food_seen
    assert Scene(ROOM.replace("@.", "@:", 1)).b.level.food_seen
