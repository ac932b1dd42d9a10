"""The installation of this program: its commit, whether it is compiled."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rogue.shared.errors import CommandError

NOTE: Final = "COMPILED.json"  # beside the packages of a compiled copy: its source
ROOT: Final = Path(__file__).resolve().parents[2]


OPTION: Final = "--fast"
MANY_GAMES: Final = 500  # from which a compiled copy is worth building
HINT: Final = (
    f"rogomatic: {OPTION} builds a compiled copy once (some minutes, with a C compiler) and plays these "
    "games in a quarter of the time"
)
_FOLDER: Final = Path("build", "fast")
_SAYS: Final = "compile: "  # what the script begins its reason with
_LOOK_SECONDS: Final = 0.2  # between two looks at the compiler


def commit(root: Path = ROOT) -> str:
    """Return the commit of a source, with "-dirty" if files differ from it, "" if unknown.

    root  the folder of the packages.  A compiled copy keeps its commit in a note, because its checkout may
          have changed since.  An installed package has no commit, even inside another repository
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


def is_compiled(root: Path = ROOT) -> bool:
    """Return whether this program is a compiled copy."""
    return (root / NOTE).exists()


def start_compiled(words: Sequence[str], root: Path = ROOT) -> None:
    """Restart as the compiled copy of the checkout `root`, with the same arguments except `--fast`.

    The copy is built if there is none of these sources.  Returns only if this is already a compiled copy.
    Raises CommandError if there is no checkout to build it from, or the build fails.
    """
    if is_compiled(root):
        return
    script = root / "scripts" / "compile"
    if not script.is_file():
        raise CommandError(
            f"{OPTION} builds from a checkout, and this is an installed package; there "
            "ROGUE_COMPILE=1 pip install . installs a compiled one."
        )
    folder = root / _FOLDER
    _build(script, folder)
    program = folder / "bin" / "rogomatic"
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(program, [str(program), *(word for word in words if word != OPTION)])


def _build(script: Path, folder: Path) -> None:
    """Run the build script, and show the time it takes."""
    line = [sys.executable, str(script), str(folder)]
    shown = sys.stderr.isatty()
    began = time.monotonic()
    import subprocess

    with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as compiler:
        while True:
            try:
                _, said = compiler.communicate(timeout=_LOOK_SECONDS)
                break
            except subprocess.TimeoutExpired:
                if shown:
                    minutes, seconds = divmod(int(time.monotonic() - began), 60)
                    sys.stderr.write(f"\rrogomatic: compiling, once; some minutes ... {minutes}:{seconds:02}")
                    sys.stderr.flush()
    if shown and time.monotonic() - began > _LOOK_SECONDS:
        sys.stderr.write("\n")
    if compiler.returncode:
        _, _, why = said.rpartition(_SAYS)
        raise CommandError(why.strip() or "The compiled copy could not be built.")
