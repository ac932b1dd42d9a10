"""Watching, on a real terminal: what it shows, which keys it obeys, what it leaves behind."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pyte
import pytest

from rogomatic.run.view import SPEEDS, faster, rows_of, slower
from rogomatic.screen import Screen
from tests.run.fakes import fake_program

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import sys
from rogomatic import cli
from rogomatic.cli import players
from tests.run import fakes
players.default_players = lambda: getattr(fakes, sys.argv[1])
sys.exit(cli.main(["watch", *sys.argv[2:]]))
"""
RESTORED = ("\x1b[?1049l", "\x1b[?25h")  # the first screen again, and the cursor


class Person:
    """Somebody in front of a terminal who watches a fake game."""

    def __init__(
        self,
        *options: str,
        rows: int = 25,
        columns: int = 80,
        player: str = "FakePlayer",
        kind: str = "xterm-256color",
    ) -> None:
        game = shlex.join(fake_program().argv)
        line = shlex.join([sys.executable, "-c", PROGRAM, player, "--game", game, *options])
        self.child = pexpect.spawn(
            "/bin/sh", ["-c", f"trap : INT; {line}; echo code=$?; stty -a"],
            env={**os.environ, "TERM": kind, "PYTHONPATH": str(ROOT)},
            dimensions=(rows, columns), encoding="utf-8", timeout=10,
        )  # fmt: skip
        self.child.delaybeforesend = None
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self.said = ""

    def see(self, fits: Callable[[list[str]], bool], seconds: float = 10) -> list[str]:
        """Look until the screen fits, and return it."""
        until = time.monotonic() + seconds
        while not fits(self.screen.display):
            assert time.monotonic() < until, "\n".join(self.screen.display)
            self._read(0.05)
        return self.screen.display

    def look(self, seconds: float) -> None:
        """Look at the screen for some time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._read(0.05)

    def _read(self, seconds: float) -> bool:
        try:
            text = self.child.read_nonblocking(4096, seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.said += text
        # pyte has one screen only, and what is said after leaving is looked at as text.
        self._stream.feed(text)
        return True

    def leave(self) -> tuple[int, str]:
        """Wait for the end; return the exit code and what stands on the first screen then."""
        while self._read(0.1):
            if "Thump 3" in self.screen.display[0]:
                self.child.send("x")  # any key ends the last look
        last = self.said.rpartition(RESTORED[0])[2]
        assert " icanon" in last, "the terminal takes lines again"
        assert " echo " in last
        return int(last.partition("code=")[2].split()[0]), last


def is_first_turn(rows: list[str]) -> bool:
    return rows[0].startswith("Thump")


def test_row_24_says_which_rung_fired_and_row_0_what_the_game_said() -> None:
    person = Person("--seed", "1")
    rows = person.see(lambda rows: rows[0].startswith("Thump 2"))
    assert rows[24].startswith("walk right: step 3")  # what it does about it
    assert rows[24].rstrip().endswith("15/s")
    assert rows[1].startswith("row one")
    assert not any("Illegal" in row for row in rows)
    code, last = person.leave()
    assert code == 0
    assert "seed 1  score 10  depth 1  killed by fake  turns 4  last rung: walk right" in last


def test_a_window_of_24_rows_shows_the_rung_behind_the_message() -> None:
    person = Person("--seed", "1", "--speed", "0", rows=24)
    code, _ = person.leave()
    assert code == 0
    assert "Thump 3  [walk right: step 4]" in person.said


def test_a_person_without_colours_can_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    person = Person("--seed", "1")
    assert person.see(is_first_turn)[1].startswith("row one")
    person.child.send("q")
    assert person.leave()[0] == 0


def test_a_terminal_without_a_cursor_is_refused() -> None:
    code, said = Person(kind="dumb").leave()
    assert code == 1
    assert "rogomatic: A terminal of the kind 'dumb' cannot show a game." in said


def test_the_first_bright_cell_is_drawn_in_reverse() -> None:
    person = Person("--seed", "1", "--speed", "100")
    person.leave()
    assert "\x1b[7mr" in person.said


def test_q_quits_and_the_line_still_comes() -> None:
    person = Person("--seed", "1", "--speed", "2")
    person.see(is_first_turn)
    person.child.send("q")
    code, last = person.leave()
    assert code == 0
    assert "seed 1  score 10  depth 1  stopped" in last


def test_space_pauses_and_goes_on() -> None:
    person = Person("--seed", "4", "--speed", "5")
    person.see(is_first_turn)
    person.child.send(" ")
    before = person.see(lambda rows: "space goes on" in rows[24])[0]
    person.look(0.4)
    assert person.screen.display[0] == before
    person.child.send(" ")
    person.see(lambda rows: rows[0] != before)
    person.child.send("q")
    assert person.leave()[0] == 0


def test_plus_and_minus_change_the_speed() -> None:
    person = Person("--seed", "4", "--speed", "2")
    person.see(lambda rows: rows[24].rstrip().endswith(" 2/s"))
    person.child.send("+")
    person.see(lambda rows: rows[24].rstrip().endswith(" 5/s"))
    person.child.send("--")
    person.see(lambda rows: rows[24].rstrip().endswith(" 1/s"))
    person.child.send("q")
    assert person.leave()[0] == 0


def test_a_changed_window_is_drawn_anew() -> None:
    person = Person("--seed", "4", "--speed", "4")
    person.see(is_first_turn)
    person.screen.resize(10, 60)
    person.child.setwinsize(10, 60)
    person.see(lambda rows: rows[0].startswith("This window is too small: 80 x 24"))
    person.screen.resize(24, 100)
    person.child.setwinsize(24, 100)
    person.see(lambda rows: "[walk right" in rows[0] and rows[1].startswith("row one"))
    person.child.send("q")
    assert person.leave()[0] == 0


@pytest.mark.parametrize(("rows", "columns"), [(23, 80), (24, 79)])
def test_a_small_window_is_refused(rows: int, columns: int) -> None:
    person = Person(rows=rows, columns=columns)
    code, said = person.leave()
    assert code == 1
    assert f"rogomatic: The window has {columns} x {rows}" in said
    assert "Traceback" not in said


def test_no_terminal_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "FakePlayer"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == (
        "rogomatic: To watch a game, standard input and output must be a terminal.\n"
    )
    assert done.stdout == ""


def test_an_interrupt_gives_the_terminal_back_and_tells_the_seed() -> None:
    person = Person("--speed", "4")
    person.see(is_first_turn)
    person.child.send("\x03")
    code, said = person.leave()
    assert code == 130
    assert "rogomatic: interrupted; the seed was " in said
    assert all(mark in person.said for mark in RESTORED)
    assert "Traceback" not in said


def test_a_crash_gives_the_terminal_back_before_it_is_told() -> None:
    person = Person("--seed", "1", "--speed", "0", player="BreakingPlayer")
    code, said = person.leave()
    assert code == 1
    assert "seed 1  score 10  depth 1  crashed" in said
    assert "RuntimeError: the player broke" in said


def test_a_program_that_fails_is_a_failure() -> None:
    person = Person("--seed", "1", "--speed", "0", "--game", shlex.join(fake_program("die").argv))
    code, last = person.leave()
    assert code == 1
    assert "died" in last


def test_a_signal_gives_the_terminal_back() -> None:
    person = Person("--seed", "1", "--speed", "4")
    person.see(is_first_turn)
    shown = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    ).stdout
    parents = [row.split() for row in shown.splitlines()]
    (watcher,) = [int(pid) for pid, parent in parents if parent == str(person.child.pid)]
    os.kill(watcher, signal.SIGTERM)
    code, _ = person.leave()
    assert code == 128 + signal.SIGTERM
    assert all(mark in person.said for mark in RESTORED)


def test_without_a_seed_one_is_chosen_and_told() -> None:
    said = [Person("--speed", "0").leave()[1] for _ in range(2)]
    seeds = [int(text.partition("seed ")[2].split()[0]) for text in said]
    assert seeds[0] != seeds[1]


def test_every_speed_is_reached_from_both_ends() -> None:
    up, down = [SPEEDS[0]], [0.0]
    while up[-1]:
        up.append(faster(up[-1]))
    while down[-1] != SPEEDS[0]:
        down.append(slower(down[-1]))
    assert up == [*SPEEDS, 0]
    assert down == up[::-1]


@pytest.mark.parametrize("height", [24, 25, 50])
def test_no_row_is_too_long_and_the_last_corner_stays_free(height: int) -> None:
    screen = Screen()
    screen.feed(b"#" * 80 * 23)
    rows = rows_of(screen, "m" * 200, "w" * 200, "notice", height)
    assert len(rows) == min(height, 25)
    assert all(len(row) <= 80 for row in rows)
    assert height == 24 or (len(rows[24]) < 80 and rows[24].endswith("notice"))
