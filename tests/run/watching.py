"""Somebody in front of a terminal who watches a game."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pyte

from rogomatic import cli
from rogomatic.cli import agent_factory
from tests.run import fakes
from tests.run.fakes import fake_program
from tests.support.forked_program import Main, OnTerminal, program, under_a_shell
from tests.support.narrow_screen import NarrowScreen

ROOT = Path(__file__).resolve().parents[2]
LEFT = "\x1b[?1049l"  # the first screen again
BEGIN_FRAME, END_FRAME = "\x1b[?2026h", "\x1b[?2026l"  # between them nothing is shown by a terminal
RESTORED = (LEFT, "\x1b[?25h")  # and the cursor


def watching(player: str) -> Main:
    """Return the program, with fake players of that name in the place of the agent."""

    def main() -> int:
        agent_factory.players_with = lambda _: fakes.FakeAgents(getattr(fakes, player))  # type: ignore
        return cli.main(sys.argv[1:])

    return main


class Person:
    """Somebody who watches a fake game, or with `player=""` the real agent at the real game."""

    @property
    def environment(self) -> dict[str, str]:
        """What every program of hers finds in its environment."""
        return {**os.environ, "PYTHONPATH": str(ROOT)}

    def __init__(
        self,
        *options: str,
        rows: int = 25,
        columns: int = 80,
        player: str = "FakePlayer",
        kind: str = "xterm-256color",
        folder: Path = ROOT,
        command: str = "watch",
    ) -> None:
        main = program("rogomatic")
        words = ["rogomatic", command, *options]
        if player:
            main = watching(player)
            words[2:2] = ["--game", shlex.join(fake_program().argv), "--one-pace"]
        self.child = OnTerminal(
            words,
            {**self.environment, "TERM": kind},
            (rows, columns),
            under_a_shell(main),
            folder=str(folder),
            encoding="utf-8",
        )
        self.screen = NarrowScreen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self.said = ""
        self._rest = ""

    def type(self, keys: str) -> None:
        """Press keys."""
        self.child.send(keys)

    def see(self, fits: Callable[[list[str]], bool], seconds: float = 120) -> list[str]:
        """Look until the screen fits, and return it; a frame that is half drawn is not looked at.

        Raise AssertionError when the program has ended, or after so many seconds.
        """
        until = time.monotonic() + seconds
        while self._is_drawn_half or not fits(self.screen.display):
            is_in_time = self._read(0.05) and time.monotonic() < until
            assert is_in_time, "\n".join(self.screen.display)
        return self.screen.display

    def sees(self, text: str) -> list[str]:
        """Look until a text is on the screen."""
        return self.see(lambda rows: any(text in row for row in rows))

    @property
    def _is_drawn_half(self) -> bool:
        """Whether a frame has begun and has not ended."""
        return self.said.rfind(BEGIN_FRAME) > self.said.rfind(END_FRAME)

    def look(self, seconds: float) -> list[str]:
        """Look at the screen for some time, and until the frame is whole."""
        until = time.monotonic() + seconds
        while (time.monotonic() < until or self._is_drawn_half) and self._read(0.05):
            pass
        return self.screen.display

    def resize(self, rows: int, columns: int) -> None:
        """Give the window another size."""
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def watcher(self) -> int:
        """The process id of the program."""
        line = ["ps", "-A", "-o", "pid=,ppid="]
        shown = subprocess.run(line, capture_output=True, text=True, check=True).stdout
        (pid,) = [int(row.split()[0]) for row in shown.splitlines() if row.split()[1] == str(self.child.pid)]
        return pid

    def leave(self) -> tuple[int, str]:
        """Wait for the end; return the exit code and what stands on the first screen then."""
        while self._read(0.1):
            if any("r replay" in row for row in self.screen.display):
                self.child.send("q")  # the end stays until a key
        last = self.said.rpartition(LEFT)[2]
        assert " icanon" in last, "the terminal takes lines again"
        assert " echo " in last
        return int(last.partition("code=")[2].split()[0]), last

    def _read(self, seconds: float) -> bool:
        """Take in some of what is drawn, up to the end of a frame at most: whoever looks sees every frame."""
        try:
            text = self._rest or self.child.read_nonblocking(23, seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        tail = self.said[1 - len(END_FRAME) :]
        found = (tail + text).find(END_FRAME)
        end = found + len(END_FRAME) - len(tail) if found >= 0 else len(text)
        text, self._rest = text[:end], text[end:]
        self.said += text
        # pyte has one screen only, and what is said after leaving is looked at as text.
        self._stream.feed(text)
        return True
