"""What every program does around its `main`, from finding the home folder to returning the exit code."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Callable, Iterable, MutableMapping
from contextlib import suppress
from importlib import import_module
from types import FrameType
from typing import Any, Final, NoReturn

# Only the standard library is imported: some scripts load this file beside another copy of the packages.

FAILED: Final = 1
INTERRUPTED: Final = 130
HUNG_UP: Final = 128 + signal.SIGHUP
CLOSED: Final = "the standard output is closed, so nothing can be shown"
NO_INPUT: Final = "the standard input is closed, so no key can be read"
NO_HOME: Final = "/nonexistent"
"""Home folder of a user without one, as in Debian.  It does not exist, so no file is read or written."""


_XDG: Final = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
_OWN: Final = ("ROGUE_HOME", "ROGOMATIC_HOME")


def settle_home(env: MutableMapping[str, str]) -> None:
    """Make HOME an absolute folder, and remove XDG variables that name a relative folder.

    If HOME is unusable, the home folder comes from the user database.  If the database has no usable
    home folder, HOME becomes NO_HOME, so that no file is written to the working folder.  A relative folder
    in ROGUE_HOME or ROGOMATIC_HOME is made absolute.  Raises OSError if ROGUE_HOME or ROGOMATIC_HOME begins
    with the home folder of another user, such as `~ann`.
    """
    if not _is_usable(env.get("HOME", "")):
        env["HOME"] = _home_of_user()
    for name in _XDG:
        if name in env and not os.path.isabs(env[name]):
            del env[name]
    for name in _OWN:
        if text := env.get(name, ""):
            env[name] = _absolute(name, text, env["HOME"])


def _absolute(name: str, text: str, home: str) -> str:
    """Return the absolute path of the folder that an environment variable names.

    `name` is the variable, and `text` is its value.  A leading `~` means the folder `home`.  Raises OSError
    for the home folder of another user, such as `~ann`.
    """
    if text == "~" or text.startswith("~/"):
        text = home + text[1:]
    if text.startswith("~"):
        raise OSError(errno.ENOENT, f"{name} is {text!r}: only ~ and ~/ can stand for a home folder")
    return os.path.abspath(text)


def _home_of_user() -> str:
    """Return this user's home folder from the user database, or NO_HOME if the database has none."""
    try:
        import pwd

        home = pwd.getpwuid(os.getuid()).pw_dir
    except (ImportError, KeyError):
        return NO_HOME
    return home if _is_usable(home) else NO_HOME


def _is_usable(home: str) -> bool:
    """Return whether a home folder is an absolute path that may be searched.  It need not exist yet.

    After `sudo -u ann`, for example, HOME may name the home folder of another user.
    """
    try:
        os.stat(os.path.join(home, os.curdir))
    except FileNotFoundError:
        pass
    except OSError:
        return False
    return os.path.isabs(home)


class ClosedOutput(io.TextIOBase):
    """A stand-in for a closed standard output.  Writing raises OSError."""

    encoding = "utf-8"

    def _refuse(self) -> NoReturn:
        raise OSError(errno.EBADF, CLOSED)

    def write(self, _text: object) -> int:
        """Raise OSError."""
        self._refuse()

    def writelines(self, _lines: Iterable[object]) -> None:
        """Raise OSError."""
        self._refuse()

    def fileno(self) -> int:
        """Raise OSError."""
        self._refuse()

    @property
    def buffer(self) -> Any:
        """The binary output, which is this object."""
        return self

    def isatty(self) -> bool:
        """Return False."""
        return False


class ClosedInput(io.TextIOBase):
    """A stand-in for a closed standard input.  Reading raises OSError."""

    def fileno(self) -> int:
        """Raise OSError."""
        raise OSError(errno.EBADF, NO_INPUT)

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        """Raise OSError."""
        raise OSError(errno.EBADF, NO_INPUT)

    def isatty(self) -> bool:
        """Return False."""
        return False


