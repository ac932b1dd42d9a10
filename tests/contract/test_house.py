"""The habits that keep the product small: one job, one name, one definition, no titles inside modules."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Final

import pytest

from rogomatic.run.storage import agent_files
from rogue.storage import places
from tests.support.private_home import leave_home
from tests.support.source_trees import statements, tree_of

ROOT: Final = Path(__file__).resolve().parents[2]
MODULES: Final = {top: sorted((ROOT / top).rglob("*.py")) for top in ("rogue", "rogomatic", "scripts")}
PRODUCT: Final = (*MODULES["rogue"], *MODULES["rogomatic"])
TITLE: Final = re.compile(r"^\s*# --", re.MULTILINE)
MAX_FUNCTION_LINES: Final = 60
TOP_LEVEL: Final = {
    *(".ci", ".gitattributes", ".gitignore", "memory", "rogomatic", "rogue", "scripts", "tests"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py"),
}


def test_the_top_level_holds_only_what_is_meant_to_be_there() -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    line = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {name.partition("/")[0] for name in listed.split("\0") if name} == TOP_LEVEL


def test_the_tests_have_a_home_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", f"/person/{kind}")
    for name in ("HOME", "ROGUE_HOME", "ROGOMATIC_HOME"):
        monkeypatch.setenv(name, "/person")
    leave_home(os.environ, str(tmp_path))
    of_the_game = [getattr(places, name) for name in dir(places) if name.endswith(("_file", "_folder"))]
    asked = [place(*([os.environ] if signature(place).parameters else [])) for place in of_the_game]
    assert len(asked) > 5
    folders = [*map(Path, asked), agent_files.data_folder()]
    assert [str(place) for place in folders if not place.is_relative_to(tmp_path)] == []


def name_of(path: Path) -> str:
    """Return a module's name; that of a package is its folder's."""
    return path.parent.name if path.stem == "__init__" else path.stem


def has_title(path: Path) -> bool:
    return TITLE.search(path.read_text("utf-8")) is not None


def is_twofold(path: Path) -> bool:
    return re.search(r"\band\b", ast.get_docstring(tree_of(path)) or "") is not None


def test_no_module_needs_titles_for_its_parts() -> None:
    assert sorted({name_of(path) for path in PRODUCT if has_title(path)}) == []


def test_the_first_sentence_of_a_module_names_one_job() -> None:
    assert {name_of(path) for path in PRODUCT if is_twofold(path)} == set()


def constants(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the name, without a leading underscore, and the value of each constant of a module."""
    for node in tree_of(path).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        names = [target.id for target in targets if isinstance(target, ast.Name) and target.id.isupper()]
        if len(names) == 1 and isinstance(value, ast.expr):
            yield names[0].strip("_"), ast.unparse(value)


def repeated(paths: list[Path]) -> set[str]:
    """Return the constants with a name and a value that some other module has, too."""
    found: defaultdict[tuple[str, str], set[Path]] = defaultdict(set)
    for path in paths:
        for constant in constants(path):
            found[constant].add(path)
    assert len(found) > 100
    return {name for (name, _), places in found.items() if len(places) > 1}


def test_a_constant_is_defined_once() -> None:
    assert repeated(MODULES["rogue"]) | repeated(MODULES["rogomatic"]) == set()


def classes(path: Path) -> list[str]:
    return [node.name for node in tree_of(path).body if isinstance(node, ast.ClassDef)]


def shared(names: dict[Path, list[str]]) -> dict[str, list[str]]:
    """Return the names that several files have, each with these files."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path, some in names.items():
        for name in some:
            found[name].append(str(path.relative_to(ROOT)))
    assert len(found) > 100
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def test_no_two_modules_have_the_same_name() -> None:
    named = [path for path in PRODUCT if path.stem not in ("__init__", "__main__")]
    assert shared({path: [path.stem] for path in named}) == {}


def test_no_two_classes_of_the_agent_have_the_same_name() -> None:
    assert shared({path: classes(path) for path in MODULES["rogomatic"]}) == {}


def imports_tests(path: Path) -> bool:
    return re.search(r"^\s*(from|import) tests\b", path.read_text("utf-8"), re.MULTILINE) is not None


def python_scripts() -> list[Path]:
    files = [path for path in (ROOT / "scripts").iterdir() if path.is_file()]
    return [path for path in files if path.read_bytes().startswith(b"#!/usr/bin/env python3")]


def test_nothing_but_tests_imports_tests() -> None:
    others = (*PRODUCT, *MODULES["scripts"], *python_scripts())
    assert {name_of(path) for path in others if imports_tests(path)} == set()


def long_functions(path: Path) -> Iterator[str]:
    """Yield the functions of a module that are too long, each with its lines."""
    if path.read_bytes().count(b"\n") <= MAX_FUNCTION_LINES:
        return
    for node in statements(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > MAX_FUNCTION_LINES:
                yield f"{path.relative_to(ROOT)}: {node.name}, {lines} lines"


@pytest.mark.parametrize("top", MODULES)
def test_no_function_is_too_long(top: str) -> None:
    paths = [*MODULES[top], *(python_scripts() if top == "scripts" else ())]
    assert paths
    assert [long for path in paths for long in long_functions(path)] == []
