"""Our programs as processes that the tests fork: real ones with real streams, without the time of a start."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from inspect import signature
from selectors import EVENT_READ, DefaultSelector
from typing import TYPE_CHECKING, Any, Final, NoReturn

import pexpect
from ptyprocess import PtyProcess  # type: ignore[import-untyped]

Main = Callable[[], int | None]
MAX_KEYS: Final = 60_000  # what a pipe holds while nobody reads
USUAL: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP, signal.SIGWINCH, signal.SIGCHLD)
_ENDS: Final = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
WAIT: Final = 120.0  # seconds until a program that hangs is given up


def program(name: str) -> Main:
    """Return the function that `python -m NAME` calls."""
    main: Main = import_module(f"{name}.__main__").main
    return main


def run(
    words: Sequence[str], keys: bytes, env: Mapping[str, str], folder: str | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a program, `words[0]`, on three pipes to its end, in the working folder `folder`.

    Raise TimeoutExpired after two minutes; the program is killed then.
    """
    assert len(keys) < MAX_KEYS
    (its_keys, ours), (out, its_out), (err, its_err) = (os.pipe() for _ in range(3))
    os.write(ours, keys)
    child = fork(words, env, (its_keys, its_out, its_err), folder)
    for end in (its_keys, ours, its_out, its_err):
        os.close(end)
    try:
        shown = _read_both(out, err)
    except TimeoutError:
        child.kill()
        raise subprocess.TimeoutExpired(list(words), WAIT) from None
    finally:
        code = child.wait()
    return subprocess.CompletedProcess(list(words), code, *shown)


class Process:
    """A forked program, with what `Popen` offers of it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, or minus the signal; None while it runs."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, seconds: float = WAIT) -> int:
        """Wait for its end, and return the exit code; raise TimeoutExpired when it does not come."""
        until = time.monotonic() + seconds
        while (code := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired(str(self.pid), seconds)
            time.sleep(0.002)
        return code

    def kill(self) -> None:
        """Kill it and all that it has started."""
        os.killpg(self.pid, signal.SIGKILL)


def fork(
    words: Sequence[str],
    env: Mapping[str, str],
    ends: Sequence[int],
    folder: str | None = None,
    main: Main | None = None,
) -> Process:
    """Run the program `words[0]`, or `main` in its place, with three descriptors as its streams."""
    main = main or program(words[0])
    child = os.fork()
    if child == 0:
        os.setsid()
        for number, end in enumerate([os.dup(end) for end in ends]):
            os.dup2(end, number)
        if folder is not None:
            os.chdir(folder)
        _become(main, words, env)
    return Process(child)


if TYPE_CHECKING:
    _Popen = subprocess.Popen[Any]
else:
    _Popen = subprocess.Popen


class Popen(_Popen):
    """A forked program in a session of its own, with all that `subprocess` does for what it has started."""

    def __init__(
        self, words: Sequence[str], env: Mapping[str, str], main: Main | None = None, **how: Any
    ) -> None:
        """Start the program `words[0]`, or `main` in its place; `how` is what `subprocess.Popen` takes."""
        self._main = main or program(words[0])
        super().__init__(list(words), env=dict(env), **how)

    def _execute_child(self, words: list[str], *how: Any) -> None:
        """Take the place of the method that forks and executes."""
        named = dict(zip(list(signature(_Popen._execute_child).parameters)[2:], how, strict=True))  # type: ignore[attr-defined]
        pairs = [named[name] for name in _ENDS]
        its_ends = (pairs[0], pairs[3], pairs[5])
        ends = tuple(number if end == -1 else end for number, end in enumerate(its_ends))

        def begin() -> int | None:
            if named["preexec_fn"] is not None:
                named["preexec_fn"]()
            return self._main()

        self.pid = fork(words, named["env"], ends, named["cwd"], begin).pid
        self._child_created = True
        self._close_pipe_fds(*pairs)  # type: ignore[attr-defined]


def _read_both(*ends: int) -> tuple[bytes, ...]:
    """Read two pipes to their ends and close them; raise TimeoutError when that lasts too long."""
    found = dict.fromkeys(ends, b"")
    with DefaultSelector() as selector:
        for end in ends:
            selector.register(end, EVENT_READ)
        while selector.get_map():
            ready = selector.select(WAIT)
            if not ready:
                raise TimeoutError
            for key, _ in ready:
                data = os.read(key.fd, 65_536)
                found[key.fd] += data
                if not data:
                    selector.unregister(key.fd)
                    os.close(key.fd)
    return tuple(found.values())


if TYPE_CHECKING:
    _Spawn = pexpect.spawn[Any]
else:
    _Spawn = pexpect.spawn


class OnTerminal(_Spawn):
    """A program on a pseudo-terminal, with all that pexpect does for one that it has started itself."""

    def __init__(
        self,
        words: Sequence[str],
        env: Mapping[str, str],
        size: tuple[int, int] = (24, 80),
        main: Main | None = None,
        *,
        folder: str | None = None,
        encoding: str | None = None,
    ) -> None:
        """Start the program `words[0]`, or `main` in its place, in a window of `size` rows and columns.

        folder: its working folder; encoding: of the texts that are sent and read, None for bytes.
        """
        import_module("blessed")  # here once instead of in each program
        self._main, self._words, self._size = main or program(words[0]), list(words), size
        how: dict[str, Any] = {"cwd": folder, "encoding": encoding, "env": dict(env), "timeout": WAIT}
        super().__init__(sys.executable, list(words), **how)
        self.delaybeforesend = None

    def _spawnpty(self, _args: list[str], env: Mapping[str, str], cwd: str | None, **_how: Any) -> Any:
        child, end = pty.fork()
        if child == 0:
            if cwd is not None:
                os.chdir(cwd)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *self._size, 0, 0))
            _become(self._main, self._words, env)
        process = PtyProcess(child, end)
        process.delayafterclose = 0.0
        return process

    def close(self, force: bool = True) -> None:
        """Close the terminal; with `force` the program has ended then, however busy the machine is."""
        try:
            super().close(force=force)
        except pexpect.ExceptionPexpect:
            if not force:
                raise
            self.wait()  # it was killed, and is not gone yet


def under_a_shell(main: Main) -> Main:
    """Return a program that runs another as a shell does, and then says its code and the terminal's state."""

    def shell() -> int | None:
        for number in (signal.SIGINT, signal.SIGQUIT):
            signal.signal(number, lambda *_: None)
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.signal(signal.SIGQUIT, signal.SIG_DFL)
            return main()
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(f"code={code if code >= 0 else 128 - code}", flush=True)
        return os.execvp("stty", ["stty", "-a"])

    return shell


def _become(main: Main, words: Sequence[str], env: Mapping[str, str]) -> NoReturn:
    """Be the process that runs the program on the first three descriptors, and end."""
    code = 1
    try:
        os.closerange(3, 1024)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number in USUAL:
            signal.signal(number, signal.SIG_DFL)
        os.environ.clear()
        os.environ.update(env)
        # What processes of its own are to import, too.
        sys.modules["__main__"] = import_module(f"{words[0]}.__main__")
        sys.argv = [str(sys.modules["__main__"].__file__), *words[1:]]
        sys.stdin = os.fdopen(0, closefd=False)
        sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", 1, closefd=False)
        vars(sys).update(__stdin__=sys.stdin, __stdout__=sys.stdout, __stderr__=sys.stderr)
        code = main() or 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
        finally:
            os._exit(code & 0xFF)
