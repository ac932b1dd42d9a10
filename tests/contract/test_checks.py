"""What scripts/test checks: every script in Python is linted and typed, though its name has no ending."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.support.fast_selection import BUT_FAST, NOT_FAST


def test_every_script_in_python_is_linted_and_typed(root: Path) -> None:
    scripts = {
        f"scripts/{path.name}"
        for path in (root / "scripts").iterdir()
        if path.is_file() and path.read_bytes().startswith(b"#!/usr/bin/env python3")
    }
    tools = tomllib.loads((root / "pyproject.toml").read_text())["tool"]
    lists = {"ruff": tools["ruff"]["extend-include"], "mypy": tools["mypy"]["files"]}
    missing = {tool: sorted(scripts - set(names)) for tool, names in lists.items()}
    assert missing == {"ruff": [], "mypy": []}
    assert scripts


def test_what_the_fast_tests_leave_out_is_there(root: Path) -> None:
    assert [name for name in (*NOT_FAST, *BUT_FAST) if not (root / name).exists()] == []
