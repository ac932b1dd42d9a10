"""Command lines: how the programs of this installation are started, and what is said of a wrong one."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Final, NoReturn

from rogue.errors import printable

# -- command lines that start the programs, as a person would type them

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


def short_path(path: Path | str) -> str:
    """Return a path for a command line, with `~` for the home folder.

    >>> short_path(Path.home() / "a b")
    "~/'a b'"
    """
    text, home = str(path), os.path.expanduser("~")
    if home != "/" and text.startswith(home + os.sep):
        return f"~{os.sep}{shlex.quote(text[len(home) + 1 :])}"
    return shlex.quote(text)


# -- wrong usage: what is wrong is printed before the lines of usage

WRONG_USAGE: Final = 2


class ArgumentParser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence first, then the usage."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, and end.  Raises SystemExit with WRONG_USAGE."""
        self.refuse(f"error: {message}", WRONG_USAGE)

    def refuse(self, sentence: str, code: int) -> NoReturn:
        """Print a sentence and the usage, and end.  Raises SystemExit with the code."""
        print(f"{self.prog}: {printable(sentence)}", file=sys.stderr)
        self.print_usage(sys.stderr)
        sys.exit(code)
