"""Treasure rooms: what makes one, when its things are left, where its guards are fought."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.terrain_map import box_of
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.experts.fight_or_flee import choose_station
from rogomatic.agent.experts.loot import fetch
from rogomatic.agent.think.fight.guarded_things import crowded, guarded_boxes
from rogomatic.agent.think.fight.threat import threat_of
from tests.support.agent_scenes import Scene, act_of, spot_of, status

HOARD = """
  ---------------
  |.C..!..C.....|
  |....?......@.+##
  |.C...)..C....|
  ---------------
"""


def hall(hp: int, picture: str = HOARD, state: bool | None = False) -> Scene:
    drawn = Scene(picture, status(depth=8, hp=hp, most=hp, level=7))
    drawn.awake("C", state)
    return drawn


def test_four_in_one_room_are_a_hoard() -> None:
    assert crowded(hall(50).b) == {box_of(spot_of(HOARD, "@"))}
    assert crowded(hall(50, HOARD.replace("C", ".", 1)).b) == frozenset()
    assert guarded_boxes(hall(50, HOARD.replace("C", ".", 1)).b) == frozenset()


@pytest.mark.parametrize(("hp", "fetched"), [(50, False), (400, True)])
def test_its_things_are_left_to_guards_that_are_too_many(hp: int, fetched: bool) -> None:
    b = hall(hp).b
    assert bool(guarded_boxes(b)) is not fetched
    assert isinstance(fetch(b), Act) is fetched


def test_a_crowd_is_taken_to_be_awake_and_met_in_the_door() -> None:
    b = hall(90, state=None).b
    assert len(threat_of(b).coming) == 4
    answer = act_of(choose_station(b))
    assert answer.keys == b"l"
    assert answer.because.startswith("fight in the ")
    assert not threat_of(hall(90, HOARD.replace("C", ".", 1), None).b).coming