def need_output() -> None:
    """Raise OSError if the standard output is closed."""
    if isinstance(sys.stdout, ClosedOutput):
        sys.stdout.write("")


def need_input() -> None:
    """Raise OSError if the standard input is closed."""
    if isinstance(sys.stdin, ClosedInput):
        sys.stdin.readline()


def do_without_output() -> None:
    """Replace a closed standard output by the null device.

    Call this in a program that writes its results into a file and so does not need the standard output.
    """
    if isinstance(sys.stdout, ClosedOutput):
        sys.stdout = _null_output()


def prepare_streams() -> None:
    """Make the standard streams usable, even if they are closed.

    Characters that the encoding of an output cannot represent are written as "?".  The null device takes the
    descriptor of a closed stream, so that no other file gets this descriptor.  In Python, a closed standard
    input is replaced by a ClosedInput, and a closed standard output by a ClosedOutput; both raise OSError
    when they are used.  Text written to a closed standard error is dropped.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    if sys.stdin is None:
        sys.stdin = ClosedInput()
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    if sys.stderr is None:
        sys.stderr = _null_output()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _null_output() -> io.TextIOWrapper:
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def drop_output() -> None:
    """Redirect the standard output to the null device."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run_program(
    name: str, main: Callable[[], int | None], tell: Callable[[str, str], object] | None = None
) -> int:
    """Run the `main` of a program, and return its exit code.

    If `main` raises OSError, for example because the disk is full, print one sentence and return FAILED.  If
    the standard output is a pipe whose reader has closed it, print nothing and return FAILED.  If it is a
    terminal whose window was closed, return HUNG_UP.  After an interrupt, return INTERRUPTED.

    tell  prints a sentence on standard error; `tell` is called with the name and the sentence
    """
    prepare_streams()
    try:
        settle_home(os.environ)
        code = main() or 0
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader closed our output
        drop_output()
        return FAILED
    except OSError as error:
        if _has_lost_terminal():
            drop_output()
            return HUNG_UP
        where = f"{error.filename}: " if error.filename else ""
        (tell or _tell)(name, f"{where}{error.strerror or error}")
        drop_output()
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _has_lost_terminal() -> bool:
    """Return whether the standard output is a terminal whose window was closed."""
    try:
        os.tcgetpgrp(sys.stdout.fileno())
    except OSError as error:
        return error.errno == errno.EIO
    return False


def _tell(name: str, sentence: str) -> None:
    print(f"{name}: {sentence}", file=sys.stderr)


def run_script(name: str, main: Callable[[], int | None]) -> int:
    """Run the `main` of a script as `run_program` does.  A closed standard output counts as an error."""

    def with_output() -> int | None:
        need_output()
        return main()

    return run_program(name, with_output)


def run_quietly(module: str) -> int:
    """Import a module, run its `main`, and return the exit code.

    Before and after the run, an interrupt ends the process at once with INTERRUPTED.  During the run, `main`
    handles interrupts.  A process that ignores interrupts, as under `nohup`, continues to ignore them.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        return int(import_module(module).main())
    signal.signal(signal.SIGINT, _leave)
    run = import_module(module).main
    try:
        signal.signal(signal.SIGINT, before)
        return int(run())
    except KeyboardInterrupt:  # before the command line could handle it
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, _leave)


def _leave(_number: int, _frame: FrameType | None) -> None:
    """End the process at once.  This is safe because the process is not writing at this moment."""
    os._exit(INTERRUPTED)


def ignored(_number: int, _frame: object) -> None:
    """Do nothing, for a signal that is ignored from now on.

    SIG_IGN would not do: Python complains on stderr about a signal that arrived just before.
    """


def stop_process_group() -> None:
    """Suspend the program as control-Z does.  Return when the shell resumes it.

    Afterward, control-Z suspends the program without calling a handler.
    """
    signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.killpg(os.getpgrp(), signal.SIGTSTP)
