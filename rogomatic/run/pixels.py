"""The optional library for pixel images."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec

from rogue.shared.errors import RogomaticError


class PictureError(RogomaticError):
    """Exception for a picture that cannot be drawn; the text is a sentence for the user."""


def require_pillow(what: str, instead: str) -> None:
    """Raise PictureError if Pillow is not installed.

    what     the files that it writes, as in "PNG files"
    instead  what does without it
    """
    if find_spec("PIL") is None:
        raise PictureError(
            f"{what} are written by Pillow, which is not installed; {instead} does without it. "
            f"To install it: {shlex.quote(sys.executable)} -m pip install pillow"
        )
