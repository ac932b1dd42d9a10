"""Watching is no waiting: how many pictures show what the one before showed, and what is said meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from rogomatic.agent.beliefs.food_supply import Stomach
from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.run.recordings.annotations import Caption, Stillness
from tests.run.frames import Clock, Stood, one_by_one, watched
from tests.support.agent_scenes import Scene

SEEDS = range(40_001, 40_005, 2)
MAX_SAME = 0.15
FAST = Choice("wait to faint on the stairs", Act(b"2s", "", Action("rest", times=2)))
REST = Choice("rest", Act(b"2s", "", Action("rest", times=2)))
WALK = Choice("look around", Act(b"l", "", Action("walk", 1)))
LOOK = Choice("check the inventory", Act(b"i", "", Action("stock")))
MORE = Choice("dismiss --More--", Act(b" ", "", Action("answer")))


def same_share(watchings: list[tuple[Stood, Stood]]) -> float:
    """The larger share: of pictures taken as commands are shown, or at the same rate all the time."""
    columns = [one for one, _ in watchings], [one for _, one in watchings]
    return max(sum(one.same_map for one in some) / sum(one.pictures for one in some) for some in columns)


def test_few_pictures_of_the_first_minute_show_the_map_of_the_one_before() -> None:
    assert same_share([watched(seed, clock=Clock(one_by_one())) for seed in SEEDS]) <= MAX_SAME


@pytest.mark.parametrize("how", [{"every_turn": True}, {"keys": ("z", "e")}], ids=["option", "key"])
def test_every_turn_is_shown_to_those_who_want_it(how: dict[str, Any]) -> None:
    watching = watched(SEEDS[0], seconds=30.0, clock=Clock(one_by_one()), **how)
    assert same_share([watching]) > 3 * MAX_SAME


def test_what_changes_the_picture_or_the_rung_is_no_stillness() -> None:
    scene, still = Scene(), Stillness()
    b, screen = scene.b, scene.screen
    assert not still.note(b, screen, REST)
    assert still.note(b, screen, REST)
    b.me.hp += 1
    assert not still.note(b, screen, REST)
    assert still.note(b, screen, REST)
    assert not still.note(b, screen, FAST)
    assert still.note(b, screen, FAST)
    screen.cells[20 * 80 + 40] = ord("#")
    assert not still.note(b, screen, FAST)
    assert not still.note(b, screen, WALK)
    assert not still.note(b, screen, WALK)  # walked into something: no rest


def test_the_pages_of_the_pack_are_hurried_through() -> None:
    scene, still = Scene(), Stillness()
    still.note(scene.b, scene.screen, WALK)
    assert still.note(scene.b, scene.screen, LOOK)
    scene.screen.cells[5 * 80 : 5 * 80 + 9] = b"a) a mace"
    assert still.note(scene.b, scene.screen, MORE)


def test_a_fast_tells_how_long_it_will_take_and_how_long_it_took() -> None:
    scene, still = Scene(), Stillness()
    b = scene.b
    b.me.stomach = Stomach.between(1000, 1200)
    still.note(b, scene.screen, FAST)
    b.me.stomach, b.turn = Stomach.between(100, 300), b.turn + 900
    assert still.note(b, scene.screen, FAST)
    assert still.caption == Caption("fasting here:", 0.75, "300 turns left")
    b.me.stomach = Stomach.between(-10, 0)
    still.note(b, scene.screen, FAST)
    assert still.caption == Caption("fasting here: about to faint")
    still.note(b, scene.screen, WALK)
    assert (still.caption, still.over) == (None, "fasted for 900 turns")


@pytest.mark.parametrize(("turns", "told"), [(19, ""), (20, "rested for 20 turns")])
def test_a_short_rest_is_not_told_of(turns: int, told: str) -> None:
    scene, still = Scene(), Stillness()
    still.note(scene.b, scene.screen, REST)
    scene.b.turn += turns
    still.note(scene.b, scene.screen, WALK)
    assert still.over == told
