"""What keeps a hero from moving, said while it lasts and after it."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.monster_manual import Kind
from rogomatic.agent.sight.message_parser import Fact, read_message
from rogomatic.agent.sight.prompt_parser import COMMAND, Waiting
from rogomatic.run.story.helplessness import SPELLS, blows_while_held, helplessness, state_of
from tests.support.agent_scenes import Scene

MORE = Waiting("more", "")
ICE = Kind("ice monster", 1, 9, (), 0, 6, "freeze")


def told(*facts: Fact, waiting: Waiting = MORE, edition: str = "5.4") -> Beliefs:
    b = Scene().b
    b.facts, b.waiting = facts, waiting
    return b


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("You are frozen by the ice monster", "2 turns or more: the ice monster froze it."),
        ("You are frozen", "2 turns or more: an unseen ice monster froze it."),
        ("You are transfixed by the gaze of the floating eye",
         "2 turns or more: the gaze of the floating eye holds it."),
        ("You can't move", "2 turns: a potion of paralysis."),
        ("You fall asleep", "4 to 8 turns: a scroll of sleep."),
        ("A strange white mist envelops you and you fall asleep", "5 turns: sleeping gas from a trap."),
        ("You faint", "4 to 11 turns: it fainted from hunger."),
        ("The medusa glares, and you cannot move", "1 turn or more: the spell of the medusa holds it."),
        ("You faint from exhaustion", "up to 7 turns: a second potion of haste exhausted it."),
    ],
)  # fmt: skip
def test_each_message_of_the_game_says_what_keeps_the_hero_from_moving(said: str, sentence: str) -> None:
    facts = tuple(read_message(said))
    assert helplessness(told(*facts)) == f"The hero cannot move for {sentence}"
    assert helplessness(told(*facts, Fact("monster-hits", "bat"))) == f"The hero cannot move for {sentence}"


def test_a_spell_that_is_over_is_told_in_the_past() -> None:
    past = "The hero could not move for 5 turns: sleeping gas from a trap."
    assert helplessness(told(Fact("gas"), Fact("hands-free"))) == past
    assert helplessness(told(Fact("gas"), waiting=COMMAND)) == past
    again = told(Fact("gas"), Fact("hands-free"), Fact("faint"))
    assert helplessness(again).startswith("The hero cannot move for 4 to 11 turns")


def test_a_hero_that_can_move_has_no_sentence() -> None:
    assert helplessness(told()) == helplessness(told(Fact("monster-hits", "bat"), Fact("hands-free"))) == ""


def test_the_nearest_monster_that_freezes_has_done_it() -> None:
    b = told(Fact("frozen"))
    here = b.me.spot
    b.foes.seen = {here + 1: Foe("B", here + 1, Kind("bat", 1, 3, ((1, 2),), 0, 1)),
                   here + 2: Foe("I", here + 2, ICE)}  # fmt: skip
    assert state_of(b, b.facts[0]) == "frozen by the ice monster"
    assert "the ice monster froze it" in helplessness(b)


def test_a_game_without_such_monsters_names_none() -> None:
    b = told(Fact("frozen"))
    b.names = {"B": "bat"}
    assert state_of(b, b.facts[0]) == "frozen by something unseen"


def test_every_spell_has_words() -> None:
    assert all(spell.state and spell.cause and spell.least <= (spell.most or 99) for spell in SPELLS.values())


def test_what_hits_a_hero_that_cannot_move_is_counted() -> None:
    frozen, hit, unseen = Fact("frozen", "ice monster"), Fact("monster-hits", "orc"), Fact("monster-hits")
    b = told(hit, frozen, hit, hit, unseen)
    b.me.hp, b.me.max_hp = 7, 40
    said = (
        "Meanwhile the orc hit the hero twice and something unseen hit the hero once: "
        "7 of 40 hit points left."
    )
    assert blows_while_held(b) == f"{said} Before that:"
    assert blows_while_held(told(frozen)).startswith("Meanwhile nothing has hit the hero: ")
    b.me.hp = -3
    assert "something unseen hit the hero once and the hero was killed: 0 of 40" in blows_while_held(b)
    b.facts = (frozen,)
    assert blows_while_held(b).startswith("Meanwhile the hero was killed: 0 of 40 hit points left.")
    assert blows_while_held(told(frozen, hit, waiting=COMMAND)) == blows_while_held(told(hit)) == ""
