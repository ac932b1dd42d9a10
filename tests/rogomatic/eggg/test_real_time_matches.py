"""Matches in real time: steps, journals, the machine, the window, the commands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from rogomatic.eggg import own_tables
from rogomatic.eggg.eggg_command_line import main
from rogomatic.eggg.look_ahead import QUICKNESS, LookAhead
from rogomatic.eggg.match_journal import JournalHead, MatchJournalError, head_line
from rogomatic.eggg.real_time_match import RealTimeMatch, read_steps
from rogomatic.eggg.real_time_window import MOST_CAUGHT_UP, RealTimeWindow, bindings
from rogomatic.run.viewer.viewer_terminal import BLUR, INTERRUPT, Terminal, TerminalError
from rogue.eggg.library import load_any
from rogue.shared.real_time_games import RealTimeGame, RealTimeState
from rogue.shared.seeds import Dice
from tests.run.paper import Paper


def game_of(name: str) -> RealTimeGame:
    return cast("RealTimeGame", load_any(name))


def machine(game: RealTimeGame, player: int, level: str = "hard") -> LookAhead:
    return LookAhead(game, player, QUICKNESS[level], Dice(1, player))


def play(game: RealTimeGame, machines: dict[int, LookAhead], steps: int, seed: int = 1) -> RealTimeState:
    """Return the state after steps of machines."""
    match = RealTimeMatch(game, seed, machines)
    for _ in range(steps):
        match.tick()
    return match.state


@pytest.mark.long
def test_the_machine_keeps_falling_blocks_low() -> None:
    game = game_of("blocks")
    state = play(game, {0: machine(game, 0)}, 250)
    assert game.scores(state)[0] >= 15
    assert not state.is_over
    assert state == play(game, {0: machine(game, 0)}, 250)


@pytest.mark.slow
def test_the_machine_beats_a_paddle_that_stands_still() -> None:
    game = game_of("pong")
    west, east = game.scores(play(game, {1: machine(game, 1, "fair")}, 300))
    assert east >= west + 2


@pytest.mark.slow
def test_a_better_machine_wins_with_thrown_blocks() -> None:
    game = game_of("thrown-blocks")
    state = play(game, {0: machine(game, 0, "easy"), 1: machine(game, 1)}, 500)
    west, east = game.scores(state)
    assert east >= west


@pytest.mark.slow
def test_the_machine_sees_only_its_view() -> None:
    game = game_of("blocks")
    start = game.start(1)
    other = start._replace(seed=9, dice=7)
    assert game.view(start, 0) == game.view(other, 0)
    plans = [machine(game, 0).keys(game.view(state, 0)) for state in (start, other)]
    assert plans[0] == plans[1] != []


def recorded() -> tuple[RealTimeMatch, list[str]]:
    """Return a match that was played, with the lines of its journal."""
    match, lines = RealTimeMatch(game_of("blocks"), 3, {}), ["head\n"]
    match.begin(lines.append)
    for step in range(150):
        if step % 7 == 0:
            match.press(0, match.game.keys[step % 4])
        match.tick()
    match.leave()
    return match, lines


@pytest.mark.slow
def test_a_journal_leads_to_the_same_state() -> None:
    match, lines = recorded()
    again = RealTimeMatch(game_of("blocks"), 3, {})
    again.play_again("".join(lines))
    assert again.state == match.state
    assert json.loads(lines[-1])["step"] == 150
    for wrong, says in (
        ({"step": 150, "digest": "0" * 16}, "to another position"),
        ({"step": 10_000}, "is already over"),
    ):
        again = RealTimeMatch(game_of("blocks"), 3, {})
        with pytest.raises(MatchJournalError, match=says):
            again.play_again("".join([*lines, json.dumps(wrong), "\n"]))
    again = RealTimeMatch(game_of("blocks"), 3, {})
    again.play_again("".join(lines[:10]))
    assert again.state.step == json.loads(lines[9])["step"] + 1


@pytest.mark.parametrize("row", [
    {}, {"step": -1}, {"step": "1"}, {"step": 10**9}, {"step": 1, "keys": []}, {"step": 1, "keys": {"x": []}},
    {"step": 1, "keys": {"0": [7]}}, {"step": 1, "keys": {"0": "Left"}},
], ids=str)  # fmt: skip
def test_a_line_that_is_no_step_is_named(row: dict[str, Any]) -> None:
    with pytest.raises(MatchJournalError, match="line 2: this is not a step"):
        read_steps(f"head\n{json.dumps(row)}\n")


def test_keys_are_arrows_alone_and_two_hands_together() -> None:
    assert bindings(game_of("blocks"), [0]) == {
        "KEY_LEFT": (0, "Left"), "KEY_RIGHT": (0, "Right"), "KEY_UP": (0, "Turn"), " ": (0, "Drop"),
    }  # fmt: skip
    assert bindings(game_of("bounce-blocks"), [1])["t"] == (1, "Turn")
    both = bindings(game_of("thrown-blocks"), [0, 1])
    assert {key: player for key, (player, _) in both.items()} == {
        "w": 0, "s": 0, "e": 0, "x": 0, "KEY_UP": 1, "KEY_DOWN": 1, "/": 1, "\n": 1,
    }  # fmt: skip


class Clock:
    """A clock that goes on while keys are waited for."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


