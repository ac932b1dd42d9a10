"""The commit in manifests and provenances: of a checkout, of a compiled copy, of what is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from rogomatic.cli.installation import NOTE, commit


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
