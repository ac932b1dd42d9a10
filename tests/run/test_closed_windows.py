"""Programs whose window is closed, or that a signal ends: their exit codes, and what they say."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.support.forked_program import OnTerminal, program

WINDOWS = {
    ("rogomatic", "watch", "--seed", "7", "--memory", "none", "--frozen"): "seed 7  ",
    ("rogomatic.eggg", "play", "nim"): "The match is saved. Continue it: ",
    ("rogomatic.eggg", "play", "blocks"): "The match is saved. Continue it: ",
}
"""Words of a program that has a window -> what it says at its end."""
DRAWN = "\x1b[?1049h"
WORD_AT_A_PLACE = r"\x1b\[\d+;\d+H(?:\x1b\[[\d;]*m|[^\x1b])*?[a-z]{3}"  # the title is at no place
SECONDS = 120.0


def opened(words: tuple[str, ...]) -> OnTerminal:
    """Start a program, and wait until it has drawn its window."""
    env = {**os.environ, "TERM": "xterm"}
    child = OnTerminal([*words], env, (30, 100), program(words[0]), encoding="utf-8")
    child.expect_exact(DRAWN, timeout=SECONDS)
    child.expect(WORD_AT_A_PLACE, timeout=SECONDS)
    return child


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ROGOMATIC_HOME", "ROGUE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))


@pytest.mark.parametrize("words", WINDOWS, ids=" ".join)
def test_a_program_that_a_signal_ends_says_how_to_go_on(words: tuple[str, ...]) -> None:
    child = opened(words)
    child.kill(signal.SIGTERM)
    said = child.read()
    child.wait()
    assert child.exitstatus == 128 + signal.SIGTERM
    assert WINDOWS[words] in said


@pytest.mark.parametrize("words", WINDOWS, ids=" ".join)
def test_a_program_whose_window_is_closed_has_the_exit_code_of_a_hangup(words: tuple[str, ...]) -> None:
    child = opened(words)
    os.close(child.child_fd)
    assert child.pid is not None
    until = time.monotonic() + SECONDS
    while not (found := os.waitpid(child.pid, os.WNOHANG))[0]:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert os.waitstatus_to_exitcode(found[1]) == 128 + signal.SIGHUP
