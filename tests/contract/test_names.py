"""A name stands for one thing: no module of the product is called as another, and no class."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import Final

from tests.support.source_trees import tree_of

ROOT: Final = Path(__file__).resolve().parents[2]


def files(*tops: str) -> list[Path]:
    return [path.relative_to(ROOT) for top in tops for path in sorted((ROOT / top).rglob("*.py"))]


def test_no_two_modules_have_the_same_name() -> None:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in files("rogue", "rogomatic"):
        if path.stem not in ("__init__", "__main__"):
            found[path.stem].append(str(path))
    assert len(found) > 100
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def test_no_two_classes_of_the_agent_have_the_same_name() -> None:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in files("rogomatic"):
        for node in tree_of(ROOT / path).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(path))
    assert len(found) > 100
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
