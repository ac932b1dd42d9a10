"""A person's game under a shell: stopped and gone on with, and its window closed meanwhile."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rogue.storage.game_files import read_save
from tests.support.emulated_terminal import WAIT, Line


class Shell(Line):
    """A shell with job control, in which a game is started."""

    @staticmethod
    def main() -> None:
        os.execvp("bash", ["bash", "--norc", "-i"])


def until_stopped(process: int) -> None:
    """Wait until the system has stopped a process."""
    line = ["ps", "-o", "stat=", "-p", str(process)]
    for _ in range(10 * int(WAIT)):
        if subprocess.run(line, capture_output=True, text=True, check=True).stdout.startswith("T"):
            return
        time.sleep(0.1)
    raise AssertionError("it was not stopped")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_sav_2_a_window_that_is_closed_while_the_game_is_stopped_saves_it(tmp_path: Path) -> None:
    line = Shell(tmp_path, "xterm")
    try:
        line.type(f"{shlex.quote(sys.executable)} -m rogue --seed 3\n".encode(), "Level: 1")
        game = os.tcgetpgrp(line.child.child_fd)
        line.type(b"\x1a")
        until_stopped(game)
        for number in (signal.SIGHUP, signal.SIGCONT):  # as the system does when the shell has gone
            os.kill(game, number)
        saved = tmp_path / ".rogue.save"
        for _ in range(10 * int(WAIT)):
            if saved.exists():
                break
            time.sleep(0.1)
        assert read_save(saved).start.seed == 3
    finally:
        line.child.close(force=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("stop", ["key", "signal"])
def test_a_game_sent_to_the_background_waits_there_and_comes_back(tmp_path: Path, stop: str) -> None:
    line = Shell(tmp_path, "xterm")
    try:
        line.type(b"echo rea''dy\n", "ready")
        line.type(f"{shlex.quote(sys.executable)} -m rogue\n".encode(), "Level: 1")
        game = os.tcgetpgrp(line.child.child_fd)
        if stop == "key":
            line.type(b"\x1a")
        else:
            os.kill(game, signal.SIGSTOP)
        line.until("Stopped")
        line.type(b"bg; echo go''ing on\n", "going on")
        until_stopped(game)
        line.raw = b""
        line.type(b"fg\n")
        line.until_sent(b"Level: 1")
        line.press_until(b"v", "chongo")  # the shell's signal may have the terminal taken once more
        line.type(b"Qy", "[Press return to continue]")
        line.type(b"\r", "Top 10 Scores:")
        assert b"Traceback" not in line.raw
    finally:
        line.child.close(force=True)
