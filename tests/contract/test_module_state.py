"""The agent keeps nothing in its modules: what a game changes belongs to its player."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from rogomatic.agent.kernels.value import Value
from tests.support.source_trees import tree_of

ROOT: Final = Path(__file__).resolve().parents[2]
AGENT: Final = ROOT / "rogomatic" / "agent"
MUTATORS: Final = {
    *("add", "append", "appendleft", "clear", "difference_update", "discard", "extend", "insert", "pop"),
    *("intersection_update", "popitem", "popleft", "remove", "reverse", "setdefault", "sort", "update"),
}
READ_ONLY: Final = {"MessagePatterns"}  # no method but __init__ writes to it
CHANGING: Final = (bytearray, deque)
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def module_names(tree: ast.Module) -> set[str]:
    """Return the names of values that a module assigns or imports at its top, in branches too."""
    found: set[str] = set()
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, Function | ast.ClassDef):
            continue
        if isinstance(node, ast.ImportFrom):
            found |= {alias.asname or alias.name for alias in node.names if not is_module(node, alias)}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        waiting += ast.iter_child_nodes(node)
    return found


def is_module(node: ast.ImportFrom, alias: ast.alias) -> bool:
    """Return whether what is imported from a package is a module of the project."""
    return ROOT.joinpath(*(node.module or "").split("."), f"{alias.name}.py").exists()


def root_of(node: ast.AST) -> str:
    """Return the name at the root of `name.attribute[key]`, "" if there is none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def local_names(function: Function) -> set[str]:
    """Return the parameters of a function and what it assigns, in functions within it too."""
    found = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    return found | {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del)
    }


def written_in(function: Function) -> Iterator[tuple[str, int]]:
    """Yield the root and the line of what a function writes into."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            yield root_of(node), node.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            yield root_of(node.func), node.lineno


def writes(tree: ast.Module) -> Iterator[str]:
    """Yield where functions of a module write into what belongs to the module."""
    shared = module_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield f"{node.lineno}: global {', '.join(node.names)}"
        if isinstance(node, Function):
            own = local_names(node)
            yield from (f"{line}: {name}" for name, line in written_in(node) if name in shared - own)


def is_constant(thing: object) -> bool:
    """Return whether nothing can be written into a value; containers are judged by `writes`."""
    kind = type(thing)
    if not kind.__module__.startswith(("rogue.", "rogomatic.")):
        return not isinstance(thing, CHANGING)
    if isinstance(thing, Value | Enum | tuple) or kind.__name__ in READ_ONLY:
        return True
    return is_dataclass(thing) and bool(getattr(kind, "__dataclass_params__").frozen)  # noqa: B009


@cache
def agent_files() -> tuple[Path, ...]:
    return tuple(sorted(AGENT.rglob("*.py")))


def test_no_function_of_the_agent_writes_into_a_module() -> None:
    wrong = [f"{file.relative_to(ROOT)}:{found}" for file in agent_files() for found in writes(tree_of(file))]
    assert wrong == []


def test_no_module_of_the_agent_holds_an_object_with_state() -> None:
    wrong = []
    for file in agent_files():
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        try:
            module = import_module(name)
        except ImportError:  # the compiled twins need librt
            assert ".kernels." in name
            continue
        wrong += [f"{name}.{key}" for key, thing in vars(module).items() if not is_constant(thing)]
    assert wrong == []
