"""Proof that a program waits for a key on its terminal, by facts that Linux shows."""

from __future__ import annotations

import contextlib
import fcntl
import os
import termios
from collections.abc import Iterator
from typing import Final

_NONE_QUEUED: Final = bytes(4)
_LOOK_BYTES: Final = 256
_MAX_ATTEMPTS: Final = 100  # attempts to find the process; after that, the program waits differently
_READ: Final = -1
_FOREVER: Final = (b"0x0", b"0xffffffff", b"0xffffffffffffffff")  # no timeout, or -1
# Machine -> number of a system call that waits for a key -> index of its timeout argument, _READ for read(2),
# which has none.
_CALLS: Final[dict[str, dict[bytes, int]]] = {
    "x86_64": {b"0": _READ, b"7": 2, b"23": 4, b"232": 3, b"270": 4, b"271": 2, b"281": 3},
    "aarch64": {b"63": _READ, b"22": 3, b"72": 4, b"73": 2},
}
_WAITS: Final = _CALLS.get(os.uname().machine, {})
# Files that never wake a program: the null device, and its list of descriptors to wait for.
_HARMLESS: Final = ("/dev/null", "anon_inode:[eventpoll]")


class ReadProbe:
    """Probe that tells whether the program on a terminal waits for a key.

    is_found  whether a process was found that reads keys from the terminal and draws on it

    A program waits for a key if three things are true: it sleeps until its terminal can be read; it has run
    since the last keys were sent; and no keys are left in the queue.  The kernel shows the call in which a
    process sleeps (/proc/PID/syscall), how often the process ran (schedstat), the number of keys in the queue
    (FIONREAD), and the number of bytes that the process has written (io).  On a busy machine, bytes that the
    program has written reach the link some milliseconds later; `on_the_way` returns the number of bytes that
    have not arrived yet.

    `is_waiting` is False if the kernel does not show these facts (another system, another user's program).
    It is also False if the program could be woken by something other than a key: because it only forwards
    keys to another program, or because its wait has a time limit.  In these cases, the link can only conclude
    from a silence that the program waits.
    """

    __slots__ = (
        "_attempts", "_child", "_extra", "_runs", "_runs_at_keys", "_state", "_terminal", "_terminal_name",
        "_written", "is_found",
    )  # fmt: skip

    def __init__(self, child: int) -> None:
        """Watch `child`, the process started on the terminal.  Its standard input must still be open."""
        self.is_found = False
        self._attempts = _MAX_ATTEMPTS
        self._child = child
        self._state = -1  # descriptor of /proc/PID/syscall
        self._runs = -1  # descriptor of /proc/PID/schedstat
        self._written = -1  # descriptor of /proc/PID/io
        self._runs_at_keys = b""
        self._extra = 0  # bytes written elsewhere
        self._terminal = -1
        self._terminal_name = _target(f"/proc/{child}/fd/0")

    def is_waiting(self) -> bool:
        """Return whether the program has read all keys sent, and sleeps until another key comes."""
        if not self.is_found:
            return False
        try:
            if not _waits_for_ever(os.pread(self._state, _LOOK_BYTES, 0).split()):
                return False
            if os.pread(self._runs, _LOOK_BYTES, 0) == self._runs_at_keys:
                return False
            if self._terminal < 0:
                self._terminal = os.open(self._terminal_name, os.O_RDONLY | os.O_NOCTTY | os.O_CLOEXEC)
            return fcntl.ioctl(self._terminal, termios.FIONREAD, _NONE_QUEUED) == _NONE_QUEUED
        except OSError:  # the process is gone
            self.close()
            return False

    def is_computing(self) -> bool:
        """Return whether the program computes at this moment, instead of sleeping in a system call."""
        if not self.is_found:
            return False
        try:
            return os.pread(self._state, _LOOK_BYTES, 0).startswith(b"running")
        except OSError:  # the process is gone
            self.close()
            return False

    def search(self) -> None:
        """Search the child and its descendants for the process that reads keys now."""
        if self.is_found or not self._attempts or not self._terminal_name.startswith("/dev/"):
            return
        self._attempts -= 1
        for process in _with_descendants(self._child):
            if self._plays(process):
                with contextlib.suppress(OSError):
                    self._state = _opened(process, "syscall")
                    self._runs = _opened(process, "schedstat")
                    self._written = _opened(process, "io")
                    self.is_found = True
                    return
                self.close()

    def note_keys(self) -> None:
        """Record that keys are about to be sent.

        From now on, `is_waiting` is False until the program has run again: a program that has not run since
        then cannot have read the keys.
        """
        if self.is_found:
            with contextlib.suppress(OSError):
                self._runs_at_keys = os.pread(self._runs, _LOOK_BYTES, 0)

    def on_the_way(self, received: int) -> int:
        """Return the number of bytes that the program has written but the link has not `received` yet."""
        if not self.is_found:
            return 0
        try:
            words = os.pread(self._written, _LOOK_BYTES, 0).split()
        except OSError:
            return 0
        missing = int(words[words.index(b"wchar:") + 1]) - self._extra - received
        if missing < 0:  # a terminal may send more than is written, such as returns before line feeds
            self._extra += missing
        return max(0, missing)

    def give_up(self, missing: int) -> None:
        """Stop waiting for `missing` bytes that the program has written but the link has not received.

        Assume that the program wrote them to another place, such as a score file.
        """
        self._extra += missing

    def release(self) -> None:
        """Close the terminal until the probe needs it, so that the link can notice the end of the game."""
        if self._terminal >= 0:
            os.close(self._terminal)
            self._terminal = -1

    def close(self) -> None:
        """Close all files, and forget the process."""
        self.release()
        for descriptor in (self._state, self._runs, self._written):
            if descriptor >= 0:
                os.close(descriptor)
        self._state = self._runs = self._written = -1
        self.is_found = False

    def _plays(self, process: int) -> bool:
        """Return whether a process waits for keys from this terminal, and draws only on it.

        A process that passes keys on to another game is recognized because it draws elsewhere, has another
        channel open, or has several threads.
        """
        call = _current_call(process)
        if not _waits_for_ever(call):
            return False
        try:
            is_alone = len(os.listdir(f"/proc/{process}/task")) == 1
            numbers = os.listdir(f"/proc/{process}/fd")
        except OSError:
            return False
        opened = {number: _target(f"/proc/{process}/fd/{number}") for number in numbers}
        if not is_alone or opened.get("1") != self._terminal_name:
            return False
        if _WAITS[call[0]] == _READ:
            return opened.get(str(int(call[1], 16))) == self._terminal_name
        return not _leads_elsewhere([name for name in opened.values() if name != self._terminal_name])


