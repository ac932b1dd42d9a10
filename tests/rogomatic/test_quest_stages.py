"""Once the page has named a near Amulet, the hero plays for it: each stage has its knobs."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.knob_sets import (
    REACH,
    STAGES,
    all_knobs,
    knobs_at,
    quest_knobs,
    stage_of,
    tune,
)
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.experts.leaving import is_hurried, keep_gold
from rogomatic.agent.knobs import DEFAULT, KNOBS, Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.agent.sight.item_parser import read_thing
from rogomatic.agent.sight.page_parser import GamePage
from rogomatic.run.recordings.timeline import CheckpointStore
from tests.support.agent_scenes import Scene, beliefs, status

FOE = """
  -----------
  |.........|
  |..@T.....|
  |.........|
  -----------
"""


def told(depth: int, amulet_level: int = 8) -> Beliefs:
    """Return the beliefs of a hero on a level, who has read where the Amulet lies."""
    b = beliefs(row=f"Level: {depth}  Gold: 900    Hp: 30(40)  Str: 16(16)  Arm: 4   Exp: 6/200")
    b.page, b.amulet_depth = GamePage("mine", "1", "5.4")._replace(amulet_level=amulet_level), amulet_level
    return b


@pytest.mark.parametrize(
    ("depth", "stage"), [(1, "before"), (6, "before"), (7, "above"), (8, "seek"), (9, "seek")]
)
def test_the_stage_follows_from_the_depth_and_the_amulets_level(depth: int, stage: str) -> None:
    assert stage_of(told(depth)) == stage


def test_who_has_the_amulet_carries_it_home() -> None:
    b = told(8)
    b.pack["z"] = read_thing("The Amulet of Yendor")
    assert stage_of(b) == "carry"


def test_there_is_no_quest_where_no_page_tells_or_the_way_is_too_long() -> None:
    assert stage_of(told(1, REACH)) == "before"
    assert stage_of(told(1, REACH + 1)) == ""
    assert stage_of(told(25, 0)) == ""
    b = told(25, 26)
    tune(b, DEFAULT)
    assert b.knobs is knobs_at(b.edition, 25, DEFAULT)


def test_every_stage_changes_knobs_within_their_ranges_and_no_others() -> None:
    for stage, changes in STAGES.items():
        made = quest_knobs(Knobs(flee_pct=9), stage).values()
        assert made == {**Knobs(flee_pct=9).values(), **changes}
        assert [name for name in changes if not KNOBS[name].least <= changes[name] <= KNOBS[name].most] == []


def test_on_the_level_above_the_hero_leaves_on_sight_of_the_stairs() -> None:
    for depth, hurried in ((6, False), (7, True), (8, False)):
        b = told(depth)
        tune(b, DEFAULT)
        assert is_hurried(b) is hurried, depth


def test_nobody_quits_who_may_still_win() -> None:
    scene = Scene(FOE, status(gold=900, hp=3))
    b = scene.awake("T")
    assert isinstance(keep_gold(b), Act)
    b.page = GamePage("mine", "1", "5.4")._replace(amulet_level=8)
    b.amulet_depth = 8
    tune(b, DEFAULT)
    assert not isinstance(keep_gold(b), Act)


def test_a_state_can_be_taken_from_another_store_of_the_same_knobs() -> None:
    player = Player(Memory(), DEFAULT, 1)
    player.beliefs = told(7)
    tune(player.beliefs, DEFAULT)
    one, other = (CheckpointStore(player.memory, DEFAULT) for _ in range(2))
    _, again = other.take(one.put(player.screen, player))
    assert again is not None
    assert again.beliefs.knobs is quest_knobs(DEFAULT, "above")
    assert again.beliefs.knobs in all_knobs(DEFAULT)
