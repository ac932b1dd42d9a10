"""Why the agent goes to look somewhere: what may be there, how far off, and in which direction."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.model import Plan
from rogomatic.agent.engine.rule_engine import whereabouts
from rogomatic.agent.experts.explore import look_around
from rogomatic.agent.experts.loot import fetch
from tests.support.agent_scenes import act_of, beliefs

LIT = """
  -------------
  |...........|
  |@..........+
  |...........|
  -------------
"""
PASSAGE = """
  -------------
  |...........|
  |...........+###@#####
  |...........|        #
  -------------        #
"""
DARK = """
  -----
  |..
  |.@.
  | ..
"""


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        (LIT, "what lies behind a door, 11 squares to the east"),
        (PASSAGE, "along the passage"),
    ],
)
def test_the_reason_names_what_may_be_seen_and_where(picture: str, reason: str) -> None:
    act = act_of(look_around(beliefs(picture)))
    assert act.because == reason


@pytest.mark.parametrize(
    ("symbol", "name"), [("*", "gold"), ("!", "a potion"), (":", "food"), ("/", "a wand or staff")]
)
def test_what_is_fetched_is_named(symbol: str, name: str) -> None:
    act = act_of(fetch(beliefs(LIT.replace("|@....", f"|@...{symbol}"))))
    assert act.because == f"{name}, 4 squares to the east"


def test_a_dark_room_is_called_so() -> None:
    act = act_of(look_around(beliefs(DARK)))
    assert "unseen" not in act.because
    assert " to the " in act.because


@pytest.mark.parametrize(
    ("rows", "columns", "words"),
    [
        (0, 9, "to the east"), (0, -9, "to the west"), (3, 0, "to the south"), (-3, 0, "to the north"),
        (3, 6, "to the south-east"), (-3, -6, "to the north-west"), (1, 9, "to the east"),
        (4, 2, "to the south"),
    ],
)  # fmt: skip
def test_a_direction_is_that_of_the_picture(rows: int, columns: int, words: str) -> None:
    b = beliefs(LIT)
    b.me.spot = 12 * 80 + 40
    goal = b.me.spot + 80 * rows + columns
    assert whereabouts(b.me.spot, Plan("explore", goal, (goal,))) == f"1 square {words}"
