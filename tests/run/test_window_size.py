"""Windows that report no size, and those that are too small: every command of both programs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rogue.app.app import TOO_SMALL
from tests.run.watching import Person
from tests.support.forked_program import OnTerminal, program

CAST = '{"version": 2, "width": 80, "height": 24}\n[0.1, "o", "a recorded row"]\n'
COMMANDS = {
    "watch": ("rogomatic", "watch", "--seed", "7", "--memory", "none", "--frozen"),
    "coach": ("rogomatic", "coach", "--seed", "7"),
    "replay seed": ("rogomatic", "replay", "--seed", "15"),
    "replay file": ("rogomatic", "replay", "x.cast"),
    "rogue": ("rogue", "--seed", "3", "--name", "ann"),
}
TOLD = {
    "rogomatic": "rogomatic: The window is {1} x {0}",
    "rogue": "the current screen only has {0} lines and {1} columns.\r\nThe screen must have at least",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a recording, and give programs a home of their own."""
    for name in ("LINES", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    for name in ("ROGOMATIC_HOME", "ROGUE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    (tmp_path / "x.cast").write_text(CAST)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "size"),
    [
        *((command, (23, 80)) for command in COMMANDS),
        *(("watch", (24, 79)), ("rogue", (24, 79)), ("rogue", (10, 40))),
    ],
)
def test_too_small_a_window_has_one_exit_code(command: str, size: tuple[int, int], folder: Path) -> None:
    assert_refused(command, size, folder)


@pytest.mark.parametrize("command", ["watch", "rogue"])
def test_sizes_in_the_environment_count(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "23")
    assert_refused(command, (0, 0), folder)


def assert_refused(command: str, size: tuple[int, int], folder: Path) -> None:
    words = [*COMMANDS[command]]
    child = OnTerminal(
        words, {**os.environ, "TERM": "xterm"}, size, program(words[0]), folder=str(folder), encoding="utf-8"
    )
    said = child.read()
    child.close()
    assert child.exitstatus == TOO_SMALL, said
    assert "Traceback" not in said
    if size[0]:
        assert TOLD[words[0]].format(*size) in said


@pytest.mark.parametrize(("lines", "columns"), [(None, None), ("36", "130"), ("x", "-3")])
def test_a_terminal_without_a_size_is_watched_in_the_usual_one(
    lines: str | None, columns: str | None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("LINES", lines), ("COLUMNS", columns)):
        if text is not None:
            monkeypatch.setenv(name, text)
    person = Person("--seed", "4", "--speed", "1", rows=0, columns=0, folder=folder)
    person.screen.resize(40, 140)
    person.type("z")  # any key ends the sentence at the beginning
    rows = person.sees("Thump")
    assert any(" Why " in row for row in rows) is (lines == "36")
    person.type("q")
    assert person.leave()[0] == 0
