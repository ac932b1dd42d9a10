"""The input modes as values: one function each, and a mode that was left comes back as it was."""

from __future__ import annotations

from typing import get_args

from rogue.ui.input_modes import NAMES, Mode, ModeName, OptionsMode, QuitPrompt, TextPrompt
from rogue.ui.key_dispatch import HANDLERS
from rogue.ui.session import Session


def test_every_mode_has_one_function_and_a_name_of_its_own() -> None:
    modes = get_args(Mode)
    assert set(HANDLERS) == set(modes)
    assert set(NAMES) == set(modes)
    assert sorted(NAMES.values()) == sorted(get_args(ModeName))


def test_an_interrupt_that_is_taken_back_leaves_the_mode_as_it_was() -> None:
    game = Session(3)
    game.feed(b"")
    game.feed(b"o" + b"\r" * 9 + b"Ann")
    before = game._mode
    assert isinstance(before, OptionsMode)
    assert before.typed == "Ann"
    game.feed(b"\x03")
    assert isinstance(game._mode, QuitPrompt)
    assert game._mode.resumed is before
    game.feed(b"n")
    assert game._mode is before


def test_a_saved_game_is_gone_on_with_and_no_other_is_begun_for_it() -> None:
    first = Session(3, options="name=Ann")
    first.feed(b"")
    first.feed(b"s")
    second = Session(4, options="terse", state=first.state())
    assert (second.world.seed, second.world.turns, second.mode) == (3, 1, "command")
    assert second.options.terse
    assert second.screen == first.screen


def test_a_text_that_is_typed_is_part_of_the_mode() -> None:
    game = Session(3, options="name=Ann", wizard=True)
    game.feed(b"")
    game.feed(b"C*12\x7f3")
    assert isinstance(game._mode, TextPrompt)
    assert game._mode.typed == "13"
