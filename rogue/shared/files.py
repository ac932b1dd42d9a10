"""Files that other programs may use at the same time: bounded reads, atomic writes, locks."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from rogue.shared.errors import RogueError, reason_of

MARK: Final = b"\xef\xbb\xbf"
_OTHERS: Final = {
    b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16",
}  # fmt: skip
MAX_BYTES: Final = 64 << 20  # bytes; a game of a million turns has less
_CHUNK: Final = 1 << 20
PRIVATE: Final = 0o600
READABLE: Final = 0o644
UNMASKED: Final = 0o666
LOCK_SECONDS: Final = 10.0
NOT_REGULAR: Final = "it is not a regular file"


def without_mark(data: bytes) -> bytes:
    """Remove the byte order mark, which some editors write, from the content of a text file.

    Raises OSError with EILSEQ if the content begins with the mark of UTF-16 or UTF-32.

    >>> without_mark(b"\\xef\\xbb\\xbfseed"), without_mark(b"seed")
    (b'seed', b'seed')
    """
    for mark, name in _OTHERS.items():
        if data.startswith(mark):
            raise OSError(errno.EILSEQ, f"it is written in {name}; save it as UTF-8")
    return data.removeprefix(MARK)


def read_bounded(path: Path, max_bytes: int = MAX_BYTES) -> bytes:
    """Return the content of a text file, without a byte order mark.

    Raises OSError in the same cases as `read_all`.  Raises OSError with EILSEQ if the text is in UTF-16 or
    UTF-32.
    """
    return without_mark(read_all(path, max_bytes))


def read_all(path: Path, max_bytes: int = MAX_BYTES) -> bytes:
    """Return the content of a file.  A pipe without a writer counts as empty and does not block.

    Raises OSError.  Its number is EFBIG if the file has more than `max_bytes` bytes.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        os.set_blocking(descriptor, True)
        data = bytearray()
        while piece := os.read(descriptor, _CHUNK):
            data += piece
            if len(data) > max_bytes:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        os.close(descriptor)
    return bytes(data)


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading.

    Raises OSError.  Its number is ENOTSUP for a folder, pipe, or device, because reading a pipe or device may
    block or never end.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.ENOTSUP, NOT_REGULAR)
    return open(descriptor, "rb")


def open_to_append(path: Path) -> int:
    """Open a file to append bytes, creating it if needed, and return the descriptor.

    Raises OSError for a link, pipe, or device.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        descriptor = os.open(path, flags, PRIVATE)
    except OSError as error:
        if error.errno == errno.ENXIO:  # a pipe without a reader
            raise OSError(errno.ENOTSUP, NOT_REGULAR, str(path)) from None
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.ENOTSUP, NOT_REGULAR, str(path))
    return descriptor


class NewFileError(RogueError):
    """Exception for a new file that cannot be written.  The text is a sentence for the user."""


def write_new(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a new file.

    Raises NewFileError if the file exists or cannot be written.  No partial file is left behind.
    """
    try:
        file = path.open("xb")
        try:
            with file:
                file.writelines(pieces)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    except FileExistsError:
        raise NewFileError(f"{path} already exists and is not overwritten.") from None
    except OSError as error:
        raise NewFileError(f"{path} cannot be written: {reason_of(error)}.") from None


def write_atomically(path: Path, data: bytes, mode: int = PRIVATE, *, is_locked: bool = False) -> None:
    """Write a file so that readers see either the old or the new content, even after a crash.

    Raises OSError.

    mode       permissions of the file; UNMASKED means the permissions that the umask allows
    is_locked  whether the caller holds a lock that keeps other writers away; if so, the temporary file has a
               fixed name, because only one writer at a time can use it
    """
    new = path.with_name(f".{path.name}.new" if is_locked else f".{path.name}.{os.getpid()}.new")
    new.unlink(missing_ok=True)  # left behind by a killed writer; does not follow a link
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    handle = os.open(new, flags, UNMASKED if mode == UNMASKED else PRIVATE)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if mode != UNMASKED:
                os.fchmod(handle, mode)
            os.fsync(handle)
        os.replace(new, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(new)
        raise
    _sync_folder(path.parent)


def write_waiting(descriptor: int, waiting: bytearray) -> None:
    """Write the bytes of `waiting` to a file, and remove them from `waiting`.

    Raises OSError, for example if the disk is full.  The bytes not written yet then stay in `waiting`.
    """
    while waiting:
        del waiting[: os.write(descriptor, waiting)]


def _sync_folder(folder: Path) -> None:
    """Synchronize a folder to disk, so that a new file name survives a crash."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Lock a folder during a with block.

    If another process keeps the lock for LOCK_SECONDS, the block runs without the lock.
    """
    with ExitStack() as held:
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
            held.callback(os.close, descriptor)
            take_lock(descriptor, LOCK_SECONDS)
        yield


def lock_file(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a file or folder, lock it until it is closed, and return the descriptor.

    Raises OSError, or BlockingIOError if another process has locked it, or removed it in the meantime.
    """
    descriptor = os.open(path, flags | os.O_CLOEXEC, 0o666)
    if take_lock(descriptor) and path.exists() and os.path.samestat(os.fstat(descriptor), path.stat()):
        return descriptor
    os.close(descriptor)
    raise BlockingIOError


def take_lock(descriptor: int, seconds: float = 0.0) -> bool:
    """Take the lock of an open file or folder.  Return whether this succeeded within `seconds` seconds.

    Return True if the system or the disk does not support locks.
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
