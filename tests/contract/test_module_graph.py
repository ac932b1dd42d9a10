"""The modules of the game among themselves: no circles of imports, one name for one module."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

from tests.support.source_trees import statements_of

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = "rogue"
# Names that the language gives meaning to.
SHARED: Final = ("__init__", "__main__")


def modules() -> dict[str, Path]:
    """Return every module of the package by its dotted name, but for those of `SHARED`."""
    files = sorted((ROOT / PACKAGE).rglob("*.py"))
    named = {".".join(file.relative_to(ROOT).with_suffix("").parts): file for file in files}
    return {name: file for name, file in named.items() if name.rsplit(".", 1)[1] not in SHARED}


def imported(file: Path, names: set[str]) -> set[str]:
    """Return which of the modules `names` a module imports, wherever the import stands."""
    found: set[str] = set()
    for node in statements_of(file):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found & names


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules of a circle of imports, an empty list when there is none.

    >>> circle({"a": {"b"}, "b": {"a"}}), circle({"a": {"b"}, "b": set()})
    (['a', 'b', 'a'], [])
    """
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_imports_go_in_a_circle() -> None:
    files = modules()
    names = set(files)
    graph = {name: imported(file, names) for name, file in files.items()}
    assert len(graph["rogue.ui.session"]) > 5  # the imports are seen at all
    assert circle(graph) == []
