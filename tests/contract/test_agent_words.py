"""Where an edition of Rogue and the compiler may be named, and that the agent does no input or output."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from rogomatic.agent.editions import EDITION_FACTS, KNOWN_VERSIONS
from tests.contract.test_imports import DOES_IO, OUTSIDE, called_in, does_io, imports_of, modules
from tests.support.source_trees import nodes_of

ROOT: Final = Path(__file__).resolve().parents[2]
AGENT: Final = ROOT / "rogomatic" / "agent"
KERNELS: Final = AGENT / "kernels"
BUILD_WORDS: Final = re.compile(r"\b_?(?:compiled|compiler|mypyc|native(?:ly|_\w+)?)(?:\b|_)", re.IGNORECASE)
OF_THE_BUILD: Final = {
    "rogue/shared/errors.py": "its errors are parents of classes that are not compiled",
    "rogue/state/rng.py": "draws 64-bit numbers in the integers of the build",
    "rogue/state/checksum.py": "asks compiled classes for their fields",
    "rogue/storage/session_copy.py": "copies objects of compiled classes",
}
"""Module of the game -> why it has to know of the compiled build."""
VERSIONS: Final = {*EDITION_FACTS, *KNOWN_VERSIONS}


def texts_of(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the value of each string of a file, docstrings included."""
    for node in nodes_of(file):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            yield node.lineno, node.value if isinstance(node.value, str) else node.value.decode("latin-1")


def test_an_edition_is_named_in_one_module_only() -> None:
    named = {(file, text) for file in AGENT.rglob("*.py") for _, text in texts_of(file) if text in VERSIONS}
    assert named == {(AGENT / "editions.py", version) for version in VERSIONS}


def test_the_agent_has_nothing_to_do_with_the_world_outside() -> None:
    for module in modules():
        if not module.startswith("rogomatic.agent."):
            continue
        assert not does_io(module)
        named = {name.split(".")[0] for name in imports_of(module)}
        assert named & {*OUTSIDE, "sqlite3", "random", "io", "logging", "datetime"} == set()
        assert called_in(ROOT.joinpath(*module.split(".")).with_suffix(".py")) & DOES_IO == set()


def build_words(file: Path) -> list[str]:
    """Return the words about the compiled build in a file, comments included."""
    return BUILD_WORDS.findall(file.read_text("utf-8"))


@pytest.mark.parametrize("top", [AGENT, ROOT / "rogue"], ids=["agent", "game"])
def test_only_the_kernels_know_of_the_compiler(top: Path) -> None:
    files = [file for file in sorted(top.rglob("*.py")) if KERNELS not in file.parents]
    found = {str(file.relative_to(ROOT)): words for file in files if (words := build_words(file))}
    assert found.keys() == (OF_THE_BUILD.keys() if top != AGENT else set())


def test_the_kernels_do() -> None:
    assert build_words(KERNELS / "__init__.py")
