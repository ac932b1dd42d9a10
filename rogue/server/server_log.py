"""The log of a server: time, address, name, event; no keys."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from rogue.shared.files import PRIVATE
from rogue.wire.dialogue import plain


class ServerLog:
    """A file that grows to half its bound and is then set aside as `.old`."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        """Open the file.  Raises OSError."""
        self._path = path
        self._max_bytes = max_bytes // 2
        self._open()

    def _open(self) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
        self._file = os.open(self._path, flags, PRIVATE)
        self._size = os.fstat(self._file).st_size

    def note(self, address: str, name: str, event: str) -> None:
        """Write one line; ignore a full disk."""
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        line = f"{when} {plain(address) or '-'} {plain(name) or '-'} {plain(event)}\n".encode("ascii")
        with suppress(OSError):
            if self._size + len(line) > self._max_bytes:
                os.close(self._file)
                os.replace(self._path, self._path.with_name(self._path.name + ".old"))
                self._open()
            self._size += os.write(self._file, line)

    def close(self) -> None:
        """Write nothing more."""
        os.close(self._file)
