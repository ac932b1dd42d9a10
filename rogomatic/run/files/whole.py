"""Writing a text in one step: whatever happens, the file is there as before or whole.

Owns   the file beside it that takes its name, having the disk keep both.
Leaves what is written, locks, sentences for the user (memory_file, knobs_file).
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def write_text(path: Path, text: str, *, is_locked: bool = False) -> None:
    """Write a file; whoever reads it finds the old text or the new one, also after a crash.  Raises OSError.

    is_locked  nobody else writes it meanwhile: what a killed process left beside it is written over
    """
    new = path.with_name(f".{path.name}.new" if is_locked else f".{path.name}.{os.getpid()}.new")
    try:
        new.unlink(missing_ok=True)  # of a killed process; a link that somebody put there is not followed
        with new.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
