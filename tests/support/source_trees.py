"""The modules of the project as syntax trees, each parsed and walked once for all tests that look into it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

_NAME: Final = r"[\w.]+(?: as \w+)?"
_IMPORT: Final = re.compile(
    rf"^[ \t]*(from [\w.]+ import (?:\([^)]*\)|[^\n(]+)|import {_NAME}(?:, {_NAME})*)[ \t]*(?:#.*)?$",
    re.MULTILINE,
)


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the tree of a file in Python; nobody may change it."""
    return ast.parse(path.read_text("utf-8"))


@cache
def imports_of(path: Path) -> tuple[ast.stmt, ...]:
    """Return the imports of a file, wherever they stand; the rest of it is not parsed."""
    return tuple(ast.parse("\n".join(_IMPORT.findall(path.read_text("utf-8")))).body)


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of a file, as `ast.walk` gives them."""
    return tuple(ast.walk(tree_of(path)))


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements below a node; expressions hold none, and are most of a tree."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt):
            yield inner
        if isinstance(inner, ast.stmt | ast.excepthandler | ast.match_case):
            yield from statements(inner)
