"""The source files that a module of ours needs, found by its imports."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from rogue.shared.import_path import PACKAGES

OWN: Final = ("rogue", "rogomatic")
_DATA: Final = "rogue/eggg/games/dictionary.txt"
_PLAIN: Final = ("blessed", "mypy_extensions", "platformdirs", "wcwidth")
"""Packages of others in plain Python that our modules may need."""
_ALSO: Final = {"blessed": {"jinxed", "wcwidth"}}
"""Package -> what it needs itself."""
_BLOCKS: Final = ("body", "orelse", "finalbody", "handlers", "cases")
"""Fields of a statement that hold statements."""


def needed_files(modules: Collection[str], without: Collection[str] = ()) -> dict[str, bytes]:
    """Return path in an archive -> content of all that modules import, at once or later.

    without  packages that are left out, as what needs them is not used
    """
    ours, others = _reached(modules, tuple(f"{name}." for name in without))
    found = {str(path.relative_to(PACKAGES)): path.read_bytes() for path in [*ours, Path(PACKAGES, _DATA)]}
    needed = others.intersection(_PLAIN)
    for name in sorted(needed.union(*(_ALSO.get(one, ()) for one in needed))):
        found.update(_package_files(name))
    return found


def _reached(modules: Collection[str], without: tuple[str, ...]) -> tuple[list[Path], set[str]]:
    """Return our source files, and the first names of other packages."""
    files: dict[str, Path] = {}
    others: set[str] = set()
    seen: set[str] = set()
    left = list(modules)
    while left:
        name = left.pop()
        top = name.partition(".")[0]
        if name in seen or f"{name}.".startswith(without):
            continue
        seen.add(name)
        if top not in OWN:
            others |= {top} - sys.stdlib_module_names
        elif path := _own_file(name):
            files[name] = path
            left += [name.rpartition(".")[0], *_imported(path)]
    return list(files.values()), others


@cache
def _imported(path: Path) -> tuple[str, ...]:
    return tuple(_imports(ast.parse(path.read_bytes())))


def _own_file(name: str) -> Path | None:
    """Return the source file of a module, None if the name is no module."""
    base = Path(PACKAGES, *name.split("."))
    return next((path for path in (base / "__init__.py", base.with_suffix(".py")) if path.is_file()), None)


def _imports(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a tree imports when it runs, whether modules or things in them."""
    if isinstance(tree, ast.If) and ast.unparse(tree.test) == "TYPE_CHECKING":
        return
    if isinstance(tree, ast.Import):
        yield from (one.name for one in tree.names)
    elif isinstance(tree, ast.ImportFrom) and tree.module:
        yield tree.module
        yield from (f"{tree.module}.{one.name}" for one in tree.names)
    for block in _BLOCKS:
        for inner in getattr(tree, block, ()):
            yield from _imports(inner)


def _package_files(name: str) -> dict[str, bytes]:
    """Return the files of an installed package, or of a module."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        return {}
    source = Path(spec.origin)
    if spec.submodule_search_locations is None:
        return {source.name: source.read_bytes()}
    paths = [path for path in source.parent.rglob("*") if path.suffix in (".py", ".json")]
    return {str(path.relative_to(source.parents[1])): path.read_bytes() for path in paths}
