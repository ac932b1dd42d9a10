"""What a world says, and what it remembers of the last command (OPT-3, CMD-15)."""

from __future__ import annotations

import pytest

from rogue.rules.output import add_text, emit, reply
from rogue.state.world import Command, Options, World
from rogue.tables.ruleset import ROGUE_54


def speaker(terse: bool = False) -> World:
    return World(ROGUE_54, 1, Options(terse=terse))


def test_opt_3_parts_below_seventy_columns_are_one_message() -> None:
    world = speaker()
    add_text(world, "You now have ")
    emit(world, "x" * 56)
    assert world.said == ["You now have " + "x" * 56]


def test_opt_3_a_part_that_reaches_seventy_columns_stands_alone() -> None:
    world = speaker()
    add_text(world, "You now have ")
    emit(world, "x" * 57)
    assert world.said == ["You now have", "x" * 57]


def test_opt_3_one_part_is_never_split() -> None:
    world = speaker()
    emit(world, "x" * 100)
    assert world.said == ["x" * 100]


@pytest.mark.parametrize(
    ("begun", "said"),
    [
        ("", ["The bat hit"]),
        ("You hit", ["You hit.  The bat hit"]),
        ("x" * 55, ["x" * 55 + ".  The bat hit"]),  # 69 columns
        ("x" * 56, ["x" * 56, "The bat hit"]),
    ],
)
def test_opt_3_a_reply_is_joined_behind_a_full_stop_or_stands_alone(begun: str, said: list[str]) -> None:
    world = speaker(terse=True)
    add_text(world, begun)
    reply(world, "The bat has injured you", terse="The bat hit")
    assert world.said == said
    assert not world.sentence


def test_cmd_15_a_letter_set_free_is_forgotten_by_repetitions() -> None:
    world = speaker()
    world.last = world.repeat = Command("q", letter="f")
    world.forget_letter("g")
    assert (world.last.letter, world.repeat.letter) == ("f", "f")
    world.forget_letter("f")
    assert (world.last.letter, world.repeat.letter) == ("", "")
