"""The connectivity analyser: rings, and the long way round."""

from __future__ import annotations

from rogomatic.agent.think.ground.loops import lap, loop_squares
from tests.support.agent_scenes import beliefs, spot_of

RING = """
  -------          -------
  |.....|          |.....|
  |..@..+##########+.....|
  |.....|          |.....|
  ---+---          ---+---
     #                #
     ##################
"""
TREE = RING.replace("     ##################", "     #########         ")


def test_passages_between_the_same_two_rooms_make_a_ring() -> None:
    level = beliefs(RING).level
    assert spot_of(RING, "#") in loop_squares(level)
    assert spot_of(RING, "+") in loop_squares(level)


def test_a_way_in_and_out_makes_none() -> None:
    assert loop_squares(beliefs(TREE).level) == set()


def test_open_floor_makes_none() -> None:
    room = """
  -------
  |.....|
  |..@..|
  |.....|
  -------
"""
    assert loop_squares(beliefs(room).level) == set()


def test_a_lap_leads_away_from_the_pursuer_and_all_the_way_round() -> None:
    level = beliefs(RING).level
    hero = spot_of(RING, "+") + 3
    path = lap(level, hero, [hero - 1], loop_squares(level))
    assert path[0] == hero + 1
    assert len(path) > 30
    assert hero - 1 not in path


def test_no_lap_on_a_tree() -> None:
    level = beliefs(TREE).level
    hero = spot_of(TREE, "+") + 3
    assert lap(level, hero, [hero - 1], loop_squares(level)) == ()
