"""The modules of the project among themselves: no cycle of imports, imports for type checking included."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

from tests.support.source_trees import imports_of

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDERS: Final = ("rogue", "rogomatic", "scripts/lib")


def modules() -> dict[str, Path]:
    """Return every module by its dotted name; a package has the name of its folder."""
    files = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
    named = {".".join(file.relative_to(ROOT).with_suffix("").parts): file for file in files}
    return {name.removesuffix(".__init__"): file for name, file in named.items()}


def imported(file: Path, names: set[str]) -> set[str]:
    """Return which of the modules `names` a module imports, wherever the import stands.

    What is imported from a package is a module of it, if there is one of that name, else the package.
    """
    found: set[str] = set()
    for node in imports_of(file):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if name in names else node.module for name in inner}
    return found & names


def cycle(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules of a cycle of imports, an empty list when there is none.

    >>> cycle({"a": {"b"}, "b": {"a"}}), cycle({"a": {"b"}, "b": set()})
    (['a', 'b', 'a'], [])
    """
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_imports_go_in_a_cycle() -> None:
    files = modules()
    graph = {name: imported(file, set(files)) for name, file in files.items()}
    for name in ("rogue.ui.session", "rogomatic.agent.player", "scripts.lib.deaths"):
        assert len(graph[name]) > 3, "its imports are seen at all"
    assert cycle(graph) == []
