"""The ways out of a fight, with what outweighs the smaller danger of some."""

from __future__ import annotations

import re

from rogomatic.agent.knobs import Knobs
from rogomatic.run.story.ways_out import ways_of
from tests.rogomatic.foe_scenes import foe_scene
from tests.support.agent_scenes import KIT, status


def test_ways_are_compared_only_in_danger() -> None:
    b = foe_scene("H", status(hp=3))
    assert ways_of(b, 4.9) == ()
    ways = ways_of(b, 60.0)
    assert ways[0].percent > 0
    assert "fight here" in [way.name for way in ways]


def test_a_way_with_less_danger_names_what_outweighs_it() -> None:
    b = foe_scene("K", status(hp=9), [*KIT, "f) A scroll of teleportation"])
    b.knobs = Knobs(magic_pct=400, last_pct=5)
    best, *others = ways_of(b, 60.0)
    safer = [way for way in others if way.percent < best.percent]
    assert [way.name for way in safer] == ["read a scroll of teleportation"]
    assert re.fullmatch(r"that would use up the scroll, which counts as \d+% to die", safer[0].drawback)
    assert not best.drawback
