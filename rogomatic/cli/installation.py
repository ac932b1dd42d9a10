"""Functions about the commit of this program's sources or about its compiled copy."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Final

from rogue.shared.errors import CommandError

NOTE: Final = "COMPILED.json"  # beside the packages of a compiled copy: its source
ROOT: Final = Path(__file__).resolve().parents[2]

FAST: Final = Path("build", "fast")  # where a checkout has its compiled copy
MANY_GAMES: Final = 500  # games for which building a compiled copy pays
PLAIN: Final = "--plain"
_OPTION: Final = "--fast"
_PACKAGES: Final = ("rogue", "rogomatic")
_SHIPPED: Final = "memory"
_PROGRESS: Final = "ROGUE_COMPILE_PROGRESS"  # names the file in which setup.py writes the percent done
_SAYS: Final = "compile: "  # the start of the script's reason
_LOOK_SECONDS: Final = 0.2  # seconds between two checks of the compiler
_END_SECONDS: Final = 5.0  # seconds for the compiler to clean up


def digest_of(root: Path) -> str:
    """Return a digest of all sources of a compiled copy: the packages, the shipped files, and setup.py."""
    files = sorted(file for package in _PACKAGES for file in (root / package).rglob("*.py"))
    files += sorted(file for file in (root / _SHIPPED).rglob("*") if file.is_file())
    state = hashlib.blake2b(digest_size=16)
    for file in [root / "setup.py", *files]:
        state.update(f"{file.relative_to(root)}\0".encode() + file.read_bytes())
    return state.hexdigest()


def is_current(folder: Path, root: Path = ROOT) -> bool:
    """Return whether `folder` holds a compiled copy, made by this Python from the present sources."""
    try:
        note = json.loads((folder / NOTE).read_text())
        return (note["digest"], note["python"]) == (digest_of(root), sys.version)
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return False


def commit(root: Path = ROOT) -> str:
    """Return the commit of the sources in a folder.  Append "-dirty" if files differ from the commit.

    Return "" if the commit is unknown.  A compiled copy stores its commit, because the checkout may have
    changed after the build.  For an installed package, the commit is unknown.  If the package is installed in
    a folder of another project's repository, that project's commit is not returned.
    """
    try:
        return str(json.loads((root / NOTE).read_text("utf-8"))["commit"])
    except FileNotFoundError:
        return _described(root) if (root / ".git").exists() else ""
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return ""


def _described(checkout: Path) -> str:
    line = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        done = subprocess.run(line, cwd=checkout, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def is_compiled(root: Path = ROOT) -> bool:
    """Return whether this program is a compiled copy."""
    return (root / NOTE).exists()


def start_compiled(words: Sequence[str], root: Path = ROOT, *, build: bool = True) -> None:
    """Restart as the compiled copy of the checkout `root`, with the same arguments except `--fast`.

    If the restart succeeds, this function does not return.  It returns, and the program goes on as it is, if
    this program is already compiled, or if the copy is missing or outdated and `build` is false.  If `build`
    is true, a missing or outdated copy is built first.  Raises CommandError if there is no checkout to build
    from, or if the build fails.
    """
    folder = root / FAST
    if is_compiled(root) or not (build or is_current(folder, root)):
        return
    if build:
        script = root / "scripts" / "compile"
        if not script.is_file():
            raise CommandError(
                f"{_OPTION} works only in a checkout, and this is an installed package. "
                "In a checkout, `ROGUE_COMPILE=1 pip install .` installs a compiled package."
            )
        with Build(script, folder) as compiler:
            compiler.wait()
        if compiler.trouble:
            raise CommandError(compiler.trouble)
    else:
        print(f"rogomatic: using the compiled copy in {FAST} (not with {PLAIN})", file=sys.stderr)
    program = folder / "bin" / "rogomatic"
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(program, [str(program), *(word for word in words if word != _OPTION)])


class Build:
    """A background build of the compiled copy.  The end of the `with` block stops an unfinished build.

    trouble  sentence on why the build failed; "" if it has not failed
    """

    def __init__(self, script: Path, folder: Path) -> None:
        """Start `script`, the file scripts/compile of a checkout, to write the copy into `folder`."""
        self.trouble = ""
        self._plain = script.resolve().parents[1]
        self._folder = folder
        self._ready: Path | None = None
        self._undo = ExitStack()
        notes = Path(self._undo.enter_context(TemporaryDirectory(prefix="rogomatic-")))
        self._progress = notes / "progress"
        self._said = self._undo.enter_context(TemporaryFile())  # noqa: SIM115  (closed with the rest)
        # A separate process group, because Ctrl-C must end the games first, which then end the compiler.  The
        # same session, because Linux compares niceness only within a session.
        self._process = subprocess.Popen(
            [sys.executable, str(script), "--install", str(folder)], process_group=0,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self._said,
            env={**os.environ, _PROGRESS: str(self._progress)},
        )  # fmt: skip

    def __enter__(self) -> Build:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the compiler if it is still running."""
        if self._process.poll() is None:
            for number in (signal.SIGINT, signal.SIGKILL):
                with suppress(OSError):
                    os.killpg(self._process.pid, number)
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(_END_SECONDS)
        self._undo.close()

    def packages(self) -> Path | None:
        """Return the folder with the built copy.  If the build failed, return the folder of the checkout.

        Return None during the build.
        """
        if self._ready is None and self._process.poll() is not None:
            self._end()
        return self._ready

    def notice(self) -> str:
        """Return the state of the build in one to three words.  Return "" if the build has failed."""
        if self.packages() is not None:
            return "" if self.trouble else "compiled"
        try:
            return f"compiling: {int(self._progress.read_text())} %"
        except (OSError, ValueError):
            return "compiling"

    def wait(self) -> None:
        """Wait for the end of the build.  On a terminal, show the progress of the build."""
        shown = sys.stderr.isatty()
        while self.packages() is None:
            if shown:
                print(f"\rrogomatic: {self.notice()} ", end="", file=sys.stderr, flush=True)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_LOOK_SECONDS)
        if shown:
            print(file=sys.stderr)

    def _end(self) -> None:
        self._ready = self._folder if self._process.returncode == 0 else self._plain
        if self._process.returncode == 0:
            return
        self._said.seek(0)
        _, _, why = self._said.read().decode(errors="replace").rpartition(_SAYS)
        self.trouble = why.strip() or "The compiled copy could not be built."


def build_meanwhile(root: Path = ROOT) -> Build | None:
    """Start to build the compiled copy.  Return None if it cannot be built, or is not needed."""
    script = root / "scripts" / "compile"
    has_compiler = any(map(shutil.which, ("cc", "gcc", "clang")))
    if is_compiled(root) or not script.is_file() or not has_compiler:
        return None
    return Build(script, root / FAST)
