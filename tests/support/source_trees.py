"""The modules of the project as syntax trees, each parsed and walked once for all tests that look into it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the tree of a file in Python; nobody may change it."""
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of a file, as `ast.walk` gives them."""
    return tuple(ast.walk(tree_of(path)))


@cache
def statements_of(path: Path) -> tuple[ast.stmt, ...]:
    """Return every statement of a file, those within others too."""
    return tuple(statements(tree_of(path)))


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements below a node; expressions hold none, and are most of a tree."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt):
            yield inner
        if isinstance(inner, ast.stmt | ast.excepthandler | ast.match_case):
            yield from statements(inner)
