"""Foes that think: where to await a pack, how to leave a line of fire, who is not on the way."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.foe_intents import is_fleeing, waiting_foes
from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.think.fight.threat import threat_of
from tests.rogomatic.foe_scenes import refusal
from tests.support.agent_scenes import STATUS, Scene, spot_of, wants

EMUS = """
  ----------
  |........|
  |...EE...+#
  |........|@
  |........|
  ----------
"""
PASSAGE = """
  ----------
  |........|
  |........+##@
  |........|
  |........|
  ----------
"""
SHOOTER = """
  -------------
  |...........|
  |@....O.....+
  |...........|
  |...........|
  -------------
"""
NO_BOW = ("a) Some food", "b) +1 ring mail [4] (being worn)", "c) A +1,+1 mace (weapon in hand)")


def shot_at(picture: str = SHOOTER, said: str = "The orc misses you with a dart") -> Scene:
    scene = Scene(picture, pack=NO_BOW)
    scene.awake("O")
    scene.b.turn = 100
    scene.show(picture, STATUS, [said])
    return scene


def waiting(said: str = "The emu calls its kind", passed: int = 1) -> Scene:
    """Two emus were seen awake, and are out of view of a hero in a passage."""
    scene = Scene(EMUS, pack=NO_BOW)
    scene.awake("E")
    scene.b.turn = 100
    scene.show(EMUS, STATUS, [said])
    for foe in scene.b.foes.seen.values():
        foe.seen_turn = 100
    scene.b.foes.lurking = dict(scene.b.foes.seen)
    scene.b.foes.seen.clear()
    scene.b.turn = 100 + passed
    scene.show(PASSAGE)
    return scene


def test_out_of_the_line_of_one_that_shoots() -> None:
    rung, keys = wants(shot_at().b)
    assert rung == "leave the line of fire"
    assert keys in (b"n", b"u")  # nearer, and off its row and diagonals


def test_who_comes_without_shooting_is_awaited() -> None:
    scene = shot_at(said="The orc misses")
    assert wants(scene.b)[0] == "let a foe come"
    assert refusal(scene.b, "leave the line of fire") == "nobody shoots at us"


@pytest.mark.parametrize("picture", [
    SHOOTER.replace("@....O", "@.O..."),  # it is there in two turns
    SHOOTER.replace("@....O.....", "@.........O"),  # too far for its shots
    SHOOTER.replace("O", ".").replace("|...........|", "|....O......|", 1),  # no row, column or diagonal
])  # fmt: skip
def test_near_far_or_out_of_line_there_is_nothing_to_leave(picture: str) -> None:
    scene = shot_at(picture)
    assert refusal(scene.b, "leave the line of fire") in ("nobody shoots at us", "a foe is awake in sight")


def test_a_pack_that_waits_in_the_open_is_awaited_in_the_passage() -> None:
    scene = waiting()
    assert {foe.letter for foe in waiting_foes(scene.b)} == {"E"}
    assert wants(scene.b) == ("hold the passage", b"5s")


def test_it_is_not_awaited_for_ever() -> None:
    assert wants(waiting(passed=31).b)[0] != "hold the passage"


def test_in_games_whose_monsters_do_not_think_nobody_is_said_to_wait() -> None:
    scene = waiting(said="The emu bites you")
    assert not scene.b.foes_think
    assert waiting_foes(scene.b) == []
    assert wants(scene.b)[0] != "hold the passage"


def test_one_of_a_kind_that_lay_in_wait_before_is_awaited() -> None:
    scene = waiting(said="The emu was lying in wait")
    scene.b.foes.called_turn = -1
    assert scene.b.ambushers == {"emu"}
    assert wants(scene.b)[0] == "hold the passage"
    scene.b.ambushers.clear()
    assert wants(scene.b)[0] != "hold the passage"


FLEEING = """
  -------------
  |...........|
  |...@...E...+
  |...........|
  -------------
"""


def fled() -> tuple[Scene, Foe]:
    scene = Scene(FLEEING, pack=NO_BOW)
    scene.awake("E")
    scene.b.turn = 100
    scene.show(FLEEING, STATUS, ["The emu turns tail"])
    return scene, scene.b.foes.seen[spot_of(FLEEING, "E")]


def test_one_that_flees_is_not_waited_for_and_still_a_threat() -> None:
    """That it will not come is no reason to rest, to read or to change the suit before it."""
    scene, foe = fled()
    assert is_fleeing(foe, scene.b.turn)
    assert threat_of(scene.b).coming == (foe,)
    assert wants(scene.b)[0] != "let a foe come"


def test_two_steps_nearer_and_it_is_coming_back() -> None:
    scene, foe = fled()
    for cells in ("@..E.", "@.E.."):
        assert is_fleeing(foe, scene.b.turn)
        scene.show(FLEEING.replace("@...E", cells))
    assert not is_fleeing(foe, scene.b.turn)
    assert wants(scene.b)[0] == "let a foe come"


def test_wounds_heal_with_time_where_monsters_think() -> None:
    """One hit point more in 20 turns, for an emu; in other games nobody heals."""
    wounds = {}
    for thinks in (True, False):
        scene, foe = fled()
        scene.b.foes_think = thinks
        foe.wounds, foe.healed_turn = 3, 100
        scene.b.turn = 141
        scene.show(FLEEING.replace("@...E", "@....E"))
        wounds[thinks] = foe.wounds
    assert wounds == {True: 1, False: 3}
