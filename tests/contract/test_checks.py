"""What scripts/test checks: every script in Python is linted and typed, though its name has no ending."""

from __future__ import annotations

import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tests.support.fast_selection import BUT_FAST, NOT_FAST


def test_every_script_in_python_is_linted_and_typed(root: Path) -> None:
    files = {path for path in (root / "scripts").iterdir() if path.is_file()}
    programs = {path for path in files if path.read_bytes().startswith(b"#!/usr/bin/env python3")}
    tools = tomllib.loads((root / "pyproject.toml").read_text())["tool"]
    typed = {root / name for name in tools["mypy"]["files"]}
    assert programs == {path for path in typed if path.is_file()}
    assert tools["ruff"]["extend-include"] == ["scripts/*"]
    assert files - programs == {
        path for name in tools["ruff"]["extend-exclude"] if (path := root / name) in files
    }
    assert programs


def test_what_the_fast_tests_leave_out_is_there(root: Path) -> None:
    assert [name for name in (*NOT_FAST, *BUT_FAST) if not (root / name).exists()] == []


IGNORED: Final = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN), signal.signal(signal.SIGQUIT, signal.SIG_IGN)
import tests.conftest
print([signal.getsignal(number) is signal.SIG_IGN for number in (signal.SIGINT, signal.SIGQUIT)])
"""


@pytest.mark.slow
def test_the_suite_heeds_signals_ignored_by_background_scripts(root: Path) -> None:
    """What tests start would ignore them, too; a test that ends it by one of them would wait for ever."""
    assert signal.getsignal(signal.SIGQUIT) is signal.SIG_DFL
    done = subprocess.run(
        [sys.executable, "-c", IGNORED], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[False, False]\n"
