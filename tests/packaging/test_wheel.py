"""An installed package, not only a checkout, plays with what ships."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

SOURCES = (
    *("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"),
    *("rogue", "rogomatic", "memory"),
)
BATCH = ("batch", "--games", "1", "--first-seed", "7", "--limit-commands", "80", "-q", "--json")


def can_build() -> bool:
    """Whether setuptools is there and can make wheels by itself."""
    try:
        found = version("setuptools").split(".")
    except PackageNotFoundError:
        return False
    return int(found[0]) >= 77


def run(line: list[str], folder: Path, **more: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        line, cwd=folder, env={**environment, **more}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the wheel was installed into."""
    if not can_build():
        pytest.skip("building a wheel needs setuptools 77 or newer")
    tree, built, target = (tmp_path_factory.mktemp(name) for name in ("tree", "built", "installed"))
    for name in SOURCES:
        if (root / name).is_dir():
            shutil.copytree(root / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(root / name, tree / name)
    build = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    run([sys.executable, "-c", build, str(built)], tree)
    (file,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "install", "--no-compile"]
    run([*pip, "--no-deps", "--no-index", "--target", str(target), str(file)], tree)
    return target


def rogomatic(installed: Path, home: Path, *words: str) -> str:
    """Run the installed command from an empty folder, with nothing of the checkout in reach."""
    home.mkdir(exist_ok=True)
    line = [sys.executable, "-P", "-m", "rogomatic", *words]
    return run(line, home, PYTHONPATH=str(installed), ROGOMATIC_HOME=str(home))


def test_the_wheel_holds_what_ships(installed: Path, root: Path) -> None:
    shipped, memory = installed / "rogomatic" / "shipped", root / "memory"
    there, here = (
        {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (shipped, memory)
    )
    assert there == here
    assert "README.md" in there


def test_the_installed_game_finds_its_rules(installed: Path, tmp_path: Path) -> None:
    code = "from rogue.model_tools.rule_search import *; print(look_up('CMB-4', rule_page()))"
    assert run([sys.executable, "-P", "-c", code], tmp_path, PYTHONPATH=str(installed)).startswith("CMB-4 ")


def test_the_installed_program_uses_what_it_came_with(installed: Path, root: Path, tmp_path: Path) -> None:
    code = "import rogomatic.run.storage.agent_files as s; print(s.shipped_folder())"
    folder = run([sys.executable, "-P", "-c", code], tmp_path, PYTHONPATH=str(installed)).strip()
    assert Path(folder) == installed / "rogomatic" / "shipped"
    shown = rogomatic(installed, tmp_path / "home", "memory", "export", "shipped", "--out", "-")
    checkout = [sys.executable, "-P", "-m", "rogomatic", "memory", "export", "shipped", "--out", "-"]
    assert shown == run(checkout, tmp_path, PYTHONPATH=str(root))


def test_the_installed_program_plays_and_learns(installed: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    played = rogomatic(installed, home, *BATCH, "--memory", "own", "--learn")
    assert '"games": 1' in played
    assert (home / "memory.txt").read_text().startswith("rogomatic memory, form 1\n")
