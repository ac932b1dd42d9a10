"""Fights of a confused hero: throws fly as they should, steps do not."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.refusals import FEW_ARROWS, NO_MISSILE
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.experts.archery import throw_confused
from rogomatic.agent.think.fight.combat_odds import survival_curve
from tests.rogomatic.foe_scenes import foe_scene
from tests.support.agent_scenes import KIT, status, wants

DRAWN = [
    line.replace(" (weapon in hand)", "").replace("short bow", "short bow (weapon in hand)") for line in KIT
]


def confused(pack: list[str] | tuple[str, ...] = KIT) -> Beliefs:
    b = foe_scene("Q", status(hp=40, most=40, level=6), pack)
    b.me.confused_until = b.turn + 20
    return b


@pytest.mark.parametrize("drawn", [False, True])
def test_a_confused_hero_throws_at_its_neighbour_STK_2(drawn: bool) -> None:
    b = confused(DRAWN if drawn else KIT)
    rung, keys = wants(b)
    assert (rung, keys[:1]) == ("throw when confused", b"t" if drawn else b"w")
    b.me.confused_until = 0
    b.screens += 1
    assert wants(b)[0] != "throw when confused"


def test_without_a_missile_it_strikes() -> None:
    b = confused([line for line in KIT if "arrow" not in line])
    assert throw_confused(b) in (NO_MISSILE, FEW_ARROWS)
    assert not isinstance(throw_confused(b), Act)


def test_blows_go_astray_more_often_than_throws_MOV_2() -> None:
    b = confused(KIT)
    (foe,) = b.foes.seen.values()
    (arrow,) = [letter for letter, thing in b.pack.items() if thing.name == "arrow"]
    blow, shot = survival_curve(b, foe)[5], survival_curve(b, foe, arrow)[5]
    b.me.confused_until = 0
    assert blow - survival_curve(b, foe)[5] > shot - survival_curve(b, foe, arrow)[5] > 0
