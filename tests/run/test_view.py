"""The view without a terminal: how often it draws, how it waits, whose choice is taken."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import cast

import pytest
from scenes import Scene

from rogomatic.beliefs.model import Deed
from rogomatic.knobs import DEFAULT
from rogomatic.ladder import ANSWERS, LADDER
from rogomatic.learn.memory import default_memory
from rogomatic.player import Player
from rogomatic.rules import Act, Choice
from rogomatic.run.show.view import View
from rogomatic.run.show.window.canvas import Canvas
from rogomatic.run.show.window.controls import FRAME_SECONDS, Quit
from rogomatic.run.show.window.terminal import Terminal
from rogomatic.run.tapes.hands import RUNG
from rogomatic.sight.prompts import Waiting

REST = Choice("rest", Act(b"2s", "weak", Deed("rest", times=2)), (), LADDER)
MORE = Choice("dismiss --More--", Act(b" ", "more to read", Deed("answer")), (), ANSWERS)


class Paper:
    """A terminal that keeps frames, and gives keys one after the other."""

    def __init__(self, keys: Iterable[str] = (), size: tuple[int, int] = (80, 24)) -> None:
        self.size, self.frames = size, list[Canvas]()
        self._keys = iter(keys)

    def key(self, seconds: float) -> str:
        time.sleep(min(seconds, 0.02))
        return next(self._keys, "")

    def show(self, frame: Canvas) -> None:
        self.frames.append(frame)

    def forget(self) -> None:
        pass


def watching(paper: Paper, speed: float = 15.0) -> tuple[View, Player]:
    """A view of an agent in a drawn room."""
    view, player, scene = View(cast(Terminal, paper), speed), Player(default_memory(), DEFAULT, 1), Scene()
    player.screen, player.beliefs = scene.screen, scene.b
    view.watch(player)
    return view, player


@pytest.mark.parametrize("speed", [0.0, 250.0])
def test_no_more_than_thirty_frames_a_second_however_fast_the_bot_plays(speed: float) -> None:
    paper = Paper()
    view, _ = watching(paper, speed)
    begun, commands = time.monotonic(), 0
    while time.monotonic() - begun < 0.4:
        assert view.consider(REST) is REST
        commands += 1
    assert commands > 20
    assert 1 <= len(paper.frames) <= (time.monotonic() - begun) / FRAME_SECONDS + 1


def test_a_slow_pace_draws_every_command() -> None:
    paper = Paper()
    view, _ = watching(paper, 10.0)
    for _ in range(3):
        view.consider(REST)
    assert len(paper.frames) >= 3


def test_the_clock_of_a_stall_stands_still_while_the_watcher_holds_the_game() -> None:
    view, _ = watching(Paper(keys=[" ", *[""] * 9, " "]))
    real, held = time.monotonic(), view.clock()
    view.consider(REST)
    assert time.monotonic() - real > 0.15
    assert view.clock() - held < 0.02


def test_a_person_s_command_takes_the_place_of_the_agent_s() -> None:
    view, _ = watching(Paper(keys=["\t", "5", "l"]))
    chosen = view.consider(REST)
    assert (chosen.rung, chosen.act.keys, chosen.act.deed) == (RUNG, b"5l", Deed("walk", 1, 5))


def test_a_more_waits_for_the_person_and_not_when_the_agent_looks_at_the_pack() -> None:
    view, player = watching(Paper(keys=["\t", "x", " "]))
    player.beliefs.waiting = Waiting("more", "You hit", sure=True)
    assert view.consider(MORE) is MORE
    player.beliefs.deed = Deed("stock")
    assert view.consider(MORE) is MORE


def test_what_is_no_decision_of_the_ladder_is_not_held_up_by_a_person_who_plays() -> None:
    view, _ = watching(Paper(keys=["\t"]))
    view.person_plays = True
    redraw = Choice("redraw", Act(b"\x12", "the line is silent", Deed("answer")))
    assert view.consider(redraw) is redraw


def test_a_game_that_is_handed_back_is_looked_at_first() -> None:
    view, _ = watching(Paper(keys=["\t", "\t"]))
    assert view.consider(REST).act.deed == Deed("stock")
    assert not view.person_plays


def test_saving_waits_for_a_command() -> None:
    view, player = watching(Paper(keys=["S"]))
    player.beliefs.waiting = Waiting("more", "You hit", sure=True)
    assert view.consider(MORE) is MORE
    player.beliefs.waiting = Waiting("command", sure=True)
    assert view.consider(REST).act.keys == b"Sy"


def test_q_is_no_failure_of_the_game() -> None:
    view, _ = watching(Paper(keys=["q"]))
    with pytest.raises(Quit):
        view.consider(REST)
    assert not issubclass(Quit, Exception)


def test_a_file_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    paper = Paper(keys=["x"])
    view, _ = watching(paper)
    monkeypatch.setattr("pathlib.Path.open", _full)
    view.consider(REST)
    assert any("cannot be written: No space left" in frame.rows()[0] for frame in paper.frames)


def _full(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")
