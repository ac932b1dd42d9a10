"""Rogue 3.4, of 2.8BSD: no word of hunger on the status row, and a screen that is not always put right."""

from __future__ import annotations

import pytest

from rogomatic.agent.editions import EDITION_FACTS
from rogomatic.agent.screen.vt100 import COLS, Screen
from rogomatic.agent.sight.message_parser import read_message
from rogomatic.agent.sight.prompt_parser import Waiting, hero_spot, waiting
from tests.support.agent_scenes import ROOM, Scene, status

FOOD = EDITION_FACTS["3.6"].food["3.4"]
VERSION = "Rogue version 3.4. (mctesq was here)"
COMPLAINT = b"\x1b[HIllegal command ';'."


def test_what_it_says_of_hunger_is_believed_until_the_next_meal() -> None:
    scene = Scene(ROOM)
    scene.show(ROOM, said=[VERSION])
    assert scene.b.food == FOOD
    found = []
    for said in (
        *("Getting hungry", "You hit", "You are weak from hunger"),
        *("You faint", "You hit", "Yum, that tasted good"),
    ):
        scene.show(ROOM, status(), said=[said])
        found.append(scene.b.me.hunger)
    assert found == ["Hungry", "Hungry", "Weak", "Faint", "Faint", ""]
    assert scene.b.me.stomach.most <= FOOD.most


def test_where_the_status_row_shows_hunger_its_word_counts() -> None:
    scene = Scene(ROOM)
    scene.show(ROOM, status(hunger="Hungry"), said=["Getting hungry"])
    assert scene.b.me.hunger == "Hungry"
    scene.show(ROOM, status(), said=["You are starting to feel weak"])
    assert scene.b.me.hunger == ""


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("You are so hungry, you are starting to feel weak", "weak"),
        ("You are weak from hunger", "weak"),
        ("You feel so weak from lack of food.  You faint.", "faint"),
        ("Can't get it off.", "cursed"),
        ("You can't seem to get it off.  It is cursed.", "cursed"),
        ("You can't drop it.  It appears to be cursed.", "cursed"),
        ("You can't change weapons, the thing is cursed.", "cursed"),
    ],
)
def test_its_own_sentences_are_known(line: str, kind: str) -> None:
    assert [fact.kind for fact in read_message(line)] == [kind]


@pytest.mark.parametrize(
    ("drawn", "spot"),
    [
        (b"\x1b[15;57H@" + COMPLAINT + b"\x1b[15;57H", 14 * COLS + 56),
        (b"\x1b[15;57H+" + COMPLAINT + b"\x1b[15;57H", 14 * COLS + 56),  # a door is drawn over the hero
        (b"\x1b[14;25H@" + COMPLAINT, 13 * COLS + 24),  # hasted: the cursor stays behind the complaint
        (COMPLAINT, 99),  # and the hero is not seen: where it was
    ],
)
def test_a_command_is_waited_for_wherever_the_cursor_was_left(drawn: bytes, spot: int) -> None:
    screen = Screen()
    screen.feed(drawn)
    now = waiting(screen)
    assert now == Waiting("command", sure=b"@" in drawn and drawn.endswith(b"H"))
    assert hero_spot(screen, 99) == spot
