"""Knobs moved in the middle of a watched game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rogomatic.agent.beliefs.knob_sets import tune
from rogomatic.agent.knobs import DEFAULT, KNOBS, Knobs
from rogomatic.run.viewer.controls import ACTIONS, ViewOptions
from rogomatic.run.viewer.knob_control import KnobControl
from rogomatic.run.viewer.watch import WatchController
from tests.run.paper import Paper, player_in

NAMES = tuple(KNOBS)


def test_a_knob_is_chosen_in_a_ring_and_told_with_its_meaning() -> None:
    control, player = KnobControl(), player_in()
    assert control.choose(player, 1).startswith(f"{NAMES[1]} ")
    assert control.choose(player, -1).endswith(KNOBS[NAMES[0]].meaning)
    assert control.choose(player, -1).startswith(f"{NAMES[-1]} ")
    assert player.own_knobs == DEFAULT


@pytest.mark.parametrize(("by", "bound"), [(1, "most"), (-1, "least")])
@pytest.mark.parametrize("name", NAMES)
def test_a_moved_knob_counts_from_then_on_and_stays_in_its_range(name: str, by: int, bound: str) -> None:
    control, player = KnobControl(), player_in()
    control.choose(player, NAMES.index(name))
    control.move(player, by)
    moved = getattr(player.own_knobs, name)
    assert (moved - KNOBS[name].default) * by >= 0
    assert name in player.own_knobs.given
    tune(player.beliefs, player.own_knobs)
    assert getattr(player.beliefs.knobs, name) == moved
    for _ in range(200):
        said = control.move(player, by)
    assert getattr(player.own_knobs, name) == getattr(KNOBS[name], bound)
    assert said.startswith(f"{name} {getattr(KNOBS[name], bound)} (")


def test_the_keys_move_a_knob_in_the_window() -> None:
    paper = Paper((), (80, 24))
    view = WatchController(paper.terminal, ViewOptions(0.0, Path("unused"), every_turn=True))
    player = player_in()
    view.watch(player)
    for key in ("]", ")", ")", "("):
        assert key in ACTIONS
        view._do(key)
    name = NAMES[1]
    step = max((KNOBS[name].most - KNOBS[name].least) // 20, 1)
    assert player.own_knobs == Knobs(**{name: KNOBS[name].default + step})
    assert view._controls.notice.startswith(f"{name} {KNOBS[name].default + step} (")
