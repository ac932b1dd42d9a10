"""When it eats, fasts, rests and hurries: a picture, and the keys that follow from it."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.food_supply import Stomach
from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.beliefs.terrain_map import STAIRS
from rogomatic.agent.experts.leaving import is_hurried
from rogomatic.agent.knobs import DEFAULT
from tests.rogomatic.foe_scenes import foe_scene, refusal
from tests.support.agent_scenes import KIT, ROOM, STATUS, Scene, chosen, status, wants

BARE = KIT[:4]  # a bow, but no arrows


@pytest.mark.parametrize(
    ("hunger", "rung"), [("", "look around"), ("Hungry", "eat when hungry"), ("Weak", "eat when weak")]
)
def test_food_is_eaten_in_time(hunger: str, rung: str) -> None:
    b = Scene(ROOM, status(hunger=hunger)).b
    b.me.alert = True
    assert wants(b)[0] == rung


@pytest.mark.parametrize(
    ("hunger", "rung"), [("Hungry", "look around"), ("Weak", "look around"), ("Faint", "eat when weak")]
)
def test_a_hero_that_is_not_alert_fasts_until_it_faints(hunger: str, rung: str) -> None:
    assert wants(Scene(ROOM, status(hunger=hunger)).b)[0] == rung


def test_with_an_empty_stomach_the_faint_is_awaited_in_peace() -> None:
    b = Scene(ROOM, status(hunger="Weak")).b
    b.me.stomach = Stomach.between(-5, 10)
    assert wants(b) == ("faint in peace", b"3s")
    assert wants(foe_scene("E", status(hunger="Weak")))[0] != "faint in peace"


def test_no_faint_is_risked_among_foes_that_would_make_much_of_it() -> None:
    for letter, eats in (("C", True), ("B", False)):
        b = foe_scene(letter, status(hp=20, most=30, level=3, hunger="Weak"))
        b.me.stomach = Stomach.between(-5, 10)
        assert (wants(b)[0] == "eat before a faint") is eats
    b = foe_scene("C", status(hp=20, most=30, level=3, hunger="Weak"))
    b.me.stomach = Stomach.between(40, 90)
    assert refusal(b, "eat before a faint") == "the hero will not faint soon"
    assert refusal(foe_scene("C", pack=KIT[1:]), "eat before a faint") == "no food in the pack"


def test_an_alert_hero_eats_before_hunger_makes_it_drowsy() -> None:
    b = Scene(ROOM, STATUS).b
    b.me.alert, b.me.stomach = True, Stomach.between(290, 700)
    assert wants(b)[0] == "eat when hungry"
    assert chosen(b).act.because.startswith("nearly hungry, eating "), "no status word says so yet"
    b.me.stomach = Stomach.between(340, 700)
    assert wants(b)[0] == "look around", "there is time"
    b.me.stomach = Stomach((310.0, 890.0, *range(900, 922)))
    assert wants(b)[0] == "look around", "a meal would hardly go in"


def test_on_the_first_levels_the_fast_is_kept_on_the_stairs() -> None:
    b = Scene(ROOM.replace("@.", "@%", 1), STATUS).b
    assert wants(b)[0] == "wait to faint on the stairs"
    b.me.alert = True
    assert wants(b)[0] != "wait to faint on the stairs"


def test_nobody_eats_before_a_foe_unless_weak() -> None:
    hungry = foe_scene("E", status(hunger="Hungry"))
    weak = foe_scene("E", status(hunger="Weak"))
    weak.me.alert = True
    assert refusal(hungry, "eat when hungry") == "a foe is, or may be, after the hero"
    assert wants(weak)[0] == "hit what is adjacent"


@pytest.mark.parametrize(("hp", "rests"), [(DEFAULT.rest_pct - 1, True), (DEFAULT.rest_pct, False)])
def test_rest_begins_below_its_knob(hp: int, rests: bool) -> None:
    b = Scene(ROOM, status(hp=hp, most=100), BARE).b
    b.me.alert = True
    assert (wants(b)[0] == "rest") is rests


@pytest.mark.parametrize(
    ("hp", "rests"), [(DEFAULT.scout_rest_pct - 1, True), (DEFAULT.scout_rest_pct, False)]
)
def test_before_the_vigil_the_stairs_are_sought_rather_than_rest(hp: int, rests: bool) -> None:
    row = status(hp=hp, most=100)
    assert (wants(Scene(ROOM, row, BARE).b)[0] == "rest") is rests
    assert wants(Scene(ROOM.replace("@.", "@%", 1), row).b)[0] == "rest"


@pytest.mark.parametrize(
    ("level", "hp", "goes_on"),
    [(1, DEFAULT.rested_pct - 1, True), (1, DEFAULT.rested_pct, False), (8, 99, True), (8, 100, False)],
)
def test_rest_goes_on_until_it_is_not_worth_its_turns(level: int, hp: int, goes_on: bool) -> None:
    b = Scene(ROOM, status(hp=hp, most=100, level=level), BARE).b
    b.me.alert = True
    b.action = Action("rest", times=6)
    assert (wants(b)[0] == "rest") is goes_on


def test_out_of_food_the_hero_hurries() -> None:
    picture = """
  ----------
  |...@...%+
  ----------
