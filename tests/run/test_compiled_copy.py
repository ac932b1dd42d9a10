"""`batch --fast`: when it is proposed, what it builds, and what it says when it cannot."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import pytest

from rogomatic.cli import batch_commands
from rogomatic.cli.installation import HINT, NOTE, start_compiled
from rogue.shared.errors import CommandError
from tests.run.command_line import rogomatic

WORDS = ["batch", "--fast", "--games", "3"]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What was started in place of this program."""
    lines: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda program, line: lines.append([str(program), *line]))
    return lines


@pytest.fixture
def nothing_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(args: argparse.Namespace, stop: object) -> int:
        assert args.games
        assert stop
        return 0

    monkeypatch.setattr(batch_commands, "_play", play)


def checkout(folder: Path, script: str) -> Path:
    (folder / "scripts").mkdir()
    (folder / "scripts" / "compile").write_text(script)
    return folder


def test_the_copy_is_built_and_goes_on_with_the_same_words(tmp_path: Path, started: list[list[str]]) -> None:
    root = checkout(tmp_path, "import pathlib, sys\npathlib.Path(sys.argv[1]).mkdir(parents=True)")
    start_compiled(WORDS, root)
    program = str(root / "build" / "fast" / "bin" / "rogomatic")
    assert (root / "build" / "fast").is_dir()
    assert started == [[program, program, "batch", "--games", "3"]]


def test_a_compiled_copy_plays_itself(tmp_path: Path, started: list[list[str]]) -> None:
    (tmp_path / NOTE).write_text("{}")
    start_compiled(WORDS, tmp_path)
    assert started == []


def test_what_the_compiler_lacks_is_said(tmp_path: Path, started: list[list[str]]) -> None:
    root = checkout(tmp_path, "import sys\nsys.exit('compile: No C compiler was found (cc, gcc or clang).')")
    with pytest.raises(CommandError, match=r"^No C compiler was found \(cc, gcc or clang\)\.$"):
        start_compiled(WORDS, root)
    assert started == []


def test_an_installed_package_says_how_else(tmp_path: Path, started: list[list[str]]) -> None:
    with pytest.raises(CommandError, match="builds from a checkout"):
        start_compiled(WORDS, tmp_path)
    assert started == []


@pytest.mark.usefixtures("nothing_played")
@pytest.mark.parametrize(
    ("words", "said"),
    [(["--games", "500"], HINT + "\n"), (["--games", "499"], ""), (["--games", "500", "-q"], "")],
)
def test_it_is_proposed_for_many_games(words: list[str], said: str) -> None:
    assert rogomatic(["batch", *words]).err == said
