"""Every public name of both programs has a docstring of its own, or one of the protocol that it fills."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.support.source_trees import tree_of

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("rogue", "rogomatic")
ACCESSORS: Final = {
    "setter",
    "deleter",
    "overload",
    "override",
}  # decorators whose function has its text elsewhere
Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_protocol(node: ast.ClassDef) -> bool:
    return any("Protocol" in ast.unparse(base) for base in node.bases)


def decorators(node: Function) -> set[str]:
    return {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}


def is_attribute(node: Function) -> bool:
    """Return whether a function only declares an attribute of a protocol: its name and type say it all."""
    return "property" in decorators(node) and ast.unparse(node.body[-1]) == "..."


def public(node: ast.Module | ast.ClassDef) -> Iterator[Function | ast.ClassDef]:
    for inner in node.body:
        if isinstance(inner, Function | ast.ClassDef) and not inner.name.startswith("_"):
            yield inner


def is_left_to_children(node: Function | ast.ClassDef) -> bool:
    """Return whether a method is described here and written by each child."""
    return isinstance(node, Function) and ast.unparse(node.body[-1]) == "raise NotImplementedError"


def promised(tree: ast.Module) -> set[str]:
    """Return the names of the methods that the protocols and parents of a module describe."""
    return {
        method.name
        for node in public(tree)
        if isinstance(node, ast.ClassDef)
        for method in public(node)
        if (is_protocol(node) or is_left_to_children(method))
        and (ast.get_docstring(method) is not None or (isinstance(method, Function) and is_attribute(method)))
    }


def without_docstring(
    node: ast.Module | ast.ClassDef, known: set[str] | frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yield the public names in a module or class that no docstring describes.

    known: the names of methods that a protocol or a parent describes; others may have them without a word.
    """
    for inner in public(node):
        described = ast.get_docstring(inner) is not None
        if isinstance(node, ast.ClassDef) and isinstance(inner, Function):
            declares = is_protocol(node) and is_attribute(inner)
            described = described or declares or inner.name in known or bool(decorators(inner) & ACCESSORS)
        if not described:
            yield inner.name
        if isinstance(inner, ast.ClassDef):
            yield from (f"{inner.name}.{name}" for name in without_docstring(inner, known))


def test_every_public_name_is_described() -> None:
    trees = {
        path.relative_to(ROOT): tree_of(path)
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }
    known = set[str]().union(*map(promised, trees.values()))
    assert len(trees) > 100
    assert len(known) > 20
    assert [
        f"{path}: {name}" for path, tree in trees.items() for name in without_docstring(tree, known)
    ] == []


def test_every_module_is_described() -> None:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    assert [str(path) for path in paths if ast.get_docstring(tree_of(path)) is None] == []


def test_every_header_of_a_module_is_one_sentence() -> None:
    headers = {
        str(path.relative_to(ROOT)): ast.get_docstring(tree_of(path)) or ""
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }
    assert len(headers) > 100
    assert [name for name, text in headers.items() if "\n" in text or ".  " in text] == []


MOST_WORDS: Final = 20  # of the sentence that tools show alone


def first_sentence(text: str) -> str:
    """Return the first sentence of a docstring.

    >>> first_sentence("Return one.\\n\\nMore."), first_sentence("Draw it (GEN-5).  Then more.")
    ('Return one.', 'Draw it (GEN-5).')
    """
    return re.split(r"(?<=[.!?])\s", text.partition("\n\n")[0].replace("\n", " "))[0]


def test_first_sentences_are_short() -> None:
    said = {
        f"{path}: {getattr(node, 'name', '')}": first_sentence(ast.get_docstring(node) or "")
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for node in ast.walk(tree_of(path))
        if isinstance(node, Function | ast.ClassDef | ast.Module)
    }
    assert len(said) > 5_000
    assert [f"{name}: {text}" for name, text in said.items() if len(text.split()) > MOST_WORDS] == []
