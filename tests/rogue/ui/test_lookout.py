"""The helper that explores, and the monsters in view: told of once, then passed at a distance."""

from __future__ import annotations

import json

import pytest

from rogue.state.entities import AWAKE
from rogue.state.serialize import StateError
from rogue.ui.session import Session
from scripts.lib.notation import find_foe, hall
from tests.rogue.ui.test_travel import DARK, awake, helped, inside
from tests.support.session_driver import Hands

SLEEPER = """
    --------------
    |@..........!|
    |............|
    |............|
    |I...........|
    --------------
"""


def test_exploring_tells_of_a_sleeper_once_and_then_goes_on() -> None:
    hands = inside(SLEEPER, kinds={"!": "healing"})
    assert hands.answer(b"x") == "The ice monster is in view; x again goes on past it"
    assert hands.session.world.turns == 0
    hands.type(b"x")
    assert hands.session.world.turns == 11
    assert hands.session.world.level.things == []


PASSING = """
    ---------------
    |@............|
    |.............|
    |......I......|
    |.............|
    |.............|
    |............!|
    ---------------
"""


def test_exploring_never_steps_next_to_a_sleeper() -> None:
    hands = inside(PASSING, "", kinds={"!": "healing"})
    world, sleeper = hands.session.world, divmod(find_foe(hands.session.world, "I").spot, 80)
    hands.type(b"xx")
    assert world.level.things == []
    trodden = [divmod(spot, 80) for spot in world.canvas.trodden]
    assert min(max(abs(row - sleeper[0]), abs(col - sleeper[1])) for row, col in trodden) == 2


@pytest.mark.parametrize(
    ("picture", "says"),
    [
        ("--------------\n|@..........!|\n|...........I|\n--------------",
         "The way on is too near to the ice monster"),
        (hall("@I.........!"), "Not while the ice monster is next to you"),
        (hall("@....I.....!"), "The ice monster bars the way"),
        ("--------------\n|@...........|\n|...........I|\n--------------",
         "There is nothing left to explore; something may be hidden"),
    ],
)  # fmt: skip
def test_exploring_says_who_keeps_it_from_going_on(picture: str, says: str) -> None:
    hands = inside(picture, kinds={"!": "healing"})
    hands.type(b"x" * 8)
    assert hands.session.world.turns == 0
    assert hands.row() == says


def test_exploring_stops_for_awake_monsters_until_they_stand_still() -> None:
    hands = inside(SLEEPER, kinds={"!": "healing"})
    world = hands.session.world
    foe = find_foe(world, "I")
    foe.flags |= AWAKE
    hands.type(b"xx")
    assert world.turns == 1, "it goes on until a monster moves"
    foe.flags &= ~AWAKE
    for turns in range(1, 11):
        hands.type(b"x")
        says = f"The ice monster seems awake; if it is still, {11 - turns}s waits until x goes on"
        assert (hands.row(), world.turns) == (says, turns)
        hands.type(b"s")
    hands.type(b"x")
    assert world.turns > 11, hands.row()


@pytest.mark.parametrize("is_awake", [False, True])
def test_exploring_asks_nothing_of_hidden_state(is_awake: bool) -> None:
    """The first step is the same whether the monster sleeps or only stands still."""
    hands = inside(SLEEPER, kinds={"!": "healing"})
    if is_awake:
        awake(hands.session.world, "I")
    row, col = hands.hero
    hands.type(b"x")
    before = hands.row()
    hands.session.world.level.drop_foe(find_foe(hands.session.world, "I"))
    hands.type(b"x")
    assert before == "The ice monster is in view; x again goes on past it"
    assert hands.hero == (row, col + 11)


COMING = """
    -------             -------
    |@....|             |..I..|
    |.....+#####  ######+.....|
    |.....|    #  #     |.....|
    -------    ####     |....!|
                        -------
"""


def test_exploring_stops_once_when_a_sleeper_comes_into_view() -> None:
    hands = inside(COMING, kinds={"!": "healing"})
    said = [hands.row() for _ in range(12) if hands.type(b"x") is not None]
    assert said.count("The ice monster comes into view") == 1
    assert not any("again" in row for row in said)
    assert hands.session.world.level.things == []


def test_a_sleeper_that_the_dark_hides_again_is_remembered() -> None:
    hands = inside(DARK, dark=True)
    world, sleeper = hands.session.world, divmod(find_foe(hands.session.world, "X").spot, 80)

    def near() -> int:
        return max(abs(hands.hero[0] - sleeper[0]), abs(hands.hero[1] - sleeper[1]))

    while near() > 1:
        hands.type(b"l")
    hands.type(b"x")
    assert "next to you" in hands.row()
    hands.type(b"hh")
    for _ in range(40):
        hands.type(b" " if hands.session.mode == "more" else b"x")
        assert near() > 1
    other = Session(5)
    other.restore(json.loads(json.dumps(hands.session.state())))
    assert other.state()["lookout"] == hands.session.state()["lookout"] != []
    assert world.depth == 1


@pytest.mark.parametrize(
    "notes", [3, [3], [[1, 2, 3]], [[1, 72, -1, 0]], [[100, 7, -1, 0]], [[100, 72, "", 0]]]
)
def test_a_saved_game_with_damaged_notes_is_refused(notes: object) -> None:
    hands = helped()
    state = hands.session.state()
    with pytest.raises(StateError):
        Session(5).restore({**state, "lookout": notes})


def test_without_helpers_nothing_is_noted() -> None:
    hands = Hands()
    hands.type(b"sss")
    assert "lookout" not in hands.session.state()
