"""No function is too long to be read at one go."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.support.source_trees import statements, tree_of

ROOT: Final = Path(__file__).resolve().parents[2]
MAX_FUNCTION_LINES: Final = 60
DEFINITION: Final = re.compile(r"( *)(?:async def|def|class) ")


def sources() -> dict[str, str]:
    """Return the text of every file in Python by its path, scripts without an ending among them."""
    modules = [
        path for top in ("rogue", "rogomatic", "scripts", "tests") for path in (ROOT / top).rglob("*.py")
    ]
    files = [path for path in (ROOT / "scripts").iterdir() if path.is_file()]
    scripts = [path for path in files if path.read_bytes().startswith(b"#!/usr/bin/env python3")]
    return {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in sorted((*modules, *scripts))}


def long_functions(tree: ast.Module) -> Iterator[str]:
    """Yield the functions of a module that are too long, each with its lines."""
    for node in statements(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > MAX_FUNCTION_LINES:
                yield f"{node.name}, {lines} lines"


def may_hold_a_long_function(text: str) -> bool:
    """Return whether more lines than a function may have stand between some definition and the next one that
    is not within it, so that only few files have to be parsed.
    """
    found = [
        (number, len(heading[1]))
        for number, line in enumerate(text.splitlines())
        if (heading := DEFINITION.match(line)) is not None
    ]
    found.append((len(text.splitlines()), 0))
    return any(
        next(number for number, inner in found[at + 1 :] if inner <= indent) - first > MAX_FUNCTION_LINES
        for at, (first, indent) in enumerate(found[:-1])
    )


def test_no_function_is_too_long() -> None:
    some = [name for name, text in sources().items() if may_hold_a_long_function(text)]
    assert some
    trees = {name: tree_of(ROOT / name) for name in some}
    assert [f"{name}: {long}" for name, tree in trees.items() for long in long_functions(tree)] == []
