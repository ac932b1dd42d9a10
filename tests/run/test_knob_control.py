"""Knobs moved in the middle of a watched game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rogomatic.agent.beliefs.knob_sets import tune
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.knobs import DEFAULT, KNOBS, Knobs
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.recordings.onlooker import AS_RECORDED
from rogomatic.run.recordings.recording_formats import Header, read_asciicast
from rogomatic.run.recordings.recording_store import RecordedLink, at_a_pace
from rogomatic.run.recordings.timeline import read_timeline
from rogomatic.run.runner.exchange_loop import play
from rogomatic.run.runner.game_loop import Limits
from rogomatic.run.runner.link import MemoryLink, Played
from rogomatic.run.viewer.controls import ACTIONS, ViewOptions
from rogomatic.run.viewer.knob_control import KnobControl
from rogomatic.run.viewer.mind_panels import knobs
from rogomatic.run.viewer.watch import WatchController
from tests.run.own_games import PLAYERS
from tests.run.paper import Paper, player_in

NAMES = tuple(KNOBS)


def test_a_knob_is_chosen_in_a_ring_and_told_with_its_meaning() -> None:
    control, player = KnobControl(), player_in()
    assert control.choose(player, 1).startswith(f"{NAMES[1]} ")
    assert control.choose(player, -1).endswith(KNOBS[NAMES[0]].meaning)
    assert control.choose(player, -1).startswith(f"{NAMES[-1]} ")
    assert player.own_knobs == DEFAULT


@pytest.mark.parametrize(("by", "bound"), [(1, "most"), (-1, "least")])
def test_a_moved_knob_counts_from_then_on_and_stays_in_its_range(by: int, bound: str) -> None:
    for name in NAMES:
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
            if getattr(player.own_knobs, name) == getattr(KNOBS[name], bound):
                said = control.move(player, by)  # and no further
                break
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
    shown = " ".join(text for row in knobs(player, None, 80, 40) for text, _ in row)
    assert re.search(rf"\*{name} +{KNOBS[name].default + step} ", shown), "before the next command"


def test_a_replay_moves_the_knobs_where_they_were_moved() -> None:
    lines: list[str] = []
    link = RecordedLink(MemoryLink(OwnGame("5.4")(40_000)), lines.append, Header(), at_a_pace(1.0))
    paper = Paper((), (80, 24))
    view = WatchController(paper.terminal, ViewOptions(0.0, Path("unused"), every_turn=True))
    player = PLAYERS(40_000)
    view.watch(player)
    view.mark = link.mark

    def move(choice: Choice) -> Choice:
        view._look_for_change(choice)
        if player.beliefs.commands == 30:
            player.play_by(Knobs(watch_count=1))
        return choice

    player.overrule = move
    play(link, player, Limits(commands=90), Played())
    marks = [line for line in lines if "knobs moved: watch_count 1" in line]
    assert len(marks) == 1

    def strange(kept: list[str]) -> int:
        timeline = read_timeline(read_asciicast("".join(kept).encode()), lambda: PLAYERS(40_000))
        timeline.go(len(timeline))
        return sum(moment.rung in (AS_RECORDED, "") for moment in timeline.moments[:-1])

    assert strange(lines) == 0
    assert strange([line for line in lines if line not in marks]) > 0
