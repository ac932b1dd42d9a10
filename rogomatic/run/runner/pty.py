"""A game on a pseudo-terminal: any Rogue program, as a person would start it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import secrets
import select
import shutil
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import pexpect

from rogomatic.agent.screen.vt100 import COLS, ROWS
from rogomatic.run.runner.link import GAME_OPTIONS, GameStartError, Gone
from rogomatic.run.runner.read_probe import ReadProbe

# Variables that would lead a game to the person's files instead of its private folder.
_PERSONS: Final = ("XDG_", "ROGUE_HOME", "ROGOMATIC_HOME")

CHUNK: Final = 65536  # bytes read at once
GONE_SECONDS: Final = 0.1  # seconds between checks of a silent game, which may have left a child
GLANCE_SECONDS: Final = 0.001  # seconds between two checks of a busy game
SPIN_SECONDS: Final = 0.0002  # a game that has drawn goes back to reading within microseconds
# Seconds of silence that complete an answer:
SETTLE_SECONDS: Final = 0.003  # without a proof
STALE_SECONDS: Final = 0.05  # for keys sent because others seemed lost
BUSY_SECONDS: Final = 0.05  # while the game is busy: it may draw again
MAX_SECONDS: Final = 0.25  # maximum time of continuous drawing in one answer
# Seconds of silence after which all output of a waiting game must have arrived; the factor for each further
# silence without an answer, and how often it applies.
SURE_SECONDS: Final = 0.002
LATE_SECONDS: Final = 0.05  # while the game has written more than was received
_DOUBTS: Final = 4
_MAX_DOUBTS: Final = 3
FULL_SECONDS: Final = 0.5  # until a game that reads no keys loses them
MAX_AHEAD: Final = 1 << 20  # bytes read while the game takes no keys
TAIL: Final = 2000  # bytes to search for the last line of a game
GOODBYE_SECONDS: Final = 2.0  # time for the score list and the exit before a hangup
HANGUP_SECONDS: Final = 0.5  # time from the hangup to the kill
SEED_HOLE: Final = "{seed}"  # stands for the seed in the words of a command
SAVED: Final = "rogue.sav"  # name of the saved game in the private folder
FOLDER_HOLE: Final = "{folder}"  # stands for the private folder in the variables of a program
_STYLE: Final = re.compile(rb"\x1b\[[0-9;]*m|\x0f|\x1b[()].")
_MOVES: Final = re.compile(rb"\x1b\[[?0-9;]*[@-~]|\x1b.")
_WORD: Final = re.compile("[A-Za-z]{3}")
_SIGNALS: Final = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGTSTP)
_COMPUTES: Final = "The game was computing instead of waiting for a key."
_PARENT_DEATH: Final = 1  # PR_SET_PDEATHSIG of prctl(2)


def make_folder() -> str:
    """Make a folder for one game, with a name that `environment` allows."""
    while True:
        folder = f"/tmp/rogo-{secrets.randbelow(10**9):09}"
        with contextlib.suppress(FileExistsError):
            Path(folder).mkdir(mode=0o700)
            return folder


def environment(folder: str, seed: int) -> dict[str, str]:
    """Return the environment variables for a game with the private folder `folder`.

    The options are those of HANDSHAKE.md, section 1.  Old games cut paths at 50 characters, so `folder` must
    be short.  The values of the options `score` and `lock` contain `folder`.  Editions that do not know these
    two options read the letters of their values as the names of other options, so `folder` must not contain
    the first letter of any option.
    """
    files = f"file={folder}/{SAVED},score={folder}/rogue.scr,lock={folder}/rogue.lck"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_PERSONS)}
    return kept | {
        "TERM": "vt100",
        "LINES": str(ROWS),
        "COLUMNS": str(COLS),
        "HOME": folder,
        "SEED": str(seed),
        "ROGOSEED": str(seed),
        "ROGUEOPTS": f"{GAME_OPTIONS},{files}",
    }


_prctl: Final = getattr(ctypes.CDLL(None), "prctl", None)  # Linux only


@dataclass(frozen=True, slots=True)
class Program:
    """A command that starts a game.  Call it with a seed to get a link to a new game.

    argv   words of the command, where `{seed}` stands for the seed
    env    additional environment variables, where `{folder}` stands for the private folder of the game
    saved  file to which the game saves itself if this process dies.  The game runs in the file's folder, so
           that an option can name the file without its folder.  If `saved` is None, the game dies, too.
    """

    argv: tuple[str, ...]
    env: tuple[tuple[str, str], ...] = ()
    saved: Path | None = None

    def __call__(self, seed: int) -> PtyLink:
        return PtyLink(self, seed)


class PtyLink:
    """One game on a pseudo-terminal of 24 rows and 80 columns, in its own process group.

    saved_file  the file to which the game is saved

    A game draws an answer in one or more pieces, and no particular text marks the answer's end.  An answer is
    complete when the game provably waits for a key.  Without a proof, an answer counts as complete after a
    silence, whose length `_settle_seconds` returns.
    """

    def __init__(self, program: Program, seed: int) -> None:
        """Start the program.

        Raises GameStartError if the system cannot run the program.  Raises pexpect.ExceptionPexpect if there
        is no such program.
        """
        self.gone: Gone = ""
        self._last_words = ""
        self.is_waiting = False
        self.waited = 0.0
        self._received = 0  # bytes
        self._silences = 0  # since something was received
        self._was_resent = False  # keys were sent after a silence
        self._ahead = b""  # read while keys were sent
        self._tail = b""  # the last bytes received
        self._folder = make_folder()
        self.saved_file: Final = program.saved or Path(self._folder) / SAVED
        self._reaped_before = _seconds_of_the_reaped()
        argv = [word.replace(SEED_HOLE, str(seed)) for word in program.argv]
        own = {name: value.replace(FOLDER_HOLE, self._folder) for name, value in program.env}
        try:
            self._child = pexpect.spawn(
                argv[0] if argv[1:] else _as_one_word(argv[0]),
                argv[1:],
                env=cast(Any, {**environment(self._folder, seed), **own}),
                dimensions=(ROWS, COLS),
                echo=False,
                timeout=None,
                cwd=None if program.saved is None else str(program.saved.parent),
                preexec_fn=partial(_begin_afresh, signal.SIGKILL if program.saved is None else signal.SIGHUP),
            )
        except BaseException as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            if isinstance(error, OSError):
                raise GameStartError(f"{argv[0]} cannot be started: {error.strerror}.") from None
            raise
        # pexpect waits by default before it writes and after it closes; nothing here needs that.
        self._child.delaybeforesend = None
        cast(Any, self._child).ptyproc.delayafterclose = 0
        assert self._child.pid is not None  # it was started just now
        self._group: Final = self._child.pid
        self._fd: Final = self._child.child_fd
        os.set_blocking(self._fd, False)
        self._probe: Final = ReadProbe(self._group)
        self._exit: Final = _exit_descriptor(self._group)
        self._watched: Final = select.poll()
        self._watched.register(self._fd, select.POLLIN)
        if self._exit >= 0:
            self._watched.register(self._exit, select.POLLIN)

    @property
    def turns(self) -> None:
        return None

    @property
    def is_busy(self) -> bool:
        """Whether the program is known to compute or to sleep for a time."""
        return self._probe.is_found and not self.gone and not self._probe.is_waiting()

    def fileno(self) -> int:
        """Return the file descriptor of the terminal, for use with `select`."""
        return self._fd

    def send(self, keys: bytes) -> None:
        """Send keys.  If the game has exited, the keys are lost, and receive() sets `gone`.

        If the game reads no keys for FULL_SECONDS, the rest of the keys is lost.  The game then stays silent.
        """
        rest, until = keys, 0.0
        self.is_waiting = False
        self._was_resent = self._silences > 0
        self._probe.note_keys()
        while rest and not self.gone:
            try:
                rest = rest[os.write(self._fd, rest) :]
            except BlockingIOError:
                until = until or time.monotonic() + FULL_SECONDS
                left = until - time.monotonic()
                if left <= 0 or len(self._ahead) > MAX_AHEAD:
                    return
                # The game may itself wait until its output is read.
                if select.select([self._fd], [self._fd], [], left)[0]:
                    self._ahead += self._read()
            except OSError:
                return

    def receive(self, seconds: float) -> bytes:
        """Return an answer as soon as it is complete.  Return b"" after a silence.  See `Link.receive`."""
        began = time.monotonic()
        data, self._ahead = self._ahead, b""
        if not data and not self.gone:
            data = self._first(began + seconds)
            if not data:
                self.waited += time.monotonic() - began
                self._silences += 1
        if data:
            data += self._rest()
            self._silences = 0
            self._was_resent = False
        return data

    def _first(self, until: float) -> bytes:
        """Return the first piece of an answer.  Return b"" if no piece comes in time."""
        sure = SURE_SECONDS * _DOUBTS ** min(self._silences, _MAX_DOUBTS)
        pause = GLANCE_SECONDS if self._probe.is_found else GONE_SECONDS
        while not self.gone:
            left = until - time.monotonic()
            if self._has_data(max(0.0, min(left, pause))):
                return self._read()
            self._probe.search()
            if self._is_silent(sure):
                self.is_waiting = True
                break
            # A child that keeps the terminal open hides the end of the game, and so does the probe.
            self._probe.release()
            if not self._child.isalive() and not self._has_data(0):
                self._note_end()
            if left <= 0:
                break
            pause = GONE_SECONDS
        return b""

    def _is_silent(self, sure: float) -> bool:
        """Return whether the game waits for a key and all drawn bytes have arrived."""
        probe = self._probe
        if not probe.is_waiting() or self._has_data(sure):
            return False
        missing = probe.on_the_way(self._received)
        if missing and not self._has_data(LATE_SECONDS):
            probe.give_up(missing)
            missing = 0
        return not missing and probe.is_waiting()

    def _rest(self) -> bytes:
        """Return the rest of an answer after its first piece.

        After MAX_SECONDS, return the output so far, so that the caller can give up a game that draws
        without end.
        """
        rest, probe = b"", self._probe
        last = time.monotonic()
        until = last + MAX_SECONDS
        while not self.gone and last < until and len(rest) < CHUNK:
            if probe.is_waiting():
                self.is_waiting = True
                return rest + self._read()
            silent = time.monotonic() - last
            if probe.is_found and silent < SPIN_SECONDS:
                os.sched_yield()
                continue
            pause = GLANCE_SECONDS if probe.is_found else self._settle_seconds()
            if self._has_data(pause):
                rest += self._read()
                last = time.monotonic()
            elif silent + pause >= self._settle_seconds() or self._has_left():
                probe.search()
                self.waited += silent + pause
                break
        return rest

    def _settle_seconds(self) -> float:
        """Return the seconds of silence after which an answer counts as complete."""
        if self._probe.is_found:
            return BUSY_SECONDS
        return STALE_SECONDS if self._was_resent else SETTLE_SECONDS

    def _has_left(self) -> bool:
        return self._exit >= 0 and bool(select.select([self._exit], [], [], 0)[0])

    def close(self, over: bool) -> float:
        """Let a finished game write its scores, and end all of its processes.  Return their CPU seconds."""
        try:
            self._drain(GOODBYE_SECONDS if over else 0.0)
            if not self.gone:
                self.hang_up(HANGUP_SECONDS)
        finally:
            self._probe.close()
            self._signal(signal.SIGKILL, list(self._groups()))
            if self._child.isalive():
                self._child.wait()
            self._child.close()
            if self._exit >= 0:
                os.close(self._exit)
            shutil.rmtree(self._folder, ignore_errors=True)
        return _seconds_of_the_reaped() - self._reaped_before

    def hang_up(self, seconds: float = GOODBYE_SECONDS) -> None:
        """Send a hangup, so that the game may save itself.  Wait up to `seconds` for its exit."""
        self._signal(signal.SIGHUP, list(self._groups()))
        self._drain(seconds)

    def _has_data(self, seconds: float) -> bool:
        """Wait up to `seconds` for output or the program's exit.  Return whether there is output."""
        return any(descriptor == self._fd for descriptor, _ in self._watched.poll(seconds * 1000))

    def _read(self) -> bytes:
        try:
            data = os.read(self._fd, CHUNK)
        except BlockingIOError:
            return b""
        except OSError:  # on Linux: the other side was closed
            data = b""
        if not data:
            self._note_end()
        self._received += len(data)
        self._tail = (self._tail + data)[-TAIL:]
        return data

    def _drain(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self.gone and (left := until - time.monotonic()) > 0:
            self.receive(left)

    def _note_end(self) -> None:
        """Handle the closing of the terminal by the program.

        Wait until the program exits, and record how it ended.
        """
        until = time.monotonic() + GOODBYE_SECONDS
        while self._child.isalive():
            if time.monotonic() > until:
                self.gone, self._last_words = "closed", "The game closed its terminal and kept running."
                return
            time.sleep(0.002)
        code, number = self._child.exitstatus, self._child.signalstatus
        self.gone = "closed" if code == 0 else "died"
        how = f"was killed by {_name_of(number)}" if number is not None else f"exited with code {code}"
        line = _last_line(self._tail)
        self._last_words = f"The game {how}; its last words: {line}" if line else f"The game {how}."

    @property
    def last_words(self) -> str:
        """A sentence that says how the program ended, or that it is still running and busy computing."""
        return _COMPUTES if not self.gone and self._probe.is_computing() else self._last_words

    def _groups(self) -> Iterator[int]:
        """Yield the process groups of the game: its own, and the group that a shell put in the foreground."""
        yield self._group
        with contextlib.suppress(OSError):
            foreground = os.tcgetpgrp(self._fd)
            if foreground > 1 and foreground not in (self._group, os.getpgrp()):
                yield foreground

    def _signal(self, number: signal.Signals, groups: list[int]) -> None:
        for group in groups:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, number)


