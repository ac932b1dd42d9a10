"""The engines: which of them plays a description, and what it refuses because it means nothing there."""

from __future__ import annotations

from typing import Final

import pytest

from rogue.eggg.engines import ENGINES, made, never_happens
from rogue.eggg.language.description import EgggError
from rogue.eggg.language.sentences import SENTENCES
from rogue.eggg.library import checked, shipped_names, text_of

UNREAD: Final = {
    "X is like Blocks\nboard is cylinder": "real-time games",
    "X is like Pong\nboard is torus": "real-time games",
    "X is like Blocks\nsquares are hexagons": "real-time games",
    "X is like Blocks\nscore is 3": "real-time games",
    "X is like Poker\nturns synchronize": "card games",
    "X is like Poker\n3 levels": "card games",
    "X is like Chat\nboard is torus": "text worlds",
    "X is like Boxes\nhands are hidden": "puzzles",
    "X is like Boxes\ndraw is stuck": "puzzles",
    "X is like Chess\nhands are hidden": "board games",
    "X is like Chess\nport 10900": "board games",
    "X is like Letters\nsquares are letters": "word games",
}
"""Description with a statement that means nothing to its engine -> the kind of the engine."""


@pytest.mark.parametrize("text", UNREAD)
def test_what_means_nothing_to_an_engine_is_refused(text: str) -> None:
    with pytest.raises(EgggError, match=f"text:2: .*: this has no meaning in {UNREAD[text]}"):
        made(checked(text))


def test_an_error_in_what_a_parent_says_names_the_child() -> None:
    with pytest.raises(EgggError, match=r"boxes.egg:15: .*; x.egg inherits this and can replace it"):
        made(checked("X is like Boxes\n7 x 5 grid", "x.egg"))


NEVER: Final = {
    "X is like Chess\nTick means player wins": "Tick never happens",
    "X is like Connect-Four\nPlace flips flanked": "Place never happens",
    "X is like Poker\nassert take: count(hand) = 0": "take never happens",
    "X is like Blocks\nArrive means piece moves 1 down": "Arrive never happens",
}


@pytest.mark.parametrize("text", NEVER)
def test_what_never_happens_is_warned_of(text: str) -> None:
    assert NEVER[text] in never_happens(checked(text))[0]


@pytest.mark.parametrize("name", shipped_names())
def test_all_that_shipped_games_speak_of_happens(name: str) -> None:
    assert never_happens(checked(text_of(name), f"{name}.egg")) == []


def test_each_sentence_is_read_by_an_engine_and_each_engine_reads_sentences() -> None:
    names = {one.name for one in SENTENCES if one.group != "effects" and one.name not in ("like", "no")}
    read = [{name for name in engine.reads if name[0] not in "-+"} for engine in ENGINES]
    assert set().union(*read) == names