def window(match: RealTimeMatch, keys: list[str], wait: Callable[[Clock, float], object]) -> Paper:
    """Return what a window shows while keys are pressed, then Ctrl-C."""
    clock = Clock()
    paper = Paper(keys, last=INTERRUPT, wait=lambda seconds: wait(clock, seconds))
    RealTimeWindow(paper.terminal, match, clock).run()
    return paper


@pytest.mark.slow
def test_a_window_plays_a_step_each_twentieth_of_a_second() -> None:
    match = RealTimeMatch(game_of("blocks"), 1, {})
    paper = window(match, [""] * 40, Clock.wait)
    assert match.state.step == 40
    assert "eggg: Blocks" in paper.shown[0]
    assert "Next:" in paper.shown[0]
    assert "[][][]" in paper.shown[-1]
    assert all(len(row) <= 80 for frame in paper.shown for row in frame.split("\n"))


@pytest.mark.parametrize("pause", ["p", BLUR])
def test_keys_are_taken_at_the_next_step_and_p_or_a_lost_focus_pauses(pause: str) -> None:
    match = RealTimeMatch(game_of("blocks"), 1, {})
    before = match.state.flight.x
    paper = window(match, ["KEY_LEFT", "", pause, *[""] * 9], lambda clock, seconds: clock.wait(seconds))
    assert match.state.flight.x == before - 256
    assert match.state.step == 2
    assert "Paused" in paper.shown[-1]


def test_the_game_waits_while_its_window_is_too_small() -> None:
    match, clock = RealTimeMatch(game_of("blocks"), 1, {}), Clock()
    paper = Paper([""] * 9, last=INTERRUPT)

    def resize(seconds: float) -> None:
        clock.wait(seconds)
        paper.size = (80, 24) if match.state.step < 3 or len(paper.frames) > 8 else (79, 24)

    paper._wait = resize
    RealTimeWindow(paper.terminal, match, clock).run()
    assert match.state.step == 4
    assert "a game needs at least 80 x 24" in paper.shown[5]
    assert "Paused; P resumes." in paper.shown[-1]


@pytest.mark.slow
@pytest.mark.parametrize("leaves", ["?", "\n", "\x1b", "q"])
def test_a_question_mark_shows_the_rules_while_the_game_waits(leaves: str) -> None:
    match = RealTimeMatch(game_of("blocks"), 1, {})
    paper = window(match, ["", "?", *[""] * 3, "KEY_DOWN", "x", leaves, ""], Clock.wait)
    assert match.state.step == 1
    assert any("Enter returns to the game" in shown and "Blocks" in shown for shown in paper.shown)
    assert "Paused; P resumes." in paper.shown[-1]


@pytest.mark.parametrize("is_over", [False, True])
def test_another_match_begins_only_after_the_end(is_over: bool) -> None:
    match, clock = RealTimeMatch(game_of("blocks"), 1, {}), Clock()
    match.state = match.state._replace(is_over=is_over)
    paper = Paper(["", "n"], last=INTERRUPT, wait=clock.wait)
    assert RealTimeWindow(paper.terminal, match, clock).run() is is_over
    assert ("N new match, Q leaves." in paper.shown[0]) is is_over


