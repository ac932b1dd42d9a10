"""Writing a file in one piece: whatever happens, it is there as before or whole.

Owns   the file beside it that becomes it, having the disk keep it.
Leaves what is written (files.savefile, files.scorefile, files.settings).
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
READABLE: Final = 0o644


def write_whole(path: Path, data: bytes, mode: int = PRIVATE) -> None:
    """Write a file; a reader sees the old one or the new one, also after a crash.  Raises OSError.

    `mode` says who may do what with it.
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
