"""A new file that a command writes for the user: never over another, and whole or not there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rogomatic.cli.failure import Failure


def write_new(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a new file.  Raises Failure when there is one already or the disk refuses; none is left then."""
    try:
        file = path.open("xb")
        try:
            with file:
                file.writelines(pieces)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    except FileExistsError:
        raise Failure(f"{path} is there already and is not overwritten.") from None
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror or error}.") from None
