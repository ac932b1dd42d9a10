"""Links that are kept, to see what is left of their games."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from rogomatic.run.runner.pty import Program, PtyLink


class Kept:
    """Makes links and keeps them, to see what is left of them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.links: list[PtyLink] = []

    def __call__(self, seed: int) -> PtyLink:
        self.links.append(self.program(seed))
        return self.links[-1]

    def is_nothing_left(self) -> bool:
        """Return whether neither a process nor a file of the one game is left."""
        (link,) = self.links
        return not Path(link._folder).exists() and _is_group_gone(link._group)


def _is_group_gone(group: int) -> bool:
    """Return whether no process of the group runs; the dead that nobody has buried do not count."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        line = ["ps", "-A", "-o", "pgid=,stat="]
        shown = subprocess.run(line, capture_output=True, text=True, check=True).stdout
        states = [row.split() for row in shown.splitlines()]
        if not any(of == str(group) and not state.startswith("Z") for of, state in states):
            return True
        time.sleep(0.01)
    return False