def _leads_elsewhere(opened: list[str]) -> bool:
    """Return whether one of these open files is another terminal, a socket, or a pipe to another process."""
    for name in opened:
        if name.startswith("pipe:"):
            if opened.count(name) != 2:
                return True
        elif name not in _HARMLESS and (name.startswith("/dev/") or not name.startswith("/")):
            return True
    return False


def _waits_for_ever(call: list[bytes]) -> bool:
    """Return whether a system call (the words of /proc/PID/syscall) waits only for input."""
    if not call or call[0] not in _WAITS:
        return False
    place = _WAITS[call[0]]
    return place == _READ or call[1 + place] in _FOREVER


def _opened(process: int, name: str) -> int:
    return os.open(f"/proc/{process}/{name}", os.O_RDONLY | os.O_CLOEXEC)


def _target(link: str) -> str:
    try:
        return os.readlink(link)
    except OSError:
        return ""


def _current_call(process: int) -> list[bytes]:
    """Return the number and the arguments of the system call in which a process sleeps, if known.

    Return [] otherwise.
    """
    try:
        with open(f"/proc/{process}/syscall", "rb") as file:
            return file.read(_LOOK_BYTES).split()
    except OSError:
        return []


def _with_descendants(process: int) -> Iterator[int]:
    """Yield a process and its descendants, nearest first."""
    generation = [process]
    while generation:
        yield from generation
        found: list[int] = []
        for parent in generation:
            path = f"/proc/{parent}/task/{parent}/children"
            with contextlib.suppress(OSError), open(path, "rb") as file:
                found += map(int, file.read().split())
        generation = found
