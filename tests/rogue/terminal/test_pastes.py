"""Pastes into a person's game in a real tmux: no keys of the game (CMD-2)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.emulated_terminal import ROOT, WAIT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]


class Tmux:
    """A tmux of its own, with one window that runs a command."""

    def __init__(self, folder: Path, *command: str) -> None:
        self._socket = str(folder / "tmux")
        env = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(folder), "ROGUE_HOME": str(folder)}
        words = ["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", *command]
        subprocess.run(["tmux", "-S", self._socket, *words], env=env, check=True)

    def do(self, *words: str) -> str:
        """Run a command of tmux; return what it prints."""
        done = subprocess.run(
            ["tmux", "-S", self._socket, *words], capture_output=True, text=True, check=True
        )
        return done.stdout

    def until(self, text: str) -> str:
        """Wait until the window shows a text; return the screen."""
        end = time.monotonic() + WAIT
        while text not in (screen := self.do("capture-pane", "-p")):
            assert time.monotonic() < end, screen
            time.sleep(0.05)
        return screen


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short name, as that of a socket must be."""
    with tempfile.TemporaryDirectory(prefix="r", dir="/tmp") as name:
        yield Path(name)


def test_cmd_2_a_paste_is_no_command(folder: Path) -> None:
    tmux = Tmux(folder, sys.executable, "-m", "rogue", "--seed", "3")
    try:
        tmux.until("Level: 1")
        tmux.do("set-buffer", "Qyrogue")
        tmux.do("paste-buffer", "-p")
        tmux.do("send-keys", "v")
        assert "quit" not in tmux.until("chongo")
    finally:
        tmux.do("kill-server")
