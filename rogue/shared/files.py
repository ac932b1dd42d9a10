"""Files that any program may have put there: bounded reads and atomic writes."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from rogue.shared.byte_order_mark import without_mark

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


def _sync_folder(folder: Path) -> None:
    """Have the disk keep the new name; the file itself is safe without."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
