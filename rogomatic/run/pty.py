"""A game behind a pseudo-terminal: any Rogue program, as a person would start it.

Owns   starting the program, its private folder and environment, reading, ending its processes.
Leaves when a screen is complete (the player knows), what silence means (run.game).
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import tempfile
import time
from dataclasses import dataclass
from typing import Any, Final, cast

import pexpect

from rogomatic.run.link import GAME_OPTIONS, Gone

ROWS: Final = 24
COLS: Final = 80
CHUNK: Final = 65536          # bytes read at once
GOODBYE_SECONDS: Final = 2.0  # for the list of scores and the exit, before the game is told to go
HANGUP_SECONDS: Final = 0.5   # between being told and being killed


@dataclass(frozen=True, slots=True)
class Program:
    """How to start a game; call it with a seed to get a link to a fresh one."""

    argv: tuple[str, ...]
    env: tuple[tuple[str, str], ...] = ()  # beyond what every game gets

    def __call__(self, seed: int) -> PtyLink:
        return PtyLink(self, seed)


def environment(folder: str, seed: int) -> dict[str, str]:
    """Return what every game finds in its environment; `folder` is its own.

    The options are those of bot-handshake.md, section 1.  Old games cut paths at 50 characters,
    so `folder` must be short.
    """
    files = f"file={folder}/rogue.sav,score={folder}/rogue.scr,lock={folder}/rogue.lck"
    return {
        "TERM": "vt100",
        "LINES": str(ROWS),
        "COLUMNS": str(COLS),
        "HOME": folder,
        "SEED": str(seed),
        "ROGOSEED": str(seed),
        "ROGUEOPTS": f"{GAME_OPTIONS},{files}",
    }


class PtyLink:
    """One game on a pseudo-terminal of 24 rows and 80 columns, in a process group of its own."""

    def __init__(self, program: Program, seed: int) -> None:
        """Start the program.  Raises pexpect.ExceptionPexpect when there is no such program."""
        self.gone: Gone = ""
        self._folder = tempfile.mkdtemp(prefix="rogo", dir="/tmp")
        self._reaped_before = _seconds_of_the_reaped()
        try:
            self._child = pexpect.spawn(
                program.argv[0],
                list(program.argv[1:]),
                env={**os.environ, **environment(self._folder, seed), **dict(program.env)},
                dimensions=(ROWS, COLS),
                echo=False,
                timeout=None,
            )
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        # pexpect waits by default before it writes and after it closes; nothing here needs that.
        self._child.delaybeforesend = None
        cast(Any, self._child).ptyproc.delayafterclose = 0
        assert self._child.pid is not None  # it was started just now
        self._group: Final = self._child.pid
        self._fd: Final = self._child.child_fd

    def fileno(self) -> int:
        """Return the descriptor to wait on together with others."""
        return self._fd

    def send(self, keys: bytes) -> None:
        """Send keys.  A game that has gone does not take them; receive() then says so."""
        rest = keys
        while rest:
            try:
                rest = rest[os.write(self._fd, rest) :]
            except OSError:
                return

    def receive(self, seconds: float) -> bytes:
        if self.gone or not select.select([self._fd], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self._fd, CHUNK)
        except OSError:  # how Linux says that the other side was closed
            data = b""
        if not data:
            self.gone = self._how_it_went()
        return data

    def close(self, over: bool) -> float:
        """Let a game that is over write its scores; then make sure that none of it is left."""
        try:
            self._drain(GOODBYE_SECONDS if over else 0.0)
            if not self.gone:
                self._signal(signal.SIGHUP)
                self._drain(HANGUP_SECONDS)
        finally:
            self._signal(signal.SIGKILL)
            if self._child.isalive():
                self._child.wait()
            self._child.close()
            shutil.rmtree(self._folder, ignore_errors=True)
        return _seconds_of_the_reaped() - self._reaped_before

    def _drain(self, seconds: float) -> None:
        """Read on until the game has gone or the time is up."""
        until = time.monotonic() + seconds
        while not self.gone and (left := until - time.monotonic()) > 0:
            self.receive(left)

    def _how_it_went(self) -> Gone:
        """Return how a game went that has closed its terminal; give it time to exit."""
        until = time.monotonic() + GOODBYE_SECONDS
        while self._child.isalive():
            if time.monotonic() > until:
                return "closed"
            time.sleep(0.002)
        return "closed" if self._child.exitstatus == 0 else "died"

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to all that is left of the game's process group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._group, number)


def _seconds_of_the_reaped() -> float:
    times = os.times()
    return times.children_user + times.children_system
