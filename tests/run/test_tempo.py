"""Fights are shown slower than walks: what counts as one, and at how many commands a second."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.run.recordings.annotations import Tempo, Tempos
from rogomatic.run.viewer.controls import Controls, Pace, ViewOptions, rate_of
from rogomatic.run.viewer.viewer_terminal import Terminal
from tests.rogomatic.foe_scenes import foe_scene
from tests.run.frames import Clock, Film
from tests.support.agent_scenes import STATUS, Scene

HIT = Choice("hit what is adjacent", Act(b"l", "", Action("fight", 1)))
WALK = Choice("look around", Act(b"l", "", Action("walk", 1)))
SEARCH = Choice("search for secrets", Act(b"s", "", Action("search")))
MORE = Choice("dismiss --More--", Act(b" ", "", Action("answer")))
WEAK = STATUS.replace("Hp: 12(12)", "Hp: 3(12) ")


def test_a_dangerous_blow_is_a_fight() -> None:
    assert Tempos().note(foe_scene("H", WEAK), HIT) is Tempo.FIGHT
    assert Tempos().note(foe_scene("B", STATUS.replace("12(12)", "99(99)")), HIT) is Tempo.PLAIN


def test_a_walk_is_one_while_nobody_is_after_the_hero() -> None:
    assert Tempos().note(Scene().b, WALK) is Tempo.WALK
    assert Tempos().note(foe_scene("H", WEAK), WALK) is Tempo.FIGHT
    assert Tempos().note(foe_scene("H", awake=False), WALK) is Tempo.WALK
    assert Tempos().note(Scene().b, SEARCH) is Tempo.PLAIN


def test_lost_hit_points_are_a_fight_once_half_are_gone() -> None:
    b, tempos = Scene().b, Tempos()
    tempos.note(b, WALK)
    b.me.hp -= 1
    assert tempos.note(b, MORE) is Tempo.WALK
    b.me.hp = 5
    assert tempos.note(b, MORE) is Tempo.FIGHT
    b.me.hp -= 1
    assert [tempos.note(b, WALK) for _ in range(3)] == [Tempo.FIGHT, Tempo.FIGHT, Tempo.WALK]


def test_a_stand_off_is_no_fight_to_look_at() -> None:
    b = foe_scene("H", WEAK)
    b.watch.danced = 50
    assert Tempos().note(b, HIT) is Tempo.PLAIN


@pytest.mark.parametrize(
    ("speed", "fight", "walk"), [(15, 6, 25), (60, 24, 100), (8, 4, 8), (5, 4, 5), (1, 1, 1)]
)
def test_the_speed_scales_the_pace_of_a_fight(speed: float, fight: float, walk: float) -> None:
    assert [rate_of(speed, tempo) for tempo in (Tempo.FIGHT, Tempo.WALK)] == pytest.approx([fight, walk])


def test_the_top_line_says_that_a_fight_is_slower() -> None:
    pace = Pace(15.0)
    pace.tempo = Tempo.FIGHT
    assert (pace.notice, pace.seconds) == ("fight, 6/s", pytest.approx(1 / 6))
    pace.one_pace = True
    assert (pace.notice, pace.seconds) == ("15/s", 1 / 15)
    assert Pace(0.0).seconds == 0.0


def test_a_key_and_an_option_switch_it_off() -> None:
    controls = Controls(cast(Terminal, Film(Clock())), ViewOptions(15.0, Path("unused")), [])
    controls.do("one pace", "")
    assert controls.pace.one_pace
    assert "one speed" in controls.notice
    options = ViewOptions(15.0, Path("unused"), one_pace=True)
    assert Controls(cast(Terminal, Film(Clock())), options, []).pace.one_pace