def _as_one_word(name: str) -> str:
    """Quote a command without arguments for pexpect, which splits it like a shell.

    >>> _as_one_word("/games/my rogue's")
    "/games/my\\\\ rogue\\\\'s"
    """
    return re.sub(r"([\\'\"\s])", r"\\\1", name)


def _begin_afresh(orphaned: int) -> None:
    """Reset the signal handling to what a program gets when a person starts it from a shell.

    This runs in the game's process before the game starts.  If the system supports it, also arrange that the
    game gets the signal `orphaned` when the process that plays it ends.
    """
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    if _prctl is not None:
        _prctl(_PARENT_DEATH, orphaned)


def _last_line(tail: bytes) -> str:
    """Return the last drawn line that contains a word.  A cursor movement ends a line.

    >>> _last_line(b"\\x1b[1;1H\\x1b[mSorry, \\x1b[7myou\\x1b[m must wait.\\r\\n\\x1b[24;1H\\r\\n")
    'Sorry, you must wait.'
    """
    text = _MOVES.sub(b"\n", _STYLE.sub(b"", tail)).decode("ascii", "replace")
    lines = ("".join(filter(str.isprintable, line)).strip() for line in text.splitlines())
    return next((line for line in reversed([*lines]) if _WORD.search(line)), "")


def _exit_descriptor(process: int) -> int:
    """Return a descriptor that becomes readable when a process has exited.  Return -1 if this fails."""
    try:
        return os.pidfd_open(process)
    except (AttributeError, OSError):
        return -1


def _name_of(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _seconds_of_the_reaped() -> float:
    times = os.times()
    return times.children_user + times.children_system
