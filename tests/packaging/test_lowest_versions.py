"""The project works with the lowest versions of other packages that it says it works with."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

RUN = (
    *(
        "tests/rogue/gym",
        "tests/rogue/shared",
        "tests/rogue/storage",
        "tests/rogue/terminal",
        "tests/rogue/server",
    ),
    *("tests/run/test_plots.py", "tests/run/test_progress.py", "tests/run/test_pty.py"),
    "tests/rogomatic/test_gym.py",
)
USED: tuple[str, ...] = ("gym", "web", "plot")  # beside what every installation has
TESTING = ("pytest", "hypothesis", "pyte")


def lowest(root: Path) -> list[str]:
    """Return what pip is to install: each package that is imported, at its lowest version."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    tests = [line for line in extras["dev"] if line.startswith(TESTING) and "-" not in line.split(">")[0]]
    lines = [*project["dependencies"], *(line for name in USED for line in extras[name]), *tests]
    return sorted({re.sub(r">=([\w.]+).*", r"==\1", line.partition(";")[0].strip()) for line in lines})


def test_every_package_has_a_lowest_version(root: Path) -> None:
    assert [line for line in lowest(root) if not re.fullmatch(r"[\w-]+==[\d.]+", line)] == []


@pytest.mark.long
def test_the_lowest_versions_work(root: Path, tmp_path: Path) -> None:
    python = str(tmp_path / "venv" / "bin" / "python")
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.run([*pip, *lowest(root)], check=False).returncode:
        pytest.skip("pip cannot install them here")
    line = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--fast", *RUN]
    done = subprocess.run(line, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
