"""The exercises of the worksheet print what it shows."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.contract.test_examples import matches
from tests.run.command_line import rogomatic

PAGE: Final = Path(__file__).resolve().parents[2] / "rogomatic" / "WORKSHEET.md"
BLOCK: Final = re.compile(r"^<!-- exercise -->\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAVED: Final = re.compile(r"Save this as `(/tmp/[\w.]+)`")
OURS: Final = "scripts/rogomatic "


def printed(command: str) -> str:
    """Run a command of the page; return what it printed."""
    if command.startswith(OURS):
        return rogomatic(shlex.split(command.removeprefix(OURS))).out
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout


def test_there_are_five_exercises() -> None:
    text = PAGE.read_text("utf-8")
    assert re.findall(r"^## (\d)\. ", text, re.MULTILINE) == ["1", "2", "3", "4", "5"]
    for exercise in re.split(r"^## \d\. .*$", text, flags=re.MULTILINE)[1:]:
        assert "<!-- exercise -->\n```console\n$ " in exercise


@pytest.mark.slow
def test_every_exercise_prints_what_the_page_shows(tmp_path: Path) -> None:
    text = PAGE.read_text("utf-8").replace("/tmp/", f"{tmp_path}/")
    file = re.search(SAVED.pattern.replace("/tmp", str(tmp_path)), text)
    assert file is not None
    done = 0
    for kind, block in BLOCK.findall(text):
        if kind == "python":
            Path(file[1]).write_text(block, "utf-8")
            continue
        for chunk in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = chunk.partition("\n")
            said = printed(command)
            assert matches(shown, said) or not shown, f"$ {command}\n{said}"
            done += 1
    assert done == 12
