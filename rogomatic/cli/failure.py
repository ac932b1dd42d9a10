"""How a command fails: a sentence for the user and an exit code."""

from __future__ import annotations

from typing import Final

FAILED: Final = 1
INTERRUPTED: Final = 130


class Failure(Exception):
    """What went wrong, as a sentence for the user."""
