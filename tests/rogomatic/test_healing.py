"""Healing potions in a fight: when the next blow may kill, by whom it may come, and what is done then."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.experts.fight_or_flee import choose_station, options
from rogomatic.agent.experts.melee import strike_around
from rogomatic.agent.sight.message_parser import read_message
from rogomatic.agent.think.fight.fight_options import case_of
from rogomatic.agent.think.fight.threat import is_pressing, threat_of
from tests.support.agent_scenes import KIT, Scene, act_of, spot_of, status

ROOM = """
  ---------------
  |.............|
  |....@.C......+
  |............%|
  ---------------
"""
BESIDE = ROOM.replace(".C", "C.")
HEALING = (*KIT, "f) A potion of healing(red)")


def scene(picture: str, letter: str, hp: int, pack: tuple[str, ...] = HEALING, depth: int = 15) -> Beliefs:
    """Return what a hero of some strength believes whom a foe of this letter is after."""
    s = Scene(picture.replace("C", letter), status(depth=depth, level=10, hp=hp, most=60, arm=7), pack)
    s.b.me.alert = True
    s.awake(letter)
    return s.b


def quaffs(b: Beliefs) -> bool:
    answer = choose_station(b)
    return isinstance(answer, Act) and answer.keys == b"qf"


@pytest.mark.parametrize(("hp", "drinks"), [(8, True), (60, False)])
def test_who_may_be_killed_heals_before_the_foe_is_there(hp: int, drinks: bool) -> None:
    b = scene(ROOM.replace("%", "."), "T", hp)
    assert not threat_of(b).near
    assert quaffs(b) is drinks


def test_what_strikes_unseen_beside_a_foe_in_view_may_kill_with_it() -> None:
    b = scene(BESIDE.replace("%", "."), "C", 22)
    alone, here = threat_of(b).round_most, case_of(b, threat_of(b).foes).here
    assert not is_pressing(b)
    b.foes.unseen_turn = b.turn
    b.screens += 1
    assert threat_of(b).round_most == alone + 16
    assert case_of(b, threat_of(b).foes).here.death_probability > here.death_probability + 0.1
    assert quaffs(b)
    b.turn += 2
    b.screens += 1
    assert threat_of(b).round_most == alone


def test_the_grip_of_a_flytrap_may_kill_with_a_miss_SPC_12() -> None:
    b = scene(BESIDE.replace("%", "."), "F", 9)
    b.me.held, b.me.grip = True, 8
    assert not is_pressing(b)
    b.me.grip = 9
    b.screens += 1
    assert is_pressing(b)
    found = {one.name: one.fight_cost.death_probability for one in options(b)}
    assert found["drink a potion of healing"] < found["fight here"] - 0.1
    assert quaffs(b)


def test_who_has_healed_may_run_as_well_as_fight() -> None:
    b = scene(BESIDE, "T", 12)
    b.level.stairs = spot_of(BESIDE, "%")
    found = {one.name: one for one in options(b)}
    run, fight = found["drink a potion of healing, then run"], found["drink a potion of healing"]
    assert run.fight_cost.death_probability < fight.fight_cost.death_probability
    assert run.price > fight.price
    b.me.held = True
    assert "drink a potion of healing, then run" not in {one.name for one in options(b)}


@pytest.mark.parametrize(("hp", "blind", "drinks"), [(16, False, True), (17, False, False), (50, True, True)])
def test_who_is_struck_unseen_heals_before_it_strikes_around(hp: int, blind: bool, drinks: bool) -> None:
    b = scene(BESIDE.replace("C", "."), "C", hp, depth=5)
    b.foes.unseen_turn = b.turn
    b.facts = tuple(read_message("Something hit you"))
    b.me.blind_until = b.turn + 9 if blind else 0
    answer = act_of(strike_around(b))
    assert (answer.keys == b"qf") is drinks
    without = scene(BESIDE.replace("C", "."), "C", hp, KIT, depth=5)
    without.foes.unseen_turn, without.facts = b.foes.unseen_turn, b.facts
    assert act_of(strike_around(without)).action.verb == "fight"
