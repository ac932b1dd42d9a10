"""Command lines that start the programs of this installation."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

_SCRIPTS: Final = "scripts"  # the launchers of a checkout


def command_for(program: str, *arguments: str) -> str:
    """Return a command line that starts `program` ("rogomatic" or "rogue") from the present folder."""
    return shlex.join([*_start(program, Path(sys.argv[0])), *arguments])


_NAMED: Final = re.compile(r"`(rogue|rogomatic|eggg)(?=[ `])")


def runnable(text: str) -> str:
    """Return a text whose commands in backquotes, such as `rogue replay FILE`, work where they are read."""
    return _NAMED.sub(lambda found: f"`{command_for(found[1])}", text)


def _start(program: str, started: Path) -> list[str]:
    """Return how a program is started, in the way in which this one was.

    That is a launcher of a checkout (its .venv stands beside them), a command on the path, or a module.
    """
    folder = started.parent
    launcher = folder.parent.parent / _SCRIPTS / program
    if folder.parent.name == ".venv" and launcher.is_file():
        near = os.path.relpath(launcher)
        if near.startswith(os.pardir):
            return [str(launcher)]
        return [near if os.sep in near else os.path.join(os.curdir, near)]
    beside = folder / program
    if started.suffix != ".py" and beside.is_file():
        found = shutil.which(program)
        return [program if found and Path(found).samefile(beside) else str(beside)]
    return [sys.executable, "-P", "-m", program]  # not from files in the current folder


def short_path(path: Path | str) -> str:
    """Return a path for a command line, with `~` for the home folder.

    >>> short_path(Path.home() / "a b")
    "~/'a b'"
    """
    text, home = str(path), os.path.expanduser("~")
    if home != "/" and text.startswith(home + os.sep):
        return f"~{os.sep}{shlex.quote(text[len(home) + 1 :])}"
    return shlex.quote(text)
