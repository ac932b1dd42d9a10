"""The commit of checkout, copy, and installation, and the copy that `batch --fast` builds."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from rogomatic.cli import batch_commands
from rogomatic.cli.installation import HINT, NOTE, commit, start_compiled
from rogue.shared.errors import CommandError
from tests.run.command_line import rogomatic


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with one commit."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    who = ["-c", "user.name=me", "-c", "user.email=me@example.org", "-c", "commit.gpgsign=false"]
    (tmp_path / "file").write_text("one")
    for line in (["init", "-q"], ["add", "file"], [*who, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", *line], cwd=tmp_path, check=True)
    return tmp_path


def test_a_checkout_names_its_commit_and_whether_files_differ(checkout: Path) -> None:
    line = ["git", "rev-parse", "HEAD"]
    head = subprocess.run(line, cwd=checkout, capture_output=True, text=True, check=True).stdout.strip()
    assert commit(checkout) == head
    (checkout / "file").write_text("two")
    assert commit(checkout) == f"{head}-dirty"


def test_a_compiled_copy_names_the_commit_of_its_note(checkout: Path) -> None:
    copy = checkout / "build" / "fast"
    copy.mkdir(parents=True)
    (copy / NOTE).write_text('{"commit": "abc123"}')
    assert commit(copy) == "abc123"


def test_what_is_installed_in_another_repository_has_no_commit(checkout: Path) -> None:
    packages = checkout / "lib" / "site-packages"
    packages.mkdir(parents=True)
    assert commit(packages) == ""


@pytest.mark.parametrize("note", ["", "[]", "{}", "no JSON"])
def test_a_damaged_note_names_no_commit(note: str, tmp_path: Path) -> None:
    (tmp_path / NOTE).write_text(note)
    assert commit(tmp_path) == ""


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


def compiler_in(folder: Path, script: str) -> Path:
    (folder / "scripts").mkdir()
    (folder / "scripts" / "compile").write_text(script)
    return folder


def test_the_copy_is_built_and_goes_on_with_the_same_words(tmp_path: Path, started: list[list[str]]) -> None:
    root = compiler_in(tmp_path, "import pathlib, sys\npathlib.Path(sys.argv[1]).mkdir(parents=True)")
    start_compiled(WORDS, root)
    program = str(root / "build" / "fast" / "bin" / "rogomatic")
    assert (root / "build" / "fast").is_dir()
    assert started == [[program, program, "batch", "--games", "3"]]


def test_a_compiled_copy_plays_itself(tmp_path: Path, started: list[list[str]]) -> None:
    (tmp_path / NOTE).write_text("{}")
    start_compiled(WORDS, tmp_path)
    assert started == []


def test_what_the_compiler_lacks_is_said(tmp_path: Path, started: list[list[str]]) -> None:
    root = compiler_in(
        tmp_path, "import sys\nsys.exit('compile: No C compiler was found (cc, gcc or clang).')"
    )
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
