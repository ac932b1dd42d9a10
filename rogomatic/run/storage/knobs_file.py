"""Knobs in files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rogomatic.base_error import RogomaticError
from rogomatic.breeding.knobs_format import KnobText, KnobTextError, read, to_text
from rogomatic.knobs import Knobs
from rogomatic.run.storage.file_io import read_all, write_text


class KnobsFileError(RogomaticError):
    """A file that cannot be read or written as knobs; the text is a sentence for the user."""


def load_knobs(path: Path) -> KnobText:
    """Return the knobs in a file.  Raises KnobsFileError when there are none."""
    try:
        return read(read_all(path).decode("utf-8"))
    except FileNotFoundError:
        raise KnobsFileError(f"There is no file {path}.") from None
    except OSError as error:
        raise KnobsFileError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise KnobsFileError(f"{path} cannot be used as knobs: It is no text.") from None
    except KnobTextError as refusal:
        raise KnobsFileError(f"{path} cannot be used as knobs: {refusal}") from None


def save_knobs(path: Path, knobs: Knobs, provenance: Mapping[str, str]) -> None:
    """Write knobs and where they come from into a file, whatever was there.

    Raises KnobsFileError when the disk refuses; the file is then as it was.
    """
    try:
        write_text(path, to_text(knobs, provenance))
    except OSError as error:
        raise KnobsFileError(f"{path} cannot be written: {error.strerror}.") from None