def test_a_slow_terminal_loses_time_not_the_game() -> None:
    match = RealTimeMatch(game_of("pong"), 1, {})
    window(match, [""] * 3, lambda clock, _seconds: clock.wait(60.0))
    assert match.state.step == 3 * MOST_CAUGHT_UP


def test_two_people_cannot_pause_and_choose_by_digits() -> None:
    match = RealTimeMatch(game_of("thrown-blocks"), 1, {})
    paper = window(match, ["p", BLUR, "2", "", "", ""], lambda clock, seconds: clock.wait(seconds))
    assert match.state.flight.kind == 1
    assert "Which piece?" in paper.shown[0]
    assert "Paused" not in paper.shown[-1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of journals, with a window on paper that is left after some steps."""
    monkeypatch.setattr(own_tables, "journals", lambda: tmp_path)

    def in_terminal(run: Callable[[Terminal], object]) -> None:
        clock = Clock()
        paper = Paper([" ", *[""] * 30], last=INTERRUPT, wait=clock.wait)
        monkeypatch.setattr("rogomatic.eggg.match_command.time.monotonic", clock)
        run(paper.terminal)

    monkeypatch.setattr(own_tables, "in_terminal", in_terminal)
    monkeypatch.setattr(own_tables, "terminal", lambda _otherwise: None)
    monkeypatch.setattr("rogomatic.eggg.match_command._has_terminal", lambda: True)
    return tmp_path


@pytest.mark.slow
def test_a_match_is_kept_resumed_and_replayed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "pong", "--seed", "5", "--against", "easy"]) == 0
    (path,) = folder.iterdir()
    assert "The match is saved" in capsys.readouterr().out
    assert main(["play", "--resume", str(path)]) == 0
    later = max(folder.iterdir())
    assert later != path
    assert later.read_text().startswith(path.read_text().split("\n")[0])
    capsys.readouterr()
    assert main(["replay", str(later)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Pong, level easy, ")
    assert "The match is not finished." in told


@pytest.mark.slow
def test_a_match_whose_journal_cannot_be_written_is_played(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "file").write_text("")
    monkeypatch.setattr(own_tables, "journals", lambda: folder / "file" / "matches")
    assert main(["play", "pong", "--seed", "5", "--against", "easy"]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(
        r"eggg: the match is not kept: \S+pong\.match\.jsonl cannot be written: Not a directory\n", told.err
    )


@pytest.mark.parametrize(("words", "told", "code"), [
    (["play", "pong", "--against", "hrd"], "; did you mean hard?", 2),
    (["play", "pong", "--as", "North"], "Pong has no player 'North'", 2),
    (["play", "pong", "--seed", "1"], "A game in real time needs a terminal.", 2),
])  # fmt: skip
def test_what_cannot_be_played_is_told(
    words: list[str], told: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(own_tables, "journals", lambda: tmp_path)
    assert main(words) == code
    assert told in capsys.readouterr().err


def test_a_terminal_that_cannot_show_a_game_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def terminal(*_: object, **_how: object) -> Terminal:
        raise TerminalError("A terminal of paper cannot show a game.")

    monkeypatch.setattr(own_tables, "journals", lambda: tmp_path)
    monkeypatch.setattr("rogomatic.run.viewer.viewer_terminal.Terminal", terminal)
    monkeypatch.setattr("rogomatic.eggg.match_command._has_terminal", lambda: True)
    assert main(["play", "blocks"]) == 1
    assert capsys.readouterr() == ("", "eggg: A terminal of paper cannot show a game.\n")
    assert main(["play", "poker"]) == 1
    assert capsys.readouterr() == (
        "",
        "eggg: A terminal of paper cannot show a game. Use --plain to play line by line.\n",
    )
    assert main(["play", "chess"]) == 1
    assert not list(tmp_path.iterdir()), "no journal, which --resume would take for the latest match"


@pytest.mark.slow
def test_a_journal_of_another_description_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "\n".join(game_of("blocks").described()["statements"])
    path = tmp_path / "other.match.jsonl"
    path.write_text(head_line(JournalHead("Blocks", "0" * 64, text, 1, "fair", ())))
    assert main(["replay", str(path)]) == 1
    assert "the description has changed since the match" in capsys.readouterr().err
