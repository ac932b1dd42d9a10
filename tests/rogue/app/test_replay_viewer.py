"""`rogue replay` on a person's terminal: turn, speed and keys are shown, and it goes both ways."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rogue.app import replay_viewer
from rogue.app.app import TOO_SMALL
from rogue.cli import main
from rogue.ui.journal import Start
from rogue.ui.journal_sessions import RecordingSession
from rogue.ui.keyboard import REST_SECONDS
from tests.support.emulated_terminal import Line


@pytest.fixture
def viewer(tmp_path: Path) -> Iterator[Any]:
    game = RecordingSession(Start(7, options="name=Ann,jump"))
    for key in b"v" + b"s" * 12 + b"Qy\r":
        game.feed(bytes([key]))
    game.end("quit")
    path = tmp_path / "game.jsonl"
    path.write_text(game.journal())
    made: list[Line] = []

    def make(rows: int, *args: str) -> Line:
        made.append(Line(tmp_path, "xterm-256color", "replay", *args, str(path), size=(rows, 80)))
        return made[-1]

    yield make
    for line in made:
        line.child.close(force=True)


@pytest.mark.parametrize(
    ("true", "told"),
    [("", ""), ('"end": "quit"', '"end": "won"'), ('"turn": 2, "depth"', '"turn": 3, "depth"'),
     ('"depth": 1', '"depth": 2'), ('"score": 0', '"score": 9')],
    ids=["true", "how", "turn", "depth", "score"],
)  # fmt: skip
def test_a_check_notices_an_end_that_is_told_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], true: str, told: str
) -> None:
    game = RecordingSession(Start(7))
    game.feed(b"ssQy\r")
    game.end("quit")
    path = tmp_path / "game.jsonl"
    path.write_text(game.journal().replace(true, told) if true else game.journal())
    assert main(["replay", "--check", str(path)]) == (1 if true else 0)
    said = capsys.readouterr()
    wrong = "the game ends differently: quit, turn 2, 0 gold.\n"
    assert said.err.endswith(wrong) if true else said.out.endswith("all as recorded\n")


STOPPED = "turn 3, paused"


@pytest.mark.parametrize("rows", [24, 30])
def test_turn_and_speed_stand_below_the_game_or_in_its_top_row(viewer: Any, rows: int) -> None:
    line = viewer(rows, "--to-turn", "3", "--stop")
    line.until("turn 3, paused, 10/s, ? keys")
    assert STOPPED in line.screen.display[24 if rows > 24 else 0]


@pytest.mark.parametrize(
    ("first", "typed"),
    [
        ("3", (("+", "paused, 15/s"), ("-", "paused, 10/s"), ("0", "paused, full speed"))),
        ("3", (("\x1b[C", "turn 4, paused"), ("\x1b[D", STOPPED), (",", "turn 2, paused"), (".", STOPPED))),
        ("1", ((",,,,", "chongo was here)"), ("?", "space   pause or resume"))),
    ],
    ids=["speed", "steps", "beginning"],
)
def test_keys_change_the_speed_and_go_both_ways(viewer: Any, first: str, typed: Any) -> None:
    line = viewer(24, "--to-turn", first, "--stop")
    line.until(f"turn {first}, paused")
    for keys, shown in typed:
        line.type(keys.encode(), shown)


def test_no_letter_of_an_answer_of_the_terminal_is_a_key(viewer: Any) -> None:
    """Of each kind of answer one; test_keyboard has all."""
    line = viewer(24, "--to-turn", "3", "--stop")
    line.until(STOPPED)
    for answer in (b"\x1b]11;rgb:1e1e/q1e1e/1e1e\x07", b"\x1b[200~q\x1b[201~", b"\x1b]11;q"):
        for at in range(0, len(answer), 3):
            line.type(answer[at : at + 3])
        time.sleep(REST_SECONDS + 0.2)
        line.type(b"\x1bOC", "turn 4, paused")
        line.type(b"\x1bOD", STOPPED)


def test_the_keys_are_listed_until_the_next_key(viewer: Any) -> None:
    line = viewer(24, "--to-turn", "3", "--stop")
    line.until(STOPPED)
    line.type(b"?", "left    one key or turn back")
    line.until(" replay FILE")
    line.raw = b""
    line.type(b" ")
    line.until_sent(b"Level: 1")  # the whole screen is drawn anew
    line.until(STOPPED)
    assert "key or turn back" not in "\n".join(line.screen.display)


@pytest.mark.parametrize("program", ["rogomatic", "/a/long/path" * 4 + "/python -P -m rogomatic", "/x" * 70])
def test_commands_of_the_help_are_whole_everywhere(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.setattr(replay_viewer, "runnable", lambda text: text.replace("`rogomatic", "`" + program))
    for command in ("explain FILE", "replay FILE"):
        lines = replay_viewer._fitted(f"  `rogomatic {command}`")
        assert all(len(line) < 60 for line in lines)
        assert "".join("".join(lines).split()) == "".join(f"{program} {command}".split())
        assert lines[-1].endswith(command)


def test_a_long_message_is_not_covered_by_the_notice(viewer: Any) -> None:
    line = viewer(24, "--to-turn", "1", "--stop")
    line.until("turn 1, paused")
    line.type(b",", "chongo was here)")
    assert "? keys" not in line.screen.display[0]


def test_the_end_says_so(viewer: Any) -> None:
    line = viewer(30, "--speed", "0")
    line.until("the end, return quits, ? keys")
    line.type(b"\r")
    assert line.gone() == 0


def test_control_z_gives_the_screen_back_and_takes_it_again(viewer: Any) -> None:
    """Where no shell could wake it again the system does not stop it: it comes back at once."""
    line = viewer(24, "--to-turn", "3", "--stop")
    line.until(STOPPED)
    line.raw = b""
    line.type(b"\x1a")
    line.until_sent(b"\x1b[?1049h")
    line.until(STOPPED)
    assert line.raw.index(b"\x1b[?1049l") < line.raw.index(b"\x1b[?1049h")
    line.type(b".", "turn 4, paused")


def test_a_window_that_shrinks_waits_and_one_that_grows_is_drawn_again(viewer: Any) -> None:
    line = viewer(24, "--to-turn", "3", "--stop")
    line.until(STOPPED)
    line.child.setwinsize(20, 60)
    line.until("Rogue needs a window")
    line.raw = b""
    line.type(b".\x1a")  # the step is dropped: nobody can see it
    line.until_sent(b"\x1b[?1049h")  # control-Z, which comes back at once, says that it was read
    line.child.setwinsize(24, 80)
    line.until(STOPPED)
    assert b"Level: 1" in line.raw


def test_a_signal_leaves_the_terminal_as_it_was(viewer: Any) -> None:
    line = viewer(24, "--to-turn", "3", "--stop")
    line.until(STOPPED)
    line.child.kill(signal.SIGTERM)
    assert line.gone() == 128 + signal.SIGTERM
    assert line.raw.rstrip().endswith(b"\x1b[?1049l")


def test_a_window_that_is_too_small_is_refused(viewer: Any) -> None:
    line = viewer(10)
    line.until("The screen must have at least 24 lines and 80 columns.")
    assert line.gone() == TOO_SMALL
