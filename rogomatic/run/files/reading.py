"""Reading a file that anybody may have put there: never without end, never more than there is room for.

Owns   how much is read, and from what: a file, a device, a pipe that somebody writes to.
Leaves what the bytes mean (learn.text, learn.knobfile, run.tapes.cast, run.show.publish).
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

LARGEST: Final = 64 << 20  # bytes; a memory, knobs and the like have far less
_CHUNK: Final = 1 << 20


def read_all(path: Path, most: int = LARGEST) -> bytes:
    """Return all that is in a file.  Raises OSError, with EFBIG for more than `most` bytes.

    A pipe that nobody writes to is empty, where an ordinary read would wait for ever.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        os.set_blocking(descriptor, True)
        data = bytearray()
        while piece := os.read(descriptor, _CHUNK):
            data += piece
            if len(data) > most:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    finally:
        os.close(descriptor)
    return bytes(data)
