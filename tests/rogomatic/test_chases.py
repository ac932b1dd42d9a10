"""Pursuit: greedy steps, who strikes on the way, and how many get next to the hero."""

from __future__ import annotations

from rogomatic.agent.beliefs.terrain_map import DOOR, FLOOR, TerrainMap
from rogomatic.agent.think.fight.combat_sim import NEVER, chase, next_step
from rogomatic.agent.think.fight.fight_options import case_of, fight_cost_of, fight_cost_on_the_way
from rogomatic.agent.think.fight.position_options import path_to_exits
from rogomatic.agent.think.ground.exits import doors_of
from tests.support.agent_scenes import Scene, beliefs, spot_of

HALL = """
  --------------------
  |...H@.............|
  --------------------
"""


def test_a_pursuer_right_behind_does_not_strike() -> None:
    b = Scene(HALL).awake("H")
    spot = b.me.spot
    away = chase(b.level, spot, tuple(range(spot + 1, spot + 12)), b.foes.seen.values(), 0)
    assert [one.before for one in away.chasers] == [0]
    stay = chase(b.level, spot, (spot,) * 6, b.foes.seen.values(), 0)
    assert [one.before for one in stay.chasers] == [6]


def test_a_pursuer_takes_the_step_that_brings_it_nearest() -> None:
    picture = """
  -------
  |@...H|
  |.....|
  -------
"""
    b = beliefs(picture)
    spot, hero = spot_of(picture, "H"), spot_of(picture, "@")
    assert next_step(b.level, spot, hero) == spot - 1
    assert next_step(b.level, spot, hero, taken=[spot - 1]) == spot + 79
    assert next_step(b.level, hero + 1, hero) == hero + 1


def test_out_of_a_room_it_takes_the_door_that_is_nearest_to_the_hero_CHS_7() -> None:
    picture = """
  -----------
  |.........|
  +..H......+##
  |.........| #
  ----------- #
              #
        @######
"""
    b = beliefs(picture)
    assert next_step(b.level, spot_of(picture, "H"), spot_of(picture, "@")) == spot_of(picture, "H") + 1


CROWD = """
  -------------
  |..H........|
  |..HH.......+@##
  |..H........|
  -------------
"""


def test_in_a_passage_one_of_a_crowd_gets_next_to_the_hero() -> None:
    b = Scene(CROWD).awake("H")
    there = chase(b.level, b.me.spot, (), b.foes.seen.values())
    assert there.front == 1
    assert there.chasers[0].arrival < NEVER
    assert [one.arrival for one in there.chasers[1:]] == [NEVER] * 3


def test_in_the_open_three_of_them_do_and_the_fourth_stands_behind() -> None:
    b = Scene(CROWD.replace("+@##", "+.##").replace("HH.......", "HH...@...")).awake("H")
    assert chase(b.level, b.me.spot, (), b.foes.seen.values()).front == 3


def test_known_doors_follow_the_terrain() -> None:
    level = TerrainMap(1)
    level.put(170, DOOR)
    assert doors_of(level) == [170]
    level.put(165, DOOR)
    assert doors_of(level) == [165, 170]
    level.put(170, FLOOR)
    assert doors_of(level) == [165]


def test_a_foe_in_the_way_bars_it_unless_there_is_a_way_round_MON_9() -> None:
    picture = """
  -------------
  |@..H.......|
  -------------
"""
    b = Scene(picture).awake("H")
    ahead = tuple(range(b.me.spot + 1, b.me.spot + 9))
    met = chase(b.level, b.me.spot, ahead, b.foes.seen.values(), 0)
    assert met.blocked
    assert met.spot == b.me.spot + 1
    assert [one.arrival for one in met.chasers] == [0]

    wide = """
  -------------
  |@..H.......|
  |...........|
  -------------
"""
    b = Scene(wide).awake("H")
    met = chase(b.level, b.me.spot, ahead, b.foes.seen.values(), 0)
    assert not met.blocked
    assert met.spot == ahead[-1]
    assert [one.before for one in met.chasers] == [2]


def test_a_run_through_the_foes_is_no_run_MON_9() -> None:
    picture = """
  -----------------
  |.@....E....%...|
  |......H........|
  |.......K.......|
  -----------------
"""
    scene = Scene(picture)
    for letter in "EHK":
        scene.awake(letter)
    b = scene.b
    case = case_of(b, tuple(b.foes.seen.values()))
    there = case.walk(path_to_exits(b), wait=0)
    assert there.blocked
    assert fight_cost_on_the_way(b, there).death_probability == fight_cost_of(b, there).death_probability
