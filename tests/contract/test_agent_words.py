"""Where the agent may name an edition of Rogue, and do input or output."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from rogomatic.agent.editions import EDITION_FACTS, KNOWN_VERSIONS
from tests.contract.test_imports import DOES_IO, OUTSIDE, called_in, does_io, imports_of, modules
from tests.support.source_trees import nodes_of

ROOT: Final = Path(__file__).resolve().parents[2]
AGENT: Final = ROOT / "rogomatic" / "agent"
VERSIONS: Final = {*EDITION_FACTS, *KNOWN_VERSIONS}


def texts_of(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the value of each string of a file, docstrings included."""
    for node in nodes_of(file):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            yield node.lineno, node.value if isinstance(node.value, str) else node.value.decode("latin-1")


@pytest.mark.parametrize("file", sorted(AGENT.rglob("*.py")), ids=lambda file: file.stem)
def test_an_edition_is_named_in_one_module_only(file: Path) -> None:
    if file != AGENT / "editions.py":
        assert [(line, text) for line, text in texts_of(file) if text in VERSIONS] == []


def test_the_module_of_editions_names_them() -> None:
    assert {text for _, text in texts_of(AGENT / "editions.py")} >= VERSIONS


@pytest.mark.parametrize("module", [name for name in modules() if name.startswith("rogomatic.agent.")])
def test_the_agent_has_nothing_to_do_with_the_world_outside(module: str) -> None:
    assert not does_io(module)
    named = {name.split(".")[0] for name in imports_of(module)}
    assert named & {*OUTSIDE, "sqlite3", "random", "io", "logging", "datetime"} == set()
    assert called_in(ROOT.joinpath(*module.split(".")).with_suffix(".py")) & DOES_IO == set()
