"""What the package says of itself, and that a compiled build is described without a compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from tests.packaging.test_wheel import SOURCES, can_build

ROOT: Final = Path(__file__).resolve().parents[2]
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
# Run in a folder with the sources, where nothing that compiles can be imported.
DESCRIBE: Final = """
import json, sys
for name in ("mypy", "mypyc", "pybind11", "numpy"):
    sys.modules[name] = None
from setuptools import build_meta
needed = build_meta.get_requires_for_build_wheel()
folder = build_meta.prepare_metadata_for_build_wheel("described")
print(json.dumps([needed, folder]))
"""


def test_the_license_is_an_expression_and_no_classifier() -> None:
    project = PROJECT["project"]
    assert (project["license"], project["license-files"]) == ("BSD-3-Clause", ["LICENSE"])
    assert [name for name in project["classifiers"] if name.startswith("License ::")] == []
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("BSD 3-Clause License")


def test_the_package_can_be_found() -> None:
    project = PROJECT["project"]
    assert {"rogue", "roguelike"} <= set(project["keywords"])
    assert sum(name.startswith("Development Status ::") for name in project["classifiers"]) == 1


def test_every_setuptools_that_is_asked_for_reads_such_a_license() -> None:
    asked = [*PROJECT["build-system"]["requires"]]
    for extra in PROJECT["project"]["optional-dependencies"].values():
        asked += [name for name in extra if name.startswith("setuptools")]
    assert set(asked) == {"setuptools>=77"}


@pytest.mark.slow
@pytest.mark.skipif(not can_build(), reason="needs setuptools 77 or newer")
@pytest.mark.parametrize("switch", ["", "1"])
def test_a_build_is_described_without_compiling(switch: str, tmp_path: Path) -> None:
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    (tmp_path / "described").mkdir()
    env = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", DESCRIBE], cwd=tmp_path, env={**env, "ROGUE_COMPILE": switch},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    needed = ["mypy>=2.4,<2.5", "pybind11>=2.10", "numpy>=1.24", "blessed>=1.20"] if switch else []
    assert all(f'"{name}"' in done.stdout.splitlines()[-1] for name in needed)
    (metadata,) = tmp_path.glob("described/*.dist-info/METADATA")
    lines = metadata.read_text("utf-8").splitlines()
    assert {"License-Expression: BSD-3-Clause", "License-File: LICENSE"} <= set(lines)
    assert list(tmp_path.rglob("*.c")) == []


def test_wheels_for_others_are_compiled_and_cover_every_python() -> None:
    """`cibuildwheel` reads this table; it builds where its machines are."""
    table = PROJECT["tool"]["cibuildwheel"]
    assert table["environment"] == {"ROGUE_COMPILE": "1"}
    least = int(PROJECT["project"]["requires-python"].removeprefix(">=3."))
    versions = [int(name.removeprefix("cp3").removesuffix("-*")) for name in table["build"].split()]
    assert versions == list(range(least, least + len(versions)))
    assert set(table["linux"]["archs"]) == {"x86_64", "aarch64"}
    assert set(table["macos"]["archs"]) == {"x86_64", "arm64"}
    for line in table["test-command"].split("&&"):
        assert line.split()[0] in PROJECT["project"]["scripts"]
