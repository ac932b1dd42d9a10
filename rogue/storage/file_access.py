"""Files that anybody may have put there: where they lie, read with a bound, written atomically."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final, Literal

from rogue.shared.byte_order_mark import without_mark

# -- where the game keeps its files

SAVE_NAME: Final = ".rogue.save"  # in the home folder (SCREEN.md 13)


def home_folder() -> str:
    """Return the user's home folder, which `~` stands for in option texts."""
    return os.path.expanduser("~")


def default_save() -> str:
    """Return where a game is saved that has no file of its own."""
    return os.path.join(home_folder(), SAVE_NAME)


def scores_file(env: Mapping[str, str]) -> Path:
    """Return where the score list lies."""
    return _place(env, "data", "scores.json")


def settings_file(env: Mapping[str, str]) -> Path:
    """Return where a person's settings lie."""
    return _place(env, "config", "settings.toml")


def history_file(env: Mapping[str, str]) -> Path:
    """Return where the history of a person's games lies."""
    return _place(env, "data", "history.jsonl")


def dumps_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of the texts of finished games."""
    return _place(env, "data", "games")


def journals_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of the journals of people's games."""
    return _place(env, "state", "journals")


def _place(env: Mapping[str, str], kind: Literal["config", "data", "state"], name: str) -> Path:
    """Return where a file or folder lies: in ROGUE_HOME, else where the system has those of its kind."""
    if home := env.get("ROGUE_HOME", ""):
        return Path(home) / name
    from platformdirs import PlatformDirs

    dirs = PlatformDirs("rogue", appauthor=False)
    folders = {"config": dirs.user_config_path, "data": dirs.user_data_path, "state": dirs.user_state_path}
    return folders[kind] / name


# -- reading and writing

MAX_BYTES: Final = 64 << 20  # bytes; a game of a million turns has less
_CHUNK: Final = 1 << 20
PRIVATE: Final = 0o600
READABLE: Final = 0o644


def read_bounded(path: Path, max_bytes: int = MAX_BYTES) -> bytes:
    """Return all that is in a text file, without a byte order mark.

    Raises OSError, with EFBIG for more than `max_bytes` bytes, and EILSEQ for UTF-16 and UTF-32.

    A pipe without a writer is empty, where an ordinary read would block.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        os.set_blocking(descriptor, True)
        data = bytearray()
        while piece := os.read(descriptor, _CHUNK):
            data += piece
            if len(data) > max_bytes:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    finally:
        os.close(descriptor)
    return without_mark(bytes(data))


def write_atomically(path: Path, data: bytes, mode: int = PRIVATE) -> None:
    """Write a file; a reader sees the old one or the new one, also after a crash.  Raises OSError.

    `mode` are its permissions.
    """
    name = path.with_name(f".{path.name}.{os.getpid()}.new")
    with suppress(FileNotFoundError):  # left behind by a program of the same number that was killed
        name.unlink()
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(handle, mode)
            os.fsync(handle)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _sync_folder(path.parent)


LOCK_SECONDS: Final = 10.0


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Have a folder to oneself among programs that ask for it so, as long as none keeps it for too long."""
    with ExitStack() as held:
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
            held.callback(os.close, descriptor)
            take_lock(descriptor, LOCK_SECONDS)
        yield


def take_lock(descriptor: int, seconds: float = 0.0) -> bool:
    """Take the lock of an open file or folder; return False when another program keeps it for that long.

    Where a system or a disk has no such locks, all goes on without: True.
    """
    try:
        import fcntl
    except ImportError:
        return True
    give_up = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= give_up:
                return False
            time.sleep(0.01)
        except OSError:
            return True
        else:
            return True


def _sync_folder(folder: Path) -> None:
    """Have the disk keep the new name; the file itself is safe without."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
