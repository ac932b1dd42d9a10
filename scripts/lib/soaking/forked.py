"""A command run in a process of its own, forked from this one: quick to start, and nothing it does stays."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

Command = Callable[[Sequence[str]], int]

CPU_SECONDS: Final = 20
WALL_SECONDS: Final = 40.0  # a busy machine
MEMORY_BYTES: Final = 1 << 30  # beyond what this process has
FILE_BYTES: Final = 1 << 27
HUNG: Final = -999
UNSAID: Final = 98  # exit code of one that left something unsaid which could not be written


class Ended(NamedTuple):
    """How a command ended.  code: its exit code, minus the signal that killed it, HUNG if it went on."""

    code: int
    out: str
    err: str
    seconds: float


def run(
    command: Command,
    words: Sequence[str],
    home: Path,
    *,
    keys: bytes = b"",
    env: Mapping[str, str] | None = None,
    is_weak: bool = False,
    wall_seconds: float = WALL_SECONDS,
) -> Ended:
    """Run a command with `home` as every folder of the user; `keys` are its standard input.

    is_weak  without the right of root to open every file
    """
    spools = [home.parent / f"{home.name}.{name}" for name in ("out", "err", "in")]
    spools[2].write_bytes(keys)
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        _become(command, words, home, spools, env or {}, is_weak)
    code = _wait(child, started + wall_seconds)
    seconds = time.monotonic() - started
    out, err = (path.read_bytes().decode("utf-8", "replace") for path in spools[:2])
    for path in spools:
        path.unlink()
    return Ended(code, out, err, seconds)


def _wait(child: int, until: float) -> int:
    """Return the exit code of a child; kill it when the time is up."""
    pause = 0.001
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return HUNG


def _become(
    command: Command,
    words: Sequence[str],
    home: Path,
    spools: Sequence[Path],
    env: Mapping[str, str],
    is_weak: bool,
) -> NoReturn:
    """Be the process that runs the command, and end."""
    code = 99
    try:
        os.setsid()
        _open_as(spools[2], 0, os.O_RDONLY)
        _open_as(spools[0], 1, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        _open_as(spools[1], 2, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for name, number in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
            setattr(
                sys, name, os.fdopen(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False)
            )
        os.environ.update({**_folders(home), **env})
        os.chdir(home)
        _bound()
        if is_weak:
            _drop_rights()
        code = command(words) or 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
        except OSError:
            code = UNSAID
        finally:
            os._exit(code & 0xFF)


def _folders(home: Path) -> dict[str, str]:
    names = ("HOME", "ROGUE_HOME", "ROGOMATIC_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
    return {**dict.fromkeys(names, str(home)), "TERM": "dumb", "ROGUEOPTS": "", "LOGNAME": "ann"}


def _drop_rights() -> None:
    """Let the modes of files count for this process; they do for everybody but root."""
    if os.geteuid() == 0:
        head, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
        if ctypes.CDLL(None, use_errno=True).capset(head, none):
            raise OSError(ctypes.get_errno(), "capset")


def _open_as(path: Path, number: int, flags: int) -> None:
    opened = os.open(path, flags, 0o666)
    os.dup2(opened, number)
    os.close(opened)


def _bound() -> None:
    """Let this process have so much time, memory and room on the disk, and no core."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    for what, most in (
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_AS, pages * os.sysconf("SC_PAGESIZE") + MEMORY_BYTES),
        (resource.RLIMIT_FSIZE, FILE_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))
