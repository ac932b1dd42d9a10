"""The stomach as a spread of turns, and the rings that empty it; figures are FOO-1 to FOO-8."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rogomatic.agent.beliefs.food_supply import RING_EATS, Stomach
from rogomatic.agent.editions import Edition
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.experts.equipping import put_on_ring, take_ring_off
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.think.items.item_value import provisions
from tests.support.agent_scenes import KIT, ROOM, Scene, chosen, status

PROTECTION = "g) A +1 ring of protection (on left hand)"
DEXTERITY = "h) A +1 ring of dexterity (on right hand)"
MEALS = KIT[0].replace("Some food", "5 rations of food")


def wants(scene: Scene) -> tuple[str, bytes]:
    choice = chosen(scene.b)
    return choice.rung, choice.act.keys


def test_a_meal_adds_its_turns_up_to_what_a_stomach_holds() -> None:
    starved, half = Stomach.between(-300, -5).fed(), Stomach.between(700, 700).fed()
    assert (starved.least, starved.most) == (1100, 1499)
    assert (half.least, half.most) == (1800, 2000)
    assert half.share_below(2000) == pytest.approx(0.5, abs=0.05)


def test_rings_empty_it_by_what_they_eat_and_unknown_ones_by_something() -> None:
    assert Stomach.between(1000, 1000).after(100, RING_EATS["regeneration"]).most == 700
    assert Stomach.between(1000, 1000).after(100, RING_EATS["slow digestion"]).most == 950
    scene = Scene(ROOM, pack=[*KIT, PROTECTION, "h) A topaz ring (on right hand)"])
    assert scene.b.ring_eats == 1 + RING_EATS["unknown"]
    scene.b.me.stomach = Stomach.between(1100, 1100)
    assert provisions(scene.b) == pytest.approx(2400 / 2.4)


def test_two_rings_of_slow_digestion_make_food_last_but_not_for_ever() -> None:
    rings = ["g) A ring of slow digestion (on left hand)", "h) A ring of slow digestion (on right hand)"]
    scene = Scene(ROOM, pack=[*KIT, *rings])
    assert scene.b.ring_eats == -1
    assert 20_000 < provisions(scene.b) < 30_000


def test_while_no_hunger_is_told_what_would_have_been_told_is_ruled_out() -> None:
    spread = Stomach.between(100, 560)
    assert spread.unless("").least >= 300 > spread.unless("Hungry").least >= 150
    assert spread.unless("Faint") == spread
    assert Stomach.between(10, 20).unless("").values == (300.0,) * len(spread.values)


def test_a_spread_keeps_its_bounds_and_its_order() -> None:
    spread = Stomach()
    for turns in (900, 1000, 1100):
        spread = spread.after(turns, 0.3).fed()
        assert list(spread.values) == sorted(spread.values)
        assert len(spread.values) == len(Stomach().values)


@pytest.mark.parametrize(("turns", "eats"), [(310, True), (340, False), (900, False)])
def test_an_alert_hero_eats_just_before_it_would_grow_hungry(turns: int, eats: bool) -> None:
    scene = Scene(ROOM, status(depth=5))
    scene.b.me.alert, scene.b.me.stomach = True, Stomach.between(turns, turns + 200)
    assert (wants(scene)[0] == "eat when hungry") is eats
    scene.b.edition = "5.2"
    assert wants(scene)[0] != "eat when hungry", "there hunger does not make drowsy (V52-20)"


@pytest.mark.parametrize(("rings", "keys"), [([PROTECTION], b"R"), ([PROTECTION, DEXTERITY], b"Rl")])
def test_rings_that_eat_come_off_when_food_is_short(rings: list[str], keys: bytes) -> None:
    scene = Scene(ROOM, status(depth=5), pack=[*KIT, *rings])
    scene.b.me.alert = True
    assert wants(scene) == ("spare the food", keys)
    scene.b.cursed.add("g")
    assert not isinstance(take_ring_off(scene.b), Act)


def test_rings_stay_on_while_there_is_food() -> None:
    scene = Scene(ROOM, status(depth=5), pack=[MEALS, *KIT[1:], PROTECTION])
    assert not isinstance(take_ring_off(scene.b), Act)


@pytest.mark.parametrize(("edition", "meals", "on"), [("5.4", 1, False), ("5.4", 5, True), ("3.6", 1, True)])
def test_rings_go_on_with_food_or_if_they_do_not_eat_V36_14(edition: Edition, meals: int, on: bool) -> None:
    pack = [KIT[0] if meals == 1 else MEALS, *KIT[1:], PROTECTION.replace(" (on left hand)", "")]
    scene = Scene(ROOM, status(depth=5), pack)
    scene.b.edition = edition
    assert isinstance(put_on_ring(scene.b), Act) is on


@pytest.mark.parametrize(("turns", "eats"), [(DEFAULT.alert_turns, False), (1000, True)])
def test_what_staying_alert_is_worth_is_a_knob(turns: int, eats: bool) -> None:
    scene = Scene(ROOM, status(depth=5))
    scene.b.me.alert, scene.b.me.stomach = True, Stomach((310.0, *range(900, 923)))
    scene.b.knobs = replace(DEFAULT, alert_turns=turns)
    assert (wants(scene)[0] == "eat when hungry") is eats
