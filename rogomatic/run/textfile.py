"""Files of text that are there whole or not at all.

Owns   reading knobs from a file, writing a file in one step.
Leaves what stands in it (learn.knobfile).
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from rogomatic.learn.knobfile import KnobText, KnobTextError, read


class TextFileError(Exception):
    """A file that cannot be read or written; the text is a sentence for the user."""


def read_knobs(path: Path) -> KnobText:
    """Return the knobs in a file.  Raises TextFileError when there are none."""
    try:
        return read(path.read_text("utf-8"))
    except FileNotFoundError:
        raise TextFileError(f"There is no file {path}.") from None
    except OSError as error:
        raise TextFileError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise TextFileError(f"{path} cannot be used as knobs: It is no text.") from None
    except KnobTextError as refusal:
        raise TextFileError(f"{path} cannot be used as knobs: {refusal}") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step: whoever reads it finds the old text or the new one.

    Raises TextFileError when the disk refuses; the old file is then as it was.
    """
    try:
        number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with open(number, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(number)
            os.chmod(name, 0o666 & ~_umask())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise TextFileError(f"{path} cannot be written: {error.strerror}.") from None


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
