"""What the panels of pack, foes and messages leave out, and what they do not."""

from __future__ import annotations

import re

import pytest

from rogomatic.run.viewer.mind_panels import danger
from rogomatic.run.viewer.state_panels import fresh_message, hero, intents, log, pack
from tests.run.paper import Shown
from tests.run.test_panels import ORC, rows
from tests.support.agent_scenes import Scene


def test_a_pack_without_room_shows_what_is_in_use_and_wanted_most() -> None:
    kit = ["a) A red potion", "b) A blue potion", "c) A green potion", "d) A tan potion"]
    b = Scene(pack=[*kit, "e) Some food", "f) A +1,+1 mace (weapon in hand)"]).b
    assert [row[0] for row in rows(pack(Shown(b), None, 45, 30)) if row[1] == ")"] == list("abcdef")
    few = rows(pack(Shown(b), None, 45, 6))
    assert [row[0] for row in few] == list("abcdef"), "without guesses all have room"
    assert not any("%" in row for row in few)
    assert [row[0] for row in rows(pack(Shown(b), None, 45, 4))] == ["f", "e", "a", "."]


def test_what_foes_want_is_whole_where_there_is_room() -> None:
    b = Scene(ORC).awake("O")
    (foe,) = b.foes.seen.values()
    b.foes.seen.clear()
    b.foes.lurking[foe.spot] = foe
    foe.intent, foe.intent_turn = "has lost interest", 1
    assert any("has lost interest, out of view" in row for row in rows(intents(Shown(b), None, 78, 9)))


def test_the_complaint_about_the_marker_is_no_news() -> None:
    agent = Shown(Scene().b)
    agent.trace.add_messages(0, ["You hit", "';' is not a valid item"])
    assert rows(log(agent, None, 40, 9)) == ["    0 You hit"]
    assert fresh_message(agent) == "You hit"


@pytest.mark.parametrize("height", range(1, 7))
def test_messages_begin_with_the_beginning_of_one(height: int) -> None:
    agent = Shown(Scene().b)
    agent.trace.add_messages(1, ["The emu swings and misses you", "You hit", "The nymph misses you by far"])
    shown = rows(log(agent, None, 20, height))
    assert shown[0].split()[0] == "1", "with its turn"
    assert len(shown) <= height
    assert shown[-1].endswith("far") == (height > 2), "the last one is whole where there is room"


def test_what_strikes_unseen_is_a_danger() -> None:
    b = Scene().b
    b.turn = b.foes.unseen_turn = 40
    b.me.hp = 7
    assert rows(danger(Shown(b), None, 78, 9))[0].startswith(
        "something unseen struck just now, 7 hit points left"
    )
    b.turn += 9
    assert rows(danger(Shown(b), None, 78, 9)) == ["no foe in view"]


def test_food_that_is_due_is_shown_until_it_is_seen() -> None:
    b = Scene().b
    assert not any(row.startswith("due") for row in rows(hero(Shown(b), None, 60, 12)))
    b.level.due_food = 0.92
    assert "due food, 92% to be on this level" in [
        " ".join(row.split()) for row in rows(hero(Shown(b), None, 60, 12))
    ]
    b.level.food_seen = True
    assert not any(row.startswith("due") for row in rows(hero(Shown(b), None, 60, 12)))


def test_what_is_left_out_of_a_pack_is_counted_in_things_and_in_kinds() -> None:
    b = Scene(pack=["a) Some food", "b) A +1,+1 mace (weapon in hand)", "c) A spear"]).b
    b.lore.names = {("potion", f"colour {number}"): f"kind {number}" for number in range(9)}
    lines = rows(pack(Shown(b), None, 60, 8))
    assert [row[:2] for row in lines[:3]] == ["a)", "b)", "c)"]
    assert lines[3] == "known by now"
    assert lines[-1] == "... 6 more kinds"
    lines = rows(pack(Shown(b), None, 60, 2))
    assert lines[-1] == "... 2 more things"


@pytest.mark.parametrize(
    ("pack_lines", "said"),
    [
        ((), r"food no food in the pack; the stomach lasts [\d,]+ turns"),
        (("a) Some food",), r"food 1 meal in the pack; with the stomach they last [\d,]+ turns"),
    ],
)
def test_food_is_told_with_the_stomach(pack_lines: tuple[str, ...], said: str) -> None:
    b = Scene(pack=[*pack_lines, "b) A +1,+1 mace (weapon in hand)"]).b
    assert any(re.fullmatch(said, row) for row in rows(hero(Shown(b), None, 78, 20)))


def test_a_hero_in_no_state_says_so() -> None:
    b = Scene().b
    b.edition = "3.6"
    assert "state nothing unusual" in rows(hero(Shown(b), None, 78, 20))
