"""Following monsters by their letters."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.known_monsters import STILL_MEANS_ASLEEP, Foes, distance_between
from rogomatic.agent.beliefs.monster_tracking import is_monster
from rogomatic.agent.monster_manual import KINDS

EMU = KINDS["emu"]
AT = 5 * 80 + 30


def seen(foes: Foes, spot: int) -> bool | None:
    return foes.seen[spot].awake


@pytest.mark.parametrize(
    ("row", "monsters"),
    [
        ("|.K..z.|", "Kz"),
        ("|.zi@.{|}.|", "zi"),  # small letters are kinds beyond the 26th, in a Rogue 7.2
        ("the folder. s", "s"),  # words are left of a message that was longer than its row
        ("ABC", "ABC"),
        ("-+##@*!?=/:)]%^,.$", ""),
    ],
)
def test_letters_are_monsters_but_words_are_not(row: str, monsters: str) -> None:
    cells = b" " * 80 + row.ljust(80).encode() + b" " * 80
    assert "".join(chr(cells[spot]) for spot in range(80, 160) if is_monster(cells, spot)) == monsters


def test_one_that_moves_is_awake_and_keeps_its_wounds() -> None:
    foes = Foes()
    foes.follow([], [(AT, "E", EMU)], 1, 1, True)
    foes.seen[AT].wounds = 3
    foes.follow([AT], [(AT + 1, "E", EMU)], 2, 1, True)
    assert (seen(foes, AT + 1), foes.seen[AT + 1].wounds) == (True, 3)
    assert AT not in foes.seen
    assert foes.lurking == {}


@pytest.mark.parametrize(("turns", "awake"), [(STILL_MEANS_ASLEEP - 1, None), (STILL_MEANS_ASLEEP, False)])
def test_one_that_stays_is_asleep_after_two_turns(turns: int, awake: bool | None) -> None:
    foes = Foes()
    foes.follow([], [(AT, "E", EMU)], 1, 1, True)
    foes.follow([], [], 1 + turns, turns, True)
    assert seen(foes, AT) is awake


@pytest.mark.parametrize(
    ("name", "entered", "awake"),
    [("emu", False, True), ("emu", True, None), ("ice monster", False, None)],
)
def test_who_walks_in_is_awake_unless_it_never_wanders(name: str, entered: bool, awake: bool | None) -> None:
    foes = Foes()
    foes.follow([], [(AT, name[0].upper(), KINDS[name])], 1, 1, entered)
    assert seen(foes, AT) is awake


def test_who_shows_another_letter_at_each_step_is_followed() -> None:
    foes = Foes()
    foes.follow([], [(AT, "E", EMU)], 1, 1, True, false_letters=True)
    foes.follow([AT], [(AT + 1, "T", EMU)], 2, 1, True, false_letters=True)
    assert (seen(foes, AT + 1), foes.seen[AT + 1].letter, foes.lurking) == (True, "T", {})
    foes.follow([AT + 1], [(AT + 1, "H", KINDS["hobgoblin"])], 3, 1, True)
    assert (seen(foes, AT + 1), foes.seen[AT + 1].kind.name, foes.lurking) == (True, "hobgoblin", {})
    foes.follow([AT + 1], [(AT + 2, "E", EMU)], 4, 1, True)
    assert (seen(foes, AT + 2), list(foes.lurking)) == (None, [AT + 1])


def test_one_out_of_view_is_remembered_and_known_again() -> None:
    foes = Foes()
    foes.follow([], [(AT, "E", EMU)], 1, 1, True)
    foes.follow([], [], 4, 3, True)
    foes.follow([AT], [], 5, 1, True)
    assert list(foes.lurking) == [AT]
    foes.follow([], [(AT, "E", EMU)], 9, 4, True)
    assert (seen(foes, AT), foes.lurking) == (False, {})


def test_too_far_a_jump_makes_another_monster() -> None:
    foes = Foes()
    foes.follow([], [(AT, "E", EMU)], 1, 1, True)
    foes.follow([AT], [(AT + 9, "E", EMU)], 2, 1, True)
    assert list(foes.lurking) == [AT]


def test_the_forgotten_are_gone() -> None:
    foes = Foes()
    foes.follow([], [(AT, "E", EMU)], 1, 1, True)
    foes.forget(AT)
    assert not foes.seen
    assert not foes.lurking


@pytest.mark.parametrize(("other", "steps"), [(AT, 0), (AT + 1, 1), (AT + 81, 1), (AT + 160, 2), (AT - 3, 3)])
def test_distance_counts_steps(other: int, steps: int) -> None:
    assert distance_between(AT, other) == distance_between(other, AT) == steps


@pytest.mark.parametrize(
    ("awake", "ago", "kept"), [(False, 1, False), (None, 1, False), (True, 20, True), (True, 21, False)]
)
def test_who_is_gone_is_forgotten_unless_it_may_be_near(awake: bool | None, ago: int, kept: bool) -> None:
    foes = Foes()
    foes.follow([], [(AT, "E", EMU)], 1, 1, True)
    foes.seen[AT].awake = awake
    foes.follow([AT], [], 1, 1, False)
    foes.miss(AT + 2, (AT + 1, AT + 3), 1 + ago)
    assert AT in foes.lurking, "it was not looked at"
    foes.miss(AT + 1, (AT, AT + 2), 1 + ago)
    assert (AT in foes.lurking) is kept
