"""Compiled classes as parents: only compiled classes may inherit from them, unless they allow others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.support.source_trees import imports_of, statements, tree_of

PLAIN: Final = frozenset({"NamedTuple", "Protocol", "Enum", "IntEnum", "IntFlag", "TypedDict"})
"""Parents whose children are no native classes."""
CHILD: Final = re.compile(r"^ *class \w+\(", re.MULTILINE)


def compiled_modules(root: Path) -> set[str]:
    """Return the dotted names of the modules that setup.py compiles."""
    tree = tree_of(root / "setup.py")
    (assigned,) = [node for node in tree.body if isinstance(node, ast.AnnAssign) and _is_list(node)]
    names = [node.value for node in ast.walk(assigned) if isinstance(node, ast.Constant)]
    files = [file for name in map(str, names)
             for file in ([root / name] if name.endswith(".py") else (root / name).glob("*.py"))]  # fmt: skip
    return {module_of(root, file) for file in files}


def _is_list(node: ast.AnnAssign) -> bool:
    return isinstance(node.target, ast.Name) and node.target.id == "COMPILED"


def module_of(root: Path, file: Path) -> str:
    return ".".join(file.relative_to(root).with_suffix("").parts)


def classes(tree: ast.AST) -> Iterator[ast.ClassDef]:
    return (node for node in statements(tree) if isinstance(node, ast.ClassDef))


def parents(node: ast.ClassDef) -> list[str]:
    return [base.id for base in node.bases if isinstance(base, ast.Name)]


def is_native(node: ast.ClassDef) -> bool:
    allows = any("allow_interpreted" in ast.unparse(one) for one in node.decorator_list)
    return PLAIN.isdisjoint(parents(node)) and not allows


def test_only_compiled_classes_have_compiled_parents(root: Path) -> None:
    files = {
        module_of(root, file): file
        for top in ("rogue", "rogomatic")
        for file in (root / top).rglob("*.py")
        if CHILD.search(file.read_text("utf-8"))
    }
    compiled = compiled_modules(root)
    native = {
        (module, node.name)
        for module in compiled
        for node in classes(tree_of(root.joinpath(*module.split(".")).with_suffix(".py")))
        if is_native(node)
    }
    assert ("rogue.eggg.rules.scene", "Scene") in native
    wrong = []
    for module in files.keys() - compiled:
        imports = [node for node in imports_of(files[module]) if isinstance(node, ast.ImportFrom)]
        imported = {alias.asname or alias.name: (node.module, alias.name)
                    for node in imports for alias in node.names}  # fmt: skip
        if native.isdisjoint(imported.values()):
            continue
        for node in classes(tree_of(files[module])):
            wrong += [f"{module}.{node.name}" for base in parents(node) if imported.get(base) in native]
    assert wrong == []
