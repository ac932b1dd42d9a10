"""Sleepers that are shot at from afar."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.known_monsters import distance_between
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.engine.refusals import AFTER_US, FEW_MISSILES, NO_PREY, NOT_GONE, NOT_THROWN
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.archery import draw_blade, hunt, shoot, shoot_on
from rogomatic.agent.knobs import DEFAULT
from tests.support.agent_scenes import KIT, Scene, act_of, spot_of, status

HALL = """
  ---------------------
  |...................|
  |.@..........L......|
  |...................+
  ---------------------
"""
EMPTY = HALL.replace("L", ".")
FIT = status(depth=8, level=6, hp=40, most=40)
BOW = (*KIT[:2], "c) A +1,+1 mace", "d) A +1,+0 short bow (weapon in hand)", KIT[4])


def asleep(picture: str = HALL, pack: tuple[str, ...] = KIT, row: str = FIT) -> Beliefs:
    b = Scene(picture, row, pack).b
    for foe in b.foes.seen.values():
        foe.awake = False
    return b


def keys(answer: Act | No) -> bytes | No:
    return answer.keys if isinstance(answer, Act) else answer


def test_the_bow_is_drawn_before_the_walk_to_a_line() -> None:
    assert keys(hunt(asleep())) == b"wd"
    walk = act_of(hunt(asleep(pack=BOW)))
    assert walk.plan is not None
    assert walk.plan.kind == "hunt"
    assert walk.action.step in (1, -79, 81)


@pytest.mark.parametrize("letter", ["I", "L", "N"])
def test_who_strikes_badly_is_left_alone_without_arrows_or_experience(letter: str) -> None:
    picture = HALL.replace("L", letter)
    assert not isinstance(hunt(asleep(picture, KIT[:4])), Act)
    assert not isinstance(hunt(asleep(picture, row=status(level=1))), Act)


def test_an_ice_monster_is_never_sought() -> None:
    assert hunt(asleep(HALL.replace("L", "I"), BOW)) == NO_PREY


def test_nobody_hunts_while_others_are_awake_or_with_too_few_arrows() -> None:
    s = Scene(HALL.replace("L......", "L..H..."), FIT, BOW)
    s.awake("H")
    next(foe for foe in s.b.foes.seen.values() if foe.letter == "L").awake = False
    assert hunt(s.b) == AFTER_US
    few = (*BOW[:4], "e) 2 arrows")
    assert hunt(asleep(pack=few)) == FEW_MISSILES
    assert (
        hunt(asleep(HALL.replace("L", "F"), (*BOW[:4], f"e) {DEFAULT.hunt_count - 1} arrows")))
        == FEW_MISSILES
    )


NEAR = HALL.replace("@..........L", "@....L......")
NOOK = """
  --------
  |.@....L|
  --------
"""


def test_a_thief_is_shot_at_from_seven_squares_or_five() -> None:
    near, nook = asleep(NEAR, BOW), asleep(NOOK, BOW)
    assert not isinstance(shoot(near), Act)
    walk = act_of(hunt(near))
    assert walk.plan is not None
    assert distance_between(walk.plan.goal, spot_of(NEAR, "L")) >= 7
    assert keys(shoot(nook)) == b"tle"


@pytest.mark.parametrize(("letter", "hunted"), [("L", True), ("N", False)])
def test_what_does_no_harm_is_hunted_by_the_weak_too(letter: str, hunted: bool) -> None:
    b = asleep(HALL.replace("L", letter), row=status(depth=8, level=6, hp=20, most=40))
    assert (keys(hunt(b)) == b"wd") is hunted


def hidden(turns: int) -> Scene:
    """A leprechaun that was shot at and is out of view for so many turns."""
    near = HALL.replace("@..........L", "@.......L...")
    s = Scene(near, FIT, BOW)
    foe = next(iter(s.b.foes.seen.values()))
    foe.awake = False
    update.note_sent(s.b, Action("throw", 1, 1, "e"), None)
    s.show(EMPTY, FIT)
    s.b.turn = foe.seen_turn + turns
    s.b.action = Action("throw", 1, 1, "e")
    return s


def test_what_comes_in_the_dark_is_shot_at_along_the_same_line() -> None:
    assert keys(shoot_on(hidden(3).b)) == b"tle"
    assert shoot_on(hidden(12).b) == NOT_GONE
    s = hidden(3)
    s.b.action = Action("walk", 1)
    assert shoot_on(s.b) == NOT_THROWN


def test_no_turn_is_lost_on_the_blade_before_a_thief() -> None:
    s = Scene(HALL.replace("@..........L", "@L.........."), FIT, BOW)
    s.awake("L")
    assert not isinstance(draw_blade(s.b), Act)
