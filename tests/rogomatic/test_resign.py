"""Quitting a lost fight: pictures of plights, and what the gold in the purse makes of them."""

from __future__ import annotations

import pytest
from scenes import KIT, ROOM, Scene, status

from rogomatic.beliefs.model import Beliefs
from rogomatic.beliefs.stomach import Stomach
from rogomatic.experts.resign import HOPE, LATER, NEVER, resign
from rogomatic.knobs import Knobs
from rogomatic.rules import Act

FOE = """
  ------------
  |..........|
  |...@T.....+
  |..........|
  ------------
"""


def plight(gold: int, hp: int, pack: tuple[str, ...] = KIT, knobs: Knobs | None = None) -> Beliefs:
    """Return the beliefs of one whom a troll has caught."""
    row = status(13, gold, hp=hp, most=50, level=7)
    return Scene(FOE, row, pack, knobs).awake("T")


def test_a_lost_fight_is_quit_when_the_purse_is_worth_more_than_hope() -> None:
    answer = resign(plight(900, 5))
    assert isinstance(answer, Act)
    assert (answer.keys, answer.deed.verb) == (b"Qy", "quit")


@pytest.mark.parametrize(
    ("gold", "hp", "why_not"),
    [
        (80, 5, HOPE),  # a little luck is always left
        (2_700, 50, LATER),  # lost, as it seems, but the next round does not kill
    ],
)
def test_it_goes_on_while_there_is_more_to_win_than_to_lose(gold: int, hp: int, why_not: object) -> None:
    assert resign(plight(gold, hp)) == why_not


def test_with_the_amulet_or_without_the_knob_nobody_quits() -> None:
    assert resign(plight(900, 5, (*KIT, "f) The Amulet of Yendor"))) == NEVER
    assert resign(plight(900, 5, knobs=Knobs(hope_gold=0))) == NEVER


@pytest.mark.parametrize(("left", "quits"), [(-790, False), (-810, True)])
def test_who_is_about_to_starve_quits_at_the_last_moment(left: int, quits: bool) -> None:
    b = Scene(ROOM, status(5, 300, hunger="Faint"), KIT[1:]).b
    b.me.stomach = Stomach(left, left + 20)
    assert isinstance(resign(b), Act) is quits


def test_every_faint_is_told_but_only_the_first_comes_at_an_empty_stomach() -> None:
    scene = Scene(ROOM, status(hunger="Weak"), KIT[1:])
    scene.b.me.stomach = Stomach(20, 90)
    scene.show(ROOM, status(hunger="Faint"), ["You faint"])
    first = scene.b.me.stomach
    assert -20 < first.least <= first.most < 0
    scene.show(ROOM, status(hunger="Faint"), ["You faint"])
    assert scene.b.me.stomach.most < first.most - 5
