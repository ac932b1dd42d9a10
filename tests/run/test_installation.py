"""The commit of checkout, copy, and installation, and the compiled copy that commands build and use."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from rogomatic import cli
from rogomatic.cli import batch_commands
from rogomatic.cli.installation import FAST, NOTE, Build, commit, digest_of, is_current, start_compiled
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
    root = compiler_in(tmp_path, "import pathlib, sys\npathlib.Path(sys.argv[-1]).mkdir(parents=True)")
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
    with pytest.raises(CommandError, match="works only in a checkout"):
        start_compiled(WORDS, tmp_path)
    assert started == []


def copy_in(root: Path) -> Path:
    """Make what looks like a checkout with a compiled copy of its sources."""
    for file in ("rogue/a.py", "rogomatic/b.py", "memory/c.txt", "setup.py"):
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(file)
    (root / FAST).mkdir(parents=True)
    (root / FAST / NOTE).write_text(json.dumps({"digest": digest_of(root), "python": sys.version}))
    return root


def test_a_copy_of_the_present_sources_is_used_at_once(
    tmp_path: Path, started: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    start_compiled(["batch", "--games", "3"], copy_in(tmp_path), build=False)
    program = str(tmp_path / FAST / "bin" / "rogomatic")
    assert started == [[program, program, "batch", "--games", "3"]]
    assert capsys.readouterr().err == "rogomatic: using the compiled copy in build/fast (not with --plain)\n"


@pytest.mark.parametrize("file", ["rogue/a.py", "rogomatic/new.py", "memory/c.txt", "setup.py"])
def test_a_copy_of_other_sources_is_left_alone(file: str, tmp_path: Path, started: list[list[str]]) -> None:
    root = copy_in(tmp_path)
    assert is_current(root / FAST, root)
    (root / file).write_text("changed")
    start_compiled(WORDS, root, build=False)
    assert started == []


@pytest.mark.parametrize("note", ["", "[]", "{}", "no JSON"])
def test_a_copy_with_a_damaged_note_is_left(note: str, tmp_path: Path, started: list[list[str]]) -> None:
    (copy_in(tmp_path) / FAST / NOTE).write_text(note)
    start_compiled(WORDS, tmp_path, build=False)
    assert started == []


WRITES = """
import os, pathlib, sys
pathlib.Path(os.environ["ROGUE_COMPILE_PROGRESS"]).write_text("40")
sys.stdin.read()  # the end of input, as nobody types
while not pathlib.Path(sys.argv[-1]).with_name("go").exists():
    pass
"""


def test_a_build_tells_its_progress_and_its_end(tmp_path: Path) -> None:
    script = compiler_in(tmp_path, WRITES) / "scripts" / "compile"
    with Build(script, tmp_path / FAST) as build:
        while build.notice() != "compiling: 40 %":
            assert build.packages() is None
        (tmp_path / FAST.parent).mkdir()
        (tmp_path / FAST.with_name("go")).touch()
        build.wait()
        assert (build.packages(), build.notice(), build.trouble) == (tmp_path / FAST, "compiled", "")


def test_a_build_that_fails_says_why(tmp_path: Path) -> None:
    script = compiler_in(tmp_path, "import sys\nsys.exit('compile: No room.')") / "scripts" / "compile"
    with Build(script, tmp_path / FAST) as build:
        build.wait()
        assert (build.packages(), build.notice(), build.trouble) == (tmp_path, "", "No room.")


def test_a_build_ends_with_its_batch(tmp_path: Path) -> None:
    script = compiler_in(tmp_path, WRITES) / "scripts" / "compile"
    with Build(script, tmp_path / FAST) as build:
        while build.notice() != "compiling: 40 %":
            pass
    assert build._process.poll() is not None


@pytest.mark.usefixtures("nothing_played")
def test_fast_and_plain_contradict_each_other() -> None:
    assert "--fast and --plain cannot be used together" in rogomatic(["batch", "--fast", "--plain"], 2).err


FEW = ("499",)
MANY = ("500",)


@pytest.mark.parametrize(
    ("words", "builds"),
    [(MANY, True), (FEW, False), ((*MANY, "--plain"), False), ((*MANY, "--engine", "ray"), False)],
)
def test_many_build_the_copy(words: tuple[str, ...], builds: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(batch_commands, "build_meanwhile", lambda: asked.append(True))
    args = cli.parser().parse_args(["batch", "--games", *words])
    with ExitStack() as files:
        assert batch_commands._build_meanwhile(args, args.games, files) is None
    assert asked == [True] * builds
