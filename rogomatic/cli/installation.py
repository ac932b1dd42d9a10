"""What this program was installed from: the commit of its source, and the command lines that start it."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

NOTE: Final = "COMPILED.json"  # beside the packages of a compiled copy: what it was made from
_ROOT: Final = Path(__file__).resolve().parents[2]


def commit(root: Path = _ROOT) -> str:
    """Return the commit of a source, "-dirty" when files differ from it, "" when not known.

    root  the folder of the packages.  A compiled copy has its commit in a note: the checkout that it may lie
          in has gone on since.  What is installed elsewhere has none, whatever repository it lies in
    """
    try:
        return str(json.loads((root / NOTE).read_text("utf-8"))["commit"])
    except FileNotFoundError:
        return _described(root) if (root / ".git").exists() else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _described(checkout: Path) -> str:
    """Ask git for the commit of a checkout."""
    import subprocess

    line = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        done = subprocess.run(line, cwd=checkout, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


_SCRIPTS: Final = "scripts"  # the launchers of a checkout


def command_for(program: str, *arguments: str) -> str:
    """Return a command line that starts `program` ("rogomatic" or "rogue") from the present folder."""
    return shlex.join([*_start(program, Path(sys.argv[0])), *arguments])


def _start(program: str, started: Path) -> list[str]:
    """Return how a program is started, given how this one was: by a launcher of a checkout (its .venv
    stands beside them), as a command on the path, or as a module.
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
    return [sys.executable, "-m", program]
