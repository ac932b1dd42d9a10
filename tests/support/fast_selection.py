"""What scripts/test --fast leaves out: games, programs, connections, samples by the thousand."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

DOCTESTS: Final = ("rogue", "rogomatic")
PROGRAMS: Final = (
    *("tests/contract", "tests/packaging", "tests/run", "tests/scripts"),
    *("tests/rogue/app", "tests/rogue/server", "tests/rogue/terminal"),
)
GAMES: Final = ("tests/rogue/gym",)
NOT_FAST: Final = (*DOCTESTS, *PROGRAMS, *GAMES)
"""Folders all of whose tests are slow."""
BUT_FAST: Final = tuple(f"tests/contract/test_{name}.py" for name in ("checks", "imports", "module_graph"))
"""What of them is run all the same."""
SLOW_FILE: Final = "\npytestmark = pytest.mark.slow\n"
"""With this line all tests of a file are slow; it is not even imported."""
STARTS: Final = (
    *("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn"),
    *("socket.bind", "socket.connect"),
)
"""What no fast test does, by the names of Python's audit events."""


def is_left_out(path: Path, root: Path) -> bool:
    """Return whether --fast leaves out a file of tests, or a module with doctests."""
    name = path.relative_to(root).as_posix()
    if name in BUT_FAST:
        return False
    return any(name.startswith(f"{folder}/") for folder in NOT_FAST) or SLOW_FILE in path.read_text("utf-8")


def forbid_starts() -> None:
    """Let what starts a program or opens a connection raise from now on, in this process."""

    def check(event: str, _: tuple[Any, ...]) -> None:
        if event in STARTS:
            raise RuntimeError(f"{event} in a fast test: mark it with pytest.mark.slow")

    sys.addaudithook(check)
