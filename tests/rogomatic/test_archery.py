"""What is thrown, and when: from the bare hand in 5.2 (V52-17), and by a confused hero."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.editions import Edition
from rogomatic.agent.engine.refusals import FEW_ARROWS, NO_MISSILE
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.experts.archery import hunt, throw_confused
from rogomatic.agent.think.fight.combat_odds import armed, as_blows, survival_curve
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.ground.firing_lines import bow_to_wait
from rogomatic.agent.think.items.item_value import (
    arrow_count,
    arrow_letter,
    best_blade,
    can_shoot,
    missile,
    shots_left,
    thrown_missile,
)
from tests.rogomatic.foe_scenes import foe_scene
from tests.support.agent_scenes import KIT, ROOM, Scene, act_of, status, wants

HALL = """
  --------------------
  |..................|
  |.@.........H......|
  |..................|
  --------------------
"""
BOW = (*KIT[:2], "c) A +1,+1 mace", "d) A +1,+0 short bow (weapon in hand)", KIT[4])


def scene(edition: Edition = "5.2", picture: str = HALL, pack: tuple[str, ...] = KIT) -> Beliefs:
    b = Scene(picture, status(level=5, hp=40, most=40), pack).awake("H")
    b.edition = edition
    return b


@pytest.mark.parametrize(("edition", "does"), [("5.2", ("shoot", b"tle")), ("5.4", ("draw the bow", b"wd"))])
def test_who_comes_is_met_with_arrows_and_mace_in_hand(edition: Edition, does: tuple[str, bytes]) -> None:
    assert wants(scene(edition)) == does


def test_beside_a_foe_the_blade_strikes() -> None:
    picture = HALL.replace("@.........H", "@H.........")
    assert wants(scene(picture=picture)) == ("hit what is adjacent", b"l")


def test_nobody_takes_a_bow_in_hand() -> None:
    b = scene(picture=ROOM)
    assert best_blade(b) == "c"
    assert can_shoot(b)
    assert not bow_to_wait(b)
    assert wants(scene(picture=ROOM, pack=BOW))[1] == b"wc"
    sleeper = scene(picture=HALL.replace("H", "L"))
    for foe in sleeper.foes.seen.values():
        foe.awake = False
    act = act_of(hunt(sleeper))
    assert not act.keys.startswith(b"w")


def test_what_flies_best_is_thrown_first_and_all_of_it_counts() -> None:
    pack = (*KIT, "f) 3 +0,+0 crossbow bolts", "g) A +0,+0 dagger")
    b = scene(pack=pack)
    assert missile(b) == thrown_missile(b) == arrow_letter(b) == "f"
    assert arrow_count(b) == shots_left(b, "f") == 34
    b.edition = "5.4"
    assert (missile(b), thrown_missile(b), arrow_letter(b), shots_left(b, "e")) == ("g", "", "e", 30)


@pytest.mark.parametrize(
    ("edition", "pack", "bonus"), [("5.2", KIT, 0), ("5.2", BOW, 1), ("5.4", KIT, 1), ("5.4", BOW, 1)]
)
def test_only_a_launcher_in_hand_adds_its_plus(edition: Edition, pack: tuple[str, ...], bonus: int) -> None:
    hit, dice, _ = armed(scene(edition, pack=pack), "e")
    assert (hit, dice) == (bonus, (2, 3))


def test_shots_are_worth_fewer_blows_of_a_better_weapon() -> None:
    b = scene()
    (foe,) = b.foes.seen.values()
    assert as_blows(b, foe, 6, "") == 6
    assert 2 <= as_blows(b, foe, 6, "e") < 6
    assert as_blows(b, foe, 0, "e") == 0


def test_arrows_make_a_foe_that_comes_less_dangerous() -> None:
    weak = status(level=1, hp=12, most=12)
    dangers = []
    for pack in (KIT[:4], KIT):
        b = Scene(HALL, weak, pack).awake("H")
        b.edition = "5.2"
        dangers.append(threat_of(b).death_pct)
    assert dangers[1] < dangers[0]


DRAWN = [
    line.replace(" (weapon in hand)", "").replace("short bow", "short bow (weapon in hand)") for line in KIT
]


def confused(pack: list[str] | tuple[str, ...] = KIT) -> Beliefs:
    b = foe_scene("Q", status(hp=40, most=40, level=6), pack)
    b.me.confused_until = b.turn + 20
    return b


@pytest.mark.parametrize("drawn", [False, True])
def test_a_confused_hero_throws_at_its_neighbor_STK_2(drawn: bool) -> None:
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
