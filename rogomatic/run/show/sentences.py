"""What a rule does, in the first sentence of its docstring.

Owns   finding it, in the source when the rule was compiled: a compiled function keeps none.
Leaves where it is shown (explain, cli.ladder).
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any


@cache
def sentence_of(rule: Callable[..., Any]) -> str:
    """Return the first line of what a function says of itself; "" when that is not to be found."""
    return (rule.__doc__ or _in_source(rule)).partition("\n")[0]


def _in_source(rule: Callable[..., Any]) -> str:
    """Look into the source beside the extension."""
    place = getattr(sys.modules.get(rule.__module__), "__file__", None)
    if place is None:
        return ""
    source = Path(place).with_name(f"{rule.__module__.rpartition('.')[2]}.py")
    tree = ast.parse(source.read_text("utf-8")) if source.is_file() else ast.Module([], [])
    found = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == rule.__name__)
    return next((ast.get_docstring(node) or "" for node in found), "")
