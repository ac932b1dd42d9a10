"""The version stands in one place, and everything tells that one."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

from rogue import __version__


def test_the_package_takes_its_version_from_the_game(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    assert "version" not in project["project"]
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "rogue.__version__"}
    stated = [
        str(path.relative_to(root))
        for top in ("rogue", "rogomatic")
        for path in (root / top).rglob("*.py")
        if re.search(r"^__version__\s*=", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert stated == ["rogue/__init__.py"]


def test_both_programs_tell_it(root: Path) -> None:
    lines = {name: [sys.executable, "-m", name, "--version"] for name in ("rogue", "rogomatic")}
    printed = {
        name: subprocess.run(line, cwd=root, capture_output=True, text=True, check=True).stdout
        for name, line in lines.items()
    }
    assert {name: text for name, text in printed.items() if __version__ not in text} == {}


def test_the_newest_entry_of_the_changelog_is_this_version_with_its_date(root: Path) -> None:
    text = (root / "CHANGELOG.md").read_text("utf-8")
    entries = re.findall(r"^## (\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$", text, re.MULTILINE)
    assert entries[0][0] == __version__
    dates = [date.fromisoformat(day) for _, day in entries]
    assert dates == sorted(dates, reverse=True)
