"""The map in the modules' docstrings: whoever is left something to is there.

Owns   what counts as the name of a module in the brackets behind "Leaves".
Leaves what stands in a docstring else (readers).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

NAME = re.compile(r"[a-z_0-9]+(\.[a-z_0-9]+)*")


def modules(root: Path) -> dict[str, Path]:
    """Return the packages and modules of both programs by their dotted names."""
    found = {}
    for top in ("rogue", "rogomatic"):
        for file in (root / top).rglob("*.py"):
            parts = file.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if file.stem == "__init__" else parts)] = file
    return found


def named(docstring: str) -> Iterator[tuple[str, ...]]:
    """Yield the modules that a docstring leaves something to, each by the names that it may have: a list may
    go on in the package of its last one.

    >>> list(named("Owns x (y).\\nLeaves a (rules.potions, scrolls), b that is c (why not), d (gear)."))
    [('rules.potions',), ('scrolls', 'rules.scrolls'), ('gear',)]
    """
    _, _, left = docstring.partition("\nLeaves ")
    for group in re.findall(r"\(([^()]*)\)", left.split("\n\n")[0]):
        package = ""
        for name in re.split(r",\s+", group):
            if NAME.fullmatch(name):
                yield (name, f"{package}.{name}") if package and "." not in name else (name,)
                package = name.rpartition(".")[0] or package


def is_there(names: tuple[str, ...], module: str, known: dict[str, Path]) -> bool:
    """Whether one of the names means a module, seen from another one: beside it, or in any package above."""
    above = module.split(".")
    return any(".".join([*above[:depth], name]) in known for name in names for depth in range(len(above) + 1))


def test_what_a_module_leaves_is_left_to_one_that_is_there(root: Path) -> None:
    known = modules(root)
    lost = [
        f"{module}: {names[-1]}"
        for module, file in sorted(known.items())
        for names in named(ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "")
        if not is_there(names, module, known)
    ]
    assert lost == []
