"""The entry points of both programs: an interrupt while they are loaded, what their help loads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

LIGHT = (
    *("rogomatic", "rogomatic.cli", "rogomatic.cli.installation", "rogomatic.cli.own_game"),
    *("rogomatic.run", "rogomatic.run.variant_names"),
    *("rogue", "rogue.shared", "rogue.shared.command_lines", "rogue.shared.errors"),
    *("rogue.shared.program_start", "rogue.shared.wording"),
    *("rogue.tables", "rogue.tables.edition_table"),
)
INTERRUPTED = """
import os, signal, sys

program, module = sys.argv[1:]
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
sys.argv = ["it", "--help"]
from importlib import import_module
sys.exit(import_module(program + ".__main__").main())
"""
LOADED_FIRST = ["rogomatic.__main__", "rogue.shared.import_path"]
LOADED = """
import sys
from rogomatic.__main__ import main
try:
    main()
finally:
    sys.stderr.write(" ".join(sys.modules))
"""


def run(root: Path, code: str, *words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-c", code, *words]
    return subprocess.run(line, cwd=root, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("program", "module"), [
    ("rogue", "rogue.cli"), ("rogue", "rogue.app.config"), ("rogue", "rogue.tables.edition_table"),
    ("rogomatic", "rogomatic.cli"), ("rogomatic", "rogomatic.cli.own_game"),
])  # fmt: skip
def test_an_interrupt_while_it_is_loaded_ends_it_quietly(root: Path, program: str, module: str) -> None:
    done = run(root, INTERRUPTED, program, module)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("program", ["rogue", "rogomatic"])
def test_an_interrupt_that_is_ignored_stays_so(root: Path, program: str) -> None:
    ignored = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    done = run(root, ignored + INTERRUPTED, program, f"{program}.cli")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_help_of_the_agent_loads_no_agent_and_no_heavy_library(root: Path) -> None:
    done = run(root, LOADED, "--help")
    names = done.stderr.split()
    own = {name for name in names if name.startswith(("rogomatic", "rogue"))}
    assert sorted(name for name in own if name not in LIGHT) == LOADED_FIRST
    assert {"numpy", "rich", "pexpect", "blessed", "sqlite3"} & set(names) == set()
    assert done.stdout.startswith("usage: rogomatic")