"""
    fed = Scene(picture)
    fed.b.me.alert = True
    bare = Scene(picture, status(hunger="Hungry"), KIT[1:])
    assert wants(fed.b)[0] == "look around"
    assert wants(bare.b)[0] == "hurry down"


@pytest.mark.parametrize(
    ("least", "rung"),
    [(DEFAULT.lean_turns - 10, "hurry down"), (DEFAULT.lean_turns + 10, "look around")],
)
def test_the_hero_hurries_while_the_food_still_lasts_a_little(least: int, rung: str) -> None:
    b = Scene(ROOM.replace(".", "%", 1), status(depth=5), KIT[1:]).b
    b.me.alert, b.me.stomach = True, Stomach.between(least, least)
    assert wants(b)[0] == rung


@pytest.mark.parametrize(("food_pct", "longer_pct"), [(95, 100), (100, 100), (135, 135)])
@pytest.mark.parametrize(("late", "hurries"), [(0, False), (1, True)])
def test_much_food_lets_levels_take_longer(food_pct: int, longer_pct: int, late: int, hurries: bool) -> None:
    food = DEFAULT.plenty_turns * food_pct / 100
    turns = DEFAULT.level_turns * longer_pct // 100 + late
    b = Scene(ROOM.replace(".", "%", 1), status(depth=5)).b
    b.turn, b.me.stomach = b.watch.level_turn + turns, Stomach.between(food - 1300, food - 1300)
    assert is_hurried(b) is hurries


@pytest.mark.parametrize(
    ("food", "tries"), [(DEFAULT.potion_turns + 100, True), (DEFAULT.potion_turns - 100, False)]
)
def test_unknown_potions_wait_for_food_that_outlasts_blindness(food: int, tries: bool) -> None:
    b = Scene(ROOM, status(level=6, depth=5), [*KIT[1:], "f) A grey potion"]).b
    b.level.put(b.me.spot, STAIRS)
    b.me.alert, b.me.stomach = True, Stomach.between(food, food)
    assert (wants(b)[0] == "try a potion") is tries


@pytest.mark.parametrize(
    ("food", "rests"), [(DEFAULT.thrift_turns // 2, False), (DEFAULT.thrift_turns, True)]
)
def test_rest_is_cut_short_while_food_is_short(food: int, rests: bool) -> None:
    b = Scene(ROOM, status(hp=DEFAULT.rest_pct - 2, most=100, level=5), BARE[1:]).b
    b.me.alert, b.me.stomach = True, Stomach.between(food, food)
    assert (wants(b)[0] == "rest") is rests


def test_food_is_looked_for_when_there_is_none_left() -> None:
    scroll = "f) A scroll of food detection"
    assert wants(Scene(ROOM, pack=[*KIT[1:], scroll]).b) == ("read what is good", b"rf")
    assert wants(Scene(ROOM, pack=[*KIT, scroll]).b)[0] != "read what is good"


def test_the_time_of_the_vigil_is_not_taken_from_the_level() -> None:
    b = Scene(ROOM).b
    b.turn, b.me.alert = 1400, True
    assert wants(b)[0] != "hurry down"
    assert is_hurried(b)
    b.me.ate_turn = 1310
    assert not is_hurried(b)
